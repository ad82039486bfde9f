// Local equality and what is built on it: ways to get a theorem for something false.

#include <doctest/doctest.h>

#include "support/texts.hpp"

using namespace germ;

namespace {

const std::string relu =
    "function relu(x) = x if x > 0 else 0\n  domain x != 0\n  backward dy\n    dx = dy if x > 0 else 0\n";

}  // namespace

TEST_CASE("a piece is locally the whole where its condition is strict") {
  CHECK(test::proved(relu + "rule r[N] at z0, near z[n < N]\n  when all(n < N) z0[n] > 0\n  relu(z) ~ z\n", "r"));
}

TEST_CASE("an equality on a closed half line is none near its end") {
  CHECK_FALSE(
      test::proved(relu + "rule r[N] at z0, near z[n < N]\n  when all(n < N) z0[n] >= 0\n  relu(z) ~ z\n", "r"));
}

TEST_CASE("an equality at the point is no local one") {
  CHECK_FALSE(test::proved("rule r[N] at z0, near z[n < N]\n  2*z ~ z + z0\n", "r"));
}

TEST_CASE("the value at the base point is a constant") {
  CHECK(test::proved("rule r[N] at z0, near z[n < N]\n  z - z0 + z0 ~ z\n", "r"));
}

TEST_CASE("a tie at the point is no tie near it") {
  const std::string first =
      "rule r[N] at z0, near z[n < N]\n  given s in N\n  let m = max(n < N) z[n]\n  let p = z[s]\n"
      "  when all(n < N) z0[n] <= z0[s]\n";
  CHECK_FALSE(test::proved(first + "  m ~ p\n", "r"));
  CHECK(test::proved(first + "  where all(n < N) z[n] == z[s]\n  m ~ p\n", "r"));
}

TEST_CASE("pieces with one derivative are not one piece") {
  // elu with slope 1 at 0: one derivative, two germs.
  CHECK_FALSE(
      test::proved("rule r at z0, near z[n < 1]\n  let e[n < 1] = z[n] if z[n] > 0 else exp(z[n]) - 1\n"
                   "  when z0[0] == 0\n  e ~ z\n",
                   "r"));
}

TEST_CASE("a step needs its rule proved") {
  const std::string text =
      relu +
      "rule r[N] at z0, near z[n < N]\n  when all(n < N) z0[n] > 0\n  relu(z) ~ z\n"
      "layer f[N]\n  input z[n < N]\n  output y = relu(z)\n  domain all(n < N) z[n] > 0\n  backward dy\n    dz = dy\n"
      "theorem t: vjp f by transport r(z), chain, normalise\n";
  ir::Statement statement = test::statement(text, "t");
  auto attempt = test::attempt(statement);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason.find("`r` is not proved") != std::string::npos);
}

TEST_CASE("a script that ends early proves nothing") {
  const std::string text =
      "layer f[N]\n  input z[n < N]\n  output y[n] = 2 * z[n]\n  backward dy\n    dz[n] = 7 * dy[n]\n"
      "theorem t: vjp f by chain\ntheorem u: vjp f by smt\ntheorem v: vjp f by unfold\n";
  for (const char* name : {"t", "u", "v"}) CHECK_FALSE(test::proved(text, name));
}

TEST_CASE("the parts of a split are the whole") {
  const std::string layer =
      "layer f[N]\n  input z[n < N]\n  output y[n] = z[n] if z[n] > 0 else 0\n  backward dy\n"
      "    dz[n] = dy[n] if z[n] > 0 else 0\n";
  CHECK(test::proved(
      layer + "theorem t: vjp f on all(n < N) z[n] != 0 by cases all(n < N) z[n] > 1, chain, normalise\n", "t"));
  CHECK_FALSE(test::proved(layer + "theorem t: vjp f by cases all(n < N) z[n] > 0, chain, normalise\n", "t"));
}

TEST_CASE("an open condition has strict comparisons of what is continuous") {
  const std::string input = "theorem t[N]\n  input z[n < N]\n";
  CHECK(test::proved(input + "  open all(n < N) z[n] != 0\n", "t"));
  CHECK_FALSE(test::proved(input + "  open all(n < N) z[n] >= 0\n", "t"));
  CHECK_FALSE(test::proved(input + "  let s[n] = 1 if z[n] > 0 else -1\n  open all(n < N) s[n] < 0\n", "t"));
}

