#pragma once
// What the side conditions of a forward leave open, as conditions on its tensors.

#include <set>
#include <string>
#include <vector>

#include "derive/sources.hpp"
#include "prover/prover.hpp"

namespace germ::derive {

// Conditions that together settle every open obligation of an attempt under the domain `true`: each excludes the points
// where it is owed, or asks for what is owed. Throws Unsayable where that is no condition on tensors.
// `words`: of the layer's text; `indices`: those that its derived lines made, with their ranges.
std::vector<std::string> domain_conditions(prover::Result& result, const std::set<std::string>& words,
                                           const std::vector<std::pair<std::string, std::string>>& indices,
                                           const Sources& sources);

}  // namespace germ::derive
