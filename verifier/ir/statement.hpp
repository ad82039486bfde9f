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

enum class StatementKind : std::uint8_t {
  vjp,
  jvp,
  equal,
  implies,
  local_equality,
  continuous,
  open,
  not_differentiable,
  exact,
  kink,
  unique,
  faithful,
};
const char* name(StatementKind kind);

// What a backward returns at a point, all outputs and cotangents at once (MATH B7).
enum class KinkClass : std::uint8_t {
  right,      // differentiable there, and it is the derivative
  wrong,      // differentiable there, and it is not
  limit,      // not differentiable: a limit of derivatives at nearby points
  clarke,     // not differentiable, no limit: in the convex hull of the limits
  neither,    // not differentiable, and none of these
  undefined,  // a jump or an infinite slope
};
const char* name(KinkClass kink);

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

// A direction along which a variable moves: `value` has `family` leading axes, parameters of a family of directions,
// then the variable's axes. Directions of several variables belong together if their families have one shape.
struct Direction {
  TensorId of;
  TensorId value;
  std::size_t family = 0;
};

// A step of a proof script.
struct Step {
  enum class Kind : std::uint8_t {
    transport,  // along a rule (G4): the outputs become the rule's right side
    rewrite,    // pull back and push forward (G5, G6): reads of the rule's left side become its right side
    cite,       // an implication that is a theorem
    cases,      // the domain in two parts (G11)
    unfold,     // calls and conditions written out
    side,       // `smt`: the side conditions
    chain,      // the derivative by the chain rule (G1, G2)
    normalise,  // the comparison by the normal form
  };
  Kind kind = Kind::chain;
  std::string cited;  // the claim that has to be a theorem
  Span span;
  TensorId left, right;             // transport, rewrite: the instance of the rule
  Formula condition;                // transport, rewrite: its `when`; cite: the fact; cases: the condition
  Formula near;                     // transport, rewrite: its `where`
  std::vector<TensorId> arguments;  // transport, rewrite: what stands for the rule's moving tensors
  std::vector<Real> fixed;          // .. and entries of what stands for those that do not move
};
const char* name(Step::Kind kind);

// How a theorem is to be shown.
enum class Script : std::uint8_t {
  automatic,  // by the rule of its kind
  pairing,    // a vjp from a jvp, or the reverse (G17); the statement has the parts of both
  steps,      // step by step
};

// vjp: at every point where `domain` holds the outputs are jointly differentiable in all `adjoints[..].of`, and for
//      every value of the cotangents, declared[k] = sum over outputs o of cotangent[o] * d output[o] / d of[k].
// jvp: at every point where `domain` holds the outputs are jointly differentiable in all `tangents[..].of`, and for
//      every value of the tangents, declared[o] = sum over variables and their k in the slice of
//      d output[o] / d of[k] * tangent[k], for every output.
// equal: left[k] == right[k] for every k, at every point where `domain` holds.
// implies: `domain` implies `conclusion`.
// local_equality: at every point where `domain` holds, left[k] == right[k] for every k and all values of `wrt` near the
//      point that satisfy `near`. Tensors with `base_of` keep their values at the point.
// continuous: at every point where `domain` holds, every output is continuous in all of `wrt` jointly.
// open: at every point where `domain` and `conclusion` hold, `conclusion` holds for all values of `wrt` near it.
// not_differentiable: at no point where `domain` holds are the outputs jointly differentiable in all of `wrt`.
// exact: the outputs are jointly differentiable in all of `wrt` at the points of `within` where `domain` holds, and at
// no
//      others of `within`.
// kink: at every point where `domain` holds, the declared adjoints are of class `kink`.
// unique: at every point where `domain` holds, adjoints[i].declared and others[i].declared are equal, for every value
// of
//      the cotangents: two backwards of one forward.
// faithful: left and right are the same term of the inputs, once lets are written out.
struct Statement {
  StatementKind kind = StatementKind::vjp;
  Script script = Script::automatic;
  std::unique_ptr<Program> program;
  Formula domain;                         // a hypothesis on tensors at the base point (truth if none)
  std::vector<Clause> clauses;            // its conjuncts, as they are written
  std::vector<TensorId> outputs;          // vjp, jvp
  std::vector<TensorId> cotangents;       // vjp: one per output, same axes
  std::vector<Adjoint> adjoints;          // vjp
  std::vector<Adjoint> other_steps;       // unique: the second backward's steps
  std::vector<Adjoint> others;            // unique: the second backward's, in the order of `adjoints`
  std::vector<Adjoint> steps;             // vjp: declared adjoints of defined tensors: steps of a proof, not claimed
  std::vector<TensorId> backward;         // vjp: every tensor of the backward, in order of definition
  std::vector<VariableTangent> tangents;  // jvp
  std::vector<OutputTangent> output_tangents;  // jvp: one per output, in their order
  TensorId left, right;                        // equal, local_equality, faithful
  Formula conclusion;                          // implies, open
  std::vector<TensorId> wrt;                   // the tensors that move, of the kinds that declare no derivative
  Formula near;                                // local_equality: holds at the nearby points too (truth if none)
  Formula within;                              // exact: a hypothesis on both sides (truth if none)
  std::vector<Direction> directions;           // not_differentiable, exact: where to look, besides the unit vectors
  KinkClass kink = KinkClass::right;
  std::vector<Step> script_steps;  // Script::steps
  bool tainted = false;            // an output depends on a `stop` (its derivative is a decree)
  Span span;                       // the claim's place

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
  std::string word;  // the kind as written: "gradient" for a vjp with cotangent 1; empty: that of `kind`
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
  std::vector<std::string> cites;  // claims that have to be theorems before this one
};

}  // namespace germ::ir
