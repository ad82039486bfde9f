#include "numeric/series.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

namespace {

// Terms kept of a series with irrational coefficients: slopes need two, and a hundred digits are dear.
constexpr int wide_terms = 3;

bool vanishes(const Ball& a) { return a.exact() && a.rational().is_zero(); }

void add_to(Ball& total, const Ball& part) { total = vanishes(total) ? part : total + part; }

}  // namespace

Series::Series(const Rational& constant) : Series(Ball(constant)) {}

Series::Series(const Ball& constant) {
  if (!vanishes(constant)) coefficients_.push_back(constant);
}

Series::Series(const Rational& constant, const Rational& slope) {
  coefficients_ = {Ball(constant), Ball(slope)};
  trim();
}

// Cuts what is unknown or beyond the order; then first and last coefficient differ from 0.
void Series::trim() {
  int end = std::min(precision_, order + 1);
  if (std::any_of(coefficients_.begin(), coefficients_.end(), [](const Ball& c) { return !c.exact(); }))
    end = std::min(end, low_ + wide_terms);
  while (!coefficients_.empty() && vanishes(coefficients_.back())) coefficients_.pop_back();
  if (low_ + static_cast<int>(coefficients_.size()) > end) {
    precision_ = end;
    coefficients_.resize(static_cast<std::size_t>(std::max(0, end - low_)));
    while (!coefficients_.empty() && vanishes(coefficients_.back())) coefficients_.pop_back();
  }
  auto first = std::find_if(coefficients_.begin(), coefficients_.end(), [](const Ball& c) { return !vanishes(c); });
  low_ += static_cast<int>(first - coefficients_.begin());
  coefficients_.erase(coefficients_.begin(), first);
  if (coefficients_.empty()) low_ = 0;
}

int Series::valuation() const {
  if (coefficients_.empty()) throw Undecided{Undecided::Why::truncated};
  return low_;
}

bool Series::settled() const {
  if (coefficients_.empty() || low_ != 0) return false;
  const Ball& first = coefficients_.front();
  return first.exact() || differ(first, Ball());
}

Ball Series::coefficient(int k) const {
  if (k >= precision_) throw Undecided{Undecided::Why::truncated};
  int at = k - low_;
  if (at < 0 || at >= static_cast<int>(coefficients_.size())) return Ball();
  return coefficients_[static_cast<std::size_t>(at)];
}

Series operator+(const Series& a, const Series& b) {
  if (a.exact_zero()) return b;
  if (b.exact_zero()) return a;
  if (a.constant() && b.constant()) return Series(a.coefficients_[0] + b.coefficients_[0]);
  Series sum;
  sum.precision_ = std::min(a.precision_, b.precision_);
  sum.low_ = std::min(a.low_, b.low_);
  if (a.coefficients_.empty()) sum.low_ = b.low_;
  if (b.coefficients_.empty()) sum.low_ = a.low_;
  int end =
      std::max(a.low_ + static_cast<int>(a.coefficients_.size()), b.low_ + static_cast<int>(b.coefficients_.size()));
  sum.coefficients_.resize(static_cast<std::size_t>(std::max(0, end - sum.low_)));
  for (const Series* part : {&a, &b})
    for (std::size_t i = 0; i < part->coefficients_.size(); ++i)
      add_to(sum.coefficients_[static_cast<std::size_t>(part->low_ - sum.low_) + i], part->coefficients_[i]);
  sum.trim();
  return sum;
}

Series Series::operator-() const {
  Series result = *this;
  for (Ball& c : result.coefficients_) c = -c;
  return result;
}

