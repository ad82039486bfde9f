#include "base/rational.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/check.hpp"

namespace germ {

namespace mp = boost::multiprecision;
using Integer = mp::cpp_int;
using BigRational = mp::cpp_rational;

struct Rational::Big {
  BigRational value;
};

namespace {

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

bool fits(const Integer& value) {
  return value <= std::numeric_limits<std::int64_t>::max() && value > std::numeric_limits<std::int64_t>::min();
}

// The 128-bit fraction n / d in lowest terms, if both parts fit 64 bits.
struct Small {
  std::int64_t numerator;
  std::int64_t denominator;
};

__extension__ typedef __int128 Wide;

Wide wide_gcd(Wide a, Wide b) {
  if (a < 0) a = -a;
  while (b != 0) {
    if (a <= std::numeric_limits<std::int64_t>::max() && b <= std::numeric_limits<std::int64_t>::max())
      return std::gcd(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
    Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

std::optional<Small> reduce(Wide numerator, Wide denominator) {
  Wide divisor = wide_gcd(numerator, denominator);
  if (divisor > 1) {
    numerator /= divisor;
    denominator /= divisor;
  }
  constexpr Wide limit = std::numeric_limits<std::int64_t>::max();
  if (numerator > limit || numerator < -limit || denominator > limit) return std::nullopt;
  return Small{static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
}

// The exact k-th root of a non-negative integer, by bisection.
std::optional<Integer> integer_root(const Integer& value, unsigned k) {
  if (value <= 1) return value;
  Integer low = 1;
  Integer high = Integer(1) << (mp::msb(value) / k + 1);
  while (low < high) {
    Integer middle = (low + high + 1) / 2;
    if (mp::pow(middle, k) <= value) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  if (mp::pow(low, k) != value) return std::nullopt;
  return low;
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  check(denominator != 0, "a rational needs a denominator other than 0");
  Wide n = numerator;
  Wide d = denominator;
  if (d < 0) {
    n = -n;
    d = -d;
  }
  if (auto small = reduce(n, d)) {
    numerator_ = small->numerator;
    denominator_ = small->denominator;
  } else {
    *this = from_big(Big{BigRational(Integer(numerator), Integer(denominator))});
  }
}

Rational Rational::from_big(Big&& big) {
  auto too_long = [](const Integer& part) { return !part.is_zero() && mp::msb(mp::abs(part)) >= most_bits; };
  if (too_long(mp::numerator(big.value)) || too_long(mp::denominator(big.value)))
    throw LimitReached("a number of more than 65536 bits");
  Rational result;
  if (fits(mp::numerator(big.value)) && fits(mp::denominator(big.value))) {
    result.numerator_ = static_cast<std::int64_t>(mp::numerator(big.value));
    result.denominator_ = static_cast<std::int64_t>(mp::denominator(big.value));
  } else {
    result.big_ = std::make_shared<const Big>(std::move(big));
  }
  return result;
}

Rational::Big Rational::to_big() const {
  if (big_) return *big_;
  return Big{BigRational(Integer(numerator_), Integer(denominator_))};
}

std::optional<Rational> Rational::parse(std::string_view text) {
  constexpr std::size_t longest = 10'000;
  if (text.size() > longest) return std::nullopt;
  Integer digits = 0;
  std::int64_t exponent = 0;
  bool any = false;
  bool fraction = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c >= '0' && c <= '9') {
      digits = digits * 10 + (c - '0');
      any = true;
      if (fraction) --exponent;
    } else if (c == '.' && !fraction) {
      fraction = true;
    } else {
      break;
    }
  }
  if (!any) return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size() || text.size() - at > 4) return std::nullopt;
    std::int64_t written = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) written = written * 10 + (text[at] - '0');
    exponent += negative ? -written : written;
  }
  if (at != text.size() || exponent > 5000 || exponent < -5000) return std::nullopt;
  Integer scale = mp::pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  if (exponent >= 0) return from_big(Big{BigRational(digits * scale)});
  return from_big(Big{BigRational(digits, scale)});
}

Rational Rational::from_double(double value) {
  check(std::isfinite(value), "only a finite double is a rational");
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);  // |mantissa| in [1/2, 1)
  return scaled(static_cast<std::int64_t>(std::ldexp(mantissa, 53)), exponent - 53);
}

Rational Rational::scaled(std::int64_t mantissa, int exponent) {
  Integer power = Integer(1) << static_cast<unsigned>(std::abs(exponent));
  if (exponent >= 0) return from_big(Big{BigRational(Integer(mantissa) * power)});
  return from_big(Big{BigRational(Integer(mantissa), power)});
}

Rational operator+(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      std::int64_t sum = 0;
      if (!__builtin_add_overflow(a.numerator_, b.numerator_, &sum)) return Rational(sum);
    }
    Wide left = 0;
    Wide right = 0;
    Wide sum = 0;
    left = Wide(a.numerator_) * b.denominator_;
    right = Wide(b.numerator_) * a.denominator_;
    if (!__builtin_add_overflow(left, right, &sum)) {
      if (auto small = reduce(sum, Wide(a.denominator_) * b.denominator_)) {
        Rational result;
        result.numerator_ = small->numerator;
        result.denominator_ = small->denominator;
        return result;
      }
    }
  }
  return Rational::from_big(Rational::Big{a.to_big().value + b.to_big().value});
}

