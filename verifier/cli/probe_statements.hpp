#pragma once
// What a file claims about the derivative of one layer, each claim decided for the member that is probed.

#include <string>
#include <vector>

#include "ir/statement.hpp"
#include "syntax/library.hpp"

namespace germ::cli {

struct ProbeStatement {
  ir::Claim claim;  // at the one member
  ir::Verdict verdict = ir::Verdict::unknown;
  bool proved() const { return verdict == ir::Verdict::proved; }
};

// Joint claims and theorems; not those that the text itself expects to be wrong, vacuous or invalid, and not the single
// variables of a joint claim, which hold where that does.
std::vector<ProbeStatement> statements_about(const syntax::Library& library, const std::string& layer,
                                             const ir::Member& member);
std::vector<ir::Claim> claims_of(const std::vector<ProbeStatement>& statements);

// Fills the verdicts. What the text expects to be unknown is taken at its word, and not tried.
void prove(const syntax::Library& library, std::vector<ProbeStatement>& statements, unsigned jobs);

}  // namespace germ::cli