TEST_CASE("a jump is not continuous") {
  const std::string input = "theorem t[N]\n  input z[n < N]\n";
  CHECK(test::proved(input + "  continuous abs(z)\n", "t"));
  CHECK_FALSE(test::proved(input + "  let s[n] = 1 if z[n] > 0 else -1\n  continuous s\n", "t"));
}

TEST_CASE("sums are equal where their summands are, and not where most are") {
  const std::string head =
      "theorem t[K]\n  input x[k < K], y[k < K]\n  param w[k < K]\n"
      "  let a = sum(k < K) w[k] * x[k]\n  let b = sum(k < K) w[k] * y[k]\n";
  CHECK(test::proved(head + "  implies all(k < K) x[k] == y[k], a == b\n", "t"));
  CHECK_FALSE(test::proved(head + "  implies all(k < K | k >= 1) x[k] == y[k], a == b\n", "t"));
  CHECK_FALSE(test::proved(head + "  implies any(k < K) x[k] == y[k], a == b\n", "t"));
}

TEST_CASE("two backwards are equal where both are the derivative") {
  const std::string layer =
      "layer f[N]\n  input z[n < N]\n  output y[n] = z[n] if z[n] > 0 else 0\n  domain all(n < N) z[n] != 0\n"
      "  backward one dy\n    dz[n] = dy[n] if z[n] > 0 else 0\n  backward two dy\n    dz[n] = 0 if z[n] <= 0 else "
      "dy[n]\n"
      "  backward wrong dy\n    dz[n] = dy[n]\n";
  CHECK(test::proved(layer + "theorem t: unique f.one, f.two\n", "t"));
  CHECK_FALSE(test::proved(layer + "theorem t: unique f.one, f.wrong\n", "t"));
  CHECK_FALSE(test::proved(layer + "theorem t: unique f.wrong, f.wrong\n", "t"));
}

TEST_CASE("a fold's property is that of its nodes and of its leaves") {
  const std::string head = "theorem t[K]\n  given inside[k < K] : bool\n  input y[k < K]\n";
  const std::string first =
      " keeps (l, r, k) = all(m < K | l <= m and m < r and inside[m]) (y[m] < y[k] or y[m] == y[k] and k <= m)\n";
  CHECK(test::proved(head + "  fold (a, b) over (k < K | inside[k]) = a if y[a] >= y[b] else b" + first, "t"));
  CHECK_FALSE(test::proved(head + "  fold (a, b) over (k < K | inside[k]) = a if y[a] > y[b] else b" + first, "t"));
  CHECK_FALSE(test::proved(head + "  fold (a, b) over (k < K | inside[k]) = b if y[b] >= y[a] else a" + first, "t"));
  // True of each leaf on its own interval of length 1 only.
  CHECK_FALSE(test::proved(head + "  fold (a, b) over (k < K | inside[k]) = a keeps (l, r, k) = r - l == 1\n", "t"));
}

TEST_CASE("the chain rule through an opaque function") {
  const std::string layer =
      "layer f[N]\n  given smooth G[n < N]\n  input x[n < N]\n  let u[n] = x[n]^2\n  output y = G(u)\n  backward dy\n";
  CHECK(test::proved(layer + "    dx[n] = 2 * x[n] * G.back(dy at u)[n]\n", "f.backward"));
  CHECK_FALSE(test::proved(layer + "    dx[n] = x[n] * G.back(dy at u)[n]\n", "f.backward"));
}

TEST_CASE("an opaque function whose gradient is 0 is not constant near the point") {
  // G = -u^2 at 0: the first of the two cells is passed at once.
  CHECK_FALSE(
      test::proved("layer f\n  given smooth G\n  input x, e[k < 2]\n  let c[k < 2] = G(x) if k == 0 else 0\n"
                   "  output y = e[argmax(k < 2) c[k]]\n  backward dy\n    dx = 0\n"
                   "theorem t: vjp f wrt x on G(x) == 0 and G.back(1 at x) == 0\n",
                   "t"));
}
