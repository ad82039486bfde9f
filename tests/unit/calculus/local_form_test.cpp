// What the local form asks for, and that nothing real-valued is decided for free.

#include "calculus/local_form.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "calculus/definedness.hpp"
#include "calculus/distribute.hpp"
#include "support/elaborated.hpp"

using namespace germ;
using calculus::ObligationKind;

namespace {

std::vector<calculus::Obligation> obligations(ir::Statement& statement) {
  std::vector<ir::TensorId> wrt;
  for (const auto& adjoint : statement.adjoints) wrt.push_back(adjoint.of);
  calculus::LocalForm local(*statement.program, wrt);
  for (ir::TensorId output : statement.outputs) local.require_differentiable(output);
  return local.obligations();
}

std::size_t count(const std::vector<calculus::Obligation>& all, ObligationKind kind) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& obligation) { return obligation.kind == kind; }));
}

std::vector<calculus::Obligation> of(const std::string& text, const std::string& claim) {
  static std::vector<std::unique_ptr<ir::Statement>> kept;  // the obligations' terms live in the program
  kept.push_back(std::make_unique<ir::Statement>(test::statement(text, claim)));
  return obligations(*kept.back());
}

}  // namespace

TEST_CASE("a polynomial owes nothing") {
  CHECK(of("function f(x) = 3*x^2 + x\n  backward dy\n    dx = dy * (6*x + 1)\n", "f.backward").empty());
}

TEST_CASE("a branch owes one value and one slope where its condition may change") {
  auto all = of("function f(x) = x if x > 0 else 0\n  backward dy\n    dx = dy\n", "f.backward");
  CHECK(count(all, ObligationKind::pieces_agree) == 1);
  CHECK(count(all, ObligationKind::slopes_agree) == 1);
}

TEST_CASE("a condition that jumps owes the continuity of what it looks at") {
  auto all = of("function f(x) = x + 5 if (1 if x > 0 else -1) > 0 else x\n  backward dy\n    dx = dy\n", "f.backward");
  // The inner branch 1 / -1 must agree in value, which it never does.
  CHECK(count(all, ObligationKind::pieces_agree) >= 2);
}

TEST_CASE("a condition on a frozen value owes nothing") {
  auto all =
      of("layer f[N]\n  input x[i < N]\n  given w[i < N]\n  output y[i] = x[i] if w[i] > 0 else 2*x[i]\n"
         "  backward dy\n    dx[i] = dy[i] if w[i] > 0 else 2*dy[i]\n",
         "f.backward");
  CHECK(all.empty());
}

TEST_CASE("a sum over a real filter is a branch, not a range") {
  auto all =
      of("layer f[N]\n  input x[i < N]\n  output y = sum(i < N | x[i] > 0) 1\n  backward dy\n    dx[i] = 0 * dy\n",
         "f.backward");
  CHECK(count(all, ObligationKind::pieces_agree) == 1);
}

TEST_CASE("a maximum over a set that depends on real values is refused") {
  auto all =
      of("layer f[N]\n  input x[i < N], v[i < N]\n  output y = max(i < N | x[i] > 0) v[i]\n"
         "  backward dy\n    dx[i] = 0 * dy\n    dv[i] = 0 * dy\n",
         "f.backward");
  CHECK(count(all, ObligationKind::stable_filter) >= 1);
}

TEST_CASE("a live winner owes a germ, whether it is read, compared or used as a number") {
  for (const char* output : {"v[argmax(j < N) x[j]]", "1 if (argmax(j < N) x[j]) == k else 0", "argmax(j < N) x[j]"}) {
    std::string text = std::string("layer f[N]\n  input x[i < N], v[i < N]\n  output y[k < N] = ") + output +
                       "\n  backward dy\n    dx[i] = 0\n    dv[i] = 0\n";
    CHECK(count(of(text, "f.backward"), ObligationKind::one_germ) >= 1);
  }
}

TEST_CASE("a root owes a positive base where a derivative is taken") {
  auto all =
      of("function f(x) = x^(3/2)\n  domain x >= 0\n  backward dy\n    dx = dy * (3/2) * sqrt(x)\n", "f.backward");
  CHECK(count(all, ObligationKind::root_slope) == 1);
}

TEST_CASE("a value that no output reads owes no slope, but owes its existence") {
  auto statement = test::statement(
      "layer f[N]\n  input x[i < N]\n  let unused[i] = 1 / x[i]\n  output y[i] = x[i] + (unused[i] if N == 0 else 0)\n"
      "  backward dy\n    dx[i] = dy[i]\n",
      "f.backward");
  calculus::Definedness defined(*statement.program);
  for (ir::TensorId output : statement.outputs) defined.require(output);
  bool divisor = std::any_of(defined.obligations().begin(), defined.obligations().end(),
                             [](const auto& o) { return o.kind == ObligationKind::divisor; });
  CHECK(divisor);
}

TEST_CASE("a product moved into branches keeps every factor") {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::TensorId x = program.add_tensor({"x", ir::TensorRole::input, {}, {}, {}, {}, {}});
  ir::Real read = t.read(x, {});
  ir::Real branch = t.choose(t.positive(read), read, t.constant(0));
  ir::Real moved = calculus::distribute(t, t.mul({read, branch, t.constant(3)}));
  CHECK(moved ==
        t.choose(t.positive(read), t.mul({read, read, t.constant(3)}), t.mul({read, t.constant(0), t.constant(3)})));
}
