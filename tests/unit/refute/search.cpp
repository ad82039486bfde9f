#include "refute/search.hpp"

#include <doctest/doctest.h>

#include "refute/gate.hpp"
#include "unit/refute/statements.hpp"

namespace germ::refute {

using refute_test::Builder;
using refute_test::pointwise;

namespace {

ir::Real relu(Builder& b, ir::Real x) { return b.t.choose(b.t.positive(x), x, b.number(0)); }
ir::Real step(Builder& b, ir::Real x) { return b.t.choose(b.t.positive(x), b.number(1), b.number(0)); }

// y[n, m] = b[m] + sum(k) W[m, k] x[n, k]; with `swapped` dx reads W[k, m] transposed wrongly as W[m, 0].
ir::Statement dense(bool wrong) {
  Builder b;
  ir::Index n = b.size("N"), k = b.size("K"), m = b.size("M");
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {n, k});
  ir::TensorId w = b.tensor("W", ir::TensorRole::param, {m, k});
  ir::TensorId bias = b.tensor("b", ir::TensorRole::param, {m});
  ir::TensorId y = b.output("y", {n, m});
  ir::TensorId dy = b.statement.cotangents[0];
  auto of_y = b.formals(y);
  ir::Binder kk = b.binder("k", k);
  ir::Index kv = b.t.variable(kk.variable);
  b.program.set_body(
      y, b.t.add({b.t.read(bias, {of_y[1]}),
                  b.t.sum({kk}, b.t.truth(), b.t.mul({b.t.read(w, {of_y[1], kv}), b.t.read(x, {of_y[0], kv})}))}));
  ir::TensorId dx = b.adjoint(x, {n, k});
  auto of_dx = b.formals(dx);
  ir::Binder mm = b.binder("m", m);
  ir::Index mv = b.t.variable(mm.variable);
  ir::Index column = wrong ? b.t.integer(0) : of_dx[1];
  b.program.set_body(dx,
                     b.t.sum({mm}, b.t.truth(), b.t.mul({b.t.read(dy, {of_dx[0], mv}), b.t.read(w, {mv, column})})));
  return std::move(b.statement);
}

}  // namespace

TEST_CASE("no counterexample is found to a right dense layer, and the gate lets it pass") {
  ir::Statement statement = dense(false);
  SearchOptions options;
  options.steps = 2'000'000;
  CHECK_FALSE(search(statement, options));
  GateReport report = gate(statement, {});
  CHECK_FALSE(report.failure);
  CHECK(report.decided > 5);
  CHECK(report.nonzero_backward);
  CHECK(report.sizes_from_two);
  CHECK(report.sizes_from_three);
}

TEST_CASE("a wrong column shows at the smallest sizes that have two columns, with one entry of each tensor") {
  ir::Statement statement = dense(true);
  auto found = search(statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::wrong_entry);
  CHECK(found->instance.sizes == std::vector<std::int64_t>{1, 2, 1});
  CHECK(found->where == "dx[0, 1]");
  CHECK(found->declared != found->truth);
  for (const auto& listing : found->tensors) CHECK(listing.entries.size() == 1);
  CHECK(gate(statement, {}).failure.has_value());
}

TEST_CASE("relu is refuted at 0 on the whole line and passes the gate where no entry is 0") {
  auto everywhere = search(pointwise(relu, step), {});
  REQUIRE(everywhere);
  CHECK(everywhere->kind == Kind::kink);
  CHECK(everywhere->failure.slope.rational() == Rational(1));
  CHECK(everywhere->failure.opposite.rational() == Rational(0));
  CHECK(everywhere->instance.tensors[0].entries == std::vector<Rational>{0});

  ir::Statement off_zero = pointwise(relu, step, false);
  CHECK_FALSE(search(off_zero, {.steps = 2'000'000}));
  CHECK_FALSE(gate(off_zero, {.full = true, .full_steps = 3'000'000}).failure);
}

TEST_CASE("a step function jumps at 0") {
  auto found = search(pointwise(step, [](Builder& b, ir::Real) { return b.number(0); }), {});
  REQUIRE(found);
  CHECK(found->kind == Kind::jump);
}

