#pragma once
// Statements about all points near a point, executed at some: local_equality, open, continuous.
//
// A nearby point is x + h v. What fails along v has to fail for every small h: at each step of a list, and along the
// germ where there is one. Frozen winners and values at the base point are those of x.

#include "refute/point.hpp"

namespace germ::refute {

Examination examine_near(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget);
std::optional<Failure> recheck_near(const ir::Statement& statement, const numeric::Instance& instance,
                                    const Failure& failure, Budget& budget);

}  // namespace germ::refute
