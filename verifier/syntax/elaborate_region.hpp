#pragma once
// Where a claim about a layer is claimed: the theorem's `on`, or the domain of the layer.

#include <vector>

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// `theorem` and its `scope` are null for a claim of the layer's own text.

// The given bounds, and the clauses of `on`.
std::vector<ir::Clause> on_clauses(Context& context, const Root& root, const TheoremDecl* theorem, Scope* scope);

// The hypotheses of the claim: those of `on`, or the layer's domain where the claim is about it.
std::vector<ir::Clause> region_of(Context& context, const Root& root, const ir::Claim& claim,
                                  const TheoremDecl* theorem, Scope* scope);

}  // namespace germ::syntax
