// The account of a proof: its steps, what each owes, and why that holds.

#include "refute/account.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "refute/linear_solver.hpp"
#include "refute/readable.hpp"
#include "support/texts.hpp"

using namespace germ;
using kernel::Rule;
using refute::Account;
using refute::Owed;
using refute::Why;

namespace {

Account account_of(const std::string& text, const std::string& claim) {
  auto& library = test::library(text);
  auto result = prover::prove([&] { return test::statement(library, claim); }, test::z3());
  return refute::account(result, "", test::z3());
}

std::vector<Rule> rules_of(const Account& account) {
  std::vector<Rule> out;
  for (const auto& step : account.steps) out.push_back(step.rule);
  return out;
}

const Owed& owed(const Account& account, const std::string& kind) {
  for (const auto& step : account.steps)
    for (const Owed& one : step.owed)
      if (one.kind == kind) return one;
  FAIL("nothing is owed of the kind " << kind);
  return account.steps.front().owed.front();
}

}  // namespace

TEST_CASE("a case that a clause of the domain excludes names that clause alone") {
  const Account account = account_of(
      "function f(x, y) = (x if x > 0 else 0) + y\n  domain y > 3 and x != 0\n"
      "  backward dz\n    dx = dz if x > 0 else 0\n    dy = dz\n",
      "f.backward");
  // Where x may change its sign it is 0; there x and 0 agree in value, in the domain or not, but not in slope.
  CHECK(owed(account, "branches agree").why == Why::everywhere);
  const Owed& slope = owed(account, "branches have one derivative");
  CHECK(slope.why == Why::never_arises);
  CHECK(slope.clauses == std::vector<std::string>{"x != 0"});
  CHECK(slope.guards == std::vector<std::string>{"x == 0"});
  CHECK(account.domain == std::vector<std::string>{"y > 3", "x != 0"});
}

TEST_CASE("what holds by a clause and does arise says so") {
  const Account account =
      account_of("function f(x) = 1 / x\n  domain x > 2\n  backward dy\n    dx = -dy / x^2\n", "f.backward");
  const Owed& divisor = owed(account, "divisor not 0");
  CHECK(divisor.why == Why::by_clauses);
  CHECK(divisor.clauses == std::vector<std::string>{"x > 2"});
}

TEST_CASE("the steps of a vjp come in the order of its proof, each with its own obligations") {
  const Account account = account_of(
      "layer f[N]\n  input x[n < N]\n  let u[n] = 2 * x[n]\n  output y[n] = 3 * u[n]\n"
      "  backward dy\n    du[n] = 3 * dy[n]\n    dx[n] = 2 * du[n]\n",
      "f.backward");
  CHECK(rules_of(account) == std::vector<Rule>{Rule::hypotheses, Rule::definedness, Rule::local_form,
                                               Rule::adjoint_on_way, Rule::reverse_chain});
  CHECK(account.steps[3].about == std::vector<std::string>{"u"});
  CHECK(account.steps[4].about == std::vector<std::string>{"x"});
  // dx is compared with what the chain rule gives behind the declared du.
  REQUIRE(account.steps[4].compared.size() == 1);
  CHECK(account.steps[4].compared[0].equal);
  CHECK(account.steps[4].compared[0].declared == "dx[n] = 2 * du[n]");
  CHECK(account.steps[4].compared[0].formulas[0] == "true cotangent of x[n < N] = du[n] * 2");
}

TEST_CASE("an adjoint on the way that is wrong is shown as a step that was not used") {
  const Account account = account_of(
      "layer f[N]\n  input x[n < N]\n  let u[n] = 2 * x[n]\n  output y[n] = 3 * u[n]\n"
      "  backward dy\n    du[n] = 4 * dy[n]\n    dx[n] = 6 * dy[n]\n",
      "f.backward");
  REQUIRE(account.steps.size() == 5);
  CHECK_FALSE(account.steps[3].shown);
  CHECK(account.steps[4].shown);
  CHECK(account.reason.empty());
}

TEST_CASE("a proof that fails ends with the step that failed, and what was left") {
  const Account account = account_of(
      "layer f[N, K]\n  input x[n < N], w[k < K]\n  output y[n, k] = x[n] * w[k]\n"
      "  backward dy\n    dx[n] = sum(k < K) dy[n, k] * w[k]\n    dw[k] = sum(n < N) dy[n, k] * x[0]\n",
      "f.backward");
  REQUIRE_FALSE(account.steps.empty());
  CHECK(account.steps.back().rule == Rule::reverse_chain);
  CHECK(account.steps.back().about == std::vector<std::string>{"w"});
  CHECK_FALSE(account.steps.back().shown);
  CHECK_FALSE(account.reason.empty());
  CHECK_FALSE(account.left_over.empty());
}

TEST_CASE("a linear solver finds the contradiction of one product, and takes no product apart") {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::Real x = t.scalar(program.add_scalar({"x", std::nullopt, {}}));
  ir::Real y = t.scalar(program.add_scalar({"y", std::nullopt, {}}));
  auto solver = refute::linear(smt::make_z3)(program, {});
  auto unsat = [&](std::vector<ir::Formula> asked) { return std::holds_alternative<smt::Unsat>(solver->check(asked)); };
  CHECK(unsat({t.positive(t.mul({x, y})), t.negative(t.mul({x, y}))}));
  CHECK_FALSE(unsat({t.negative(t.mul({x, x}))}));  // no real has a negative square
  CHECK_FALSE(unsat({t.positive(t.mul({x, y}))}));
}

TEST_CASE("a bound index that is another one goes, and one of the same name gets a prime") {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::Index N = t.variable(program.add_size("N"));
  auto index = [&](const char* name) { return t.fresh(name); };
  const ir::Var n = index("n"), m = index("n"), k = index("n");
  ir::Tensor x;
  x.name = "x";
  x.axes = {{index("i"), N}};
  const ir::TensorId input = program.add_tensor(x);
  auto at = [&](ir::Var v) { return t.read(input, {t.variable(v)}); };
  ir::Tensor y;
  y.name = "y";
  y.axes = {{n, N}};
  // Of m that is n the first sum keeps one term; the second one runs over an index of its own.
  y.body = t.add({t.sum({{m, N}}, t.equal(t.variable(m), t.variable(n)), at(m)), t.sum({{k, N}}, t.truth(), at(k))});
  CHECK(refute::readable_definition(program, program.add_tensor(y)) == "y[n < N] = x[n] + sum(n' < N) x[n']");
}

TEST_CASE("made names become letters that the texts leave free") {
  ir::Program program;
  std::string one = "_4 < p and q > _12";
  std::string other = "a_4 + _4";
  refute::give_names(program, {&one, &other});
  CHECK(one == "s < p and q > r");
  CHECK(other == "a_4 + s");
}
