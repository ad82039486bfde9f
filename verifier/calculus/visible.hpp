#pragma once
// Signs that can be read off a term: squares, exponentials, sums of such, sizes. Positivity comes from structure or
// from a declaration only, never from another occurrence of the same term (SUMS A2).

#include "ir/program.hpp"

namespace germ::calculus {

// A formula that implies real > 0 (>= 0, != 0) at every point where `real` is defined: what structure leaves open, as
// conditions on leaves and integers, or the plain comparison.
ir::Formula visibly_positive(ir::Program& program, ir::Real real);
ir::Formula visibly_nonnegative(ir::Program& program, ir::Real real);
ir::Formula visibly_nonzero(ir::Program& program, ir::Real real);
// A formula that implies `formula`: its conditions e > 0 by the structure of e.
ir::Formula visibly(ir::Program& program, ir::Formula formula);

}  // namespace germ::calculus
