#include "unit/syntax/elaborate_texts.hpp"

using namespace germ;
using namespace germ::syntax;
using namespace germ::syntax::testing;

TEST_CASE("a function on a tensor works entry by entry") {
  ir::Statement s = statement_of(relu + R"(
layer f[N, K]
  input x[n < N, k < K], z[n, k]
  output y = relu(x - 2 * z) + 1
  backward dy
    dx = dy
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N, k < K] = (x[n, k] - 2 * z[n, k] if x[n, k] > 2 * z[n, k] else 0) + 1");
}

TEST_CASE("a call of a layer inlines its forward as lets, and never its domain") {
  ir::Statement s = statement_of(relu + pool + R"(
layer relu_pool[N, H]
  input z[n < N, p < 2*H]
  let y = relu(z)
  output u = max_pool(y)
  backward du
    dz[n, p] = 0
)",
                                 "relu_pool.backward");
  CHECK(domain(s) == "true");
  CHECK(tensor(s, "u") == "u[n < N, i < H] = max_pool.u[n, i]");
  ir::Program& p = *s.program;
  CHECK(p[ir::TensorId{2}].name == "max_pool.u");
  CHECK(p[ir::TensorId{2}].role == ir::TensorRole::let);
}

TEST_CASE("sizes follow from the shapes of the arguments") {
  ir::Statement s = statement_of(pool + R"(
layer f[N, K]
  input z[n < N, q < 4*K + 2]
  output u = max_pool(z)
  backward du
    dz[n, q] = 0
)",
                                 "f.backward");
  CHECK((*s.program)[s.outputs[0]].axes.size() == 2);
  CHECK(to_string(*s.program, (*s.program)[s.outputs[0]].axes[1].extent) == "2*K + 1");
}

TEST_CASE("a slice maps a layer over an index, each row with its own lets") {
  ir::Statement s = statement_of(R"(
layer softmax[K]
  input z[k < K]
  let e[k] = exp(z[k])
  output p[k] = e[k] / (sum(l < K) e[l])
layer rows[N, M]
  input x[n < N, m < M]
  output y[n, m] = softmax(x[n, ..])[m]
  backward dy
    dx[n, m] = 0
)",
                                 "rows.backward");
  CHECK(tensor(s, "softmax.e") == "softmax.e[n < N, k < M] = exp(x[n, k])");
  CHECK(tensor(s, "softmax.p") == "softmax.p[n < N, k < M] = softmax.e[n, k] / (sum(l < M) softmax.e[n, l])");
  CHECK(tensor(s, "y") == "y[n < N, m < M] = softmax.p[n, m]");
}

TEST_CASE("a let of a called layer that does not depend on the index has no axis for it") {
  ir::Statement s = statement_of(R"(
layer weigh[K]
  input z[k < K], w[k]
  let e = sum(k) w[k]
  output p[k] = e * z[k]
layer rows[N, M]
  input x[n < N, m < M], v[m]
  output y[n, m] = weigh(x[n, ..], v)[m]
  backward dy
    dx[n, m] = 0
)",
                                 "rows.backward");
  CHECK(tensor(s, "weigh.e") == "weigh.e = sum(k < M) v[k]");
  CHECK(tensor(s, "y") == "y[n < N, m < M] = weigh.p[n, m]");
}

TEST_CASE("constants and sizes in brackets, reals and tensors by name") {
  ir::Statement s = statement_of(R"(
layer g[N, Q]
  const S in 1..3
  real eps > 0
  input x[n < N]
  param w[n < N]
  output y[n] = S * x[n] + Q * w[n] + eps
layer f[M]
  real a > 0
  input z[m < M], v[m]
  output u = g[S=2, Q=5](z, w=v, eps=a + 1)
  backward du
    dz = du
)",
                                 "f.backward");
  CHECK(tensor(s, "g.y") == "g.y[n < M] = 2 * z[n] + 5 * v[n] + (a + 1)");
}

TEST_CASE("two calls of a layer have lets of their own") {
  ir::Statement s = statement_of(R"(
layer g[N]
  input x[n < N]
  let h = 2 * x
  output y = h + 1
layer f[N]
  input x[n < N]
  output y = g(g(x))
  backward dy
    dx = dy
)",
                                 "f.backward");
  CHECK(tensor(s, "g.h") == "g.h[n < N] = 2 * x[n]");
  CHECK(tensor(s, "g.h.2") == "g.h.2[n < N] = 2 * g.y[n]");
}

