// Statements about the points near a point: local equalities, continuity, open sets.

#include "unit/refute/verdicts.hpp"

namespace germ::refute {

using refute_test::fails;
using refute_test::passes;
using refute_test::sampled;

namespace {

std::string masked(const std::string& when) {
  return "rule masked[N] at z0, near z[n < N]\n"
         "  let a[n < N] = z[n] if z[n] > 0 else 0\n"
         "  let b[n < N] = z[n] if z0[n] > 0 else 0\n" +
         when + "  a ~ b\n";
}

std::string gathered(const std::string& when) {
  return "rule gathered[N] at z0, near z[n < N]\n"
         "  let a = max(n < N) z[n]\n"
         "  let b = sum(n < N | n == argmax(m < N) z0[m]) z[n]\n" +
         when + "  a ~ b\n";
}

std::string twins(const std::string& condition) {
  return "rule twins[N] at z0, near z[n < N]\n"
         "  let a = max(n < N) z[n]\n"
         "  let b = z[0]\n" +
         condition + "  a ~ b\n";
}

std::string theorem(const std::string& lines) { return "theorem t[N]\n  input x[n < N]\n" + lines; }

// 2^-64, the smallest step.
const char* tiny = "1/18446744073709551616";

}  // namespace

TEST_CASE("a condition may be frozen where it is strict") {
  passes(masked("  when all(n < N) z0[n] != 0\n"), "masked");
  // At 0 the mask is off, and z = h > 0 is let through by the ReLU.
  fails(masked(""), "masked", Kind::unequal_near,
        std::string("a[0]: left ") + tiny + ", right 0, at points near, h = " + tiny + " and smaller, along z[0]");
}

TEST_CASE("a frozen argmax is that of the base point") {
  passes(gathered("  when any(n < N) (all(m < N | m != n) z0[n] > z0[m])\n"), "gathered");
  // At a tie the second cell overtakes by h, and the first, whose index is frozen, stays; or the first falls behind.
  ir::Statement statement = test::statement(gathered(""), "gathered");
  auto counterexample = search(statement, {});
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::unequal_near);
  CHECK(counterexample->instance.sizes == std::vector<std::int64_t>{2});
  CHECK(counterexample->failure.declared.rational() - counterexample->failure.truth.rational() ==
        Rational::scaled(1, -64));
}

TEST_CASE("what is equal at all points near moves alike; equal at the base point alone is not enough") {
  passes(twins("  where all(n < N) z[n] == z[0]\n"), "twins");
  ir::Statement statement = test::statement(twins("  when all(n < N) z0[n] == z0[0]\n"), "twins");
  auto counterexample = search(statement, {});
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::unequal_near);
}

TEST_CASE("a map that has to name a greatest value of an irrational tensor is set so that it does") {
  const char* text =
      "condition picks(s[i < I], y[i < I, n < N]) = all(i < I, n < N) y[i, n] <= y[i, s[i]]\n"
      "rule chosen[I, N] at z0, near z[i < I, n < N]\n  given s[i < I] in N\n"
      "  let y[i < I, n < N] = exp(z[i, n]) + exp(sum(m < N) z[i, m])\n"
      "  let y0[i < I, n < N] = exp(z0[i, n]) + exp(sum(m < N) z0[i, m])\n"
      "  let a[i < I] = max(n < N) y[i, n]\n  let b[i < I] = y[i, s[i]]\n"
      "  when picks(s, y0) and all(i < I, n < N, m < N | n != m) z0[i, n] != z0[i, m]\n  a ~ b\n";
  ir::Statement statement = test::statement(text, "chosen");
  GateReport report = gate(statement, {.steps = 4'000'000});
  CHECK_FALSE(report.failure);
  CHECK(report.sizes_from_two);
}

