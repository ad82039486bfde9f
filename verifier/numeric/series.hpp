#pragma once
// The germ of a number that moves with t -> 0+: a Laurent series with rational coefficients, known up to a power of t.
// Exact: along a ray x + t v a map made of + - * / and comparisons has such a germ, its constant term is the one-sided
// limit, its linear coefficient the one-sided slope. Powers above `order` are cut off, and the cut is remembered, so
// that a sign which hangs on it is Undecided.

#include <limits>
#include <vector>

#include "base/rational.hpp"
#include "ir/function_table.hpp"

namespace germ::numeric {

class Series {
 public:
  static constexpr int order = 6;

  Series() = default;
  Series(const Rational& constant);  // NOLINT: rationals are constant germs
  Series(const Rational& constant, const Rational& slope);
  static Series pi();  // Undecided: not a rational

  friend Series operator+(const Series& a, const Series& b);
  friend Series operator*(const Series& a, const Series& b);
  Series operator-() const;

  // The coefficient of t^k; throws Undecided where it is cut off.
  Rational coefficient(int k) const;
  // The power of the first coefficient other than 0; `exact_zero()` or Undecided where there is none.
  int valuation() const;
  bool exact_zero() const { return coefficients_.empty() && precision_ == unlimited; }

  friend int sign(const Series& a);
  friend Series power(const Series& a, const Rational& exponent);

 private:
  static constexpr int unlimited = std::numeric_limits<int>::max();
  void trim();
  Series integer_power(std::int64_t n) const;

  int low_ = 0;                         // the power of coefficients_[0], which is not 0
  std::vector<Rational> coefficients_;  // first and last are not 0
  int precision_ = unlimited;           // powers from here on are unknown
};

int sign(const Series& a);
Series power(const Series& a, const Rational& exponent);
Series apply(const ir::FunctionRow& row, const Series& a);  // Undecided: its germ is not rational

}  // namespace germ::numeric
