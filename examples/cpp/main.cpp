// A layer in C++, term by term: proved, then with a wrong index refuted by a counterexample. Then a layer as text.

#include <germ/germ.hpp>
#include <iostream>
#include <string>

using germ::api::LayerBuilder;
using germ::api::Tensor;
using germ::ir::Index;
using germ::ir::Terms;

namespace {

// y[n, m] = b[m] + sum(k < K) W[m, k] * x[n, k]
// A common mistake is to read row 0 of x in dW where row n is meant: every test with one example passes.
void dense(LayerBuilder& layer, bool row_of_example) {
  Terms& t = layer.terms();
  Index N = layer.size("N"), K = layer.size("K"), M = layer.size("M");
  Tensor x = layer.input("x", {N, K});
  Tensor W = layer.param("W", {M, K});
  Tensor b = layer.param("b", {M});
  Tensor y = layer.output("y", {N, M}, [&](Index n, Index m) {
    return t.add({b(m), layer.sum({K}, [&](Index k) { return t.mul({W(m, k), x(n, k)}); })});
  });

  Tensor dy = layer.cotangent(y);
  layer.adjoint(x, [&](Index n, Index k) {
    return layer.sum({M}, [&](Index m) { return t.mul({dy(n, m), W(m, k)}); });
  });
  layer.adjoint(W, [&](Index m, Index k) {
    return layer.sum({N}, [&](Index n) {
      Index row = row_of_example ? n : t.integer(0);
      return t.mul({dy(n, m), x(row, k)});
    });
  });
  layer.adjoint(b, [&](Index m) { return layer.sum({N}, [&](Index n) { return dy(n, m); }); });
}

const std::string text = R"(
function relu(x) = x if x > 0 else 0
  domain x != 0
  backward dy
    dx = dy if x > 0 else 0

layer relu_dense[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K]
  let    h = relu(x)
  output y[n < N, m < M] = sum(k < K) W[m, k] * h[n, k]
  domain all(n, k) x[n, k] != 0
  backward dy
    dx[n, k] = (sum(m < M) dy[n, m] * W[m, k]) if x[n, k] > 0 else 0
    dW[m, k] = sum(n < N) dy[n, m] * h[n, k]
)";

}  // namespace

int main() {
  auto right = germ::api::decide("dense", [](LayerBuilder& layer) { dense(layer, true); });
  std::cout << germ::report::to_text(right, {});

  auto wrong = germ::api::decide("dense_row_0", [](LayerBuilder& layer) { dense(layer, false); });
  std::cout << germ::report::to_text(wrong, {});
  if (wrong.counterexample)
    std::cout << "wrong at " << wrong.counterexample->where << ": declared " << wrong.counterexample->declared
              << ", true " << wrong.counterexample->truth << '\n';

  auto loaded = germ::api::load({{"relu_dense.germ", text}});
  for (const auto& fault : loaded.faults) std::cout << germ::render(fault);
  auto decisions = germ::api::decide(loaded.library);
  for (const auto& decision : decisions) std::cout << germ::report::to_text(decision, {});
  auto summary = germ::report::summarise(decisions, loaded.faults);
  std::cout << germ::report::to_text(summary);
  return static_cast<int>(summary.exit);
}
