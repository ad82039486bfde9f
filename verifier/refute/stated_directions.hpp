#pragma once
// The directions that a statement names, at one point.

#include "refute/local_map.hpp"

namespace germ::refute {

// Each member of each family, at most `most`; members that have no exact value are left out.
std::vector<numeric::Direction> stated_directions(const ir::Statement& statement, const numeric::Instance& instance,
                                                  const numeric::Direction& zero, Budget& budget, std::size_t most);

}  // namespace germ::refute