Series operator*(const Series& a, const Series& b) {
  if (a.exact_zero() || b.exact_zero()) return Series();
  if (a.constant() && b.constant()) return Series(a.coefficients_[0] * b.coefficients_[0]);
  Series product;
  // A factor known up to O(t^p) times one that starts at t^v is known up to O(t^(p + v)).
  auto start = [](const Series& s) { return s.coefficients_.empty() ? s.precision_ : s.low_; };
  if (a.precision_ != Series::unlimited) product.precision_ = a.precision_ + start(b);
  if (b.precision_ != Series::unlimited) product.precision_ = std::min(product.precision_, b.precision_ + start(a));
  if (!a.coefficients_.empty() && !b.coefficients_.empty()) {
    product.low_ = a.low_ + b.low_;
    product.coefficients_.resize(a.coefficients_.size() + b.coefficients_.size() - 1);
    for (std::size_t i = 0; i < a.coefficients_.size(); ++i)
      for (std::size_t j = 0; j < b.coefficients_.size(); ++j)
        add_to(product.coefficients_[i + j], a.coefficients_[i] * b.coefficients_[j]);
  }
  product.trim();
  return product;
}

int sign(const Series& a) {
  if (a.exact_zero()) return 0;
  if (a.coefficients_.empty()) throw Undecided{Undecided::Why::truncated};
  return sign(a.coefficients_.front());  // Undecided where it may be 0
}

Series Series::integer_power(std::int64_t n) const {
  Series result = Rational(1);
  for (std::int64_t i = 0; i < n; ++i) result = result * *this;
  return result;
}

// a = c t^m (1 + u): a^q = c^q t^(mq) (1 + u)^q, and b = (1 + u)^q has
// b_n = (1/n) sum over j = 1..n of (q j - (n - j)) u_j b_(n-j).
Series power(const Series& a, const Rational& exponent) {
  auto n = exponent.to_int64();
  if (n && (*n > 64 || *n < -64)) throw LimitReached("an exponent above 64");
  if (n && *n >= 0) return a.integer_power(*n);
  if (a.exact_zero()) {
    if (exponent.sign() < 0) throw Undefined{.fault = Fault::division_by_zero};
    return Series();
  }
  int s = sign(a);
  if (!n && s < 0) throw Undefined{.fault = Fault::root_of_negative};
  const Ball& lead = a.coefficients_.front();
  auto shift = (exponent * Rational(a.low_)).to_int64();
  if (!shift) throw Undecided{Undecided::Why::irrational};  // a fractional power of t
  Ball scale = power(lead, exponent);
  if (a.constant()) return Series(scale);
  Series result;
  result.low_ = static_cast<int>(*shift);
  bool monomial = a.coefficients_.size() == 1 && a.precision_ == Series::unlimited;
  int known = a.precision_ == Series::unlimited ? Series::order + 1 - result.low_ : a.precision_ - a.low_;
  known = std::max(1, std::min(known, Series::order + 1 - result.low_));
  std::vector<Ball> b = {Ball(Rational(1))};
  if (monomial) known = 1;
  if (std::any_of(a.coefficients_.begin(), a.coefficients_.end(), [](const Ball& c) { return !c.exact(); }) ||
      !scale.exact())
    known = std::min(known, wide_terms);
  Ball inverse = power(lead, Rational(-1));
  for (int i = 1; i < known; ++i) {
    Ball sum;
    for (int j = 1; j <= i && j < static_cast<int>(a.coefficients_.size()); ++j) {
      Rational factor = (exponent * Rational(j) - Rational(i - j)) / Rational(i);
      sum = sum +
            Ball(factor) * a.coefficients_[static_cast<std::size_t>(j)] * inverse * b[static_cast<std::size_t>(i - j)];
    }
    b.push_back(std::move(sum));
  }
  for (Ball& c : b) c = c * scale;
  result.coefficients_ = std::move(b);
  if (!monomial) result.precision_ = result.low_ + known;
  result.trim();
  return result;
}

// f(u) = f(c0) + f'(c0) c1 t + O(t^2), both from values of f.
Series apply(const ir::FunctionRow& row, const Series& a) {
  if (a.low_ < 0) throw Undecided{Undecided::Why::irrational};
  Ball start = a.coefficient(0);
  if (a.exact_zero() || a.constant()) return Series(apply(row, start));
  Jet here;
  try {
    here = jet(row, start);
  } catch (const Undefined&) {
    throw Undecided{Undecided::Why::too_close};  // log t has values though log 0 has none
  }
  Series result;
  result.coefficients_ = {here.value, here.slope * a.coefficient(1)};
  result.precision_ = 2;
  result.trim();
  return result;
}

}  // namespace germ::numeric
