#include "numeric/scalar.hpp"

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

namespace {

Rational exact_or_undecided(const Ball& value) {
  if (!value.exact()) throw Undecided{Undecided::Why::irrational};
  return value.rational();
}

}  // namespace

Rational power(const Rational& a, const Rational& exponent) { return exact_or_undecided(power(Ball(a), exponent)); }

Rational apply(const ir::FunctionRow& row, const Rational& a) {
  if (!a.is_zero() && a != Rational(1)) throw Undecided{Undecided::Why::irrational};
  return exact_or_undecided(apply(row, Ball(a)));
}

template <>
Ball constant_value<Ball>(std::string_view name) {
  check(name == "pi", "pi is the one named constant");
  return Ball::pi();
}
template <>
Rational constant_value<Rational>(std::string_view) {
  throw Undecided{Undecided::Why::irrational};
}
template <>
Series constant_value<Series>(std::string_view name) {
  return Series(constant_value<Ball>(name));
}

}  // namespace germ::numeric
