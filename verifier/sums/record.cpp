#include "sums/record.hpp"

namespace germ::sums {

certificate::Term recorded(const Term& term) {
  return {term.coefficient, term.monomial.powers(), term.bound, term.guard, term.factors};
}

certificate::Sum recorded(const Expression& expression) {
  certificate::Sum result;
  result.reserve(expression.size());
  for (const Term& term : expression) result.push_back(recorded(term));
  return result;
}

certificate::Exponent recorded_exponent(const Term& term) {
  certificate::Exponent exponent;
  exponent.term = recorded(term);
  return exponent;
}

}  // namespace germ::sums
