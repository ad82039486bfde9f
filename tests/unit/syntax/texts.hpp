#pragma once
// Small texts for the tests of the front half: what they parse to, what is said about them.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

#include "syntax/library.hpp"
#include "syntax/parser.hpp"
#include "syntax/print.hpp"

namespace germ::syntax {

// A parsed text; the file outlives the tree.
struct Parsed {
  std::unique_ptr<SourceFile> file;
  std::unique_ptr<Module> module;
  Diagnostics diagnostics;
};

inline Parsed parse_text(std::string text) {
  Parsed out;
  out.file = std::make_unique<SourceFile>("a.germ", std::move(text));
  auto module = parse(*out.file);
  if (module) {
    out.module = std::move(*module);
  } else {
    out.diagnostics = module.diagnostics();
  }
  return out;
}

// "G110 3:7" for each diagnostic, separated by "; ".
inline std::string complaints(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& each : diagnostics) {
    auto at = each.span.file->position(each.span.begin);
    out += (out.empty() ? "" : "; ") + each.id + " " + std::to_string(at.line) + ":" + std::to_string(at.column);
  }
  return out;
}

inline std::string complaints(const std::string& text) { return complaints(parse_text(text).diagnostics); }

// The value of `function f(x) = VALUE`, printed.
inline std::string printed(const std::string& value) {
  Parsed parsed = parse_text("function f(x) = " + value + "\n");
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  return to_string(*std::get<FunctionDecl>(parsed.module->declarations.at(0)).body);
}

// Do two values have the same tree?
inline bool same(const std::string& a, const std::string& b) {
  Parsed left = parse_text("function f(x) = " + a + "\n");
  Parsed right = parse_text("function f(x) = " + b + "\n");
  REQUIRE_MESSAGE(left.module, complaints(left.diagnostics));
  REQUIRE_MESSAGE(right.module, complaints(right.diagnostics));
  return dump(*left.module) == dump(*right.module);
}

inline const char* const design_text = R"(
layer dense[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K], b[m < M]
  output y[n < N, m < M] = b[m] + (sum(k < K) W[m, k] * x[n, k])
  backward dy
    dx[n, k] = sum(m < M) dy[n, m] * W[m, k]
    dW[m, k] = sum(n < N) dy[n, m] * x[n, k]
    db[m]    = sum(n < N) dy[n, m]

function relu(x) = x if x > 0 else 0                  # scalar; on a tensor it works entry by entry, any shape
  domain x != 0
  backward dy
    dx = dy if x > 0 else 0

condition no_zero(z[..]) = all(..) z[..] != 0         # [..]: any shape

condition single_max(y[n<N, c<C, p<2*H, q<2*W]) = all(n, c, i < H, j < W) (any(p, q in cell(i, j))
    (all(r, s in cell(i, j) | not (r, s) is (p, q)) y[n, c, p, q] > y[n, c, r, s]))

window cell[H, W](i < H, j < W) = (p < 2*H, q < 2*W | abs(p - 2*i) <= 1 and abs(q - 2*j) <= 1)

layer max_pool[N, C, H, W]
  input  y[n < N, c < C, p < 2*H, q < 2*W]
  output u[n < N, c < C, i < H, j < W] = max(p, q in cell(i, j)) y[n, c, p, q]
  domain single_max(y)                                # named, reusable conditions
  backward du
    dy[n, c, p, q] = sum(i < H, j < W | (argmax(r, s in cell(i, j)) y[n, c, r, s]) is (p, q)) du[n, c, i, j]

layer relu_pool[N, C, H, W]
  input  z[n < N, c < C, p < 2*H, q < 2*W]
  let    y = relu(z)
  output u = max_pool(y)
  domain no_zero(z) and smooth_or_dead(y)
  backward du
    dz[n, c, p, q] = max_pool.back(du at y)[n, c, p, q] if z[n, c, p, q] > 0 else 0

theorem pool_alone: vjp max_pool_claiming_smooth_or_dead wrt y   expect refuted
)";

}  // namespace germ::syntax
