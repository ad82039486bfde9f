#pragma once
// Second tries where groups of an expression fail: SUMS step 10, c and d. Each gives an equal expression.

#include "sums/context.hpp"

namespace germ::sums {

struct Rewritten {
  Expression value;
  bool changed = false;
};

// Factors of one name whose arguments are equal under the guard become one; where they may be equal, the term is split.
// `facts` hold wherever the expression is evaluated.
Rewritten unify(Context& context, const Expression& expression, const std::vector<ir::Formula>& facts);

// All powers of one named sum are brought down to the least one, by multiplying with sum * sum^-1.
// `index`: the variables that are free in the expression.
Rewritten lift(Context& context, const Expression& expression, const std::vector<ir::Var>& index);

// Is the sum greater than 0 for all values of its free variables, as far as its form shows?
bool is_positive(Context& context, const Expression& value);

}  // namespace germ::sums
