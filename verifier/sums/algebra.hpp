#pragma once
// Sums and products of expressions, and their tidy form.

#include "sums/context.hpp"

namespace germ::sums {

// Adds the conjuncts of `formula`; false where the guard is then seen to be false.
[[nodiscard]] bool restrict(ir::Terms& terms, std::vector<ir::Formula>& guard, ir::Formula formula);
[[nodiscard]] bool substitute(ir::Terms& terms, std::vector<ir::Formula>& guard, const ir::Substitution& values);

// A copy with fresh bound variables and `values` for free ones; none where its guard is then false.
Expression instantiate(Context& context, const Expression& expression, const ir::Substitution& values);
Expression multiply(Context& context, const Expression& a, const Expression& b);
Expression scale(Expression expression, const Rational& factor);
void append(Expression& to, Expression more);
// The terms of `expression` where `formula` holds.
Expression restricted(Context& context, Expression expression, ir::Formula formula);
Expression constant(const Rational& value);

// Eliminates every bound variable that an equation gives with coefficient 1 or -1; false where the guard is then false.
[[nodiscard]] bool eliminate_units(ir::Terms& terms, std::vector<ir::Var>& bound, std::vector<ir::Formula>& guard,
                                   std::vector<Factor>& factors);

// Like terms added, equal factors merged, whole powers of defined sums expanded.
Expression tidy(Context& context, Expression expression);
// Also counts bound variables that no factor reads: (1/M) * sum(m < M) 1 is 1.
Expression squeeze(Context& context, Expression expression);

// Free variables of the factors' arguments and of the guard, bound ones and sizes left out, in order of occurrence.
bool reads_bound(const Term& term, ir::Var variable);

}  // namespace germ::sums
