#pragma once
// A 100-digit binary floating-point number (Boost.Multiprecision behind the door): approximate, for difference
// quotients and values of transcendental functions, where exact rationals cannot serve.

#include <array>
#include <cstddef>
#include <string>

#include "base/rational.hpp"

namespace germ {

class WideReal {
 public:
  WideReal();
  WideReal(const Rational& value);  // NOLINT: rounds to 100 digits
  WideReal(const WideReal&);
  WideReal& operator=(const WideReal&);
  ~WideReal();

  friend WideReal operator+(const WideReal& a, const WideReal& b);
  friend WideReal operator-(const WideReal& a, const WideReal& b);
  friend WideReal operator*(const WideReal& a, const WideReal& b);
  friend WideReal operator/(const WideReal& a, const WideReal& b);
  WideReal operator-() const;
  friend bool operator==(const WideReal& a, const WideReal& b);
  friend bool operator<(const WideReal& a, const WideReal& b);

  int sign() const;
  bool is_finite() const;
  WideReal abs() const { return sign() < 0 ? -*this : *this; }
  double to_double() const;
  std::string to_string(int digits = 12) const;

  static WideReal pi();
  static WideReal epsilon();  // relative rounding error of one operation

  friend WideReal exp(const WideReal& a);
  friend WideReal log(const WideReal& a);  // a > 0
  friend WideReal tanh(const WideReal& a);
  friend WideReal erf(const WideReal& a);
  friend WideReal sqrt(const WideReal& a);                    // a >= 0
  friend WideReal pow(const WideReal& a, const WideReal& b);  // a > 0

 private:
  struct Value;
  Value& value();
  const Value& value() const;
  alignas(16) std::array<std::byte, 80> storage_;
};

}  // namespace germ
