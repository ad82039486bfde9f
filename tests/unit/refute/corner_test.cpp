// Points without a derivative, exact domains, classes of a backward at a kink, two backwards of one forward.

#include "refute/stated_directions.hpp"
#include "unit/refute/verdicts.hpp"

namespace germ::refute {

using refute_test::fails;
using refute_test::found;
using refute_test::passes;
using refute_test::sampled;

namespace {

std::string about(const std::string& body, const std::string& statement) {
  return "function f(x) = " + body + "\ntheorem t: " + statement + "\n";
}

std::string pair(const std::string& body, const std::string& statement) {
  return "function f(x, y) = " + body + "\ntheorem t: " + statement + "\n";
}

std::string relu(const std::string& domain) {
  return "function f(x) = x if x > 0 else 0\n  domain " + domain +
         "\n  backward dy\n    dx = dy if x > 0 else 0\ntheorem t: domain f exact\n";
}

std::string kink(const std::string& body, const std::string& backward, const std::string& kind,
                 const std::string& on = "x == 0") {
  return "function f(x) = " + body + "\n  domain x != 0\n  backward dy\n    dx = " + backward +
         "\ntheorem t: kink f is " + kind + " on " + on + "\n";
}

const char* positive_part = "x if x > 0 else 0";

std::string rows(const std::string& backward, const std::string& kind, const std::string& on) {
  return "layer f[N]\n  input x[n < N]\n  output y[n < N] = x[n] if x[n] > 0 else 0\n  domain all(n < N) x[n] != 0\n"
         "  backward dy\n    dx[n] = " +
         backward + "\ntheorem t: kink f is " + kind + " on " + on + "\n";
}

}  // namespace

TEST_CASE("a kink has no derivative, a point where every comparison is strict has one") {
  passes(about(positive_part, "not_differentiable f on x == 0"), "t");
  auto counterexample = found(about(positive_part, "not_differentiable f on x >= 0"), "t");
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::differentiable);
  CHECK(counterexample->instance.tensors[0].entries[0] == Rational(1));
  CHECK(sampled(about(positive_part, "not_differentiable f on x >= 0"), "t").failure);
}

TEST_CASE("slopes that are all 0 along the axes do not make a derivative") {
  const char* body = "min(abs(x), abs(y))";
  passes(pair(body, "not_differentiable f on x == 0 and y == 0"), "t");
  // Along the axis x == 0 the smaller of |x| and |y| has a kink too, and beside it there is none: y is smaller.
  passes(pair(body, "not_differentiable f on x == 0 and y != 0"), "t");
  fails(pair(body, "not_differentiable f on x == 1 and y == 2"), "t", Kind::differentiable,
        "f: differentiable here: every comparison is strict, and no divisor is 0");
}

TEST_CASE("a derivative where a comparison is at its border is not called one, nor its absence seen") {
  for (const char* body : {"x*abs(x)", "x^2 if x > 0 else x^3"}) {
    const std::string text = about(body, "not_differentiable f on x == 0");
    GateReport report = sampled(text, "t");
    CHECK(report.inside > 0);
    CHECK(report.decided == 0);
    CHECK_FALSE(report.failure);
    CHECK_FALSE(found(text, "t"));
  }
}

TEST_CASE("a directions' family is laid out member by member") {
  ir::Statement statement = test::statement(
      "layer f[N]\n  input x[n < N]\n  output y = sum(n < N) abs(x[n])\n"
      "theorem t: not_differentiable f on all(n < N) x[n] == 0 along (k < N) x[n] = 3 if n == k else -1\n",
      "t");
  REQUIRE(statement.directions.size() == 1);
  numeric::Instance instance = numeric::blank_instance(*statement.program, {2});
  numeric::Direction zero;
  zero.parts.push_back({statement.wrt[0], std::vector<Rational>(2)});
  Budget budget{1'000'000};
  auto directions = stated_directions(statement, instance, zero, budget, 10);
  REQUIRE(directions.size() == 2);
  CHECK(directions[0].parts[0].entries == std::vector<Rational>{3, -1});
  CHECK(directions[1].parts[0].entries == std::vector<Rational>{-1, 3});
  CHECK(stated_directions(statement, instance, zero, budget, 1).size() == 1);
}

TEST_CASE("an exact domain is where the derivative is, no less and no more") {
  passes(relu("x != 0"), "t");
  GateReport report = sampled(relu("x != 0"), "t");
  CHECK(report.on_domain);
  CHECK(report.off_domain);
  auto small = found(relu("x > 0"), "t");
  REQUIRE(small);
  CHECK(small->kind == Kind::differentiable);
  CHECK(small->instance.tensors[0].entries[0] == Rational(-1));
  fails(relu("x >= 0"), "t", Kind::kink, "f: slope 1 on one side, 0 on the other, along x");
}

TEST_CASE("an exact domain is executed on both sides of it") {
  GateReport everywhere = sampled(
      "function f(x) = x^2\n  domain x == x\n  backward dy\n    dx = 2*x*dy\n"
      "theorem t: domain f exact\n",
      "t");
  CHECK_FALSE(everywhere.failure);
  CHECK(everywhere.on_domain);
  CHECK_FALSE(everywhere.off_domain);
}

