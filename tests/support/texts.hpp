#pragma once
// For tests: statements from text, and the real solver.

#include <doctest/doctest.h>

#include <string>

#include "kernel/theorem.hpp"
#include "syntax/library.hpp"

namespace germ::test {

inline std::string rendered(const Diagnostics& diagnostics) {
  std::string out;
  for (const auto& diagnostic : diagnostics) out += render(diagnostic);
  return out;
}

// Keeps the texts of statements alive as long as the test program runs.
inline syntax::Library& keep(syntax::Library library) {
  static std::vector<std::unique_ptr<syntax::Library>> kept;
  kept.push_back(std::make_unique<syntax::Library>(std::move(library)));
  return *kept.back();
}

inline syntax::Library& library(const std::string& text) {
  syntax::Library made;
  Diagnostics diagnostics = made.add("test.germ", text);
  REQUIRE_MESSAGE(diagnostics.empty(), rendered(diagnostics));
  return keep(std::move(made));
}

inline ir::Statement statement(syntax::Library& from, const std::string& claim_name, std::size_t member = 0) {
  for (const ir::Claim& claim : syntax::claims(from)) {
    if (claim.name != claim_name) continue;
    auto made = syntax::elaborate(from, claim, claim.members.at(member));
    REQUIRE_MESSAGE(bool(made), rendered(made ? Diagnostics{} : made.diagnostics()));
    return std::move(*made);
  }
  FAIL("no claim named " << claim_name);
  return {};
}

inline ir::Statement statement(const std::string& text, const std::string& claim_name) {
  return statement(library(text), claim_name);
}

inline kernel::Context z3() {
  return {[](ir::Program& program, const smt::Budget& budget) { return smt::make_z3(program, budget); }, {}};
}

// Is the claim proved by the kernel?
inline bool proved(const std::string& text, const std::string& claim_name) {
  ir::Statement made = statement(text, claim_name);
  switch (made.kind) {
    case ir::StatementKind::vjp: return kernel::Theorem::vjp(made, z3(), kernel::Form::as_written).theorem != nullptr;
    case ir::StatementKind::equal: return kernel::Theorem::equal(made, z3()).theorem != nullptr;
    case ir::StatementKind::implies: return kernel::Theorem::implies(made, z3()).theorem != nullptr;
  }
  return false;
}

}  // namespace germ::test
