#include "syntax/parser_expressions.hpp"

#include <algorithm>
#include <utility>

namespace germ::syntax {

namespace {

constexpr std::uint16_t tallest_expression = 1000;

}  // namespace

ExprPtr ExpressionParser::make(ExprKind kind, Span span, std::string text) {
  auto out = std::make_unique<Expr>();
  out->kind = kind;
  out->span = span;
  out->text = std::move(text);
  return out;
}

// Whoever walks a tree recursively may rely on its height.
void ExpressionParser::grow(Expr& parent, const Expr& child) {
  if (child.height >= tallest_expression) {
    cursor_.fail({"G114",
                  "the expression has more than " + std::to_string(tallest_expression) + " levels",
                  parent.span,
                  Severity::error,
                  {{"a `let` can name a part of it", std::nullopt}}});
  }
  parent.height = std::max(parent.height, static_cast<std::uint16_t>(child.height + 1));
}

void ExpressionParser::grow(Expr& parent, const std::vector<BinderItem>& items) {
  for (const BinderItem& item : items) {
    if (item.extent) grow(parent, *item.extent);
    if (item.window) grow(parent, *item.window);
  }
}

void ExpressionParser::grow(Expr& parent, const Binders& binders) {
  grow(parent, binders.items);
  if (binders.filter) grow(parent, *binders.filter);
}

void ExpressionParser::add(Expr& parent, ExprPtr child) {
  grow(parent, *child);
  parent.args.push_back(std::move(child));
}

ExprPtr ExpressionParser::binary(ExprKind kind, ExprPtr left, ExprPtr right) {
  ExprPtr out = make(kind, join(left->span, right->span));
  add(*out, std::move(left));
  add(*out, std::move(right));
  return out;
}

ExprPtr ExpressionParser::expression() {
  Cursor::Deeper deeper(cursor_);
  ExprPtr value = disjunction();
  if (!cursor_.accept("if")) return value;
  ExprPtr condition = disjunction();
  if (!cursor_.accept("else")) cursor_.unexpected("`else`", {{"an `if` in an expression has an `else`", std::nullopt}});
  ExprPtr otherwise = expression();
  ExprPtr out = make(ExprKind::choose, join(value->span, otherwise->span));
  add(*out, std::move(value));
  add(*out, std::move(condition));
  add(*out, std::move(otherwise));
  return out;
}

ExprPtr ExpressionParser::disjunction() {
  ExprPtr out = conjunction();
  while (cursor_.accept("or")) out = binary(ExprKind::or_, std::move(out), conjunction());
  return out;
}

ExprPtr ExpressionParser::conjunction() {
  ExprPtr out = negation();
  while (cursor_.accept("and")) out = binary(ExprKind::and_, std::move(out), negation());
  return out;
}

ExprPtr ExpressionParser::negation() {
  if (!cursor_.at("not")) return comparison();
  Cursor::Deeper deeper(cursor_);
  Span start = cursor_.span();
  cursor_.advance();
  ExprPtr operand = negation();
  ExprPtr out = make(ExprKind::not_, join(start, operand->span));
  add(*out, std::move(operand));
  return out;
}

std::optional<ExprKind> ExpressionParser::comparison_sign() const {
  constexpr std::pair<std::string_view, ExprKind> signs[] = {
      {"<", ExprKind::less},    {"<=", ExprKind::less_equal}, {">", ExprKind::greater}, {">=", ExprKind::greater_equal},
      {"==", ExprKind::equals}, {"!=", ExprKind::not_equals}, {"is", ExprKind::is},     {"in", ExprKind::in}};
  if (cursor_.kind() != TokenKind::symbol && cursor_.kind() != TokenKind::word) return std::nullopt;
  for (const auto& [text, kind] : signs)
    if (cursor_.text() == text) return kind;
  return std::nullopt;
}

ExprPtr ExpressionParser::comparison() {
  ExprPtr left = additive();
  auto sign = comparison_sign();
  if (!sign) return left;
  Span first = cursor_.span();
  cursor_.advance();
  if ((*sign == ExprKind::is || *sign == ExprKind::in) && cursor_.at("not"))
    cursor_.unexpected("an expression", {{"the negation is written `not a is b`", std::nullopt}});
  ExprPtr out = binary(*sign, std::move(left), additive());
  if (comparison_sign()) {
    cursor_.fail({"G119",
                  "comparisons do not chain",
                  cursor_.span(),
                  Severity::error,
                  {{"the first comparison is here; write `a < b and b < c`", first}}});
  }
  return out;
}

ExprPtr ExpressionParser::additive() {
  ExprPtr out = product();
  for (;;) {
    if (cursor_.accept("+")) {
      out = binary(ExprKind::add, std::move(out), product());
    } else if (cursor_.accept("-")) {
      out = binary(ExprKind::subtract, std::move(out), product());
    } else {
      return out;
    }
  }
}

ExprPtr ExpressionParser::product() {
  ExprPtr out = unary();
  for (;;) {
    if (cursor_.at("*")) {
      take_factor_sign();
      out = binary(ExprKind::multiply, std::move(out), unary());
    } else if (cursor_.at("/")) {
      take_factor_sign();
      out = binary(ExprKind::divide, std::move(out), unary());
    } else if (cursor_.accept("%")) {
      out = binary(ExprKind::modulo, std::move(out), unary());
    } else {
      return out;
    }
  }
}

// Takes `*` or `/`. They stand without spaces in `S*i` where integers stand, and in `H*W` and `1/2` anywhere.
void ExpressionParser::take_factor_sign() {
  const Tokens& tokens = cursor_.tokens();
  auto capital = [](std::string_view text) { return text[0] >= 'A' && text[0] <= 'Z'; };
  std::size_t left = cursor_.place() - 1;
  bool number = tokens.tokens[left].kind == TokenKind::number;
  bool tight = false;
  if (cursor_.at("*")) {
    bool name = cursor_.kind(1) == TokenKind::name && !cursor_.at("[", 2) && !cursor_.at("(", 2);
    bool sizes = name && capital(cursor_.text(1)) && (number || capital(tokens.text(left)));
    tight = cursor_.in_index_position() || sizes;
  } else {
    tight = number && cursor_.kind(1) == TokenKind::number;
  }
  cursor_.layout().tight = tight;
  cursor_.advance();
  cursor_.layout().tight = tight;
}

ExprPtr ExpressionParser::unary() {
  if (!cursor_.at("-")) return power();
  Cursor::Deeper deeper(cursor_);
  Span start = cursor_.span();
  cursor_.advance();
  cursor_.layout().tight = true;
  ExprPtr operand = unary();
  ExprPtr out = make(ExprKind::negate, join(start, operand->span));
  add(*out, std::move(operand));
  return out;
}

ExprPtr ExpressionParser::power() {
  ExprPtr base = postfix();
  if (!cursor_.at("^")) return base;
  Cursor::Deeper deeper(cursor_);
  cursor_.layout().tight = true;
  cursor_.advance();
  cursor_.layout().tight = true;
  return binary(ExprKind::power, std::move(base), unary());
}

}  // namespace germ::syntax
