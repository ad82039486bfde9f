#include "syntax/elaborate_region.hpp"

namespace germ::syntax {

namespace {

bool by_layer_domain(ir::StatementKind kind) {
  return kind == ir::StatementKind::vjp || kind == ir::StatementKind::jvp || kind == ir::StatementKind::exact ||
         kind == ir::StatementKind::unique;
}

}  // namespace

std::vector<ir::Clause> on_clauses(Context& context, const Root& root, const TheoremDecl* theorem, Scope* scope) {
  std::vector<ir::Clause> on = root.on_givens;
  if (theorem && theorem->on)
    for (ir::Clause& clause : clauses_of(context, *scope, *theorem->on)) on.push_back(std::move(clause));
  return on;
}

std::vector<ir::Clause> region_of(Context& context, const Root& root, const ir::Claim& claim,
                                  const TheoremDecl* theorem, Scope* scope) {
  const bool exact = claim.kind == ir::StatementKind::exact;
  const bool own = by_layer_domain(claim.kind) && (exact || !theorem || !theorem->on);
  if (own) return domain_of(context, root, claim.wrt.size() == 1 ? claim.wrt[0] : "");
  return on_clauses(context, root, theorem, scope);
}

}  // namespace germ::syntax
