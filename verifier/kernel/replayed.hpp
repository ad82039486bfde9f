#pragma once
// The second checker's word on an equality that the normal form found.

#include "calculus/definedness.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

// Does the replay accept the certificate? Else the attempt gets the reason: an internal disagreement is never a
// theorem.
bool replayed(ir::Program& program, Discharge& discharge, const calculus::Definedness& defined, ir::TensorId left,
              ir::TensorId right, ir::Formula slice, const sums::Outcome& outcome, Attempt& attempt);

}  // namespace germ::kernel
