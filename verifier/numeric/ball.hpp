#pragma once
// A ball: an exact rational as long as it can be one, else a 100-digit number with a radius that bounds its error.
// Rounding errors are bounded by the arithmetic; how a table function spreads the error of its argument is measured
// from its values near the argument (first order), never read from a derivative. A sign that the radius leaves open is
// Undecided, so a comparison is never decided by rounding.

#include <memory>
#include <string>
#include <variant>

#include "base/rational.hpp"
#include "base/wide_real.hpp"
#include "ir/function_table.hpp"

namespace germ::numeric {

class Ball {
 public:
  Ball() = default;
  Ball(const Rational& value) : content_(value) {}  // NOLINT: rationals are balls of radius 0
  Ball(const WideReal& centre, double radius) : content_(std::make_shared<const Wide>(centre, radius)) {}
  static Ball pi();

  friend Ball operator+(const Ball& a, const Ball& b);
  friend Ball operator-(const Ball& a, const Ball& b);
  friend Ball operator*(const Ball& a, const Ball& b);
  Ball operator-() const;

  bool exact() const { return content_.index() == 0; }
  const Rational& rational() const { return std::get<0>(content_); }  // exact() only
  WideReal centre() const;
  double radius() const;
  double magnitude() const;  // an upper bound of the absolute value, up to a relative 1e-15
  std::string to_string() const;

 private:
  struct Wide {
    Wide(const WideReal& c, double r) : centre(c), radius(r) {}
    WideReal centre;
    double radius;
  };
  Wide wide() const;
  static Ball product(const Wide& a, const Wide& b);
  std::variant<Rational, std::shared_ptr<const Wide>> content_;
};

// Throws Undecided where the radius does not separate the value from 0.
int sign(const Ball& a);
// a ^ exponent. Throws Undefined (0 to a negative power, a fractional power of a negative number) or Undecided.
Ball power(const Ball& a, const Rational& exponent);
// Throws Undefined where the row has no value at the argument.
Ball apply(const ir::FunctionRow& row, const Ball& a);
// The row's value and slope at a number. The slope is a central difference of values, D(h) = (f(u+h) - f(u-h)) / 2h
// with h about 1e-33 of the scale of u: |D(h) - D(2h)| is three times its truncation error, rounding adds 1e-99 / h,
// and the spread of u the second difference times its radius.
struct Jet {
  Ball value;
  Ball slope;
};
Jet jet(const ir::FunctionRow& row, const Ball& a);
// Certainly different numbers.
bool differ(const Ball& a, const Ball& b);

}  // namespace germ::numeric
