// Where a map has no derivative: right claims, and wrong ones that the kernel must refuse.

#include <doctest/doctest.h>

#include "support/texts.hpp"

using namespace germ;

namespace {

bool proved(const std::string& text) { return test::proved(text, "t"); }

// No derivative in x (and y) at any point of a domain.
std::string scalar(const std::string& body, const std::string& domain) {
  return "function f(x) = " + body + "\ntheorem t: not_differentiable f wrt x on " + domain + "\n";
}

std::string plane(const std::string& body, const std::string& domain) {
  return "function f(x, y) = " + body + "\ntheorem t: not_differentiable f wrt x, y on " + domain + "\n";
}

// Differentiable exactly on a domain.
std::string exact(const std::string& body, const std::string& domain, const std::string& within = "true") {
  return "function f(x) = " + body + "\n  domain " + domain + "\ntheorem t: domain f exact wrt x on " + within + "\n";
}

const char* cell = "window cell[H, W](i < H, j < W) = (p < 2*H, q < 2*W | abs(p - 2*i) <= 1 and abs(q - 2*j) <= 1)\n";

std::string pool(const std::string& domain) {
  return std::string(cell) + R"(
layer f[N, C, H, W]
  input  y[n < N, c < C, p < 2*H, q < 2*W]
  output u[n < N, c < C, i < H, j < W] = max(p, q in cell(i, j)) y[n, c, p, q]
theorem t: not_differentiable f wrt y on )" +
         domain + "\n";
}

}  // namespace

TEST_CASE("relu, abs, sign and the jump have no derivative at 0, and nothing is said elsewhere") {
  CHECK(proved(scalar("x if x > 0 else 0", "x == 0")));
  CHECK(proved(scalar("abs(x)", "x == 0")));
  CHECK(proved(scalar("x if x >= 0 else 0", "x == 0")));
  CHECK(proved(scalar("1 if x > 0 else 0", "x == 0")));
  CHECK_FALSE(proved(scalar("x if x > 0 else 0", "x != 0")));
  CHECK_FALSE(proved(scalar("x if x > 0 else 0", "x >= 0")));
  CHECK_FALSE(proved(scalar("1 if x > 0 else 0", "x <= 0")));
}

TEST_CASE("kinks that cancel, or that a factor smooths away, are none") {
  CHECK_FALSE(proved(scalar("x*abs(x)", "x == 0")));
  CHECK_FALSE(proved(scalar("(x if x > 0 else 0)^2", "x == 0")));
  CHECK_FALSE(proved(scalar("(x if x > 0 else 0) - (-x if -x > 0 else 0)", "x == 0")));
  CHECK_FALSE(proved(scalar("x if x > 0 else exp(x) - 1", "x == 0")));
  CHECK(proved(scalar("x if x > 0 else 2*(exp(x) - 1)", "x == 0")));
  CHECK_FALSE(proved(scalar("max(x, x + x^3)", "x == 0")));
  CHECK(proved(scalar("max(x, 2*x + x^3)", "x == 0")));
}

TEST_CASE("a condition that first order does not decide says nothing") {
  CHECK_FALSE(proved(scalar("x if x^2 > 0 else 0", "x == 0")));          // the identity
  CHECK_FALSE(proved(scalar("x if x^3 > 0 else 2*x", "x == 0")));        // has a kink; unknown
  CHECK_FALSE(proved(scalar("1 if x^2 > x^2 + x^4 else x", "x == 0")));  // the identity
}

TEST_CASE("a root at 0 has no jet") {
  CHECK_FALSE(proved(scalar("sqrt(x^2)", "x == 0")));
  CHECK_FALSE(proved(scalar("sqrt(abs(x))", "x == 0")));
  CHECK(proved(scalar("sqrt(1 + abs(x))", "x == 0")));
  CHECK(proved(scalar("exp(abs(x))", "x == 0")));
  CHECK(proved(scalar("1/(1 + abs(x))", "x == 0")));
}

TEST_CASE("a contradictory domain proves nothing") { CHECK_FALSE(proved(scalar("abs(x)", "x > 0 and x < 0"))); }

