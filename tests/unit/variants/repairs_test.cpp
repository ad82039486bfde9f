#include "variants/repairs.hpp"

#include <doctest/doctest.h>

#include "smt/solver.hpp"
#include "support/elaborated.hpp"

namespace germ::variants {

namespace {

refute::Options with_z3() {
  refute::Options options;
  options.kernel.make_solver = smt::make_z3;
  return options;
}

ir::Claim claim_named(const syntax::Library& library, const std::string& name) {
  for (const ir::Claim& claim : syntax::claims(library))
    if (claim.name == name) return claim;
  FAIL("no claim named " << name);
  return {};
}

std::vector<refute::Repair> repairs_of(const std::string& text, const std::string& name) {
  const syntax::Library& library = test::library(text);
  const ir::Claim claim = claim_named(library, name);
  const auto decision = decide(library, claim, with_z3());
  REQUIRE(decision.has_value());
  REQUIRE(decision->verdict == ir::Verdict::refuted);
  return repairs(library, claim, *decision, with_z3());
}

// The text with the repair made by hand: what stands at its line and column is what it says.
std::string repaired(std::string text, const refute::Repair& repair) {
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < repair.line; ++line) at = text.find('\n', at) + 1;
  at += repair.column - 1;
  REQUIRE(text.substr(at, repair.before.size()) == repair.before);
  return text.replace(at, repair.before.size(), repair.after);
}

const char* const wrong_row = R"(layer dense[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K]
  output y[n < N, m < M] = sum(k < K) W[m, k] * x[n, k]
  backward dy
    dx[n, k] = sum(m < M) dy[n, m] * W[m, k]
    dW[m, k] = sum(n < N) dy[n, m] * x[0, k]
)";

}  // namespace

TEST_CASE("the repair of a wrong index is found, and is where it says") {
  for (const char* claim : {"dense.backward", "dense.backward wrt W"}) {
    const auto found = repairs_of(wrong_row, claim);
    REQUIRE(found.size() == 1);
    CHECK(found[0].line == 7);
    CHECK(found[0].text == "replace `x[0, k]` by `x[n, k]` in line 7: proved");
    CHECK(repaired(wrong_row, found[0]).find("dy[n, m] * x[n, k]\n") != std::string::npos);
  }
}

TEST_CASE("every repair that is shown is proved when it is made") {
  const std::string text = R"(layer scaled[N, K]
  input  x[n < N, k < K]
  output y[n] = (sum(k < K) x[n, k]) / K
  backward dy
    dx[n, k] = dy[n] / (N*K)
)";
  const auto found = repairs_of(text, "scaled.backward");
  REQUIRE(!found.empty());
  REQUIRE(found.size() <= 3);
  for (const refute::Repair& repair : found) {
    const syntax::Library& library = test::library(repaired(text, repair));
    const auto decision = decide(library, claim_named(library, "scaled.backward"), with_z3());
    REQUIRE(decision.has_value());
    CHECK_MESSAGE(decision->verdict == ir::Verdict::proved, repair.text);
  }
}

TEST_CASE("two faults have no repair, and nothing is said") {
  std::string text = wrong_row;
  text.replace(text.find("dy[n, m] * x[0"), 8, "dy[0, m]");
  CHECK(repairs_of(text, "dense.backward wrt W").empty());
}

TEST_CASE("a fault of the forward is not repaired in the backward") {
  const char* text = "function root(x) = sqrt(x)\n  backward dy\n    dx = dy / (2 * sqrt(x))\n";
  CHECK(repairs_of(text, "root.backward").empty());
}

TEST_CASE("a helper is not repaired for one variable at the cost of another") {
  const char* text = R"(layer pair[N]
  input  x[n < N], z[n]
  output y[n] = x[n] + 2 * z[n]
  backward dy
    let g[n] = 2 * dy[n]
    dx[n] = g[n]
    dz[n] = g[n]
)";
  const auto found = repairs_of(text, "pair.backward wrt x");
  REQUIRE(!found.empty());
  for (const refute::Repair& repair : found) CHECK(repair.line == 6);
}

TEST_CASE("a repair is looked for at the member of the family that fails") {
  const char* text = R"(layer strided[N]
  const  S in 1..2
  input  x[n < N]
  output y[n] = S * x[n]
  backward dy
    dx[n] = dy[n]
)";
  const auto found = repairs_of(text, "strided.backward");
  REQUIRE(!found.empty());
  CHECK(found[0].text == "replace `dy[n]` by `dy[n] * S` in line 6: proved");
}

TEST_CASE("repairs are the same each time") {
  const auto first = repairs_of(wrong_row, "dense.backward");
  const auto second = repairs_of(wrong_row, "dense.backward");
  REQUIRE(first.size() == second.size());
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(first[i].text == second[i].text);
}

}  // namespace germ::variants
