#pragma once
// Room `replay`, TRUSTED where it accepts: the second checker of equalities. It reads a certificate of the normal form
// and believes none of it: from the bodies of the two tensors it comes to sums of terms by its own arithmetic, checks
// each named sum, product, merged factor and lifted power where it is used, lets the difference fall into groups of
// equal products by itself, and puts its own questions to a solver of its own. It shares no code with room `sums`.
//
// What it does not show: that the tensors are the right ones (the derivation of the backward is the calculus's), that
// powers and functions are defined (owed for the tensors in `relied`), and the facts that its caller hands in.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "certificate/certificate.hpp"
#include "smt/solver.hpp"

namespace germ::replay {

// What may be assumed where `guards` are looked at: the domain's facts, and `facts` unfolded.
using FactSource =
    std::function<std::vector<ir::Formula>(std::span<const ir::Formula> guards, std::span<const ir::Formula> facts)>;

struct Verdict {
  bool accepted = false;
  std::string step;  // what was not seen to be right
  std::uint64_t queries = 0;
  std::vector<ir::TensorId> relied;  // tensors whose powers and functions must be defined
};

// Are `left` and `right` equal entry by entry, for index values in range where `slice` holds (a formula over the
// variables of `right`'s axes), at every point, under the program's facts and those of `facts`?
Verdict check(ir::Program& program, smt::Solver& solver, ir::TensorId left, ir::TensorId right, ir::Formula slice,
              const certificate::Certificate& written, const FactSource& facts = {});

}  // namespace germ::replay
