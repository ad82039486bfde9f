#pragma once
// Sizes at which a failing group of the normal form shows: its query asked again with small sizes first, as a solver
// has no reason to choose them (SUMS section 2).

#include "prover/prover.hpp"
#include "refute/hint.hpp"

namespace germ::refute {

// Hints for the copy `target` of the statement that `proof` speaks of.
std::vector<Hint> group_hints(const prover::Result& proof, const ir::Statement& target, const kernel::Context& context);

}  // namespace germ::refute
