#include "ir/function_table.hpp"

#include <array>

#include "ir/program.hpp"

namespace germ::ir {

namespace {

Formula everywhere(Terms& t, Real) { return t.truth(); }
Formula where_positive(Terms& t, Real u) { return t.positive(u); }

Formula between(Terms& t, Real value, std::int64_t low, std::int64_t high) {
  return t.and_({t.positive(t.sub(value, t.constant(low))), t.positive(t.sub(t.constant(high), value))});
}
Formula same_sign(Terms& t, Real u, Real value) {
  return t.and_({t.implies(t.positive(u), t.positive(value)), t.implies(t.negative(u), t.negative(value)),
                 t.implies(t.equal(u, t.constant(0)), t.equal(value, t.constant(0)))});
}

const FunctionRow& row(std::string_view name) { return *find_function(name); }

// exp: exp' = exp; positive; exp(0) = 1; exp(u) > 1 iff u > 0; exp(u) >= 1 + u.
WideReal exp_value(const WideReal& u) { return exp(u); }
Real exp_derivative(Terms& t, Real u) { return t.apply(row("exp"), u); }
Formula exp_facts(Terms& t, Real u, Real v) {
  Real above = t.sub(v, t.constant(1));
  return t.and_({t.positive(v), same_sign(t, u, above), t.not_(t.positive(t.sub(u, above)))});
}

// log: log' u = 1/u for u > 0; log 1 = 0; the sign is that of u - 1.
WideReal log_value(const WideReal& u) { return log(u); }
Real log_derivative(Terms& t, Real u) { return t.power(u, Rational(-1)); }
Formula log_facts(Terms& t, Real u, Real v) { return same_sign(t, t.sub(u, t.constant(1)), v); }

// tanh: tanh' = 1 - tanh^2; odd, in (-1, 1).
WideReal tanh_value(const WideReal& u) { return tanh(u); }
Real tanh_derivative(Terms& t, Real u) { return t.sub(t.constant(1), t.power(t.apply(row("tanh"), u), Rational(2))); }
Formula tanh_facts(Terms& t, Real u, Real v) { return t.and_({between(t, v, -1, 1), same_sign(t, u, v)}); }

// sigmoid(u) = 1 / (1 + exp(-u)): sigmoid' = s (1 - s); in (0, 1); above 1/2 iff u > 0.
WideReal sigmoid_value(const WideReal& u) { return WideReal(Rational(1)) / (WideReal(Rational(1)) + exp(-u)); }
Real sigmoid_derivative(Terms& t, Real u) {
  Real s = t.apply(row("sigmoid"), u);
  return t.mul({s, t.sub(t.constant(1), s)});
}
Formula sigmoid_facts(Terms& t, Real u, Real v) {
  return t.and_({between(t, v, 0, 1), same_sign(t, u, t.sub(v, t.constant(Rational(1, 2))))});
}

// erf(u) = 2/sqrt(pi) * integral of exp(-s^2) from 0 to u: erf' = 2/sqrt(pi) * exp(-u^2); odd, in (-1, 1).
WideReal erf_value(const WideReal& u) { return erf(u); }
Real erf_derivative(Terms& t, Real u) {
  Real gauss = t.apply(row("exp"), t.negate(t.power(u, Rational(2))));
  return t.mul({t.constant(2), t.power(t.scalar(pi), Rational(-1, 2)), gauss});
}
Formula erf_facts(Terms& t, Real u, Real v) { return t.and_({between(t, v, -1, 1), same_sign(t, u, v)}); }

constexpr std::array<FunctionRow, 5> rows{{
    {"exp", "the exponential function", exp_value, exp_derivative, everywhere, exp_facts},
    {"log", "the natural logarithm, for u > 0", log_value, log_derivative, where_positive, log_facts},
    {"tanh", "the hyperbolic tangent", tanh_value, tanh_derivative, everywhere, tanh_facts},
    {"sigmoid", "1 / (1 + exp(-u))", sigmoid_value, sigmoid_derivative, everywhere, sigmoid_facts},
    {"erf", "the error function, 2/sqrt(pi) times the integral of exp(-s^2) from 0 to u", erf_value, erf_derivative,
     everywhere, erf_facts},
}};

}  // namespace

std::span<const FunctionRow> function_table() { return rows; }

const FunctionRow* find_function(std::string_view name) {
  for (const FunctionRow& candidate : rows)
    if (candidate.name == name) return &candidate;
  return nullptr;
}

}  // namespace germ::ir
