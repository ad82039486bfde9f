#include <doctest/doctest.h>

#include "numeric/ball.hpp"
#include "numeric/outcome.hpp"
#include "numeric/scalar.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

TEST_CASE("series multiply as polynomials") {
  Series product = Series(1, 1) * Series(1, -1);  // (1 + t)(1 - t)
  CHECK(product.coefficient(0).rational() == Rational(1));
  CHECK(product.coefficient(1).rational() == Rational(0));
  CHECK(product.coefficient(2).rational() == Rational(-1));
  CHECK((product + (-product)).exact_zero());
}

TEST_CASE("the reciprocal of 1 + t is the alternating series up to the order") {
  Series inverse = power(Series(1, 1), Rational(-1));
  for (int k = 0; k <= Series::order; ++k) CHECK(inverse.coefficient(k).rational() == Rational(k % 2 == 0 ? 1 : -1));
  CHECK_THROWS_AS(inverse.coefficient(Series::order + 1), Undecided);
}

TEST_CASE("a series times its reciprocal is 1 as far as it is known") {
  Series base = Series(2, 3) * Series(2, 3) + Series(1, -1);
  Series one = base * power(base, Rational(-1));
  CHECK(one.coefficient(0).rational() == Rational(1));
  for (int k = 1; k <= Series::order; ++k) CHECK(one.coefficient(k).rational() == Rational(0));
}

TEST_CASE("the square of a square root is the series itself") {
  Series base(4, 1);
  Series root = power(base, Rational(1, 2));
  CHECK(root.coefficient(0).rational() == Rational(2));
  CHECK(root.coefficient(1).rational() == Rational(1, 4));
  Series square = root * root;
  CHECK(square.coefficient(0).rational() == Rational(4));
  CHECK(square.coefficient(1).rational() == Rational(1));
  for (int k = 2; k <= Series::order; ++k) CHECK(square.coefficient(k).rational() == Rational(0));
}

TEST_CASE("the sign of a germ is that of its first coefficient, and a cut off germ has none") {
  CHECK(sign(Series(0, -1)) == -1);
  CHECK(sign(Series(5, -1)) == 1);
  CHECK(sign(Series()) == 0);
  Series tiny = Rational(1);
  for (int k = 0; k < Series::order + 1; ++k) tiny = tiny * Series(0, 1);  // t^(order + 1)
  CHECK_THROWS_AS(sign(tiny), Undecided);
  Series fraction = power(Series(1, 1), Rational(-1));
  CHECK_THROWS_AS(sign(fraction + (-fraction)), Undecided);
}

TEST_CASE("t over t is 1 and 1 over t is a pole") {
  Series t(0, 1);
  CHECK((t * power(t, Rational(-1))).coefficient(0).rational() == Rational(1));
  CHECK(power(t, Rational(-1)).valuation() == -1);
  CHECK_THROWS_AS(power(Series(), Rational(-1)), Undefined);
  CHECK_THROWS_AS(power(t, Rational(1, 2)), Undecided);  // sqrt(t) is no power series
  CHECK_THROWS_AS(power(Series(0, -1), Rational(1, 2)), Undefined);
  CHECK(power(t * t, Rational(1, 2)).coefficient(1).rational() == Rational(1));
}

TEST_CASE("a ball stays rational through + * and rational roots") {
  Ball value = power(Ball(Rational(9, 4)), Rational(1, 2)) + Ball(Rational(1, 3)) * Ball(3);
  REQUIRE(value.exact());
  CHECK(value.rational() == Rational(5, 2));
}

TEST_CASE("an irrational root is a ball whose square is the number, within its radius") {
  Ball root = power(Ball(Rational(2)), Rational(1, 2));
  CHECK_FALSE(root.exact());
  CHECK_FALSE(differ(root * root, Ball(Rational(2))));
  CHECK(differ(root, Ball(Rational::parse("1.4142135623730951").value())));
  CHECK_THROWS_AS(sign(root * root - Ball(Rational(2))), Undecided);
}

TEST_CASE("a ball of a function contains what an identity says") {
  const ir::FunctionRow* exp = ir::find_function("exp");
  const ir::FunctionRow* log = ir::find_function("log");
  REQUIRE(exp);
  REQUIRE(log);
  Ball x(Rational(7, 3));
  CHECK_FALSE(differ(apply(*log, apply(*exp, x)), x));
  CHECK_FALSE(differ(apply(*exp, x) * apply(*exp, -x), Ball(1)));
  CHECK(differ(apply(*exp, x), apply(*exp, x + Ball(Rational::scaled(1, -200)))));
  CHECK(apply(*exp, Ball(Rational(0))).exact());
  CHECK_FALSE(apply(*exp, Ball(Rational(1))).exact());
  CHECK_THROWS_AS(apply(*log, Ball(Rational(0))), Undefined);
  CHECK_THROWS_AS(apply(*log, Ball(Rational(-1))), Undefined);
}

TEST_CASE("a function of a germ has its value and its slope, and nothing beyond") {
  const ir::FunctionRow* exp = ir::find_function("exp");
  Series image = apply(*exp, Series(Rational(2), Rational(3)));
  Ball value = apply(*exp, Ball(Rational(2)));
  CHECK_FALSE(differ(image.coefficient(0), value));
  CHECK_FALSE(differ(image.coefficient(1), Ball(Rational(3)) * value));
  CHECK(image.coefficient(1).radius() < 1e-60);
  CHECK_THROWS_AS(image.coefficient(2), Undecided);
}

TEST_CASE("a germ whose constant term may or may not be 0 has no sign") {
  Series two = power(Series(Ball(Rational(2))), Rational(1, 2)) * power(Series(Ball(Rational(2))), Rational(1, 2));
  Series gap = two + Series(Rational(-2), Rational(1));
  CHECK_THROWS_AS(sign(gap), Undecided);
}

TEST_CASE("powers of 0 and of negative numbers are faults, not numbers") {
  CHECK_THROWS_AS(power(Rational(0), Rational(-1)), Undefined);
  CHECK_THROWS_AS(power(Rational(-8), Rational(1, 3)), Undefined);
  CHECK_THROWS_AS(power(Rational(2), Rational(1, 2)), Undecided);
  CHECK(power(Rational(0), Rational(0)) == Rational(1));
  CHECK(power(Rational(0), Rational(1, 2)) == Rational(0));
  CHECK(power(Rational(-2), Rational(-3)) == Rational(-1, 8));
}

}  // namespace germ::numeric
