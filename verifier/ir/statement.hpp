#pragma once
// Statements: what a theorem can say. A statement owns its program; a claim names it in the text.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace germ::ir {

enum class Verdict : std::uint8_t { proved, refuted, unknown, vacuous, invalid };
const char* name(Verdict verdict);

enum class StatementKind : std::uint8_t { vjp, equal, implies };
const char* name(StatementKind kind);

// One differentiated variable of a vjp: its declared cotangent, on the slice where `slice` holds.
struct Adjoint {
  TensorId of;        // the input or parameter
  TensorId declared;  // same axes
  Formula slice;      // over the formals of `declared`; truth for the whole tensor
};

// vjp: at every point where `domain` holds the outputs are jointly differentiable in all `adjoints[..].of`, and for
//      every value of the cotangents, declared[k] = sum over outputs o of cotangent[o] * d output[o] / d of[k].
// equal: left[k] == right[k] for every k, at every point where `domain` holds.
// implies: `domain` implies `conclusion`.
struct Statement {
  StatementKind kind = StatementKind::vjp;
  std::unique_ptr<Program> program;
  Formula domain;                    // a hypothesis on tensors at the base point (truth if none)
  std::vector<TensorId> outputs;     // vjp
  std::vector<TensorId> cotangents;  // vjp: one per output, same axes
  std::vector<Adjoint> adjoints;     // vjp
  std::vector<Adjoint> steps;        // vjp: declared adjoints of defined tensors: steps of a proof, not claimed
  std::vector<TensorId> backward;    // vjp: every tensor of the backward, in order of definition
  TensorId left, right;              // equal
  Formula conclusion;                // implies
  bool tainted = false;              // an output depends on a `stop` (its derivative is a decree)
  Span span;                         // the claim's place
};

// A member of a const family: the literal values of its constants, in order of declaration.
struct Member {
  std::vector<std::pair<std::string, std::int64_t>> constants;
  std::string to_string() const;  // "S=1, D=2"; empty where there are none
};

// What a text claims, before elaboration: `elaborate` turns a claim and a member into a Statement.
struct Claim {
  std::string name;  // "dense.backward", "dense.backward wrt W", a theorem's own name
  StatementKind kind = StatementKind::vjp;
  Span span;
  std::optional<Verdict> expect;  // `expect refuted`: nullopt means proved
  std::vector<Member> members;    // one empty member where there is no const
  // What it is about; read by syntax::elaborate only.
  std::string subject;           // layer, function or theorem
  std::string backward;          // name of the backward ("" for the unnamed one)
  std::vector<std::string> wrt;  // empty: jointly in all that the backward gives
  bool part = false;             // one variable of the joint claim that stands before it, on the same domain
};

}  // namespace germ::ir
