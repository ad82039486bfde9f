#include "base/wide_real.hpp"

#include <boost/multiprecision/mpfr.hpp>
#include <new>

#include "base/check.hpp"

namespace germ {

namespace mp = boost::multiprecision;

struct WideReal::Value {
  mp::number<mp::mpfr_float_backend<100, mp::allocate_stack>, mp::et_off> number;
};

WideReal::Value& WideReal::value() { return *std::launder(reinterpret_cast<Value*>(storage_.data())); }
const WideReal::Value& WideReal::value() const {
  return *std::launder(reinterpret_cast<const Value*>(storage_.data()));
}

WideReal::WideReal() {
  static_assert(sizeof(Value) <= sizeof(storage_) && alignof(Value) <= 16, "WideReal's storage is too small");
  new (storage_.data()) Value{};
}
WideReal::WideReal(const Rational& rational) : WideReal() {
  if (auto small = rational.small()) {
    value().number = small->first;
    if (small->second != 1) value().number /= small->second;
    return;
  }
  using Number = decltype(Value::number);
  value().number = Number(rational.numerator().to_string()) / Number(rational.denominator().to_string());
}
WideReal::WideReal(const WideReal& other) { new (storage_.data()) Value(other.value()); }
WideReal& WideReal::operator=(const WideReal& other) {
  value() = other.value();
  return *this;
}
WideReal::~WideReal() { value().~Value(); }

WideReal operator+(const WideReal& a, const WideReal& b) {
  WideReal r;
  r.value().number = a.value().number + b.value().number;
  return r;
}
WideReal operator-(const WideReal& a, const WideReal& b) {
  WideReal r;
  r.value().number = a.value().number - b.value().number;
  return r;
}
WideReal operator*(const WideReal& a, const WideReal& b) {
  WideReal r;
  r.value().number = a.value().number * b.value().number;
  return r;
}
WideReal operator/(const WideReal& a, const WideReal& b) {
  check(b.sign() != 0, "division of a wide real by 0");
  WideReal r;
  r.value().number = a.value().number / b.value().number;
  return r;
}
WideReal WideReal::operator-() const {
  WideReal r;
  r.value().number = -value().number;
  return r;
}
bool operator==(const WideReal& a, const WideReal& b) { return a.value().number == b.value().number; }
bool operator<(const WideReal& a, const WideReal& b) { return a.value().number < b.value().number; }

int WideReal::sign() const { return value().number.sign(); }
bool WideReal::is_finite() const { return mp::isfinite(value().number); }
double WideReal::to_double() const { return value().number.convert_to<double>(); }
std::string WideReal::to_string(int digits) const { return value().number.str(digits); }

WideReal WideReal::pi() {
  WideReal r;
  mpfr_const_pi(r.value().number.backend().data(), MPFR_RNDN);
  return r;
}
WideReal WideReal::epsilon() {
  WideReal r;
  r.value().number = std::numeric_limits<decltype(Value::number)>::epsilon();
  return r;
}

WideReal exp(const WideReal& a) {
  WideReal r;
  r.value().number = mp::exp(a.value().number);
  return r;
}
WideReal log(const WideReal& a) {
  check(a.sign() > 0, "log of a wide real needs a positive argument");
  WideReal r;
  r.value().number = mp::log(a.value().number);
  return r;
}
WideReal tanh(const WideReal& a) {
  WideReal r;
  r.value().number = mp::tanh(a.value().number);
  return r;
}
WideReal erf(const WideReal& a) {
  WideReal r;
  mpfr_erf(r.value().number.backend().data(), a.value().number.backend().data(), MPFR_RNDN);
  return r;
}
WideReal sqrt(const WideReal& a) {
  check(a.sign() >= 0, "square root of a negative wide real");
  WideReal r;
  r.value().number = mp::sqrt(a.value().number);
  return r;
}
WideReal pow(const WideReal& a, const WideReal& b) {
  check(a.sign() > 0, "power of a wide real needs a positive base");
  WideReal r;
  r.value().number = mp::pow(a.value().number, b.value().number);
  return r;
}

}  // namespace germ
