#pragma once
// Conditions with quantifiers over real comparisons, replaced by given maps of their free indices: one name for
// conditions that are alike. A generalisation: what holds for every truth value of the name holds for the condition's.

#include "ir/program.hpp"

namespace germ::calculus {

// A name has no extents: it has a value at all indices.
// Rewrites the bodies of all defined tensors. Returns what the names of conditions without free indices mean, as true
// formulas: name implies condition, no name implies its negation.
std::vector<ir::Formula> name_conditions(ir::Program& program);

}  // namespace germ::calculus
