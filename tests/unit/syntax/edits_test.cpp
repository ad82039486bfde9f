#include "syntax/edits.hpp"

#include <algorithm>
#include <set>

#include "support/elaborated.hpp"
#include "syntax/excerpt.hpp"

namespace germ::syntax {

namespace {

ir::Claim claim_named(const Library& library, const std::string& name) {
  for (const ir::Claim& claim : claims(library))
    if (claim.name == name) return claim;
  FAIL("no claim named " << name);
  return {};
}

EditedBackward edited(const std::string& text, const std::string& claim) {
  const Library& library = test::library(text);
  auto found = edits_of(library, claim_named(library, claim));
  REQUIRE(found.has_value());
  return *std::move(found);
}

// The layer with one line in its backward.
std::string dense(const std::string& line) {
  return R"(
layer dense[N, K, M]
  real   eps > 0
  input  x[n < N, k < K]
  param  W[m < M, k < K], b[m < M], V[m < M, k < K]
  let    h[m] = b[m] / (N*K) if b[m] > 0 else 0
  output y[n < N, m < M] = b[m] + (sum(k < K) (W[m, k] - V[m, k]) * x[n, k])
  backward dy
    )" + line +
         "\n";
}

// Does one edit turn the first line into the second?
bool one_edit(const std::string& from, const std::string& to) {
  const std::string wanted = dense(to);
  for (const Edit& edit : edited(dense(from), "dense.backward").edits)
    if (apply(edit) == wanted) return true;
  return false;
}

}  // namespace

TEST_CASE("each slip is one edit away from the right line") {
  const std::string right = "dW[m, k] = sum(n < N) dy[n, m] * x[n, k]";
  for (const char* wrong : {
           "dW[m, k] = sum(n < N) dy[n, m] * x[0, k]",               // an index forgotten
           "dW[m, k] = sum(n < N) dy[n, m + 1] * x[n, k]",           // a term too many in an index
           "dW[m, k] = sum(n < N) dy[m, n] * x[n, k]",               // two indices swapped
           "dW[m, k] = -sum(n < N) dy[n, m] * x[n, k]",              // the sign
           "dW[m, k] = sum(n < N) dy[n, m] * x[n, k] / N",           // a factor too many
           "dW[m, k] = sum(n < N) eps * dy[n, m] * x[n, k]",         //
           "dW[m, k] = sum(n < N) dy[n, m]",                         // a factor forgotten
           "dW[m, k] = sum(n < N | n > 0) dy[n, m] * x[n, k]",       // a filter
           "dW[m, k] = sum(n < N, k < K) dy[n, m] * x[n, k]",        // an axis too many
           "dW[m, k] = sum(n < N) y[n, m] * x[n, k]",                // the wrong tensor of the right shape
           "dW[m, k] = mean(n < N) dy[n, m] * x[n, k]",              // the wrong reduction
           "dW[m, k] = sum(n < N) dy[n, m]^2 * x[n, k]",             // an exponent
           "dW[m, k] = sum(n < N) dy[n, m] / x[n, k]",               // the wrong operation
           "dW[m, k] = sum(n < N) sqrt(dy[n, m]) * x[n, k] + b[m]",  // none: two edits
       }) {
    const bool single = std::string(wrong).find("sqrt") == std::string::npos;
    CHECK_MESSAGE(one_edit(wrong, right) == single, wrong);
  }
}

