#include "base/rational.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "base/check.hpp"

using germ::Rational;

TEST_CASE("a rational is kept in lowest terms with a positive denominator") {
  CHECK(Rational(6, -4).to_string() == "-3/2");
  CHECK(Rational(0, 7) == Rational(0));
}

TEST_CASE("arithmetic leaves 64 bits without loss and comes back") {
  Rational big(std::numeric_limits<std::int64_t>::max());
  Rational square = big * big;
  CHECK(square.to_string() == "85070591730234615847396907784232501249");
  CHECK(square / big == big);
  CHECK((square / big).to_int64() == std::numeric_limits<std::int64_t>::max());
  CHECK(big + Rational(1) > big);
  CHECK(-Rational(std::numeric_limits<std::int64_t>::min()) == big + Rational(1));
}

TEST_CASE("fractions add exactly where the common denominator leaves 64 bits") {
  Rational a(1, 4611686018427387904);  // 2^-62
  Rational b(1, 4052555153018976267);  // 3^-39
  CHECK((a + b) - b == a);
}

TEST_CASE("decimals are exact") {
  CHECK(*Rational::parse("0.01") == Rational(1, 100));
  CHECK(*Rational::parse("122.782") == Rational(61391, 500));
  CHECK(*Rational::parse("1e-5") == Rational(1, 100000));
  CHECK_FALSE(Rational::parse("1e"));
  CHECK_FALSE(Rational::parse("."));
  CHECK_FALSE(Rational::parse("1e99999"));
}

TEST_CASE("a double is the dyadic rational that it stores") {
  CHECK(Rational::from_double(0.5) == Rational(1, 2));
  CHECK(Rational::from_double(0.1) != Rational(1, 10));
  CHECK(Rational::from_double(0.1).to_double() == 0.1);
  CHECK(Rational::from_double(-3.0) == Rational(-3));
}

TEST_CASE("floor goes down for negative values") {
  CHECK(Rational(-1, 2).floor() == Rational(-1));
  CHECK(Rational(7, 2).floor() == Rational(3));
}

TEST_CASE("exact roots are found and others refused") {
  CHECK(*Rational(9, 4).root(2) == Rational(3, 2));
  CHECK(*Rational(-27).root(3) == Rational(-3));
  CHECK_FALSE(Rational(2).root(2));
  CHECK_FALSE(Rational(-4).root(2));
}

TEST_CASE("powers of either sign") {
  CHECK(Rational(2, 3).power(-3) == Rational(27, 8));
  CHECK(Rational(5).power(0) == Rational(1));
}

TEST_CASE("a number that grows without end is refused, not computed") {
  CHECK_THROWS_AS(Rational(2).power(1000000000), germ::LimitReached);
  Rational value = 3;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 64; ++i) value *= value;
      }(),
      germ::LimitReached);
  CHECK(Rational(1).power(1000000000) == Rational(1));
  CHECK_FALSE(Rational::parse(std::string(20000, '7')));
}

TEST_CASE("gcd and lcm of integers") {
  CHECK(gcd(Rational(12), Rational(-18)) == Rational(6));
  CHECK(lcm(Rational(4), Rational(6)) == Rational(12));
}