Rational Rational::operator-() const {
  if (!big_ && numerator_ != std::numeric_limits<std::int64_t>::min()) {
    Rational result = *this;
    result.numerator_ = -numerator_;
    return result;
  }
  return from_big(Big{-to_big().value});
}

Rational operator-(const Rational& a, const Rational& b) { return a + (-b); }

Rational operator*(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    if (auto small = reduce(Wide(a.numerator_) * b.numerator_, Wide(a.denominator_) * b.denominator_)) {
      Rational result;
      result.numerator_ = small->numerator;
      result.denominator_ = small->denominator;
      return result;
    }
  }
  return Rational::from_big(Rational::Big{a.to_big().value * b.to_big().value});
}

Rational operator/(const Rational& a, const Rational& b) {
  check(!b.is_zero(), "division of a rational by 0");
  if (!b.big_ && b.numerator_ != std::numeric_limits<std::int64_t>::min()) {
    Rational inverse;
    inverse.numerator_ = b.numerator_ < 0 ? -b.denominator_ : b.denominator_;
    inverse.denominator_ = b.numerator_ < 0 ? -b.numerator_ : b.numerator_;
    return a * inverse;
  }
  return Rational::from_big(Rational::Big{a.to_big().value / b.to_big().value});
}

bool operator==(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  return a.to_big().value == b.to_big().value;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    Wide left = Wide(a.numerator_) * b.denominator_;
    Wide right = Wide(b.numerator_) * a.denominator_;
    return left <=> right;
  }
  int order = a.to_big().value.compare(b.to_big().value);
  return order <=> 0;
}

int Rational::sign() const {
  if (!big_) return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
  return big_->value.sign();
}

bool Rational::is_integer() const {
  if (!big_) return denominator_ == 1;
  return mp::denominator(big_->value) == 1;
}

Rational Rational::floor() const {
  Integer n = mp::numerator(to_big().value);
  Integer d = mp::denominator(to_big().value);
  Integer quotient = n / d;
  if (n % d < 0) --quotient;
  return from_big(Big{BigRational(quotient)});
}

Rational Rational::numerator() const { return from_big(Big{BigRational(mp::numerator(to_big().value))}); }
Rational Rational::denominator() const { return from_big(Big{BigRational(mp::denominator(to_big().value))}); }

std::optional<std::int64_t> Rational::to_int64() const {
  if (big_ || denominator_ != 1) return std::nullopt;
  return numerator_;
}

double Rational::to_double() const {
  if (!big_) return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  return big_->value.convert_to<double>();
}

Rational Rational::power(std::int64_t exponent) const {
  if ((exponent > most_bits || exponent < -most_bits) && abs() != Rational(1) && !is_zero())
    throw LimitReached("a number of more than 65536 bits");
  if (exponent < 0) return Rational(1) / power(-exponent);
  Rational result = 1;
  Rational square = *this;
  for (std::int64_t rest = exponent; rest > 0; rest /= 2) {
    if (rest % 2 == 1) result *= square;
    if (rest > 1) square *= square;
  }
  return result;
}

std::optional<Rational> Rational::root(std::int64_t k) const {
  check(k >= 1 && k <= 64, "a root index lies in 1..64");
  if (sign() < 0 && k % 2 == 0) return std::nullopt;
  BigRational value = to_big().value;
  auto n = integer_root(mp::abs(mp::numerator(value)), static_cast<unsigned>(k));
  auto d = integer_root(mp::denominator(value), static_cast<unsigned>(k));
  if (!n || !d) return std::nullopt;
  Rational result = from_big(Big{BigRational(*n, *d)});
  return sign() < 0 ? -result : result;
}

std::string Rational::to_string() const {
  if (!big_) {
    if (denominator_ == 1) return std::to_string(numerator_);
    return std::to_string(numerator_) + "/" + std::to_string(denominator_);
  }
  return is_integer() ? mp::numerator(big_->value).str() : big_->value.str();
}

std::size_t Rational::long_bits() const {
  if (!big_) return 0;
  return mp::msb(mp::abs(mp::numerator(big_->value))) + mp::msb(mp::denominator(big_->value));
}

std::size_t Rational::hash() const {
  if (!big_) return std::hash<std::int64_t>{}(numerator_)*31 + std::hash<std::int64_t>{}(denominator_);
  return std::hash<std::string>{}(to_string());
}

Rational gcd(const Rational& a, const Rational& b) {
  check(a.is_integer() && b.is_integer(), "gcd of integers only");
  auto x = a.to_int64();
  auto y = b.to_int64();
  if (x && y) {
    std::uint64_t g = std::gcd(magnitude(*x), magnitude(*y));
    return Rational::scaled(static_cast<std::int64_t>(g >> 1), 1) + Rational(static_cast<std::int64_t>(g & 1));
  }
  Rational left = a.abs();
  Rational right = b.abs();
  while (!right.is_zero()) {
    Rational rest = left - (left / right).floor() * right;
    left = right;
    right = rest;
  }
  return left;
}

Rational lcm(const Rational& a, const Rational& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  return (a * b).abs() / gcd(a, b);
}

}  // namespace germ
