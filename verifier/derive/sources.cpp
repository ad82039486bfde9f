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

// Names that are values: not what is read or called.
class Names {
 public:
  explicit Names(WrittenReduction& into) : into_(into) {}

  void collect(const Expr& expr) {
    if (expr.kind == ExprKind::name) note(expr.text);
    bool headed = expr.kind == ExprKind::subscript || expr.kind == ExprKind::call;
    for (std::size_t i = headed ? 1 : 0; i < expr.args.size(); ++i) collect(*expr.args[i]);
    if (expr.binders.filter) collect(*expr.binders.filter);
  }

 private:
  void note(const std::string& name) {
    for (const std::vector<std::string>* known : {&into_.binders, &into_.others})
      if (std::find(known->begin(), known->end(), name) != known->end()) return;
    into_.others.push_back(name);
  }
  WrittenReduction& into_;
};

}  // namespace

const Expr* Sources::find(Span span) const {
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

std::optional<WrittenReduction> Sources::reduction(Span span) const {
  const Expr* expr = find(span);
  if (!expr) return std::nullopt;
  WrittenReduction out;
  for (const BinderItem& item : expr->binders.items) {
    if (item.ellipsis) return std::nullopt;
    for (const Name& name : item.names) out.binders.push_back(name.text);
  }
  Names names(out);
  names.collect(*expr->args[0]);
  for (const BinderItem& item : expr->binders.items)
    if (item.window) names.collect(*item.window);
  if (expr->binders.filter) names.collect(*expr->binders.filter);
  const BinderItem& first = expr->binders.items.front();
  if (first.window && expr->binders.items.size() == 1 && !expr->binders.filter) out.window = &first;
  return out;
}

}  // namespace germ::derive
