// What is wrong with a user's tensors or layer comes back as a diagnostic.

#include "unit/numeric/census_text.hpp"

using namespace census_test;
using tensors::floats;
using tensors::integers;

namespace {

const char* const dense = R"(
layer dense[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K]
  output y[n, m] = abs((sum(k) W[m, k] * x[n, k]))
  domain all(n, m) (sum(k) W[m, k] * x[n, k]) != 0
)";

}  // namespace

TEST_CASE("a tensor without a file is named") {
  std::string message;
  CHECK(fault(dense, "dense", {{"x", integers({1, 2}, {1, 2})}}, &message) == "G510");
  CHECK(message.find("`W`") != std::string::npos);
}

TEST_CASE("a wrong number of axes is an error") {
  CHECK(fault(dense, "dense", {{"x", integers({2}, {1, 2})}, {"W", integers({1, 2}, {1, 2})}}) == "G511");
}

TEST_CASE("extents that disagree are reported with both values") {
  std::string message;
  CHECK(fault(dense, "dense", {{"x", integers({1, 2}, {1, 2})}, {"W", integers({1, 3}, {1, 2, 3})}}, &message) ==
        "G512");
  CHECK(message.find("2") != std::string::npos);
  CHECK(message.find("3") != std::string::npos);
  CHECK(message.find("`K`") != std::string::npos);
}

TEST_CASE("an odd extent where an even one is needed is an error") {
  const char* text = R"(
layer halves[N, H]
  input  x[n < N, p < 2*H]
  output y[n, i < H] = max(a < 2) x[n, 2*i + a]
)";
  CHECK(fault(text, "halves", {{"x", integers({1, 3}, {1, 2, 3})}}) == "G512");
  CHECK(fault(text, "halves", {{"x", integers({1, 4}, {1, 2, 3, 4})}}) == "none");
}

TEST_CASE("a size that no tensor determines has to be given") {
  const char* text = R"(
layer shifts[N, P]
  input  x[n < N]
  output y[n] = (x[n + P] or 0)
  domain all(n) (x[n + P] or 0) != 0
)";
  numeric::NamedArrays arrays{{"x", integers({3}, {1, 1, 1})}};
  CHECK(fault(text, "shifts", arrays) == "G513");
  numeric::CensusOptions options;
  options.sizes["P"] = 1;
  auto result = census(text, "shifts", arrays, options);
  CHECK(result[0].clauses[0].holds);
  CHECK_FALSE(result[2].clauses[0].holds);
}

TEST_CASE("a name that the layer does not have is an error with a guess") {
  const char* text = R"(
layer scaled[N]
  input  x[n < N]
  param  weight[n < N]
  output y[n] = weight[n] * x[n]
)";
  std::string message;
  CHECK(fault(text, "scaled", {{"wieght", integers({1}, {1})}}, &message) == "G514");
  CHECK(message.find("did you mean `weight`") != std::string::npos);
}

TEST_CASE("sizes that violate a fact of the layer are an error") {
  const char* text = R"(
layer wide[N, K]
  require K >= N + 1
  input  x[n < N, k < K]
  output y[n, k] = x[n, k]
)";
  CHECK(fault(text, "wide", {{"x", integers({2, 2}, {1, 2, 3, 4})}}) == "G518");
}

TEST_CASE("an irrational value is refused, not rounded") {
  const char* text = R"(
layer soft[N, K]
  input  x[n < N, k < K]
  output y[n, k] = abs(exp(x[n, k]))
  domain all(n, k) exp(x[n, k]) != 1
)";
  CHECK(fault(text, "soft", {{"x", integers({1, 1}, {1})}}) == "G516");
  const char* root = R"(
layer root[N, K]
  input  x[n < N, k < K]
  output y[n, k] = sqrt(x[n, k])
  domain all(n, k) sqrt(x[n, k]) != 1
)";
  CHECK(fault(root, "root", {{"x", integers({1, 1}, {2})}}) == "G516");
  CHECK(fault(root, "root", {{"x", integers({1, 1}, {4})}}) == "none");
}

TEST_CASE("a read out of range, a division by 0 and an empty window have no value") {
  const char* read = R"(
layer read[N, K]
  input  x[n < N, k < K]
  output y[n, k] = x[n, k]
  domain all(n, k) x[n, k + 1] != 0
)";
  std::string message;
  CHECK(fault(read, "read", {{"x", integers({1, 2}, {1, 2})}}, &message) == "G517");
  CHECK(message.find("x[0, 2]") != std::string::npos);
  const char* division = R"(
layer division[N, K]
  input  x[n < N, k < K]
  output y[n, k] = 1 / x[n, k]
  domain all(n, k) 1 / x[n, k] != 1
)";
  CHECK(fault(division, "division", {{"x", integers({1, 2}, {1, 0})}}) == "G517");
  const char* window = R"(
layer window_of_none[N, K]
  input  x[n < N, k < K]
  output y[n] = max(k) x[n, k]
  domain all(n) (max(k | k > 5) x[n, k]) > 0
)";
  CHECK(fault(window, "window_of_none", {{"x", integers({1, 2}, {1, 0})}}) == "G517");
  CHECK(fault(window, "window_of_none", {{"x", integers({1, 8}, {1, 0, 0, 0, 0, 0, 0, 2})}}) == "none");
}

TEST_CASE("a read behind a guard may be out of range") {
  const char* text = R"(
layer guarded[N, K]
  input  x[n < N, k < K]
  output y[n, k] = x[n, k]
  domain all(n, k) (k + 1 >= K or x[n, k + 1] != 0)
)";
  auto result = census(text, "guarded", {{"x", integers({1, 3}, {0, 0, 1})}});
  CHECK(result[0].clauses[0].failing == 1);
}

TEST_CASE("a given value out of its range is an error") {
  const char* text = R"(
layer lookup[N, V]
  given  t[n < N] in V
  input  table[v < V]
  output y[n < N] = table[t[n]]
)";
  numeric::NamedArrays arrays{{"t", integers({2}, {0, 2})}, {"table", integers({2}, {1, 1})}};
  CHECK(fault(text, "lookup", arrays) == "G519");
  arrays.insert_or_assign("t", floats({2}, {0, 0.5}));
  CHECK(fault(text, "lookup", arrays) == "G519");
}
