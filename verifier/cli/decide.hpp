#pragma once
// A claim of a library, decided.

#include "base/diagnostic.hpp"
#include "ir/statement.hpp"
#include "refute/decision.hpp"
#include "syntax/library.hpp"

namespace germ::cli {

// May be called from several threads for one library. `replay`: the second checker must accept every equality.
refute::Decision decide_claim(const syntax::Library& library, const ir::Claim& claim, bool replay);

// What syntax::check finds, without that which makes a claim invalid that is expected to be so.
Diagnostics unexpected_faults(const syntax::Library& library, const std::vector<ir::Claim>& claims);

}  // namespace germ::cli
