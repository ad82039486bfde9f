#include "derive/sources.hpp"

#include <algorithm>

namespace germ::derive {

using namespace syntax;

namespace {

class Search {
 public:
  explicit Search(Span span) : span_(span) {}

  const Expr* in(const ExprPtr& expr) const {
    if (!expr || expr->span.begin > span_.begin || expr->span.end < span_.end) return nullptr;
    if (expr->kind == ExprKind::reduction && expr->span.begin == span_.begin && expr->span.end == span_.end)
      return expr.get();
    for (const ExprPtr& arg : expr->args)
      if (const Expr* found = in(arg)) return found;
    for (const auto& [name, value] : expr->named)
      if (const Expr* found = in(value)) return found;
    return in(expr->binders.filter);
  }

  const Expr* in(const std::vector<Item>& items) const {
    for (const Item& item : items) {
      const Expr* found = nullptr;
      if (const auto* line = std::get_if<DefinitionItem>(&item.content)) found = in(line->body);
      if (const auto* domain = std::get_if<DomainItem>(&item.content)) found = in(domain->condition);
      if (found) return found;
    }
    return nullptr;
  }

  const Expr* in(const LayerDecl& layer) const { return in(layer.items); }
  const Expr* in(const FunctionDecl& function) const {
    const Expr* found = in(function.body);
    return found ? found : in(function.items);
  }
  const Expr* in(const ConditionDecl& condition) const { return in(condition.body); }
  const Expr* in(const WindowDecl&) const { return nullptr; }
  const Expr* in(const TheoremDecl&) const { return nullptr; }

 private:
  Span span_;
};

}  // namespace

const Expr* Sources::reduction(Span span) const {
  for (const auto& module : library_.modules()) {
    if (module->file != span.file) continue;
    for (const Declaration& declaration : module->declarations) {
      const Expr* found =
          std::visit([&](const auto& content) -> const Expr* { return Search(span).in(content); }, declaration);
      if (found) return found;
    }
  }
  return nullptr;
}

}  // namespace germ::derive
