#pragma once
// Elimination of bound variables that no factor reads: SUMS step 7. What is left of such a sum is how many points it
// has.

#include "sums/context.hpp"

namespace germ::sums {

// sum over bound of [guard] coefficient * monomial * product of counts
struct Counted {
  Rational coefficient;
  Monomial monomial;
  std::vector<ir::Var> bound;  // in a result: those that could not be eliminated
  std::vector<ir::Formula> guard;
  std::vector<Count> counts;
};

// Summands whose total is `start`; `facts` hold wherever the result is used.
std::vector<Counted> count_hidden(Context& context, Counted start, const std::vector<ir::Formula>& facts);

// A polynomial in sizes as coefficients and monomials; nothing where it is none.
std::optional<std::vector<std::pair<Rational, Monomial>>> size_polynomial(const Context& context, ir::Index index);

}  // namespace germ::sums
