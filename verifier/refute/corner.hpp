#pragma once
// Points without a derivative: not_differentiable, domain exact.
//
// That there is none is seen along rays: slopes that are not opposite or do not add up, a jump, an infinite slope. That
// there is one cannot be seen along rays, but where no comparison is at its border and nothing is divided by 0 the
// outputs are composed of smooth functions: `differentiable` is said of such points only.

#include "refute/point.hpp"

namespace germ::refute {

Examination examine_corner(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                           bool thorough);
std::optional<Failure> recheck_corner(const ir::Statement& statement, const numeric::Instance& instance,
                                      const Failure& failure, Budget& budget);

}  // namespace germ::refute
