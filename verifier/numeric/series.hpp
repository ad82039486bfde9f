#pragma once
// The germ of a number that moves with t -> 0+: a Laurent series, known up to a power of t. Along a ray x + t v a map
// made of + - * / powers, comparisons and table functions has such a germ; its constant term is the one-sided limit,
// its linear coefficient the one-sided slope. Coefficients are rational, and exact, where no irrational number is met.
// Powers above `order` are cut off; a table function is known to first order only, from differences of its values. What
// is cut is remembered, so that a sign which hangs on it is Undecided.

#include <limits>
#include <vector>

#include "base/rational.hpp"
#include "ir/function_table.hpp"
#include "numeric/ball.hpp"

namespace germ::numeric {

class Series {
 public:
  static constexpr int order = 6;

  Series() = default;
  Series(const Rational& constant);  // NOLINT: rationals are constant germs
  explicit Series(const Ball& constant);
  Series(const Rational& constant, const Rational& slope);

  friend Series operator+(const Series& a, const Series& b);
  friend Series operator*(const Series& a, const Series& b);
  Series operator-() const;

  // The coefficient of t^k; throws Undecided where it is cut off.
  Ball coefficient(int k) const;
  // The power of the first coefficient other than 0; `exact_zero()` or Undecided where there is none.
  int valuation() const;
  // The constant term is certainly not 0, and nothing is infinite: a sign or a power of this number does not change
  // with the direction of the ray.
  bool settled() const;
  bool exact_zero() const { return coefficients_.empty() && precision_ == unlimited; }

  friend int sign(const Series& a);
  friend Series power(const Series& a, const Rational& exponent);
  friend Series apply(const ir::FunctionRow& row, const Series& a);

 private:
  static constexpr int unlimited = std::numeric_limits<int>::max();
  bool constant() const {
    return precision_ == unlimited && (exact_zero() || (low_ == 0 && coefficients_.size() == 1));
  }
  void trim();
  Series integer_power(std::int64_t n) const;

  int low_ = 0;                     // the power of coefficients_[0]
  std::vector<Ball> coefficients_;  // first and last are not an exact 0
  int precision_ = unlimited;       // powers from here on are unknown
};

int sign(const Series& a);
Series power(const Series& a, const Rational& exponent);
Series apply(const ir::FunctionRow& row, const Series& a);

}  // namespace germ::numeric
