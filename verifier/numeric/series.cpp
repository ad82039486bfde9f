#include "numeric/series.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

Series::Series(const Rational& constant) {
  if (!constant.is_zero()) coefficients_.push_back(constant);
}

Series::Series(const Rational& constant, const Rational& slope) {
  coefficients_ = {constant, slope};
  trim();
}

Series Series::pi() { throw Undecided{Undecided::Why::irrational}; }

// Cuts what is unknown or beyond the order; then first and last coefficient differ from 0.
void Series::trim() {
  int end = std::min(precision_, order + 1);
  while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
  if (low_ + static_cast<int>(coefficients_.size()) > end) {
    precision_ = end;
    coefficients_.resize(static_cast<std::size_t>(std::max(0, end - low_)));
    while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
  }
  auto first = std::find_if(coefficients_.begin(), coefficients_.end(), [](const Rational& c) { return !c.is_zero(); });
  low_ += static_cast<int>(first - coefficients_.begin());
  coefficients_.erase(coefficients_.begin(), first);
  if (coefficients_.empty()) low_ = 0;
}

int Series::valuation() const {
  if (coefficients_.empty()) throw Undecided{Undecided::Why::truncated};
  return low_;
}

Rational Series::coefficient(int k) const {
  if (k >= precision_) throw Undecided{Undecided::Why::truncated};
  int at = k - low_;
  if (at < 0 || at >= static_cast<int>(coefficients_.size())) return 0;
  return coefficients_[static_cast<std::size_t>(at)];
}

Series operator+(const Series& a, const Series& b) {
  if (a.exact_zero()) return b;
  if (b.exact_zero()) return a;
  if (a.precision_ == Series::unlimited && b.precision_ == Series::unlimited && a.low_ == 0 && b.low_ == 0 &&
      a.coefficients_.size() == 1 && b.coefficients_.size() == 1)
    return Series(a.coefficients_[0] + b.coefficients_[0]);
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
      sum.coefficients_[static_cast<std::size_t>(part->low_ - sum.low_) + i] += part->coefficients_[i];
  sum.trim();
  return sum;
}

Series Series::operator-() const {
  Series result = *this;
  for (Rational& c : result.coefficients_) c = -c;
  return result;
}

Series operator*(const Series& a, const Series& b) {
  if (a.exact_zero() || b.exact_zero()) return Series();
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
        product.coefficients_[i + j] += a.coefficients_[i] * b.coefficients_[j];
  }
  product.trim();
  return product;
}

int sign(const Series& a) {
  if (a.exact_zero()) return 0;
  if (a.coefficients_.empty()) throw Undecided{Undecided::Why::truncated};
  return a.coefficients_.front().sign();
}

Series Series::integer_power(std::int64_t n) const {
  Series result = Rational(1);
  for (std::int64_t i = 0; i < n; ++i) result = result * *this;
  return result;
}

namespace {

// c^(p/k), if rational.
Rational leading_power(const Rational& lead, const Rational& exponent) {
  auto p = exponent.numerator().to_int64();
  auto k = exponent.denominator().to_int64();
  if (!p || !k || *k > 64 || *p > 64 || *p < -64) throw Undecided{Undecided::Why::irrational};
  auto root = lead.root(*k);
  if (!root) throw Undecided{Undecided::Why::irrational};
  return root->power(*p);
}

}  // namespace

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
  const Rational& lead = a.coefficients_.front();
  auto shift = (exponent * Rational(a.low_)).to_int64();
  if (!shift) throw Undecided{Undecided::Why::irrational};  // a fractional power of t
  Rational scale = leading_power(lead, exponent);
  Series result;
  result.low_ = static_cast<int>(*shift);
  bool monomial = a.coefficients_.size() == 1 && a.precision_ == Series::unlimited;
  int known = a.precision_ == Series::unlimited ? Series::order + 1 - result.low_ : a.precision_ - a.low_;
  known = std::max(1, std::min(known, Series::order + 1 - result.low_));
  std::vector<Rational> b = {1};
  if (monomial) known = 1;
  for (int i = 1; i < known; ++i) {
    Rational sum;
    for (int j = 1; j <= i && j < static_cast<int>(a.coefficients_.size()); ++j) {
      const Rational u = a.coefficients_[static_cast<std::size_t>(j)] / lead;
      sum += (exponent * Rational(j) - Rational(i - j)) * u * b[static_cast<std::size_t>(i - j)];
    }
    b.push_back(sum / Rational(i));
  }
  for (Rational& c : b) c *= scale;
  result.coefficients_ = std::move(b);
  if (!monomial) result.precision_ = result.low_ + known;
  result.trim();
  return result;
}

Series apply(const ir::FunctionRow&, const Series&) { throw Undecided{Undecided::Why::irrational}; }

}  // namespace germ::numeric
