#pragma once
// Where a claim about a layer is claimed: the theorem's `on`, or the domain of the layer.

#include <vector>

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// A scope below the root for the theorem's own text.
Scope& open_theorem(Context& context, const Root& root, const TheoremDecl& theorem);

// The region of the claim in the variables `wrt` (empty: in all). `theorem` and its `scope` are null for a claim of the
// layer's own text.
std::vector<ir::Clause> region_of(Context& context, const Root& root, const TheoremDecl* theorem, Scope* scope,
                                  const std::vector<std::string>& wrt);

}  // namespace germ::syntax
