// Every column of the function table against the value column, computed apart.

#include "ir/function_table.hpp"

#include <doctest/doctest.h>

#include "numeric/evaluator.hpp"
#include "numeric/instance.hpp"

using namespace germ;
using namespace germ::numeric;

namespace {

// A program with one number u, and terms over it.
struct Point {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::TensorId u;
  Instance instance;

  explicit Point(const Rational& value) {
    ir::Tensor tensor;
    tensor.name = "u";
    u = program.add_tensor(std::move(tensor));
    instance = blank_instance(program, {});
    instance.tensors[0].entries = {value};
  }
  ir::Real read() { return t.read(u, {}); }
};

WideReal wide(const Outcome<Ball>& outcome) {
  REQUIRE(outcome.index() == 0);
  return std::get<0>(outcome).centre();
}

const std::vector<Rational> samples = {Rational(-3),   Rational(-1), Rational(-1, 7), Rational(0),
                                       Rational(1, 5), Rational(1),  Rational(5, 2),  Rational(4)};

bool inside(Point& point, const ir::FunctionRow& row) {
  auto holds = Evaluator(point.program, point.instance, 100000).holds(row.domain(point.t, point.read()));
  REQUIRE(holds.index() == 0);
  return std::get<0>(holds);
}

}  // namespace

TEST_CASE("the derivative of every row is the slope of its values") {
  for (const ir::FunctionRow& row : ir::function_table()) {
    int tried = 0;
    for (const Rational& sample : samples) {
      Point point(sample);
      if (!inside(point, row)) continue;
      ++tried;
      WideReal declared =
          wide(Evaluator(point.program, point.instance, 100000).real(row.derivative(point.t, point.read())));
      // A central difference with h = 1e-30 is off by h^2 f'''/6 and by rounding / h = 1e-70: 1e-50 is far above both.
      Rational h = Rational(1) / Rational(10).power(30);
      WideReal slope = (row.value(WideReal(sample + h)) - row.value(WideReal(sample - h))) / WideReal(h + h);
      CHECK_MESSAGE((declared - slope).abs() < WideReal(Rational(1) / Rational(10).power(50)), std::string(row.name));
    }
    CHECK(tried >= 3);
  }
}

TEST_CASE("the facts of every row are true of its values") {
  for (const ir::FunctionRow& row : ir::function_table()) {
    for (const Rational& sample : samples) {
      Point point(sample);
      if (!inside(point, row)) continue;
      ir::Real value = point.t.apply(row, point.read());
      auto holds = Evaluator(point.program, point.instance, 100000).holds(row.facts(point.t, point.read(), value));
      REQUIRE(holds.index() == 0);
      CHECK_MESSAGE(std::get<0>(holds), std::string(row.name));
    }
  }
}

TEST_CASE("a row has no value outside of its domain") {
  for (const ir::FunctionRow& row : ir::function_table()) {
    for (const Rational& sample : samples) {
      Point point(sample);
      if (inside(point, row)) continue;
      auto value = Evaluator(point.program, point.instance, 100000).real(point.t.apply(row, point.read()));
      CHECK_MESSAGE(value.index() == 1, std::string(row.name));
    }
  }
}
