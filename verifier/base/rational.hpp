#pragma once
// Exact rational numbers: 64-bit numerator and denominator while they fit, Boost.Multiprecision behind a pointer when
// they do not. This header does not include Boost. A value of more than `most_bits` bits throws LimitReached.

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace germ {

class Rational {
 public:
  static constexpr std::int64_t most_bits = 65'536;  // of a numerator or denominator

  Rational() = default;
  Rational(std::int64_t integer) : numerator_(integer) {}  // NOLINT: integers are rationals
  Rational(std::int64_t numerator, std::int64_t denominator);

  // Exact value of a decimal literal such as "0.01", "3", "1e-5"; nullopt if `text` is none.
  static std::optional<Rational> parse(std::string_view text);
  // Exact value of a finite double (a dyadic rational).
  static Rational from_double(double value);
  // value * 2^exponent for an integer mantissa.
  static Rational scaled(std::int64_t mantissa, int exponent);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  // b != 0 is the caller's duty (checked)
  Rational operator-() const;
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  Rational& operator/=(const Rational& b) { return *this = *this / b; }

  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  int sign() const;  // -1, 0, 1
  bool is_zero() const { return sign() == 0; }
  bool is_integer() const;
  Rational abs() const { return sign() < 0 ? -*this : *this; }
  Rational floor() const;
  Rational numerator() const;
  Rational denominator() const;
  // The value as a 64-bit integer, if it is one and fits.
  std::optional<std::int64_t> to_int64() const;
  // Numerator and denominator, where both fit 64 bits: for fast conversions.
  std::optional<std::pair<std::int64_t, std::int64_t>> small() const {
    if (big_) return std::nullopt;
    return std::pair(numerator_, denominator_);
  }
  double to_double() const;                     // nearest or nearly so: for display and filters only
  Rational power(std::int64_t exponent) const;  // exponent < 0 needs a value != 0 (checked)
  // The exact k-th root, if it is rational (k >= 1; nullopt for even k and a negative value).
  std::optional<Rational> root(std::int64_t k) const;
  std::string to_string() const;  // "3", "-1/2"
  std::size_t hash() const;
  // Bits of numerator and denominator together, 0 while both fit 64 bits: what arithmetic with it costs.
  std::size_t long_bits() const;

 private:
  struct Big;
  static Rational from_big(Big&& big);
  Big to_big() const;

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;    // > 0, coprime to the numerator
  std::shared_ptr<const Big> big_;  // set only when the value does not fit the two fields
};

// Greatest common divisor and least common multiple of integers given as rationals (checked to be integers).
Rational gcd(const Rational& a, const Rational& b);
Rational lcm(const Rational& a, const Rational& b);

}  // namespace germ
