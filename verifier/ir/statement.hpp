#pragma once
// Statements: what a theorem can say. A statement owns its program; a claim names it in the text.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/layer.hpp"

namespace germ::ir {

enum class Verdict : std::uint8_t { proved, refuted, unknown, vacuous, invalid };
const char* name(Verdict verdict);

enum class StatementKind : std::uint8_t { vjp, jvp, equal, implies };
const char* name(StatementKind kind);

// One differentiated variable of a vjp: its declared cotangent, on the slice where `slice` holds.
struct Adjoint {
  TensorId of;        // the input or parameter
  TensorId declared;  // same axes
  Formula slice;      // over the formals of `declared`; truth for the whole tensor
};

// One variable that moves in a jvp: its tangent, on the slice where `slice` holds; elsewhere it stays.
struct VariableTangent {
  TensorId of;       // the input or parameter
  TensorId tangent;  // without a body, same axes
  Formula slice;     // over the formals of `tangent`; truth for the whole tensor
};

// What a jvp declares for one output.
struct OutputTangent {
  TensorId of;        // the output
  TensorId declared;  // same axes
};

// How a theorem is to be shown.
enum class Script : std::uint8_t {
  automatic,  // by the rule of its kind
  pairing,    // a vjp from a jvp, or the reverse (G17); the statement has the parts of both
};

// vjp: at every point where `domain` holds the outputs are jointly differentiable in all `adjoints[..].of`, and for
//      every value of the cotangents, declared[k] = sum over outputs o of cotangent[o] * d output[o] / d of[k].
// jvp: at every point where `domain` holds the outputs are jointly differentiable in all `tangents[..].of`, and for
//      every value of the tangents, declared[o] = sum over variables and their k in the slice of
//      d output[o] / d of[k] * tangent[k], for every output.
// equal: left[k] == right[k] for every k, at every point where `domain` holds.
// implies: `domain` implies `conclusion`.
struct Statement {
  StatementKind kind = StatementKind::vjp;
  Script script = Script::automatic;
  std::unique_ptr<Program> program;
  Formula domain;                         // a hypothesis on tensors at the base point (truth if none)
  std::vector<Clause> clauses;            // its conjuncts, as they are written
  std::vector<TensorId> outputs;          // vjp, jvp
  std::vector<TensorId> cotangents;       // vjp: one per output, same axes
  std::vector<Adjoint> adjoints;          // vjp
  std::vector<Adjoint> steps;             // vjp: declared adjoints of defined tensors: steps of a proof, not claimed
  std::vector<TensorId> backward;         // vjp: every tensor of the backward, in order of definition
  std::vector<VariableTangent> tangents;  // jvp
  std::vector<OutputTangent> output_tangents;  // jvp: one per output, in their order
  TensorId left, right;                        // equal
  Formula conclusion;                          // implies
  bool tainted = false;                        // an output depends on a `stop` (its derivative is a decree)
  Span span;                                   // the claim's place

  // Does it claim a derivative: is it a vjp or a jvp?
  bool of_derivative() const { return kind == StatementKind::vjp || kind == StatementKind::jvp; }
  // The tensors that a vjp or a jvp declares.
  std::vector<TensorId> declared() const;
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
  std::string backward;          // name of the backward or the jvp ("" for the unnamed one)
  std::vector<std::string> wrt;  // empty: jointly in all that the backward or the jvp gives
  bool part = false;             // one variable of the joint claim that stands before it, on the same domain
  Script script = Script::automatic;
  std::string partner;  // pairing: name of the jvp for a vjp, of the backward for a jvp ("" for the unnamed one)
};

}  // namespace germ::ir
