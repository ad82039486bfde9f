#include "syntax/elaborate_region.hpp"

#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

Scope& open_theorem(Context& context, const Root& root, const TheoremDecl& theorem) {
  Scope& scope = context.open(theorem.name.text, &theorem);
  scope.parent = root.scope;
  scope.mode = Mode::frozen;
  if (theorem.on) collect_ranges(context.declarations, scope, *theorem.on);
  for (const auto& wrt : theorem.wrt)
    if (wrt.slice) collect_ranges(context.declarations, scope, *wrt.slice);
  return scope;
}

std::vector<ir::Clause> region_of(Context& context, const Root& root, const TheoremDecl* theorem, Scope* scope,
                                  const std::vector<std::string>& wrt) {
  if (!theorem || !theorem->on) return domain_of(context, root, wrt.size() == 1 ? wrt[0] : "");
  std::vector<ir::Clause> region = clauses_of(context, *scope, *theorem->on);
  region.insert(region.begin(), root.on_givens.begin(), root.on_givens.end());
  return region;
}

}  // namespace germ::syntax
