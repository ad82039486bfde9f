#include "numeric/ball.hpp"

#include <cmath>

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

namespace {

// Relative error of one 100-digit operation, and a floor that covers underflow in the double radius.
constexpr double rounding = 1e-99;
constexpr double underflow = 1e-290;
// Covers the rounding of the radius itself.
constexpr double slack = 1 + 1e-9;

double rounded(const WideReal& value, double radius) {
  return (radius + std::abs(value.to_double()) * rounding) * slack + underflow;
}

WideReal wide_value(const Rational& value) { return WideReal(value); }

}  // namespace

Ball::Wide Ball::wide() const {
  if (!exact()) return std::get<1>(content_);
  WideReal value = wide_value(rational());
  return {value, rational().is_integer() ? 0.0 : rounded(value, 0)};
}

Ball Ball::pi() {
  WideReal value = WideReal::pi();
  return Ball(value, rounded(value, 0));
}

WideReal Ball::centre() const { return wide().centre; }
double Ball::radius() const { return exact() ? 0.0 : std::get<1>(content_).radius; }

double Ball::magnitude() const {
  if (exact()) return std::abs(rational().to_double());
  const Wide& value = std::get<1>(content_);
  return std::abs(value.centre.to_double()) + value.radius;
}

std::string Ball::to_string() const { return exact() ? rational().to_string() : centre().to_string(12); }

Ball operator+(const Ball& a, const Ball& b) {
  if (a.exact() && b.exact()) return Ball(a.rational() + b.rational());
  Ball::Wide left = a.wide();
  Ball::Wide right = b.wide();
  WideReal sum = left.centre + right.centre;
  return Ball(sum, rounded(sum, left.radius + right.radius));
}

Ball Ball::operator-() const {
  if (exact()) return Ball(-rational());
  const Wide& value = std::get<1>(content_);
  return Ball(-value.centre, value.radius);
}

Ball operator-(const Ball& a, const Ball& b) { return a + (-b); }

Ball Ball::product(const Wide& a, const Wide& b) {
  WideReal value = a.centre * b.centre;
  double left = std::abs(a.centre.to_double());
  double right = std::abs(b.centre.to_double());
  return Ball(value, rounded(value, left * b.radius + right * a.radius + a.radius * b.radius));
}

Ball operator*(const Ball& a, const Ball& b) {
  if (a.exact() && b.exact()) return Ball(a.rational() * b.rational());
  // An exact 0 stays exact: the other factor is finite.
  if ((a.exact() && a.rational().is_zero()) || (b.exact() && b.rational().is_zero())) return Ball(Rational(0));
  return Ball::product(a.wide(), b.wide());
}

int sign(const Ball& a) {
  if (a.exact()) return a.rational().sign();
  WideReal centre = a.centre();
  if (!(std::abs(centre.to_double()) > a.radius())) throw Undecided{Undecided::Why::too_close};
  return centre.sign();
}

namespace {

// 1 / a for a ball that is not exact: |1/(a+e) - 1/a| <= e / (|a| (|a| - e)).
Ball reciprocal(const Ball& a) {
  sign(a);
  WideReal centre = a.centre();
  double size = std::abs(centre.to_double());
  WideReal value = WideReal(Rational(1)) / centre;
  return Ball(value, rounded(value, a.radius() / (size * (size - a.radius()))));
}

// a ^ n for n >= 0 by squaring.
Ball integer_power(const Ball& a, std::int64_t n) {
  Ball result = Rational(1);
  Ball square = a;
  for (std::int64_t rest = n; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result = result * square;
    if (rest > 1) square = square * square;
  }
  return result;
}

// a ^ q for a > 0: the relative error is |q| times that of a, and a little more; only where that is small.
Ball positive_power(const Ball& a, const Rational& q) {
  WideReal centre = a.centre();
  double relative = (a.radius() / centre.abs().to_double() + rounding) * (std::abs(q.to_double()) + 1);
  if (!(relative < 1e-3)) throw Undecided{Undecided::Why::too_close};
  WideReal value = q == Rational(1, 2) ? sqrt(centre) : pow(centre, WideReal(q));
  return Ball(value, rounded(value, 2 * relative * std::abs(value.to_double())));
}

std::optional<Rational> exact_power(const Rational& base, const Rational& exponent) {
  auto numerator = exponent.numerator().to_int64();
  auto denominator = exponent.denominator().to_int64();
  if (!numerator || !denominator || *denominator > 64 || std::abs(*numerator) > 64) return std::nullopt;
  auto root = base.root(*denominator);
  if (!root) return std::nullopt;
  return root->power(*numerator);
}

}  // namespace

Ball power(const Ball& a, const Rational& exponent) {
  if (exponent.is_integer()) {
    auto n = exponent.to_int64();
    if (!n || std::abs(*n) > 4096) throw LimitReached("an exponent above 4096");
    if (*n >= 0) return integer_power(a, *n);
    if (a.exact()) {
      if (a.rational().is_zero()) throw Undefined{.fault = Fault::division_by_zero};
      return Ball(a.rational().power(*n));
    }
    return reciprocal(integer_power(a, -*n));
  }
  int s = sign(a);
  if (s < 0) throw Undefined{.fault = Fault::root_of_negative};
  if (s == 0) {
    if (exponent.sign() < 0) throw Undefined{.fault = Fault::division_by_zero};
    return Ball(Rational(0));
  }
  if (a.exact())
    if (auto value = exact_power(a.rational(), exponent)) return Ball(*value);
  return positive_power(a, exponent);
}

namespace {

// The row's value, or nullopt where it has none: a row computes with wide reals, whose checks reject what lies outside.
std::optional<WideReal> value_of(const ir::FunctionRow& row, const WideReal& u) {
  try {
    WideReal value = row.value(u);
    if (value.is_finite()) return value;
  } catch (const InternalError&) {
  }
  return std::nullopt;
}

}  // namespace

Ball apply(const ir::FunctionRow& row, const Ball& a) {
  WideReal centre = a.centre();
  auto value = value_of(row, centre);
  if (!value) throw Undefined{.fault = Fault::outside_function};
  // At 0 the functions of the table have values k/2; a rational argument keeps them exact.
  if (a.exact() && (a.rational().is_zero() || a.rational() == Rational(1))) {
    Rational doubled = Rational::from_double(std::round(2 * value->to_double()));
    WideReal gap = *value - WideReal(doubled / Rational(2));
    if (gap.abs() < WideReal(Rational::scaled(1, -300))) return Ball(doubled / Rational(2));
  }
  double radius = a.exact() ? rounded(centre, 0) : a.radius();
  // Spread of the values over a step far above the radius and far below the scale on which the row bends.
  WideReal step = centre.abs() * WideReal(Rational::scaled(1, -60));
  if (step < WideReal(Rational::scaled(1, -300))) step = WideReal(Rational::scaled(1, -200));
  auto above = value_of(row, centre + step);
  auto below = value_of(row, centre - step);
  if (!above || !below || !(radius < step.to_double())) throw Undecided{Undecided::Why::too_close};
  double slope = std::abs((*above - *below).to_double()) / (2 * step.to_double());
  return Ball(*value, rounded(*value, 2 * slope * radius) * 100);
}

bool differ(const Ball& a, const Ball& b) {
  Ball gap = a - b;
  if (gap.exact()) return !gap.rational().is_zero();
  return std::abs(gap.centre().to_double()) > gap.radius();
}

}  // namespace germ::numeric