TEST_CASE("sides that differ at the point itself are unequal there") {
  fails("rule r[N] at z0, near z[n < N]\n  let a[n < N] = z[n]\n  let b[n < N] = z0[n] + 1\n  a ~ b\n", "r",
        Kind::unequal_entry, "a[0]: left 0, right 1");
}

TEST_CASE("a side without a value near the point is no side") {
  auto counterexample = refute_test::found(
      "rule r[N] at z0, near z[n < N]\n  let a[n < N] = z[n]\n  let b[n < N] = z[n] if z[n] >= 0 else log(z[n])\n"
      "  when all(n < N) z0[n] >= 0\n  a ~ b\n",
      "r");
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::undefined);
  REQUIRE(counterexample->failure.direction);
  CHECK(counterexample->failure.direction->parts[0].entries == std::vector<Rational>{-1});
  CHECK(counterexample->instance.tensors[0].entries == std::vector<Rational>{0});
}

TEST_CASE("a difference of second order is a difference") {
  fails("rule r[N] at z0, near z[n < N]\n  let a[n < N] = (z[n] - z0[n])^2\n  let b[n < N] = 0*z[n]\n  a ~ b\n", "r",
        Kind::unequal_near,
        "a[0]: left 1/340282366920938463463374607431768211456, right 0, at points near, h = " + std::string(tiny) +
            " and smaller, along -z[0]");
}

TEST_CASE("what breaks only beyond a small distance is a local equality") {
  passes(
      "rule r[N] at z0, near z[n < N]\n  let a[n < N] = 1 if z[n] - z0[n] > 1/100000 else 0\n"
      "  let b[n < N] = 0*z[n]\n  a ~ b\n",
      "r");
}

TEST_CASE("continuity: a kink and an infinite slope are continuous, a jump and a pole are not") {
  passes(theorem("  let y[n < N] = x[n] if x[n] > 0 else 0\n  continuous y\n"), "t");
  passes(theorem("  let y[n < N] = sqrt(abs(x[n]))\n  continuous y\n"), "t");
  fails(theorem("  let y[n < N] = 1 if x[n] > 0 else 0\n  continuous y\n"), "t", Kind::jump,
        "y[0]: value 0, limit 1 along x[0]");
  passes(theorem("  let y[n < N] = 1 if x[n] > 0 else 0\n  continuous y on all(n < N) x[n] != 0\n"), "t");
  // 1/h at the smallest step.
  auto pole = refute_test::found(theorem("  let y[n < N] = 1/x[n] if x[n] > 0 else 0\n  continuous y\n"), "t");
  REQUIRE(pole);
  CHECK(pole->kind == Kind::jump);
  CHECK(pole->failure.truth.rational() == Rational::scaled(1, 64));
}

TEST_CASE("strict inequalities are open, others are not") {
  passes(theorem("  open all(n < N) x[n] > 0\n"), "t");
  fails(theorem("  open all(n < N) x[n] >= 0\n"), "t", Kind::not_open,
        std::string("it holds at the point and fails at points near, h = ") + tiny + " and smaller, along -x[0]");
  auto equation = refute_test::found(theorem("  open x[0] == 1\n"), "t");
  REQUIRE(equation);
  CHECK(equation->kind == Kind::not_open);
  CHECK(equation->instance.tensors[0].entries[0] == Rational(1));
}

TEST_CASE("an open set is executed where it holds") {
  GateReport never = sampled(theorem("  open x[0] > 0 and x[0] < 0\n"), "t");
  CHECK(never.inside == 0);
  CHECK_FALSE(never.failure);
}

TEST_CASE("the two graphs of a faithful claim have one value") {
  passes(theorem("  let a[n < N] = x[n] + 1\n  let b[n < N] = x[n] + 1\n  faithful a, b\n"), "t");
  fails(theorem("  let a[n < N] = x[n] + 1\n  let b[n < N] = x[n] + 2\n  faithful a, b\n"), "t", Kind::unequal_entry,
        "a[0]: left 1, right 2");
}

}  // namespace germ::refute
