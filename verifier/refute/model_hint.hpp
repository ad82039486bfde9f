#pragma once
// From a solver's model to a hint: sizes, entries, scalars, values of given maps, as far as the queried formulas
// mention them. A hint is tried by execution like any other point; nothing here is believed.

#include <span>

#include "refute/hint.hpp"
#include "smt/solver.hpp"

namespace germ::refute {

// `from` is the program that the model and the formulas speak of; `to` a fresh copy of the same statement.
Hint model_hint(ir::Program& from, const ir::Statement& to, std::span<const ir::Formula> formulas,
                const smt::Model& model);

}  // namespace germ::refute
