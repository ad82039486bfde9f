// Binder lists, axis lists and declarators.
#include <utility>

#include "syntax/parser_expressions.hpp"

namespace germ::syntax {

namespace {

void flush(std::vector<Name>& pending, std::vector<BinderItem>& items) {
  for (Name& name : pending) {
    BinderItem item;
    item.span = name.span;
    item.names.push_back(std::move(name));
    items.push_back(std::move(item));
  }
  pending.clear();
}

}  // namespace

std::vector<BinderItem> ExpressionParser::binder_items(bool groups) {
  std::vector<BinderItem> items;
  std::vector<Name> pending;  // names that may turn out to be positions of a window
  do {
    if (cursor_.at("..")) {
      flush(pending, items);
      items.emplace_back();
      items.back().ellipsis = true;
      items.back().span = cursor_.span();
      cursor_.advance();
      continue;
    }
    if (groups && cursor_.at("(")) {
      flush(pending, items);
      items.push_back(group());
      continue;
    }
    if (cursor_.kind() == TokenKind::number) {
      cursor_.fail({"G120",
                    "a range is written `k < K` and starts at 0: a number cannot stand here",
                    cursor_.span(),
                    Severity::error,
                    {}});
    }
    pending.push_back(cursor_.name("an index name"));
    if (cursor_.accept("<")) {
      Name name = std::move(pending.back());
      pending.pop_back();
      flush(pending, items);
      BinderItem item;
      Cursor::IndexPosition integers(cursor_);
      item.extent = additive();
      item.span = join(name.span, item.extent->span);
      item.names.push_back(std::move(name));
      items.push_back(std::move(item));
    } else if (cursor_.accept("in")) {
      BinderItem item;
      item.window = postfix();
      if (item.window->kind != ExprKind::call) {
        cursor_.fail({"G120",
                      "expected a window with its arguments, as in `cell(i, j)`",
                      item.window->span,
                      Severity::error,
                      {}});
      }
      item.span = join(pending.front().span, item.window->span);
      item.names = std::exchange(pending, {});
      items.push_back(std::move(item));
    } else if (auto sign = comparison_sign()) {
      cursor_.fail(
          {"G120",
           "a range is written `" + pending.back().text + " < ..`, not with `" + std::string(cursor_.text()) + "`",
           cursor_.span(),
           Severity::error,
           {{"further conditions stand after `|`", std::nullopt}}});
    }
  } while (cursor_.accept(","));
  flush(pending, items);
  return items;
}

BinderItem ExpressionParser::group() {
  Cursor::Deeper deeper(cursor_);
  BinderItem out;
  Span start = cursor_.span();
  std::size_t opened = cursor_.open("(");
  out.group = binder_items(false);
  cursor_.close(opened);
  out.span = join(start, cursor_.last_span());
  return out;
}

Binders ExpressionParser::binders() {
  Binders out;
  std::size_t opened = cursor_.open("(");
  out.items = binder_items(false);
  if (cursor_.accept("|")) {
    Cursor::IndexPosition integers(cursor_);
    out.filter = disjunction();
  }
  cursor_.close(opened);
  return out;
}

Declarator ExpressionParser::declarator(Name name) {
  Declarator out;
  out.name = std::move(name);
  if (!cursor_.at("[")) return out;
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("[");
  out.axes = binder_items(true);
  out.brackets = true;
  cursor_.close(opened);
  return out;
}

}  // namespace germ::syntax
