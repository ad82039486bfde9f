#include "numeric/fixed_number.hpp"

#include "base/check.hpp"

namespace germ::numeric::fixed {

Width width_of(const Grid& grid) {
  static const Rational narrow_limit = Rational::scaled(1, 62);
  static const Rational wide_limit = Rational::scaled(1, 126);
  if (grid.bound < narrow_limit) return Width::narrow;
  return grid.bound < wide_limit ? Width::wide : Width::exact;
}

Rational common_scale(const Rational& a, const Rational& b) {
  if (a.is_zero()) return b;
  if (b.is_zero() || a == b) return a;
  return gcd(a.numerator() * b.denominator(), b.numerator() * a.denominator()) / (a.denominator() * b.denominator());
}

Rational factor_to(const Rational& scale, const Rational& common) {
  if (scale.is_zero()) return 0;
  Rational factor = scale / common;
  check(factor.is_integer(), "a scale is an integer multiple of the common one");
  return factor;
}

Wide to_wide(const Rational& integer) {
  check(integer.is_integer(), "only an integer lies on a grid");
  static const Rational half = Rational::scaled(1, 63);
  Rational magnitude = integer.abs();
  Rational high = (magnitude / half).floor();
  auto upper = high.to_int64();
  auto lower = (magnitude - high * half).to_int64();
  check(upper && lower, "an integer of more than 126 bits");
  Wide value = static_cast<Wide>(*upper) * (static_cast<Wide>(1) << 63) + static_cast<Wide>(*lower);
  return integer.sign() < 0 ? -value : value;
}

Rational to_rational(Wide integer) {
  constexpr Wide half = static_cast<Wide>(1) << 63;
  Wide upper = integer / half;
  Wide lower = integer % half;
  if (upper == 0) return Rational(static_cast<std::int64_t>(lower));
  return Rational::scaled(static_cast<std::int64_t>(upper), 63) + Rational(static_cast<std::int64_t>(lower));
}

template <>
std::int64_t from_integer<std::int64_t>(const Rational& integer) {
  auto value = integer.to_int64();
  check(value.has_value(), "an integer of a narrow grid has 62 bits");
  return *value;
}
template <>
Wide from_integer<Wide>(const Rational& integer) {
  return to_wide(integer);
}
template <>
Rational from_integer<Rational>(const Rational& integer) {
  return integer;
}

}  // namespace germ::numeric::fixed
