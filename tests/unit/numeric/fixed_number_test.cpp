#include "numeric/fixed_number.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "base/check.hpp"
#include "numeric/fixed_tensor.hpp"

using namespace germ;
using namespace germ::numeric::fixed;

TEST_CASE("the common scale of two numbers divides both, and no coarser one does") {
  CHECK(common_scale(Rational(1, 6), Rational(1, 4)) == Rational(1, 12));
  CHECK(common_scale(Rational(6), Rational(4)) == Rational(2));
  CHECK(common_scale(Rational(0), Rational(3, 7)) == Rational(3, 7));
  CHECK(common_scale(Rational(61391, 500), Rational(117001, 1000)) == Rational(1, 1000));
}

TEST_CASE("wide integers keep their value on the way there and back") {
  for (int bit : {0, 1, 61, 62, 63, 64, 100, 125}) {
    for (std::int64_t offset : {-1, 0, 1}) {
      Rational value = Rational::scaled(1, bit) + Rational(offset);
      if (!(value.abs() < Rational::scaled(1, 126))) continue;
      CHECK(to_rational(to_wide(value)) == value);
      CHECK(to_rational(to_wide(-value)) == -value);
    }
  }
  CHECK_THROWS_AS(to_wide(Rational(1, 2)), InternalError);
  CHECK_THROWS_AS(to_wide(Rational::scaled(1, 130)), InternalError);
}

TEST_CASE("the bound of a grid decides its width") {
  CHECK(width_of({1, Rational::scaled(1, 62) - Rational(1)}) == Width::narrow);
  CHECK(width_of({1, Rational::scaled(1, 62)}) == Width::wide);
  CHECK(width_of({1, Rational::scaled(1, 126) - Rational(1)}) == Width::wide);
  CHECK(width_of({1, Rational::scaled(1, 126)}) == Width::exact);
}

TEST_CASE("the grid of an array is its smallest power of two, and bounds its entries") {
  Grid grid = grid_of(tensors::floats({3}, {0.75, -6, 0}));
  CHECK(grid.scale == Rational(1, 4));
  CHECK(grid.bound == Rational(24));
  CHECK(grid_of(tensors::integers({2}, {0, 0})).scale.is_zero());
  Grid far = grid_of(tensors::floats({2}, {1e300, 1e-300}));
  CHECK(width_of(far) == Width::exact);
}

TEST_CASE("the smallest 64-bit integer is within its bound") {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  tensors::Array array = tensors::integers({2}, {least, 1});
  Grid grid = grid_of(array);
  CHECK(grid.bound >= Rational::scaled(1, 63));
  TensorShape shape{{2}, width_of(grid), grid};
  REQUIRE(shape.width == Width::wide);
  CHECK(to_rational(to_values(array, shape, std::nullopt).wide[0]) == -Rational::scaled(1, 63));
}

TEST_CASE("exact values that share a grid come back to it") {
  TensorShape shape{{3}, Width::exact, {}};
  TensorValues values(shape, std::nullopt);
  values.exact = {Rational(1, 3), Rational(-1, 2), Rational(0)};
  TensorValues out = regridded(values);
  CHECK(out.shape.width == Width::narrow);
  CHECK(out.shape.grid.scale == Rational(1, 6));
  CHECK(out.narrow == std::vector<std::int64_t>{2, -3, 0});
}

TEST_CASE("one example of an array is a part of its entries") {
  tensors::Array array = tensors::integers({2, 3}, {1, 2, 3, 4, 5, 6});
  Grid grid = grid_of(array);
  TensorShape shape{{2, 3}, width_of(grid), grid};
  CHECK(to_values(array, shape, 1).narrow == std::vector<std::int64_t>{4, 5, 6});
}
