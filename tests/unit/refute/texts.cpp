// The gate and the search on the texts of the repository, without any proof.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "refute/gate.hpp"
#include "refute/search.hpp"
#include "syntax/library.hpp"

namespace germ::refute {

namespace {

syntax::Library library_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".germ") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  syntax::Library library;
  for (const auto& path : paths) {
    std::ifstream in(path);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    library.add(path.string(), std::move(text));
  }
  return library;
}

const std::filesystem::path root = GERM_SOURCE_DIR;

}  // namespace

TEST_CASE("every claim of the layer library passes the gate at executed points with sizes from two on") {
  syntax::Library library = library_of(root / "layers");
  std::size_t seen = 0;
  for (const ir::Claim& claim : syntax::claims(library)) {
    if (claim.expect) continue;
    for (const ir::Member& member : claim.members) {
      auto statement = syntax::elaborate(library, claim, member);
      if (!statement) continue;
      INFO(claim.name, " ", member.to_string());
      GateReport report = gate(*statement, {});
      CHECK_FALSE(report.failure);
      CHECK(report.decided > 0);
      CHECK((!report.sizes_can_be_two || report.sizes_from_two));
      ++seen;
    }
  }
  CHECK(seen > 20);
}

TEST_CASE("every claim that a case file expects to be refuted has an executed counterexample") {
  for (const char* folder : {"tests/cases", "examples"}) {
    syntax::Library library = library_of(root / folder);
    for (const ir::Claim& claim : syntax::claims(library)) {
      bool refuted = claim.expect == ir::Verdict::refuted;
      // What shows late is found where the solver says, and there is none here.
      bool late = claim.span.file->path().ends_with("late.germ");
      if (!refuted || late) continue;
      // Of a family one member is enough.
      bool found = false;
      for (const ir::Member& member : claim.members) {
        auto statement = syntax::elaborate(library, claim, member);
        if (found || !statement) continue;
        auto counterexample = search(*statement, {});
        found = counterexample.has_value();
        if (found) CHECK_FALSE(describe(*counterexample).empty());
      }
      INFO(claim.name);
      CHECK(found);
    }
  }
}

}  // namespace germ::refute
