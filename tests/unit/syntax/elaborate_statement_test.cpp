#include "unit/syntax/elaborate_texts.hpp"

using namespace germ;
using namespace germ::syntax::testing;

TEST_CASE("the joint claim of a backward has every adjoint, the size facts and the cotangent of each output") {
  ir::Statement s = statement_of(dense, "dense.backward");
  CHECK(s.kind == ir::StatementKind::vjp);
  CHECK(facts(s) == "1 <= N; 1 <= K; 1 <= M");
  CHECK(domain(s) == "true");
  CHECK(tensor(s, "y") == "y[n < N, m < M] = b[m] + sum(k < K) W[m, k] * x[n, k]");
  CHECK(tensor(s, "dW") == "dW[m < M, k < K] = sum(n < N) dy[n, m] * x[n, k]");
  CHECK(names(s, s.outputs) == "y");
  CHECK(names(s, s.cotangents) == "dy");
  CHECK(adjoints(s) == "dx:x dW:W db:b");
  CHECK_FALSE(s.tainted);
  ir::Program& p = *s.program;
  CHECK(p[s.cotangents[0]].role == ir::TensorRole::cotangent);
  CHECK(p[s.outputs[0]].role == ir::TensorRole::output);
  CHECK(p[s.adjoints[1].of].role == ir::TensorRole::param);
  CHECK(p[s.adjoints[1].declared].role == ir::TensorRole::adjoint);
}

TEST_CASE("the axes of every tensor are variables of its own") {
  ir::Statement s = statement_of(dense, "dense.backward");
  std::vector<ir::Var> seen;
  for (const ir::Tensor& t : s.program->tensors())
    for (const ir::Binder& axis : t.axes) {
      CHECK(std::find(seen.begin(), seen.end(), axis.variable) == seen.end());
      seen.push_back(axis.variable);
    }
}

TEST_CASE("the claim of one variable makes only the lines that it needs") {
  ir::Statement s = statement_of(R"(
layer f[N]
  input x[n < N], z[n]
  output y = x * z
  backward dy
    let g = 2 * dy
    dx = z * g / 2
    dz = x * dy
)",
                                 "f.backward wrt z");
  CHECK(adjoints(s) == "dz:z");
  CHECK(names(s, s.backward) == "dz");
}

TEST_CASE("a function is a layer of rank 0") {
  ir::Statement s = statement_of(relu, "relu.backward");
  CHECK(domain(s) == "x > 0 or -x > 0");
  CHECK(tensor(s, "relu") == "relu = x if x > 0 else 0");
  CHECK(tensor(s, "dx") == "dx = dy if x > 0 else 0");
}

TEST_CASE("a window becomes binders with a guard, an argmax in a backward is frozen") {
  ir::Statement s = statement_of(pool, "max_pool.backward");
  REQUIRE(s.program->reductions().size() == 1);
  CHECK(tensor(s, "dy") == "dy[n < N, p < 2*H] = sum(i < H | p == argmax0_0[n, i]) du[n, i]");
  CHECK(domain(s) ==
        "all(n < N, i < H) (any(p < 2*H | p <= 2*i + 1 and 2*i <= p + 1) (all(r < 2*H | r <= 2*i + 1 and 2*i <= r + 1 "
        "and "
        "p != r) (y[n, p] > y[n, r])))");
}

TEST_CASE("an argmax in a forward is live") {
  ir::Statement s = statement_of(R"(
layer f[N, K]
  input x[n < N, k < K]
  output y[n] = x[n, argmax(l < K) x[n, l]]
  backward dy
    dx[n, k] = [k is argmax(l < K) x[n, l]] * dy[n]
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = x[n, live_argmax0_0[n]]");
  CHECK(tensor(s, "dx") == "dx[n < N, k < K] = (1 if k == argmax0_0[n] else 0) * dy[n]");
}

TEST_CASE("a minimum is the negated maximum of the negated entries") {
  ir::Statement s = statement_of(R"(
layer f[K]
  input x[k < K]
  output y = min(l < K) x[l]
  backward dy
    dx[k] = dy if (argmin(l < K) x[l]) == k else 0
)",
                                 "f.backward");
  REQUIRE(s.program->reductions().size() == 1);
  ir::Real y = *(*s.program)[s.outputs[0]].body;
  CHECK(y == s.program->terms().negate(y->children[1]));
  CHECK(y->children[1]->kind == ir::RealKind::maximum);
}

TEST_CASE("a padded read is guarded by the ranges that are not plain") {
  ir::Statement s = statement_of(R"(
layer f[N, K]
  input x[n < N, k < K]
  output y[n, k] = (x[n, k - 1] or 0) + (x[n, k] or 7)
  backward dy
    dx[n, k] = (dy[n, k + 1] or 0) + dy[n, k]
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N, k < K] = (x[n, k - 1] if 1 <= k and k <= K else 0) + x[n, k]");
}

