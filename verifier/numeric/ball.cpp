#include "numeric/ball.hpp"

#include <array>
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
  if (!exact()) return *std::get<1>(content_);
  WideReal value = wide_value(rational());
  return {value, rational().is_integer() ? 0.0 : rounded(value, 0)};
}

Ball Ball::pi() {
  WideReal value = WideReal::pi();
  return Ball(value, rounded(value, 0));
}

WideReal Ball::centre() const { return wide().centre; }
double Ball::radius() const { return exact() ? 0.0 : std::get<1>(content_)->radius; }

double Ball::magnitude() const {
  if (exact()) return std::abs(rational().to_double());
  const Wide& value = *std::get<1>(content_);
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
  const Wide& value = *std::get<1>(content_);
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

// Square roots are far cheaper than exp(q log a).
WideReal half_power(const WideReal& a, const Rational& q) {
  if (q == Rational(1, 2)) return sqrt(a);
  if (q == Rational(-1, 2)) return WideReal(Rational(1)) / sqrt(a);
  if (q == Rational(-3, 2)) return WideReal(Rational(1)) / (sqrt(a) * a);
  return pow(a, WideReal(q));
}

// a ^ q for a > 0: the relative error is |q| times that of a, and a little more; only where that is small.
Ball positive_power(const Ball& a, const Rational& q) {
  WideReal centre = a.centre();
  double relative = (a.radius() / centre.abs().to_double() + rounding) * (std::abs(q.to_double()) + 1);
  if (!(relative < 1e-3)) throw Undecided{Undecided::Why::too_close};
  WideReal value = half_power(centre, q);
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
    if (!value.is_finite()) throw Undecided{Undecided::Why::too_close};  // beyond the exponents of a wide real
    return value;
  } catch (const InternalError&) {
    return std::nullopt;
  }
}

// At 0 and 1 the functions of the table have values k/2 or irrational ones: the former stay exact.
std::optional<Rational> exact_value(const Ball& argument, const WideReal& value) {
  if (!argument.exact() || (!argument.rational().is_zero() && argument.rational() != Rational(1))) return std::nullopt;
  Rational nearest = Rational::from_double(std::round(2 * value.to_double())) / Rational(2);
  WideReal gap = value - WideReal(nearest);
  if (gap.abs() < WideReal(Rational::scaled(1, -300))) return nearest;
  return std::nullopt;
}

// A step far above the radius of `centre` and far below the scale on which a row bends there.
WideReal step_at(const WideReal& centre, int exponent) {
  WideReal step = centre.abs() * WideReal(Rational::scaled(1, exponent));
  if (step < WideReal(Rational::scaled(1, -300))) return WideReal(Rational::scaled(1, exponent));
  return step;
}

// Values of a row at centre + k * step, k = -2..2.
struct Stencil {
  std::array<WideReal, 5> values;
  double step;
  double radius;  // of the argument
};

// `wide`: all five values, else only those at -1, 0, 1.
Stencil stencil(const ir::FunctionRow& row, const Ball& a, int exponent, bool wide) {
  Stencil result;
  WideReal centre = a.centre();
  WideReal step = step_at(centre, exponent);
  result.step = step.to_double();
  result.radius = a.exact() ? rounded(centre, 0) : a.radius();
  for (int k : {0, -1, 1, -2, 2}) {
    if (std::abs(k) == 2 && !wide) break;
    auto value = value_of(row, centre + step * WideReal(Rational(k)));
    if (!value && k == 0) throw Undefined{.fault = Fault::outside_function};
    if (!value) throw Undecided{Undecided::Why::too_close};
    result.values[static_cast<std::size_t>(k + 2)] = *value;
  }
  if (!(result.radius < result.step)) throw Undecided{Undecided::Why::too_close};
  return result;
}

Ball value_at(const Stencil& s, const Ball& a) {
  if (auto exact = exact_value(a, s.values[2])) return Ball(*exact);
  double slope = std::abs((s.values[3] - s.values[1]).to_double()) / (2 * s.step);
  return Ball(s.values[2], rounded(s.values[2], 2 * slope * s.radius) * 100);
}

}  // namespace

Ball apply(const ir::FunctionRow& row, const Ball& a) { return value_at(stencil(row, a, -60, false), a); }

Jet jet(const ir::FunctionRow& row, const Ball& a) {
  Stencil s = stencil(row, a, -110, true);
  WideReal step = step_at(a.centre(), -110);
  WideReal near = (s.values[3] - s.values[1]) / (step * WideReal(Rational(2)));
  WideReal far = (s.values[4] - s.values[0]) / (step * WideReal(Rational(4)));
  double bend = std::abs(((s.values[3] - s.values[2]) - (s.values[2] - s.values[1])).to_double()) / s.step / s.step;
  double noise = std::abs(s.values[2].to_double()) * 100 * rounding / s.step;
  double radius = 2 * std::abs((near - far).to_double()) + noise + 4 * bend * s.radius;
  return {value_at(s, a), Ball(near, rounded(near, radius))};
}

bool differ(const Ball& a, const Ball& b) {
  Ball gap = a - b;
  if (gap.exact()) return !gap.rational().is_zero();
  return std::abs(gap.centre().to_double()) > gap.radius();
}

}  // namespace germ::numeric
