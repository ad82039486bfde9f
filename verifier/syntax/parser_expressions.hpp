#pragma once
// Expressions and binder lists. Levels, weakest first: if-else; or; and; not; comparison, is, in; + -; * / %; unary -;
// ^; subscripts, calls, fields. One token of lookahead; only `max` and `min` look at their whole parenthesis.

#include "syntax/cursor.hpp"

namespace germ::syntax {

class ExpressionParser {
 public:
  explicit ExpressionParser(Cursor& cursor) : cursor_(cursor) {}

  ExprPtr expression();   // the weakest level: `a if c else b`
  ExprPtr disjunction();  // without a bare `if`
  ExprPtr additive();     // without comparisons

  // `k < K, p, q in cell(i, j), ..`; groups `(g < G, c < Cg)` where `groups` (axes).
  std::vector<BinderItem> binder_items(bool groups);
  // In parentheses: items and, after `|`, a filter.
  Binders binders();
  // `[axes]` after a declared name, if it stands there.
  Declarator declarator(Name name);
  Declarator declarator(std::string_view what) { return declarator(cursor_.name(what)); }
  // A comparison sign, if one stands here.
  std::optional<ExprKind> comparison_sign() const;

 private:
  ExprPtr conjunction();
  ExprPtr negation();
  ExprPtr comparison();
  ExprPtr product();
  ExprPtr unary();
  void take_factor_sign();
  ExprPtr power();
  ExprPtr postfix();
  ExprPtr primary();
  ExprPtr parenthesis();
  ExprPtr indicator();
  ExprPtr reduction();
  ExprPtr subscript(ExprPtr base);
  ExprPtr call(ExprPtr base, std::vector<std::pair<Name, ExprPtr>> sizes);
  std::vector<std::pair<Name, ExprPtr>> subscript_arguments();
  ExprPtr subscript_argument();
  Name argument_name();
  ExprPtr call_argument();
  bool at_reduction() const;
  bool looks_like_binders(std::size_t opened) const;
  BinderItem group();

  ExprPtr make(ExprKind kind, Span span, std::string text = {});
  ExprPtr binary(ExprKind kind, ExprPtr left, ExprPtr right);
  void add(Expr& parent, ExprPtr child);
  void grow(Expr& parent, const Expr& child);
  void grow(Expr& parent, const Binders& binders);
  void grow(Expr& parent, const std::vector<BinderItem>& items);

  Cursor& cursor_;
};

}  // namespace germ::syntax
