#pragma once
// The library that a command line names, and its claims.

#include <ostream>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/statement.hpp"
#include "syntax/library.hpp"

namespace germ::cli {

struct Loaded {
  syntax::Library library;
  Diagnostics faults;
  std::vector<ir::Claim> claims;
};

Loaded load(const std::vector<std::string>& files);

// Keeps the claims about any of `names`; all where there is none. A name without a claim: `command` says so, and the
// value is false.
bool choose(std::vector<ir::Claim>& claims, const std::vector<std::string>& names, const char* command,
            std::ostream& err);

}  // namespace germ::cli
