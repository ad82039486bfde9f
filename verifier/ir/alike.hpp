#pragma once
// Equality up to the names of bound variables.

#include "ir/terms.hpp"

namespace germ::ir {

// Are the two terms equal after a renaming of bound variables?
bool alike(Formula a, Formula b);
bool alike(Real a, Real b);

}  // namespace germ::ir
