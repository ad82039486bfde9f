#pragma once
// The text of a theorem that stands beside its statement: its scope, the steps of its script, directions.

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// A scope below the root for the theorem's own text.
Scope& open_theorem(Context& context, const Root& root, const TheoremDecl& theorem);
// The steps of the script; rules and theorems that it cites are written out at their arguments.
std::vector<ir::Step> steps_of(Context& context, Scope& scope, const std::vector<StepDecl>& steps);
// The directions of `along`; the variables are those of the root.
std::vector<ir::Direction> directions_of(Context& context, Scope& scope, const Root& root, const TheoremDecl& theorem);
// The claims that a theorem's script cites.
std::vector<std::string> cited_by(const std::vector<StepDecl>& steps);

}  // namespace germ::syntax
