// Clauses of a domain, tensors that couple the examples of a batch, and what given maps select.

#include "unit/numeric/census_text.hpp"

using namespace census_test;
using tensors::floats;
using tensors::integers;

TEST_CASE("failing instances of a clause are counted for each example") {
  const char* text = R"(
layer rows[N, K]
  input  x[n < N, k < K]
  output y[n, k] = abs(x[n, k])
  domain all(n, k) x[n, k] != 0
  domain all(k, n) x[n, k] < 5
)";
  auto result = census(text, "rows", {{"x", integers({2, 3}, {0, 1, 0, 7, 8, 0})}});
  REQUIRE(result.size() == 2);
  CHECK(result[0].clauses[0].failing == 2);
  CHECK(result[1].clauses[0].failing == 1);
  CHECK(result[0].clauses[1].holds);
  CHECK(result[1].clauses[1].failing == 2);
}

TEST_CASE("a clause about a parameter is the same on every example") {
  const char* text = R"(
layer scaled[N, K]
  input  x[n < N, k < K]
  param  g[k < K]
  output y[n, k] = abs(g[k] * x[n, k])
  domain all(k) g[k] > 0
)";
  auto result = census(text, "scaled", {{"x", integers({2, 3}, {1, 1, 1, 1, 1, 1})}, {"g", integers({3}, {1, 0, -1})}});
  CHECK(result[0].clauses[0].failing == 2);
  CHECK(result[1].clauses[0].failing == 2);
}

TEST_CASE("a clause that asks for one cell of the batch is decided over the whole batch") {
  const char* text = R"(
layer some[N, K]
  input  x[n < N, k < K]
  output y[n, k] = x[n, k]
  domain any(n, k) x[n, k] > 3
)";
  auto yes = census(text, "some", {{"x", integers({2, 2}, {0, 0, 0, 4})}});
  CHECK(yes[0].clauses[0].holds);
  CHECK(yes[1].clauses[0].holds);
  auto no = census(text, "some", {{"x", integers({2, 2}, {0, 0, 0, 3})}});
  CHECK_FALSE(no[0].clauses[0].holds);
  CHECK(no[0].clauses[0].failing == 1);
}

TEST_CASE("a mean over the batch is taken over the batch, not over one example") {
  const char* text = R"(
layer centred[N, H]
  input  x[n < N, p < 2*H]
  let    mean[p < 2*H] = (sum(n < N) x[n, p]) / N
  let    z[n, p] = x[n, p] - mean[p]
  output u[n, i < H] = max(a < 2) z[n, 2*i + a]
  domain all(n, p) z[n, p] != 0
  census pool = window (n, i), cells (a < 2) z[n, 2*i + a], zero z
)";
  // The columns have the means 2, 1/3, 5, 0.
  auto result = census(text, "centred", {{"x", integers({3, 4}, {1, 1, 5, 0, 2, 0, 5, 0, 3, 0, 5, 0})}});
  CHECK(result[0].counts[0].zero == 2);
  CHECK(result[1].counts[0].zero == 3);
  CHECK(result[0].counts[0].single == 1);  // -1, 2/3
  CHECK(result[1].counts[0].dead == 2);    // 0, -1/3
  CHECK(result[2].counts[0].single == 1);  // 1, -1/3
  CHECK(result[2].clauses[0].failing == 2);
}

TEST_CASE("a difference to the next example reads the next example") {
  const char* text = R"(
layer steps[N, K]
  input  x[n < N, k < K]
  let    d[n, k] = (x[n + 1, k] or 0) - x[n, k]
  output y[n, k] = abs(d[n, k])
  domain all(n, k) d[n, k] != 0
)";
  auto result = census(text, "steps", {{"x", integers({3, 2}, {1, 2, 1, 3, 0, 3})}});
  CHECK(result[0].clauses[0].failing == 1);
  CHECK(result[1].clauses[0].failing == 1);
  CHECK(result[2].clauses[0].failing == 1);
}

TEST_CASE("the winner of a window is its first maximal cell") {
  const char* text = R"(
layer peaks[N, H]
  input  x[n < N, p < 3*H]
  output u[n, i < H] = max(a < 3) x[n, 3*i + a]
  domain all(n, i < H) (argmax(a < 3) x[n, 3*i + a]) is 1
)";
  auto result = census(text, "peaks", {{"x", integers({1, 12}, {1, 5, 2, 4, 4, 1, 0, 7, 7, -1, -1, -2})}});
  CHECK(result[0].clauses[0].failing == 2);
}

TEST_CASE("given maps and masks select cells") {
  const char* text = R"(
layer picked[N, V, D]
  given  t[n < N] in V or none, keep[d < D] : bool
  input  table[v < V, d < D]
  output y[n < N, d] = abs((sum(v | v == t[n]) table[v, d]))
  domain all(n < N, d | keep[d]) (sum(v | v == t[n]) table[v, d]) != 0
)";
  auto result = census(
      text, "picked",
      {{"t", integers({2}, {1, -1})}, {"keep", integers({2}, {1, 0})}, {"table", integers({2, 2}, {9, 9, 5, 0})}});
  std::int64_t failing = 0;
  for (const auto& example : result) failing = std::max(failing, example.clauses[0].failing);
  CHECK(failing == 1);  // the row that is none; the masked column does not count
}

TEST_CASE("decimals are exact") {
  const char* text = R"(
layer decimals[N, K]
  input  x[n < N, k < K]
  let    z[n, k] = x[n, k] / 10 + 0.1 + 0.2 - 0.3
  output y[n, k] = abs(z[n, k])
  domain all(n, k) z[n, k] != 0
)";
  auto result = census(text, "decimals", {{"x", integers({1, 2}, {0, 1})}});
  CHECK(result[0].clauses[0].failing == 1);
}

TEST_CASE("a rational square root is exact") {
  const char* text = R"(
layer roots[N, K]
  input  x[n < N, k < K]
  output y[n, k] = sqrt(x[n, k])
  domain all(n, k) sqrt(x[n, k]) != 3/2
)";
  auto result = census(text, "roots", {{"x", floats({1, 3}, {2.25, 4, 0.25})}});
  CHECK(result[0].clauses[0].failing == 1);
}

TEST_CASE("a symbolic real takes the given value") {
  const char* text = R"(
layer shifted[N, K]
  real   eps > 0
  input  x[n < N, k < K]
  output y[n, k] = abs(x[n, k] - eps)
  domain all(n, k) x[n, k] != eps
)";
  numeric::CensusOptions options;
  options.reals["eps"] = Rational(1, 2);
  auto result = census(text, "shifted", {{"x", floats({1, 2}, {0.5, 1})}}, options);
  CHECK(result[0].clauses[0].failing == 1);
  std::string message;
  CHECK(fault(text, "shifted", {{"x", floats({1, 2}, {0.5, 1})}}, &message) == "G515");
  options.reals["eps"] = Rational(-1);
  CHECK(fault(text, "shifted", {{"x", floats({1, 2}, {0.5, 1})}}, &message, options) == "G518");
}