TEST_CASE("a subscript divides rounding down, a real position divides exactly") {
  ir::Statement s = statement_of(R"(
layer f[N]
  input x[n < N]
  output y[n] = x[n / 2] * (n / 2) + 1 / 4 if n / 2 == n % 3 else N / 2
  backward dy
    dx[n] = 0
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = x[n/2] * n * (1/2) + (1/4) if n == 3*n/3 + n/2 else N * (1/2)");
}

TEST_CASE("literals are exact and an indicator in a product is a factor and guards nothing") {
  ir::Statement s = statement_of(R"(
layer f[N]
  input x[n < N]
  output y[n] = 0.01 * [n > 0] * x[n] ^ (1/2) / 3
  backward dy
    dx[n] = 0
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = (1/100) * (1 if 1 <= n else 0) * x[n]^(1/2) * (1/3)");
}

TEST_CASE("pi is a constant scalar and no free one") {
  ir::Statement s = statement_of("function f(x) = pi * x\n  backward dy\n    dx = pi * dy\n", "f.backward");
  REQUIRE(s.program->find_scalar("pi"));
  CHECK((*s.program)[*s.program->find_scalar("pi")].constant == "pi");
  CHECK(facts(s).empty());  // its bounds are known to whoever reads the constant
}

TEST_CASE("integer comparisons with abs, max and min become cases") {
  ir::Statement s = statement_of(R"(
layer f[N]
  input x[n < N]
  output y[n] = x[n] if abs(n - 2) <= 1 else 0
  output z[n] = x[n] if max(n, 2) == 2 else 0
  output w[n] = x[n] if abs(n - 2) > 1 else 0
  backward dy, dz, dw
    dx = dy
)",
                                 "f.backward");
  CHECK(tensor(s, "y") == "y[n < N] = x[n] if n <= 3 and 1 <= n else 0");
  CHECK(tensor(s, "z") == "z[n < N] = x[n] if 2 <= n and n == 2 or n <= 1 else 0");
  CHECK(tensor(s, "w") == "w[n < N] = x[n] if 2 <= n and 4 <= n or n <= 1 and n <= 0 else 0");
}

TEST_CASE("given maps have their ranges, a given with a bound adds a hypothesis") {
  ir::Statement s = statement_of(R"(
layer embed[N, V, D]
  given t[n < N] in V or none
  given keep[n < N] : bool
  given w[n < N] >= 0
  param E[v < V, d < D]
  output y[n, d] = [keep[n]] * w[n] * (E[t[n], d] or 0)
  backward dy
    dE[v, d] = sum(n < N | t[n] is v and keep[n]) w[n] * dy[n, d]
)",
                                 "embed.backward");
  ir::Program& p = *s.program;
  REQUIRE(p.functions().size() == 1);
  CHECK(p.functions()[0].role == ir::FunctionRole::given);
  CHECK(to_string(p, p.functions()[0].low) == "-1");
  CHECK(to_string(p, p.functions()[0].high) == "V");
  REQUIRE(p.predicates().size() == 1);
  CHECK(tensor(s, "dE") == "dE[v < V, d < D] = sum(n < N | v == t[n] and keep[n]) w[n] * dy[n, d]");
  CHECK(domain(s) == "all(n < N) (-w[n] <= 0)");
}

TEST_CASE("a defined size is a fact, a requirement too, a bound on a size replaces the default") {
  ir::Statement s = statement_of(R"(
layer f[H, K, P]
  require P >= 0, H >= K
  const S in 2..2
  size O = (H + 2*P - K) / S + 1
  input x[h < H]
  output y[o < O] = (x[S*o - P] or 0)
  backward dy
    dx[h] = 0
)",
                                 "f.backward");
  CHECK(facts(s) == "1 <= H; 1 <= K; 0 <= P; P + (H - K)/2 + 1 == O; 1 <= O; K <= H");
}

TEST_CASE("flat axes share a stored axis") {
  ir::Statement s = statement_of(R"(
layer f[N, G, C]
  input x[n < N, (g < G, c < C)]
  output y[n, g] = sum(c) x[n, (g, c)]
  backward dy
    dx[n, g, c] = dy[n, g]
)",
                                 "f.backward");
  CHECK((*s.program)[s.adjoints[0].of].stored_axis == std::vector<int>{0, 1, 1});
  CHECK((*s.program)[s.adjoints[0].declared].stored_axis == std::vector<int>{0, 1, 1});
}

TEST_CASE("lets may stand in any order") {
  ir::Statement s = statement_of(R"(
layer f[N]
  input x[n < N]
  output y = b + 1
  let b = a * a
  let a = 2 * x
  backward dy
    dx = dy
)",
                                 "f.backward");
  CHECK(names(s, {ir::TensorId{0}, ir::TensorId{1}, ir::TensorId{2}, ir::TensorId{3}}) == "x a b y");
}

TEST_CASE("an output that reads a stop of a variable is tainted, a stop of something else is not") {
  std::string text = R"(
layer f[N]
  input x[n < N], z[n]
  output y[n] = x[n] - stop(z[n])
  backward dy
    dx = dy
    dz = 0 * z
)";
  CHECK(statement_of(text, "f.backward").tainted);
  CHECK(statement_of(text, "f.backward wrt z").tainted);
  CHECK_FALSE(statement_of(text, "f.backward wrt x").tainted);
}

TEST_CASE("a stop behind a maximum or a condition taints too") {
  CHECK(statement_of(R"(
layer f[N]
  input x[n < N]
  output y = max(l < N) (x[l] if stop(x[l]) > 0 else 0)
  backward dy
    dx[n] = 0
)",
                     "f.backward")
            .tainted);
}

TEST_CASE("the domain of one variable replaces the domain for all in its claim only") {
  std::string text = R"(
layer f[N]
  input x[n < N], w[n]
  output y[n] = abs(x[n]) * w[n]
  domain all(n) x[n] != 0
  domain wrt w true
  backward dy
    dx[n] = dy[n] * w[n]
    dw[n] = dy[n] * abs(x[n])
)";
  CHECK(domain(statement_of(text, "f.backward wrt w")) == "true");
  CHECK(domain(statement_of(text, "f.backward wrt x")) == "all(n < N) (x[n] > 0 or -x[n] > 0)");
  CHECK(domain(statement_of(text, "f.backward")) == "all(n < N) (x[n] > 0 or -x[n] > 0)");
}