TEST_CASE("each mistake is one edit away from the line without it") {
  const auto check_pair = [](const char* from, const char* to) { CHECK_MESSAGE(one_edit(from, to), from, " to ", to); };
  check_pair("db[m] = dy[0, m] if b[m] > 0 else 0", "db[m] = dy[0, m] if b[m] >= 0 else 0");
  check_pair("db[m] = dy[0, m] if b[m] > 0 else 0", "db[m] = dy[0, m] if b[m] < 0 else 0");
  check_pair("db[m] = dy[0, m] if b[m] > 0 else 0", "db[m] = dy[0, m]");
  check_pair("db[m] = dy[0, m]", "db[m] = dy[0, m] if b[m] > 0 else 0");
  check_pair("db[m] = dy[0, m] if b[m] > 0 else 0", "db[m] = 0 if b[m] > 0 else dy[0, m]");
  check_pair("db[m] = dy[0, m] / N", "db[m] = dy[0, m] / K");
  check_pair("db[m] = dy[0, m]", "db[m] = dy[0, m] / (N*K)");
  check_pair("db[m] = dy[0, m]", "db[m] = dy[0, m] * h[m]");
  check_pair("db[m] = 2 * dy[0, m]", "db[m] = 3 * dy[0, m]");
  check_pair("db[m] = exp(dy[0, m])", "db[m] = log(dy[0, m])");
  check_pair("db[m] = sum(n < N) dy[n, m]", "db[m] = sum(n < N, k < K) dy[n, m]");
  check_pair("db[m] = dy[0, m] - b[m]", "db[m] = dy[0, m]");
  check_pair("db[m] = dy[0, m] + b[m]", "db[m] = dy[0, m] - b[m]");
  check_pair("db[m] = (dy[0, m - 1] or 0)", "db[m] = (dy[0, m - 1])");
  check_pair("dW[m, k] = W[m, k] * dy[0, m]", "dW[m, k] = (W[m, k] - V[m, k]) * dy[0, m]");
}

TEST_CASE("edits are in order, all different, and none is empty") {
  const std::string text = dense("dW[m, k] = (sum(n < N) dy[n, m] * x[n, k]) - W[m, k] if b[m] > 0 else 0");
  const EditedBackward backward = edited(text, "dense.backward");
  std::set<std::string> seen{text};
  for (const Edit& edit : backward.edits) CHECK_MESSAGE(seen.insert(apply(edit)).second, edit.replacement);
  CHECK(backward.edits.size() > 50);
  CHECK(std::is_sorted(backward.edits.begin(), backward.edits.end(),
                       [](const Edit& a, const Edit& b) { return a.size < b.size; }));
}

TEST_CASE("an edit stays inside of its backward") {
  const EditedBackward backward = edited(R"(
layer twice[N]
  input  x[n < N]
  output y[n] = 2 * x[n]
  backward dy
    dx[n] = 2 * dy[n]
  backward other dy
    let g[n] = dy[n]
    dx[n] = g[n] + g[n]
)",
                                         "twice.other");
  REQUIRE(backward.lines.size() == 2);
  for (const Edit& edit : backward.edits) {
    const Span& line = backward.lines[edit.line].span;
    CHECK(edit.span.begin >= line.begin);
    CHECK(edit.span.end <= line.end);
  }
  CHECK(backward.lines[1].reads == std::vector<std::size_t>{0, 1});
  CHECK(backward.lines[0].reads == std::vector<std::size_t>{0});
}

TEST_CASE("a comment between two terms is not mistaken for their sign") {
  const EditedBackward backward = edited(R"(
layer twice[N]
  input  x[n < N]
  output y[n] = 2 * x[n]
  backward dy
    dx[n] = dy[n]  # - or + ?
        + dy[n]
)",
                                         "twice.backward");
  const bool flipped = std::any_of(backward.edits.begin(), backward.edits.end(), [](const Edit& edit) {
    return apply(edit).find("dx[n] = dy[n]  # - or + ?\n        - dy[n]") != std::string::npos;
  });
  CHECK(flipped);
}

TEST_CASE("a claim without a backward has no edits") {
  const Library& library = test::library("theorem same[N]\n  input x[n < N]\n  equal x, x\n");
  CHECK(!edits_of(library, claim_named(library, "same")).has_value());
}

TEST_CASE("an excerpt has what a claim needs, at its places, and is blank elsewhere") {
  const Library& library = test::library(R"(
function unneeded(x) = x
  backward dy
    dx = dy
function needed(x) = 2 * x
layer user[N]
  input  x[n < N]
  output y = needed(x)
  backward dy
    dx[n] = 2 * dy[n]
)");
  const auto texts = excerpt(library, claim_named(library, "user.backward"));
  REQUIRE(texts.size() == 1);
  const std::string whole(library.files()[0]->text());
  CHECK(texts[0].text.size() == whole.size());
  CHECK(texts[0].text.find("unneeded") == std::string::npos);
  CHECK(texts[0].text.find("needed(x) = 2") == whole.find("needed(x) = 2"));
  CHECK(texts[0].text.find("dx[n] = 2") == whole.find("dx[n] = 2"));
}

}  // namespace germ::syntax
