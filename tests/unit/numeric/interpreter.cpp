#include "numeric/interpreter.hpp"

#include <doctest/doctest.h>

#include "numeric/ball.hpp"
#include "numeric/evaluator.hpp"

namespace germ::numeric {

namespace {

// x[i < N] and what the tests define over it.
struct Line {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::Var n = program.add_size("N");
  ir::TensorId x;
  Instance instance;

  explicit Line(std::vector<Rational> entries) {
    ir::Tensor tensor;
    tensor.name = "x";
    tensor.axes = {{t.fresh("i"), t.variable(n)}};
    x = program.add_tensor(std::move(tensor));
    instance = blank_instance(program, {static_cast<std::int64_t>(entries.size())});
    instance.tensors[0].entries = std::move(entries);
  }
  ir::Index extent() { return t.variable(n); }
  ir::Real at(ir::Index i) { return t.read(x, {i}); }
  ir::Binder binder(const char* name) { return {t.fresh(name), extent()}; }
  ir::Index var(const ir::Binder& b) { return t.variable(b.variable); }
  Outcome<Rational> value(ir::Real term) {
    if (instance.maps.size() != program.functions().size()) instance.maps.resize(program.functions().size());
    return Interpreter<Rational>(program, instance).real(term);
  }
  Outcome<bool> truth(ir::Formula formula) { return Interpreter<Rational>(program, instance).holds(formula); }
};

Rational number(const Outcome<Rational>& outcome) {
  REQUIRE(outcome.index() == 0);
  return std::get<0>(outcome);
}

}  // namespace

TEST_CASE("a sum runs over its range where the filter holds") {
  Line l({1, 10, 100, 1000});
  ir::Binder i = l.binder("i");
  CHECK(number(l.value(l.t.sum({i}, l.t.truth(), l.at(l.var(i))))) == Rational(1111));
  ir::Formula even = l.t.equal(l.t.remainder(l.var(i), 2), l.t.integer(0));
  CHECK(number(l.value(l.t.sum({i}, even, l.at(l.var(i))))) == Rational(101));
  ir::Formula large = l.t.positive(l.t.sub(l.at(l.var(i)), l.t.constant(50)));
  CHECK(number(l.value(l.t.sum({i}, large, l.at(l.var(i))))) == Rational(1100));
}

TEST_CASE("index division rounds down for negative numbers too") {
  Line l({0});
  ir::Binder i = l.binder("i");
  Interpreter<Rational> interpreter(l.program, l.instance);
  ir::Index half = l.t.quotient(l.t.sub(l.var(i), l.t.integer(3)), 2);
  for (std::int64_t v = 0; v < 6; ++v) {
    auto value = interpreter.integer(half, {{i.variable, v}});
    REQUIRE(value.index() == 0);
    CHECK(std::get<0>(value) * 2 <= v - 3);
    CHECK(std::get<0>(value) * 2 > v - 5);
  }
}

TEST_CASE("a read out of range names the tensor and the index") {
  Line l({1, 2});
  auto outcome = l.value(l.at(l.t.integer(2)));
  REQUIRE(outcome.index() == 1);
  CHECK(std::get<1>(outcome).fault == Fault::tensor_range);
  CHECK(std::get<1>(outcome).to_string() == "read out of range: x[2]");
}

TEST_CASE("a branch that is not taken is not evaluated") {
  Line l({1, 2});
  ir::Binder i = l.binder("i");
  ir::Index next = l.t.add(l.var(i), 1);
  ir::Real padded = l.t.choose(l.t.in_range(next, l.extent()), l.at(next), l.t.constant(0));
  CHECK(number(l.value(l.t.sum({i}, l.t.truth(), padded))) == Rational(2));
}

TEST_CASE("a conjunction with a false part is false though another part has no value") {
  Line l({1, 2});
  ir::Formula bad = l.t.positive(l.at(l.t.integer(7)));
  ir::Formula no = l.t.positive(l.t.constant(-1));
  ir::Formula yes = l.t.positive(l.t.constant(1));
  CHECK(l.truth(l.t.and_({bad, no})).index() == 0);
  CHECK(l.truth(l.t.and_({bad, yes})).index() == 1);
  CHECK(l.truth(l.t.or_({bad, yes})).index() == 0);
  CHECK(l.truth(l.t.or_({bad, no})).index() == 1);
}

TEST_CASE("a quantifier over an empty range is true for all and false for any") {
  Line l({1});
  ir::Binder none{l.t.fresh("k"), l.t.integer(0)};
  ir::Formula never =
      l.t.positive(l.t.sub(l.at(l.t.integer(0)), l.t.add({l.t.constant(5), l.t.from_index(l.var(none))})));
  CHECK(std::get<0>(l.truth(l.t.all({none}, l.t.truth(), never))));
  CHECK_FALSE(std::get<0>(l.truth(l.t.any({none}, l.t.truth(), l.t.not_(never)))));
}

TEST_CASE("a window has the value of its largest cell and its winner is the first such cell") {
  Line l({3, 7, 7, 1});
  ir::Binder i = l.binder("i");
  auto closure = l.program.reduce({i}, l.t.truth(), l.at(l.var(i)), {}, {});
  CHECK(number(l.value(l.t.maximum(closure.reduction, closure.arguments))) == Rational(7));
  ir::Index winner = l.program.winner(closure.reduction, closure.arguments)[0];
  ir::Index live = l.program.live_winner(closure.reduction, closure.arguments)[0];
  l.instance.maps.resize(l.program.functions().size());
  Interpreter<Rational> interpreter(l.program, l.instance);
  CHECK(std::get<0>(interpreter.integer(winner)) == 1);
  CHECK(std::get<0>(interpreter.integer(live)) == 1);
}

TEST_CASE("windows inside windows do not disturb each other's variables") {
  // max over i of (x[i] + max over j <= i of x[j]): 4 + 4 at i = 0, 1 + 4, 3 + 4.
  Line l({4, 1, 3});
  ir::Binder i = l.binder("i");
  ir::Binder j = l.binder("j");
  auto inner = l.program.reduce({j}, l.t.at_most(l.var(j), l.var(i)), l.at(l.var(j)), {i}, {});
  ir::Real body = l.t.add({l.t.maximum(inner.reduction, inner.arguments), l.at(l.var(i))});
  auto outer = l.program.reduce({i}, l.t.less(l.t.integer(0), l.var(i)), body, {}, {});
  CHECK(number(l.value(l.t.maximum(outer.reduction, outer.arguments))) == Rational(7));
}

TEST_CASE("an empty window is a fault") {
  Line l({3, 7});
  ir::Binder i = l.binder("i");
  auto closure = l.program.reduce({i}, l.t.less(l.var(i), l.t.integer(0)), l.at(l.var(i)), {}, {});
  auto outcome = l.value(l.t.maximum(closure.reduction, closure.arguments));
  REQUIRE(outcome.index() == 1);
  CHECK(std::get<1>(outcome).fault == Fault::empty_window);
}

TEST_CASE("a defined tensor is evaluated on demand, and its fault says which entry failed") {
  Line l({1, 0, 2});
  ir::Tensor inverse;
  inverse.name = "r";
  inverse.axes = {{l.t.fresh("i"), l.extent()}};
  ir::TensorId r = l.program.add_tensor(inverse);
  l.program.set_body(r, l.t.power(l.at(l.t.variable(inverse.axes[0].variable)), Rational(-1)));
  CHECK(number(l.value(l.t.read(r, {l.t.integer(2)}))) == Rational(1, 2));
  auto outcome = l.value(l.t.read(r, {l.t.integer(1)}));
  REQUIRE(outcome.index() == 1);
  CHECK(std::get<1>(outcome).fault == Fault::division_by_zero);
  CHECK(std::get<1>(outcome).tensor == r);
  CHECK(std::get<1>(outcome).indices == std::vector<std::int64_t>{1});
}

TEST_CASE("an evaluation that is too long gives up instead of running on") {
  Line l({1, 2, 3});
  ir::Binder i = l.binder("i");
  Interpreter<Rational> interpreter(l.program, l.instance, 3);
  CHECK(interpreter.real(l.t.sum({i}, l.t.truth(), l.at(l.var(i)))).index() == 2);
}

TEST_CASE("an irrational value is undecided among rationals and a ball for the evaluator") {
  Line l({2});
  ir::Real root = l.t.power(l.at(l.t.integer(0)), Rational(1, 2));
  CHECK(l.value(root).index() == 2);
  auto ball = Evaluator(l.program, l.instance, 1000).real(root);
  REQUIRE(ball.index() == 0);
  CHECK_FALSE(std::get<0>(ball).exact());
}

TEST_CASE("sizes follow their definitions and obey every fact") {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::Var h = program.add_size("H");
  ir::Var k = program.add_size("K");
  ir::Var oh = program.add_size("OH");
  program.define_size(oh, t.add(t.quotient(t.sub(t.variable(h), t.variable(k)), 2), 1));
  program.add_fact(t.at_most(t.integer(1), t.variable(oh)));
  auto sizes = complete_sizes(program, std::vector<std::int64_t>{5, 2});
  REQUIRE(sizes);
  CHECK(*sizes == std::vector<std::int64_t>{5, 2, 2});
  CHECK_FALSE(complete_sizes(program, std::vector<std::int64_t>{1, 2}));  // OH = floor(-1/2) + 1 = 0
}

}  // namespace germ::numeric
