// Ways to get a theorem for something false, each of which the kernel must refuse by itself: without the gate, which
// would catch most of them later.

#include <doctest/doctest.h>

#include "support/texts.hpp"

using namespace germ;

TEST_CASE("a fact of the domain does not simplify the forward") {
  CHECK_FALSE(
      test::proved("function f(a, b) = a - b\n  domain a == b\n  backward dy\n    da = 0\n    db = 0\n", "f.backward"));
}

TEST_CASE("a read past the border is not 0") {
  CHECK_FALSE(
      test::proved("layer f[N]\n  input x[i < N]\n  output y[i] = x[i] + x[i + 1]\n"
                   "  backward dy\n    dx[i] = dy[i] + (dy[i - 1] or 0)\n",
                   "f.backward"));
}

TEST_CASE("a term times 0 must exist all the same") {
  CHECK_FALSE(test::proved("function f(x) = x\n  backward dy\n    dx = dy + 0 / x\n", "f.backward"));
  CHECK_FALSE(test::proved(
      "layer f[N]\n  input x[i < N]\n  output y[i] = x[i]\n  backward dy\n    dx[i] = dy[i] + 0 * dy[i + N]\n",
      "f.backward"));
}

TEST_CASE("a guard of a comparison is an assumption about neither side") {
  // Under x != 0 the two masks differ at every point.
  CHECK_FALSE(
      test::proved("function f(x) = x if x > 0 else 0\n  domain x != 0\n  backward dy\n    dx = dy if -x > 0 else 0\n",
                   "f.backward"));
}

TEST_CASE("the square root of a square forgets a sign") {
  CHECK_FALSE(test::proved(
      "theorem t[N]: input x[i < N]\n  let B = sum(i < N) x[i]\n  equal sqrt((1/B)^2), 1/B on B != 0\n", "t"));
}

TEST_CASE("an empty window proves nothing") {
  CHECK_FALSE(
      test::proved("layer f[H]\n  input x[i < H]\n  output y[i] = x[i]\n"
                   "  domain all(i < H) (max(j < H | j >= H) x[j]) > x[i]\n  backward dy\n    dx[i] = 7 * dy[i]\n",
                   "f.backward"));
}

TEST_CASE("contradictory facts are vacuous, not proved") {
  ir::Statement sizes = test::statement(
      "layer f[N]\n  require N >= 3, N <= 2\n  input x[i < N]\n  output y[i] = x[i]\n"
      "  backward dy\n    dx[i] = 7 * dy[i]\n",
      "f.backward");
  auto attempt = test::attempt(sizes);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.vacuous);
  ir::Statement tensors = test::statement(
      "layer f[N]\n  input x[i < N]\n  output y[i] = x[i]\n"
      "  domain all(i < N) x[i] > 1 and all(i < N) x[i] < 0\n"
      "  backward dy\n    dx[i] = 7 * dy[i]\n",
      "f.backward");
  attempt = test::attempt(tensors);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.vacuous);
}

TEST_CASE("stop is a decree, not a derivative") {
  CHECK_FALSE(test::proved("function f(x) = x * stop(x)\n  backward dy\n    dx = x * dy\n", "f.backward"));
}

TEST_CASE("a let read at a bound index is not captured") {
  // s[k] under sum(k): the inner sum keeps its own variable.
  std::string text =
      "layer f[N]\n  input x[i < N]\n  let s[i] = sum(k < N | k <= i) x[k]\n  output y = sum(k < N) s[k] * x[k]\n"
      "  backward dy\n    dx[i] = dy * (s[i] + (sum(k < N | i <= k) x[k]))\n"
      "  backward captured dy\n    dx[i] = dy * (s[i] + (sum(k < N) x[k]))\n";
  CHECK(test::proved(text, "f.backward"));
  CHECK_FALSE(test::proved(text, "f.captured"));
}

TEST_CASE("two kinks do not cancel at the origin") {
  CHECK_FALSE(
      test::proved("function f(x, w) = min(abs(x), abs(w))\n  domain x == 0 and w == 0\n"
                   "  backward dy\n    dx = 0 * dy\n    dw = 0 * dy\n",
                   "f.backward"));
}

TEST_CASE("a domain that is not defined is no hypothesis") {
  CHECK_FALSE(test::proved("function f(x) = x\n  domain 1/x > 0\n  backward dy\n    dx = dy\n", "f.backward"));
}

TEST_CASE("the premise of an implication may not be read off its conclusion") {
  CHECK_FALSE(test::proved("theorem t[N]: input x[i < N]\n  implies all(i < N) x[i] >= 0, all(i < N) x[i] > 0\n", "t"));
  CHECK(test::proved("theorem t[N]: input x[i < N]\n  implies all(i < N) x[i] > 0, all(i < N) x[i] >= 0\n", "t"));
}
