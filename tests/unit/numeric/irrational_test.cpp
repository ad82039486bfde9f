// Comparisons of irrational numbers.

#include <doctest/doctest.h>

#include "numeric/evaluator.hpp"
#include "support/elaborated.hpp"

namespace germ::numeric {

TEST_CASE("an irrational entry does not exceed itself, and another number equal to it is not told from it") {
  ir::Statement statement = test::statement(
      "theorem t[N]\n  input x[n < N]\n  let y[n < N] = exp(x[n])\n  let z[n < N] = exp(x[n])\n  equal y, z\n", "t");
  ir::Terms& t = statement.program->terms();
  Instance instance = blank_instance(*statement.program, {2});
  instance.tensors[0].entries = {1, 2};
  Evaluator evaluator(*statement.program, instance, 100'000);
  const ir::Binder n{t.fresh("n"), t.integer(2)};
  const ir::Real first = t.read(statement.left, {t.integer(0)});
  const ir::Real any = t.read(statement.left, {t.variable(n.variable)});
  // exp 1 > exp 1 fails, exp 2 > exp 1 holds.
  const auto every = evaluator.holds(t.all({n}, t.truth(), t.not_(t.positive(t.sub(first, any)))));
  REQUIRE(every.index() == 0);
  CHECK(std::get<0>(every));
  const auto some = evaluator.holds(t.any({n}, t.truth(), t.positive(t.sub(any, first))));
  REQUIRE(some.index() == 0);
  CHECK(std::get<0>(some));
  const ir::Real twin = t.read(statement.right, {t.integer(0)});
  CHECK(evaluator.holds(t.positive(t.sub(first, twin))).index() == 2);
}

TEST_CASE("a part that is told decides beside one that is not") {
  ir::Statement statement = test::statement(
      "theorem t[N]\n  input x[n < N]\n  let y[n < N] = exp(x[n])\n  let z[n < N] = exp(x[n])\n  equal y, z\n", "t");
  ir::Terms& t = statement.program->terms();
  Instance instance = blank_instance(*statement.program, {1});
  instance.tensors[0].entries = {1};
  Evaluator evaluator(*statement.program, instance, 100'000);
  auto entry = [&](ir::TensorId of) { return t.read(of, {t.integer(0)}); };
  const ir::Formula open = t.positive(t.sub(entry(statement.left), entry(statement.right)));
  const ir::Formula told = t.positive(entry(statement.left));
  const auto either = evaluator.holds(t.or_({open, told}));
  REQUIRE(either.index() == 0);
  CHECK(std::get<0>(either));
}

}  // namespace germ::numeric
