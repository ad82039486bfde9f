#pragma once
// Room `sums`: are two tensors equal, for all sizes? TRUSTED. Owns the normal form (guarded sums of products of reads,
// powers and functions of named sums), its queries and what they rely on. It knows nothing of derivatives or layers:
// whoever asks has replaced each maximum by the cell at its frozen winner, and proves apart that every read is in range
// and every power, logarithm and quotient is defined (the `premises` name those that the rewrites used).
//
// `equal` is a proof, given the solver's answers: in each group of equal products the guarded coefficients add up to 0.
// `different_candidate` is none: products may cancel across groups. What the normal form does not handle is `unknown`.

#include <memory>
#include <string>
#include <vector>

#include "sums/context.hpp"
#include "sums/groups.hpp"

namespace germ::sums {

struct Options {
  std::vector<ir::TensorId> opaque;  // defined tensors to treat as if they were inputs
  Limits limits;
  bool certificate = false;  // write one
};

// Entries of a tensor that the failing group multiplies.
struct SlotRead {
  ir::TensorId tensor;
  std::vector<ir::Index> indices;
};

struct FailingGroup {
  std::string text;
  std::shared_ptr<const smt::Model> model;  // null where the solver does not know
  std::vector<ir::Var> index;               // the index at which the two tensors are compared
  std::vector<SlotRead> reads;
  std::vector<ir::Formula> query;  // satisfiable where the coefficients differ: to ask again under more
};

struct Outcome {
  enum class Kind : std::uint8_t { equal, different_candidate, unknown };
  Kind kind = Kind::unknown;
  std::string reason;  // of unknown
  std::vector<FailingGroup> failing;
  std::uint64_t queries = 0;
  std::uint64_t syntactic = 0;  // questions settled without the solver
  std::size_t groups = 0;
  std::vector<Premise> premises;
  std::vector<std::string> premise_texts;
  std::shared_ptr<certificate::Certificate> certificate;  // of kind equal, if asked for: for `replay` to check
};

// Are `left` and `right`, tensors with equal axes, equal entry by entry: for index values in range where `slice` holds
// (a formula over the variables of `right`'s axes), at every point, under the program's facts and the `hypotheses`?
// Adds sign functions to the program; needs a solver bound to it.
Outcome compare(ir::Program& program, smt::Solver& solver, ir::TensorId left, ir::TensorId right, ir::Formula slice,
                const HypothesisSource& hypotheses = {}, const Options& options = {});

}  // namespace germ::sums
