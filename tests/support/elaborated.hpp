#pragma once
// For tests: statements from text.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

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

}  // namespace germ::test