TEST_CASE("a square root has an infinite slope at 0 or no value below it") {
  auto root = [](Builder& b, ir::Real x) { return b.t.power(b.t.mul({x, x}), Rational(1, 4)); };
  auto zero = [](Builder& b, ir::Real) { return b.number(0); };
  ir::Statement statement = pointwise(root, zero);
  // At 0 only: elsewhere the declared backward is wrong.
  ir::Program& program = *statement.program;
  ir::Terms& t = program.terms();
  ir::Binder i{t.fresh("i"), program.tensors()[0].axes[0].extent};
  ir::Real entry = t.read(ir::TensorId{0}, {t.variable(i.variable)});
  statement.domain = t.all({i}, t.truth(), t.equal(entry, t.constant(0)));
  auto found = search(statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::infinite_slope);
}

TEST_CASE("a reciprocal is undefined at 0") {
  auto found = search(pointwise([](Builder& b, ir::Real x) { return b.t.power(x, Rational(-1)); },
                                [](Builder& b, ir::Real x) { return b.t.negate(b.t.power(x, Rational(-2))); }),
                      {});
  REQUIRE(found);
  CHECK(found->kind == Kind::undefined);
}

TEST_CASE("the derivative of a table function is checked through its values") {
  const ir::FunctionRow* tanh = ir::find_function("tanh");
  REQUIRE(tanh);
  auto value = [&](Builder& b, ir::Real x) { return b.t.apply(*tanh, x); };
  auto right = [&](Builder& b, ir::Real x) {
    return b.t.sub(b.number(1), b.t.power(b.t.apply(*tanh, x), Rational(2)));
  };
  auto wrong = [&](Builder& b, ir::Real x) { return b.t.sub(b.number(1), b.t.apply(*tanh, x)); };
  GateReport good = gate(pointwise(value, right), {});
  CHECK_FALSE(good.failure);
  CHECK(good.decided > 0);
  auto found = search(pointwise(value, wrong), {});
  REQUIRE(found);
  CHECK(found->kind == Kind::wrong_entry);
}

TEST_CASE("a backward that is not linear in the cotangent is refuted") {
  Builder b;
  ir::Index n = b.size("N");
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {n});
  ir::TensorId y = b.output("y", {n});
  ir::TensorId dx = b.adjoint(x, {n});
  b.program.set_body(y, b.t.read(x, b.formals(y)));
  b.program.set_body(dx, b.t.power(b.t.read(b.statement.cotangents[0], b.formals(dx)), Rational(2)));
  auto found = search(b.statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::wrong_entry);
}

TEST_CASE("a domain that is a hyperplane is met, and a kink on it is found") {
  // y = |x0 - x1| on x0 == x1
  Builder b;
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {b.t.integer(2)});
  ir::TensorId y = b.output("y", {});
  ir::TensorId dx = b.adjoint(x, {b.t.integer(2)});
  ir::Real gap = b.t.sub(b.t.read(x, {b.t.integer(0)}), b.t.read(x, {b.t.integer(1)}));
  b.program.set_body(y, b.t.choose(b.t.positive(gap), gap, b.t.negate(gap)));
  b.program.set_body(dx, b.number(0));
  b.statement.domain = b.t.and_({b.t.equal(gap, b.number(0)), b.t.positive(b.t.read(x, {b.t.integer(0)}))});
  auto found = search(b.statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::kink);
}

