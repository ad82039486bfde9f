// The numeric side of a jvp, without any proof: a right one passes, a wrong one is found and executed.

#include <doctest/doctest.h>

#include "refute/gate.hpp"
#include "refute/search.hpp"
#include "support/elaborated.hpp"

namespace germ::refute {

namespace {

std::optional<Counterexample> found(const std::string& text, const std::string& claim = "f.jvp") {
  ir::Statement statement = test::statement(text, claim);
  return search(statement, {});
}

GateReport full(const std::string& text, const std::string& claim = "f.jvp") {
  ir::Statement statement = test::statement(text, claim);
  GateOptions options;
  options.full = true;
  return gate(statement, options);
}

std::string square(const std::string& tangent) { return "function f(x) = x^2\n  jvp tx\n    ty = " + tangent + "\n"; }

const char* affine = R"(
layer f[N, K]
  input  x[n < N, k < K]
  param  w[k < K]
  output y[n < N] = sum(k < K) w[k] * x[n, k]
  output z[n < N] = x[n, 0]^2
  domain all(n < N) x[n, 0] > 0
  jvp tx, tw
    ty[n] = sum(k < K) (tw[k] * x[n, k] + w[k] * tx[n, k])
    tz[n] = 2 * x[n, 0] * tx[n, 0]
  jvp outputs_swapped tx, tw
    ty[n] = 2 * x[n, 0] * tx[n, 0]
    tz[n] = sum(k < K) (tw[k] * x[n, k] + w[k] * tx[n, k])
theorem without_first: jvp f wrt x[n, k | k != 0]
)";

}  // namespace

TEST_CASE("a right jvp passes the full gate, a moving output seen") {
  for (const char* claim : {"f.jvp", "without_first"}) {
    GateReport report = full(affine, claim);
    CHECK_FALSE(report.failure);
    CHECK(report.decided > 0);
    CHECK(report.nonzero_backward);
  }
  CHECK_FALSE(
      full("function f(x) = x if x > 0 else 0\n  domain x != 0\n  jvp tx\n    ty = tx if x > 0 else 0\n").failure);
}

TEST_CASE("an output that does not move is not called moving") {
  GateReport report = full("function f(x) = x - x\n  jvp tx\n    ty = 0\n");
  CHECK_FALSE(report.failure);
  CHECK_FALSE(report.nonzero_backward);
}

TEST_CASE("tangents of two outputs that are swapped are found") {
  auto counterexample = found(affine, "f.outputs_swapped");
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::wrong_entry);
}

TEST_CASE("what is declared is looked at along tangents of both signs, and at rest") {
  CHECK_FALSE(found(square("2*x*tx")));
  CHECK(found(square("2*x*abs(tx)")));
  CHECK(found(square("2*x*tx + tx^2")));
  CHECK(found(square("2*x*tx + 1")));
  auto at_rest = found(square("2*x*tx if tx != 0 else 1"));
  REQUIRE(at_rest);
  CHECK(at_rest->sentence == "ty: declared 1, true 0");
  auto undefined = found(square("2*x*tx^2/tx"));
  REQUIRE(undefined);
  CHECK(undefined->kind == Kind::undefined);
}

TEST_CASE("a jvp at a kink is refuted by two unequal slopes, whatever it declares") {
  for (const char* tangent : {"0", "tx", "tx if tx > 0 else 0"}) {
    auto counterexample =
        found(std::string("function f(x) = x if x > 0 else 0\n  domain x == 0\n  jvp tx\n    ty = ") + tangent + "\n");
    REQUIRE(counterexample);
    CHECK(counterexample->kind == Kind::kink);
  }
}

TEST_CASE("a counterexample to a jvp prints the tangents, and does not outlive them") {
  ir::Statement statement = test::statement(square("3*x*tx"), "f.jvp");
  auto counterexample = search(statement, {});
  REQUIRE(counterexample);
  CHECK(counterexample->sentence == "ty: declared 3, true 2");
  CHECK(describe(*counterexample).find("tx = 1") != std::string::npos);
  Budget budget{1'000'000, 1'000'000};
  CHECK(recheck(statement, counterexample->instance, counterexample->failure, budget));
  numeric::Instance at_rest = counterexample->instance;
  at_rest.tensors[statement.tangents[0].tangent.value].entries[0] = Rational(0);
  CHECK_FALSE(recheck(statement, at_rest, counterexample->failure, budget));
}

}  // namespace germ::refute
