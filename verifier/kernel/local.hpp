#pragma once
// Local equality, for the rules that need it. For the files of this room only.

#include "calculus/definedness.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

// left ~ right near every point of the domain, along `wrt`, at nearby points where `near` holds. The domain holds and
// is not contradictory (`starts`); it includes `near`.
bool locally_equal(ir::Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt);

}  // namespace germ::kernel
