#pragma once
// The normal form of a real: SUMS step 2.

#include "sums/context.hpp"

namespace germ::sums {

Expression normal_form(Context& context, ir::Real real);

// value^exponent; `value` is squeezed. `product`: set to the product that is raised, where the value is raised as one.
Expression power(Context& context, const Expression& value, const Rational& exponent,
                 std::optional<Term>* product = nullptr);

// value = coefficient * monomial * factors * rest, the outer ones read once for all terms.
struct Content {
  Rational coefficient;  // of either sign where a sign may be pulled out
  Monomial monomial;
  std::vector<Factor> factors;
  Expression rest;
};
enum class Pull : std::uint8_t {
  signed_nonzero,   // for whole powers: any common factor
  positive,         // for roots and logarithms: positive factors only
  signed_positive,  // for signs: positive factors and a sign
};
Content content(Context& context, Expression value, Pull pull);

// Is the factor (without and with its exponent) never negative?
bool is_nonnegative(const Context& context, const Factor& factor);
bool is_nonnegative(const Context& context, const Expression& value);

// f(value); `value` is squeezed.
Expression apply(Context& context, const ir::FunctionRow& function, const Expression& value);

}  // namespace germ::sums