TEST_CASE("unit vectors do not see every kink") {
  CHECK(proved(plane("max(x, y)", "x == y")));
  CHECK_FALSE(proved(plane("max(x, y)", "x != y")));
  CHECK_FALSE(proved(plane("min(abs(x), abs(y))", "x == 0 and y == 0")));
  CHECK_FALSE(proved(plane("max(x, x) + y", "x == y")));
  CHECK_FALSE(proved(plane("max(0, min(x^2 - y, x^2 + y))", "x == 0 and y == 0")));  // slope 0 along every ray
}

TEST_CASE(
    "a bare pool has no derivative at a window of zeros, at the ties of a window, and nothing is said elsewhere") {
  CHECK(proved(pool("any(n < N, c < C, i < H, j < W) (all(p, q in cell(i, j)) y[n, c, p, q] == 0)")));
  CHECK(
      proved(pool("any(n < N, c < C, i < H, j < W) (any(p, q in cell(i, j)) ((all(r, s in cell(i, j)) "
                  "y[n, c, p, q] >= y[n, c, r, s]) and any(r, s in cell(i, j) | not (r, s) is (p, q)) "
                  "y[n, c, r, s] == y[n, c, p, q]))")));
  CHECK_FALSE(
      proved(pool("all(n < N, c < C, i < H, j < W) (any(p, q in cell(i, j)) (all(r, s in cell(i, j) | not (r, "
                  "s) is (p, q)) y[n, c, p, q] > y[n, c, r, s]))")));
  CHECK_FALSE(proved(pool("any(n < N, c < C, i < H, j < W) (any(p, q in cell(i, j)) y[n, c, p, q] == 0)")));
  CHECK_FALSE(proved(pool("true")));
}

