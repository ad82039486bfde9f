#pragma once
// Texts to statements and back to text, for the tests of elaboration.

#include <doctest/doctest.h>

#include <string>

#include "ir/printer.hpp"
#include "syntax/library.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax::testing {

inline Library library_of(const std::string& text) {
  Library library;
  for (const Diagnostic& diagnostic : library.add("test.germ", text)) FAIL(render(diagnostic));
  return library;
}

inline std::string place(const Diagnostic& diagnostic) {
  if (!diagnostic.span.file) return diagnostic.id + " nowhere";
  auto position = diagnostic.span.file->position(diagnostic.span.begin);
  return diagnostic.id + " " + std::to_string(position.line) + ":" + std::to_string(position.column);
}

// "G201 3:24; G301 4:5": every fault that `check` finds.
inline std::string faults(const std::string& text) {
  Library library = library_of(text);
  std::string out;
  for (const Diagnostic& diagnostic : check(library)) out += (out.empty() ? "" : "; ") + place(diagnostic);
  return out;
}

// The message of the only fault, with its notes.
inline std::string message(const std::string& text) {
  Library library = library_of(text);
  Diagnostics all = check(library);
  REQUIRE(all.size() == 1);
  std::string out = all[0].message;
  for (const auto& note : all[0].notes) out += " / " + note.message;
  return out;
}

inline const ir::Claim& claim_named(const std::vector<ir::Claim>& all, const std::string& name) {
  for (const ir::Claim& claim : all)
    if (claim.name == name) return claim;
  FAIL("no claim " << name);
  return all.front();
}

// The statement of a claim at the first member of its family.
inline ir::Statement statement_of(const std::string& text, const std::string& claim) {
  Library library = library_of(text);
  std::vector<ir::Claim> all = claims(library);
  const ir::Claim& found = claim_named(all, claim);
  REQUIRE_FALSE(found.members.empty());
  auto statement = elaborate(library, found, found.members.front());
  if (!statement) FAIL(render(statement.diagnostics().front()));
  return std::move(*statement);
}

// The tensor of that name as printed.
inline std::string tensor(const ir::Statement& statement, const std::string& name) {
  ir::Program& program = *statement.program;
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i)
    if (program.tensors()[i].name == name) return to_string(program, ir::TensorId{i});
  return "no tensor " + name;
}

inline std::string domain(const ir::Statement& statement) { return to_string(*statement.program, statement.domain); }

// "1 <= N; eps > 0".
inline std::string facts(const ir::Statement& statement) {
  std::string out;
  for (ir::Formula fact : statement.program->facts())
    out += (out.empty() ? "" : "; ") + to_string(*statement.program, fact);
  return out;
}

inline std::string names(const ir::Statement& statement, const std::vector<ir::TensorId>& tensors) {
  std::string out;
  for (ir::TensorId id : tensors) out += (out.empty() ? "" : " ") + (*statement.program)[id].name;
  return out;
}

inline std::string adjoints(const ir::Statement& statement) {
  std::string out;
  for (const ir::Adjoint& adjoint : statement.adjoints)
    out += (out.empty() ? "" : " ") + (*statement.program)[adjoint.declared].name + ":" +
           (*statement.program)[adjoint.of].name;
  return out;
}

inline const std::string dense = R"(
layer dense[N, K, M]
  input  x[n < N, k < K]
  param  W[m < M, k < K], b[m < M]
  output y[n < N, m < M] = b[m] + (sum(k < K) W[m, k] * x[n, k])
  backward dy
    dx[n, k] = sum(m < M) dy[n, m] * W[m, k]
    dW[m, k] = sum(n < N) dy[n, m] * x[n, k]
    db[m]    = sum(n < N) dy[n, m]
)";

inline const std::string relu = R"(
function relu(x) = x if x > 0 else 0
  domain x != 0
  backward dy
    dx = dy if x > 0 else 0
)";

inline const std::string pool = R"(
window cell[H](i < H) = (p < 2*H | abs(p - 2*i) <= 1)

condition single_max(y[n < N, p < 2*H]) = all(n, i < H) (any(p in cell(i))
    (all(r in cell(i) | not r is p) y[n, p] > y[n, r]))

layer max_pool[N, H]
  input  y[n < N, p < 2*H]
  output u[n < N, i < H] = max(p in cell(i)) y[n, p]
  domain single_max(y)
  backward du
    dy[n, p] = sum(i < H | (argmax(r in cell(i)) y[n, r]) is p) du[n, i]
)";

}  // namespace germ::syntax::testing
