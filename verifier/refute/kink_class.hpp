#pragma once
// The class of a declared backward at one point (ir::KinkClass), from one-sided slopes of all outputs at once.
//
// With right slopes P, left slopes M and declared B, vectors over the outputs (B at unit cotangents), where one number
// moves: right if P = M = B, wrong if P = M != B; else limit if B = P or B = M, clarke if B is on the segment from M to
// P, and neither; undefined at a jump or an infinite slope. Where more moves: right and wrong where every comparison is
// strict; undefined as above; where there is no derivative, a limit if the derivatives at two points close by along one
// direction are B, and otherwise it stays open which of limit, clarke and neither it is.

#include "refute/point.hpp"

namespace germ::refute {

Examination examine_kink(const ir::Statement& statement, numeric::Instance& instance, Budget& budget);
std::optional<Failure> recheck_kink(const ir::Statement& statement, const numeric::Instance& instance,
                                    const Failure& failure, Budget& budget);

}  // namespace germ::refute