TEST_CASE("a window of one cell has a derivative at zero") {
  CHECK_FALSE(proved(R"(
layer f[H]
  input  y[p < 2*H]
  output u[i < H] = max(p < 2*H | p == 2*i) y[p]
theorem t: not_differentiable f wrt y on all(p < 2*H) y[p] == 0
)"));
}

TEST_CASE("two names of one input are no tie") {
  CHECK_FALSE(proved(R"(
layer f[H]
  input  y[p < H]
  output u[i < H] = max(k < 2) (y[i] + 0*k)
theorem t: not_differentiable f wrt y on all(p < H) y[p] == 0
)"));
}

// Padding: the window before the first is not there, and is not looked at. It must not make the facts of slopes
// contradictory.
TEST_CASE("windows that are not there prove nothing") {
  CHECK_FALSE(proved(R"(
layer f[H]
  input  y[p < H]
  output u[i < H] = (max(p < H | p == i - 1) y[p] if i >= 1 else 0) - y[i]
theorem t: not_differentiable f wrt y on all(p < H) y[p] == 0
)"));
  CHECK_FALSE(proved(R"(
layer f[H]
  input  y[p < H]
  let    m[i < H] = max(p < H | p == i) y[p]
  output u[i < H] = (m[i - 1] or 0) + (m[i + 1] or 0)
theorem t: not_differentiable f wrt y on all(p < H) y[p] == 0
)"));
}

TEST_CASE("a direction that the text names sees what unit vectors do not") {
  std::string corner = plane("min(abs(x), abs(y))", "x == 0 and y == 0");
  CHECK(proved(corner + "  along x = 1, y = 1\n"));
  CHECK_FALSE(proved(corner + "  along x = 1\n"));
  CHECK_FALSE(proved(plane("max(0, min(x^2 - y, x^2 + y))", "x == 0 and y == 0") + "  along x = 1, y = 1\n"));
}

TEST_CASE("families of directions over the base point") {
  std::string text = R"(
layer f[H]
  input  y[p < H]
  output u = max(p < H) min(abs(y[p]), abs(y[p] - y[p] + 1))
theorem t: not_differentiable f wrt y on all(p < H) y[p] == 0
)";
  CHECK(proved(text + "  along (k < H) y[p] = [p == k]\n"));
  CHECK(proved(text + "  along y[p] = 1\n"));
}

TEST_CASE("exact domains, and ones too small or too large") {
  CHECK(proved(exact("x if x > 0 else 0", "x != 0")));
  CHECK_FALSE(proved(exact("x if x > 0 else 0", "x > 0")));
  CHECK_FALSE(proved(exact("x if x > 0 else 0", "true")));
  CHECK(proved(exact("x if x > 0 else 0", "x > 0", "x >= 0")));
  CHECK(proved(exact("abs(x - 1) + abs(x + 1)", "x != 1 and x != -1")));
  CHECK_FALSE(proved(exact("abs(x - 1) + abs(x + 1)", "x != 1")));
  CHECK(proved(exact("x if x > 0 else exp(x) - 1", "true")));
  CHECK_FALSE(proved(exact("x if x > 0 else exp(x) - 1", "x != 0")));
  CHECK(proved(exact("x if x > 1 else x^2", "x != 1")));
  CHECK_FALSE(proved(exact("abs(x)", "x != 0", "x > 0 and x < 0")));
}

TEST_CASE("B2: relu and pool as one layer, exactly") {
  std::string text = std::string(cell) + R"(
condition live_or_negative(z[n < N, c < C, p < 2*H, q < 2*W]) =
    all(n, c, i < H, j < W) (any(p, q in cell(i, j))
    (z[n, c, p, q] > 0 and all(r, s in cell(i, j) | not (r, s) is (p, q)) z[n, c, p, q] > z[n, c, r, s])
    or all(p, q in cell(i, j)) z[n, c, p, q] < 0)
function relu(x) = x if x > 0 else 0
layer f[N, C, H, W]
  input  z[n < N, c < C, p < 2*H, q < 2*W]
  let    y = relu(z)
  output u[n < N, c < C, i < H, j < W] = max(p, q in cell(i, j)) y[n, c, p, q]
)";
  CHECK(proved(text + "  domain live_or_negative(z)\ntheorem t: domain f exact wrt z\n"));
  CHECK_FALSE(proved(text + "  domain live_or_negative(z) and all(n < N, c < C, p < 2*H, q < 2*W) z[n, c, p, q] != "
                            "0\ntheorem t: domain f exact wrt z\n"));
  CHECK_FALSE(proved(text + "  domain live_or_negative(y)\ntheorem t: domain f exact wrt z\n"));
}

TEST_CASE("B3: a maximum of affine functions, exactly where all that attain it have one slope") {
  const std::string layer = R"(
layer f[K, D]
  given  g[k < K, d < D], c[k < K]
  input  x[d < D]
  output y = max(k < K) (c[k] + (sum(d < D) g[k, d]*x[d]))
  domain )";
  const std::string below = R"((any(m < K) (c[m] + (sum(d < D) g[m, d]*x[d]) > c[k] + (sum(d < D) g[k, d]*x[d])
      or c[m] + (sum(d < D) g[m, d]*x[d]) > c[l] + (sum(d < D) g[l, d]*x[d])))";
  const std::string claim = "\ntheorem t: domain f exact wrt x\n";
  CHECK(proved(layer + "all(k < K, l < K) (" + below + ") or all(d < D) g[k, d] == g[l, d])" + claim));
  CHECK_FALSE(proved(layer + "all(k < K, l < K) (all(d < D) g[k, d] == g[l, d])" + claim));  // too small
  CHECK_FALSE(proved(layer + "true" + claim));                                               // too large
  CHECK_FALSE(proved(layer + "all(k < K, l < K) (" + below + ") or any(d < D) g[k, d] == g[l, d])" + claim));
}

TEST_CASE("a direction of the text is followed into padded sums") {
  const std::string layer =
      "layer f[J, P]\n  given t[p < P, j < J]\n  param w[j < J]\n  input x[p < P, j < J]\n"
      "  let v[p < P] = sum(j < J) w[j] * (x[p, j - 1] or 0)\n  output u = max(p < P) v[p]\n";
  auto theorem = [&](const std::string& sign) {
    const std::string along_p = "(sum(j < J) (t[p, j - 1] or 0) * w[j])";
    const std::string along_q = "(sum(j < J) (t[q, j - 1] or 0) * w[j])";
    return layer + "theorem t: not_differentiable f wrt x on any(p < P) (any(q < P) (v[p] == v[q] and " + along_p +
           " " + sign + " " + along_q + " and all(g < P) v[g] <= v[p])) along x[p, j] = t[p, j]\n";
  };
  CHECK(proved(theorem("!=")));
  CHECK_FALSE(proved(theorem("==")));
}