TEST_CASE("equal calls share their lets") {
  ir::Statement s = statement_of(R"(
layer g[N]
  input x[n < N]
  let h = 2 * x
  output y = h + 1
layer f[N]
  input x[n < N]
  output y = g(x) * g(x)
  domain all(n) g(x)[n] > 0
  backward dy
    dx = dy
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = g.y[n] * g.y[n]");
  CHECK(domain(s) == "all(n < N) (g.y[n] > 0)");
  CHECK(tensor(s, "g.h.2") == "no tensor g.h.2");
}

TEST_CASE("a live and a frozen argmax are never shared") {
  ir::Statement s = statement_of(R"(
layer pick[N, K]
  input x[n < N, k < K]
  output y[n] = x[n, argmax(l < K) x[n, l]]
layer f[N, K]
  input x[n < N, k < K]
  output y = pick(x)
  domain all(n) pick(x)[n] > 0
  backward dy
    dx[n, k] = 0
)",
                                 "f.backward");
  CHECK(tensor(s, "pick.y") == "pick.y[n < N] = x[n, live_argmax0_0[n]]");
  CHECK(tensor(s, "pick.y.2") == "pick.y.2[n < N] = x[n, argmax0_0[n]]");
}

TEST_CASE("one output of several is picked by its name") {
  ir::Statement s = statement_of(R"(
layer g[N]
  input x[n < N]
  output a[n] = 2 * x[n]
  output b[n] = 3 * x[n]
layer f[N]
  input x[n < N]
  output y = g(x).b
  backward dy
    dx = dy
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = g.b[n]");
  CHECK(tensor(s, "g.a") == "no tensor g.a");
}

TEST_CASE("a condition on an expression reads a let of it") {
  ir::Statement s = statement_of(relu + pool + R"(
layer f[N, H]
  input z[n < N, p < 2*H]
  output u = max_pool(relu(z))
  domain single_max(relu(z))
  backward du
    dz[n, p] = 0
)",
                                 "f.backward");
  CHECK(tensor(s, "single_max.y") == "single_max.y[n < N, p < 2*H] = z[n, p] if z[n, p] > 0 else 0");
  CHECK(domain(s).find("single_max.y[n, p] > single_max.y[n, r]") != std::string::npos);
}

TEST_CASE("a condition on any shape runs over all axes of its argument") {
  std::string text = R"(
condition no_zero(z[..]) = all(..) z[..] != 0
layer f[N, K]
  input x[n < N, k < K]
  output y = 2 * x
  domain no_zero(x) and no_zero(y[0, ..])
  backward dy
    dx = 2 * dy
)";
  CHECK(domain(statement_of(text, "f.backward")) ==
        "all(n < N, k < K) (x[n, k] > 0 or -x[n, k] > 0) and all(k < K) (y[0, k] > 0 or -y[0, k] > 0)");
}

TEST_CASE("membership in a window gives its range and its filter") {
  ir::Statement s = statement_of(pool + R"(
layer f[H]
  input x[p < 2*H]
  output y[i < H] = sum(p | p + 1 in cell(i)) x[p]
  backward dy
    dx[p] = 0
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[i < H] = sum(p < 2*H | 0 <= p + 1 and p + 2 <= 2*H and p <= 2*i and 2*i <= p + 2) x[p]");
}

TEST_CASE("the backward of another layer is inlined at the tensors after `at`") {
  ir::Statement s = statement_of(relu + pool + R"(
layer f[N, H]
  input z[n < N, p < 2*H]
  let y = relu(z)
  output u = max_pool(y)
  backward du
    let g = max_pool.back(du at y)
    dz = relu.back(g at z)
)",
                                 "f.backward");
  CHECK(tensor(s, "max_pool.dy") == "max_pool.dy[n < N, p < 2*H] = sum(i < H | p == argmax0_0[n, i]) du[n, i]");
  CHECK(tensor(s, "relu.dx") == "relu.dx[n < N, p < 2*H] = g[n, p] if z[n, p] > 0 else 0");
  CHECK(names(s, s.backward) == "max_pool.dy g relu.dx dz");
}

TEST_CASE("the adjoint of a backward with several is picked by its name") {
  ir::Statement s = statement_of(dense + R"(
layer f[N, K, M]
  input x[n < N, k < K]
  param W[m < M, k < K], b[m < M]
  output y = dense(x, W, b)
  backward dy
    dW = dense.back(dy at x, W, b).dW
)",
                                 "f.backward");
  CHECK(tensor(s, "dense.dW") == "dense.dW[m < M, k < K] = sum(n < N) dy[n, m] * x[n, k]");
}