TEST_CASE("the class of a backward at a kink") {
  passes(kink(positive_part, "dy if x > 0 else 0", "limit"), "t");
  passes(kink(positive_part, "dy if x >= 0 else 0", "limit"), "t");
  passes(kink(positive_part, "dy if x > 0 else dy/2", "clarke"), "t");
  passes(kink(positive_part, "dy if x > 0 else 2*dy", "neither"), "t");
  passes(kink("1 if x > 0 else 0", "0*dy", "undefined"), "t");
  passes(kink(positive_part, "dy if x > 0 else 0", "right", "x != 0"), "t");
  passes(kink("max(x, 0) - max(-x, 0)", "dy if x != 0 else 0", "wrong"), "t");
}

TEST_CASE("another class is found, and shown with both slopes and what is declared") {
  const std::string slopes = "f: slope 1 on one side, 0 on the other, along x, declared ";
  fails(kink(positive_part, "dy if x > 0 else 0", "clarke"), "t", Kind::other_class, slopes + "0: `limit`");
  fails(kink(positive_part, "dy if x > 0 else 0", "right"), "t", Kind::other_class, slopes + "0: `limit`");
  fails(kink(positive_part, "dy if x > 0 else dy/2", "limit"), "t", Kind::other_class, slopes + "1/2: `clarke`");
  fails(kink(positive_part, "dy if x > 0 else 2*dy", "clarke"), "t", Kind::other_class, slopes + "2: `neither`");
  fails(kink("1 if x > 0 else 0", "0*dy", "limit"), "t", Kind::other_class, "f: `undefined`");
  // relu(x) - relu(-x) is x.
  fails(kink("max(x, 0) - max(-x, 0)", "dy if x != 0 else 0", "limit"), "t", Kind::other_class,
        "f: slope 1 on one side, 1 on the other, along x, declared 0: `wrong`");
}

TEST_CASE("all outputs are looked at together: each entry a limit, together none") {
  const std::string text =
      "layer f\n  input x\n  output u = x if x > 0 else 0\n  output v = x if x > 0 else 0\n  domain x != 0\n"
      "  backward du, dv\n    dx = (du if x > 0 else 0) + (dv if x >= 0 else 0)\n"
      "theorem t: kink f is neither on x == 0\ntheorem wrong: kink f is limit on x == 0\n";
  passes(text, "t");
  fails(text, "wrong", Kind::other_class, "u: slope 1 on one side, 0 on the other, along x, declared 0: `neither`");
}

TEST_CASE("of many numbers a limit is seen along one direction") {
  passes(rows("dy[n] if x[n] > 0 else 0", "limit", "all(n < N) x[n] == 0"), "t");
  passes(rows("dy[n] if x[n] > 0 else 0", "right", "all(n < N) x[n] != 0"), "t");
  CHECK(found(rows("dy[n] if x[n] > 0 else 0", "right", "x[0] == 0"), "t"));
  CHECK(found(rows("dy[n] if x[n] > 0 else 0", "wrong", "all(n < N) x[n] != 0"), "t"));
  // With half a slope in two rows it is not seen which of three it is: nothing is said.
  GateReport half = sampled(rows("dy[n]/2", "clarke", "N > 1 and all(n < N) x[n] == 0"), "t");
  CHECK(half.inside > 0);
  CHECK(half.decided == 0);
  CHECK_FALSE(half.failure);
}

TEST_CASE("two backwards of one forward agree entry by entry, or do not") {
  auto two = [](const std::string& second) {
    return "function f(x) = x^2\n  backward dy\n    dx = 2*x*dy\n  backward other dy\n    dx = " + second +
           "\ntheorem t: unique f, f.other\n";
  };
  passes(two("dy*x + x*dy"), "t");
  fails(two("3*x*dy"), "t", Kind::unequal_entry, "dx: left 2, right 3");
}

TEST_CASE("a gradient has the cotangent 1") {
  auto loss = [](const std::string& entry) {
    return "layer loss[N]\n  input x[n < N]\n  output l = sum(n < N) x[n]^2\n  backward dl\n    dx[n] = " + entry +
           "\ntheorem t: gradient loss wrt x\n";
  };
  passes(loss("2*x[n]*dl"), "t");
  passes(loss("2*x[n]"), "t");
  fails(loss("3*x[n]*dl"), "t", Kind::wrong_entry, "dx[0]: declared 3, true 2");
}

TEST_CASE("an opaque function has any value and any gradient, at the base point") {
  auto layer = [](const std::string& factor) {
    return "layer f[N]\n  input x[n < N]\n  given smooth G[n < N]\n  let u[n < N] = x[n]^2\n  output y = G(u)\n"
           "  backward dy\n    dx[n] = " +
           factor + "*x[n]*G.back(dy at u)[n]\n";
  };
  passes(layer("2"), "f.backward");
  auto counterexample = found(layer("3"), "f.backward");
  REQUIRE(counterexample);
  CHECK(counterexample->kind == Kind::wrong_entry);
  // 3 x g dy against 2 x g dy.
  CHECK(counterexample->failure.declared.rational() * Rational(2) ==
        counterexample->failure.truth.rational() * Rational(3));
}

}  // namespace germ::refute
