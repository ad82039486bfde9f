#pragma once
// What the interpreter asks of a number besides + and *: sign, rational powers, table functions, named constants.
// Ball and Series bring their own; here are those of Rational.

#include <string_view>

#include "base/rational.hpp"
#include "ir/function_table.hpp"
#include "numeric/ball.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

inline int sign(const Rational& a) { return a.sign(); }
// Throws Undefined, or Undecided where the power is not rational.
Rational power(const Rational& a, const Rational& exponent);
// Exact at 0 and 1 where the value is rational there; Undecided elsewhere.
Rational apply(const ir::FunctionRow& row, const Rational& a);

// Does the sign, or a power, of this number stay the same in all directions? (Values do not move.)
template <class Number>
bool settled(const Number&) {
  return true;
}
inline bool settled(const Series& a) { return a.settled(); }

// The value of a named constant ("pi").
template <class Number>
Number constant_value(std::string_view name);
template <>
Rational constant_value<Rational>(std::string_view name);
template <>
Series constant_value<Series>(std::string_view name);
template <>
Ball constant_value<Ball>(std::string_view name);

}  // namespace germ::numeric
