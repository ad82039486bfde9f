#pragma once
// Moves a point into the domain: domains such as `x[0] == x[1]` or a strict maximum are missed by random tensors.
// A violated real condition is nearly always affine in one entry: two evaluations give the value that satisfies it.

#include "refute/point.hpp"

namespace germ::refute {

// Changes entries of tensors without a body; true if the domain holds in the end.
bool repair(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget);

}  // namespace germ::refute
