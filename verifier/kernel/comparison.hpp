#pragma once
// Equality of two tensors by the normal form, on behalf of a rule.

#include "calculus/definedness.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

struct Question {
  ir::TensorId left;
  ir::TensorId right;
  ir::Formula slice;  // over the formals of `right`
  // Defined tensors to take as they are, in order of definition. Equality for all their values implies equality for
  // the values that they have; where it is not found, the latest one that stands in the way is written out.
  std::vector<ir::TensorId> opaque;
};

// The normal form's answer enters the kernel here, and nowhere else: `equal` goes to the attempt's ledger, anything
// else to its reason and groups.
bool compared_equal(ir::Program& program, Discharge& discharge, calculus::Definedness& defined, Question question,
                    Attempt& attempt);

}  // namespace germ::kernel
