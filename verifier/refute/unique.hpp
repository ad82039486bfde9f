#pragma once
// Two backwards of one forward at one point.

#include "refute/point.hpp"

namespace germ::refute {

// At cotangents that are drawn.
Examination examine_unique(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget);
// At those of the instance.
Examination compare_backwards(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget);

}  // namespace germ::refute
