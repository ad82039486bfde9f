#pragma once
// Numbers on a grid: value = integer * scale with one rational scale for many values and a proved bound on the
// integers, so that sums and products of whole rows are plain integer arithmetic, and exact.

#include <cstdint>
#include <string>

#include "base/rational.hpp"

namespace germ::numeric::fixed {

__extension__ typedef __int128 Wide;

// How the integers of a grid are held. `exact`: no common grid of 126 bits; rational numbers, slower, the same answers.
enum class Width : std::uint8_t { narrow, wide, exact };

struct Grid {
  Rational scale = 0;  // > 0; 0 where every value is 0
  Rational bound = 1;  // every |integer| <= bound; an integer >= 1, so that no partial product exceeds the whole
};

Width width_of(const Grid& grid);
inline Width wider(Width a, Width b) { return a < b ? b : a; }

// The coarsest scale of which both are integer multiples; 0 is a multiple of everything.
Rational common_scale(const Rational& a, const Rational& b);
// The integer that turns multiples of `scale` into multiples of `common`.
Rational factor_to(const Rational& scale, const Rational& common);

Wide to_wide(const Rational& integer);  // |integer| < 2^126 (checked)
Rational to_rational(Wide integer);

// The integer as a value of the type in which a row is computed.
template <class Number>
Number from_integer(const Rational& integer);
template <>
std::int64_t from_integer<std::int64_t>(const Rational& integer);
template <>
Wide from_integer<Wide>(const Rational& integer);
template <>
Rational from_integer<Rational>(const Rational& integer);

template <class Number>
inline int sign_of(const Number& value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}
template <>
inline int sign_of<Rational>(const Rational& value) {
  return value.sign();
}

}  // namespace germ::numeric::fixed