TEST_CASE("two equal sides pass, two unequal ones show their first unequal entry") {
  for (bool equal : {true, false}) {
    Builder b;
    ir::Index n = b.size("N");
    ir::TensorId x = b.tensor("x", ir::TensorRole::input, {n});
    ir::TensorId left = b.tensor("left", ir::TensorRole::let, {n});
    ir::TensorId right = b.tensor("right", ir::TensorRole::let, {n});
    b.program.set_body(left, b.t.power(b.t.read(x, b.formals(left)), Rational(2)));
    ir::Real read = b.t.read(x, b.formals(right));
    ir::Real index = b.t.from_index(b.formals(right)[0]);
    b.program.set_body(right, equal ? b.t.mul({read, read}) : b.t.add({b.t.mul({read, read}), index}));
    b.statement.kind = ir::StatementKind::equal;
    b.statement.left = left;
    b.statement.right = right;
    auto found = search(b.statement, {.steps = 500'000});
    CHECK(found.has_value() != equal);
    if (found) {
      CHECK(found->kind == Kind::unequal_entry);
      CHECK(found->instance.sizes == std::vector<std::int64_t>{2});
      CHECK(found->where == "left[1]");
    }
  }
}

TEST_CASE("x > 0 does not imply x > 1, and the counterexample lies between") {
  Builder b;
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {});
  ir::Real read = b.t.read(x, {});
  b.statement.kind = ir::StatementKind::implies;
  b.statement.domain = b.t.positive(read);
  b.statement.conclusion = b.t.positive(b.t.sub(read, b.number(1)));
  auto found = search(b.statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::not_implied);
  const Rational& value = found->instance.tensors[0].entries[0];
  CHECK((value > Rational(0) && value <= Rational(1)));
}

namespace {

// y = x, declared right except where `fault` holds of N.
template <class Fault>
ir::Statement right_except(Fault fault) {
  Builder b;
  ir::Index n = b.size("N");
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {n});
  ir::TensorId y = b.output("y", {n});
  ir::TensorId dx = b.adjoint(x, {n});
  b.program.set_body(y, b.t.read(x, b.formals(y)));
  b.program.set_body(dx, b.t.choose(fault(b, n), b.number(0), b.t.read(b.statement.cotangents[0], b.formals(dx))));
  return std::move(b.statement);
}

}  // namespace

TEST_CASE("a fault at a size that a guard names is found there") {
  auto found = search(right_except([](Builder& b, ir::Index n) { return b.t.equal(n, b.t.integer(31)); }), {});
  REQUIRE(found);
  CHECK(found->instance.sizes == std::vector<std::int64_t>{31});
}

TEST_CASE("a fault at a large size that nothing names is found from a hint only") {
  ir::Statement statement =
      right_except([](Builder& b, ir::Index n) { return b.t.equal(b.t.multiply(n, n), b.t.integer(441)); });
  SearchOptions options{.steps = 2'000'000};
  CHECK_FALSE(search(statement, options));
  Hint hint;
  hint.sizes.emplace_back(statement.program->sizes()[0].variable, 21);
  auto found = search(statement, options, std::span<const Hint>(&hint, 1));
  REQUIRE(found);
  CHECK(found->instance.sizes == std::vector<std::int64_t>{21});
  CHECK(gate(statement, {}, std::span<const Hint>(&hint, 1)).failure.has_value());
}

TEST_CASE("a kink that only a constant of the text names is found") {
  // min(max(x / 6 + 1/2, 0), 1) off x = 3: the lower knee is left.
  auto ramp = [](Builder& b, ir::Real x) { return b.t.add({b.t.mul({b.number(1, 6), x}), b.number(1, 2)}); };
  auto value = [&](Builder& b, ir::Real x) {
    ir::Real r = ramp(b, x);
    ir::Real low = b.t.choose(b.t.positive(r), r, b.number(0));
    return b.t.choose(b.t.positive(b.t.sub(b.number(1), r)), low, b.number(1));
  };
  auto slope = [&](Builder& b, ir::Real x) {
    ir::Real inside = b.t.choose(b.t.positive(b.t.sub(b.number(3), x)), b.number(1, 6), b.number(0));
    return b.t.choose(b.t.positive(b.t.add({x, b.number(3)})), inside, b.number(0));
  };
  ir::Statement statement = pointwise(value, slope);
  ir::Program& program = *statement.program;
  ir::Terms& t = program.terms();
  ir::Binder i{t.fresh("i"), program.tensors()[0].axes[0].extent};
  ir::Real off = t.sub(t.read(ir::TensorId{0}, {t.variable(i.variable)}), t.constant(3));
  statement.domain = t.all({i}, t.truth(), t.nonzero(off));
  auto found = search(statement, {});
  REQUIRE(found);
  CHECK(found->kind == Kind::kink);
  CHECK(found->instance.tensors[0].entries == std::vector<Rational>{-3});
}

TEST_CASE("the same seed gives the same text") {
  std::string first = describe(*search(dense(true), {}));
  CHECK(first == describe(*search(dense(true), {})));
  CHECK(first.find("N = 1, K = 2, M = 1") != std::string::npos);
  CHECK(first.find("dx[0, 1]: declared") != std::string::npos);
}

}  // namespace germ::refute
