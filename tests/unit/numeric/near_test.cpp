// Points near a base point: what moves, and what stays.

#include "numeric/near.hpp"

#include <doctest/doctest.h>

#include "numeric/evaluator.hpp"
#include "support/elaborated.hpp"

namespace germ::numeric {

namespace {

ir::TensorId tensor(const ir::Program& program, const std::string& name) {
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i)
    if (program.tensors()[i].name == name) return ir::TensorId{i};
  FAIL("no tensor " << name);
  return {};
}

Rational value(Evaluator& evaluator, ir::TensorId of, std::vector<std::int64_t> indices) {
  auto outcome = evaluator.entry(of, indices);
  REQUIRE(outcome.index() == 0);
  REQUIRE(std::get<0>(outcome).exact());
  return std::get<0>(outcome).rational();
}

}  // namespace

TEST_CASE("a value at the base point stays where the point moves, also that of a defined tensor") {
  ir::Statement statement = test::statement(
      "layer f[N]\n  input x[n < N]\n  given smooth G[n < N]\n  let u[n < N] = x[n]^2\n  output y = G(u)\n"
      "  backward dy\n    dx[n] = 2*x[n]*G.back(dy at u)[n]\n",
      "f.backward");
  const ir::Program& program = *statement.program;
  Instance instance = blank_instance(program, {1});
  const ir::TensorId x = tensor(program, "x"), y = tensor(program, "y");
  const ir::TensorId kept = tensor(program, "u at the base point");
  CHECK(instance.tensors[kept.value].entries.empty());
  instance.tensors[x.value].entries = {3};
  instance.tensors[tensor(program, "gradient of G").value].entries = {5};
  instance.tensors[tensor(program, "value of G").value].entries = {7};
  Evaluator base(program, instance, 1'000'000);
  CHECK(value(base, kept, {0}) == Rational(9));
  CHECK(value(base, y, {}) == Rational(7));
  // x = 3 + 1/2 * 2 = 4: G(u) = 7 + 5 (16 - 9).
  const Direction direction{{{x, {2}}}};
  const Instance there = moved(instance, direction, Rational(1, 2));
  Evaluator near(program, there, 1'000'000);
  near.set_base(base);
  CHECK(value(near, kept, {0}) == Rational(9));
  CHECK(value(near, y, {}) == Rational(42));
  Evaluator alone(program, there, 1'000'000);
  CHECK(value(alone, y, {}) == Rational(7));
}

TEST_CASE("a frozen winner is that of the base point, a live one that of the point") {
  ir::Statement statement = test::statement(
      "layer f[N]\n  input x[n < N]\n  output y = max(n < N) x[n]\n  domain N == 1\n"
      "  backward dy\n    dx[n] = dy if n == argmax(m < N) x[m] else 0\n",
      "f.backward");
  const ir::Program& program = *statement.program;
  Instance instance = blank_instance(program, {2});
  const ir::TensorId x = tensor(program, "x"), dx = statement.adjoints[0].declared;
  instance.tensors[x.value].entries = {1, 0};
  instance.tensors[statement.cotangents[0].value].entries = {1};
  const Instance there = moved(instance, Direction{{{x, {0, 1}}}}, Rational(2));
  Evaluator base(program, instance, 1'000'000);
  Evaluator near(program, there, 1'000'000);
  near.set_base(base);
  CHECK(value(near, statement.outputs[0], {}) == Rational(2));
  CHECK(value(near, dx, {0}) == Rational(1));
  CHECK(value(near, dx, {1}) == Rational(0));
  Evaluator alone(program, there, 1'000'000);
  CHECK(value(alone, dx, {1}) == Rational(1));
}

TEST_CASE("germs tell what holds at all points close enough along a direction") {
  ir::Statement statement = test::statement(
      "theorem t[N]\n  input x[n < N]\n  let a[n < N] = x[n]^2\n  let b[n < N] = 1/1000*x[n]\n"
      "  equal a, b\n",
      "t");
  const ir::Program& program = *statement.program;
  ir::Terms& t = statement.program->terms();
  Instance instance = blank_instance(program, {2});
  const ir::TensorId x = tensor(program, "x");
  const Direction direction{{{x, {1, 0}}}};
  Evaluator base(program, instance, 1'000'000);
  Germs germs(program, instance, direction, base, 1'000'000);
  const Outcome<bool> differ = germs.differ({statement.left, {0}}, {statement.right, {0}});
  REQUIRE(differ.index() == 0);
  CHECK(std::get<0>(differ));  // t^2 and t/1000
  const Outcome<bool> rest = germs.differ({statement.left, {1}}, {statement.right, {1}});
  REQUIRE(rest.index() == 0);
  CHECK_FALSE(std::get<0>(rest));
  // t < 1/1000 holds at t close to 0, t > 0 too.
  ir::Real moving = t.read(x, {t.integer(0)});
  for (ir::Formula formula : {t.positive(moving), t.positive(t.sub(t.constant(Rational(1, 1000)), moving))}) {
    const Outcome<bool> holds = germs.holds(formula);
    REQUIRE(holds.index() == 0);
    CHECK(std::get<0>(holds));
  }
}

}  // namespace germ::numeric
