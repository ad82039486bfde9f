#pragma once
// Products and whole powers moved into the branches of an `if`: an identity at every point (G9), after which a factor
// that is 0 may excuse a kink (x * |x|). A second form of the same map, never a reading of the domain.

#include "ir/program.hpp"

namespace germ::calculus {

ir::Real distribute(ir::Terms& terms, ir::Real real);
// Rewrites every defined tensor's body; did anything change?
bool distribute(ir::Program& program);

}  // namespace germ::calculus
