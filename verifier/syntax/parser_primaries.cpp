// The strongest levels of expressions: names, numbers, parentheses, subscripts, calls, reductions.
#include <algorithm>
#include <array>
#include <utility>

#include "syntax/parser_expressions.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

ExprPtr ExpressionParser::postfix() {
  if (at_reduction()) return reduction();
  bool callable = cursor_.kind() == TokenKind::name;
  ExprPtr out = primary();
  while (callable) {
    if (cursor_.at("[")) {
      out = subscript(std::move(out));
    } else if (cursor_.at("(")) {
      out = call(std::move(out), {});
    } else if (cursor_.at(".")) {
      cursor_.layout().tight = true;
      cursor_.advance();
      cursor_.layout().tight = true;
      Name field = cursor_.name("a name after the point");
      ExprPtr whole = make(ExprKind::field, join(out->span, field.span), field.text);
      add(*whole, std::move(out));
      out = std::move(whole);
    } else {
      return out;
    }
  }
  return out;
}

ExprPtr ExpressionParser::primary() {
  if (cursor_.at("(")) return parenthesis();
  if (cursor_.at("[")) return indicator();
  TokenKind kind = cursor_.kind();
  if (kind != TokenKind::name && kind != TokenKind::number) {
    std::vector<Diagnostic::Note> notes;
    if (kind == TokenKind::word && !cursor_.at("if") && !cursor_.at("else") && (starts_item(cursor_.text())))
      notes.push_back({"`" + std::string(cursor_.text()) + "` is a keyword and cannot be a name", std::nullopt});
    cursor_.unexpected("an expression", std::move(notes));
  }
  if (cursor_.at_name("f32") && cursor_.at("(", 1)) cursor_.report_later("f32", cursor_.span());
  ExprPtr out =
      make(kind == TokenKind::name ? ExprKind::name : ExprKind::number, cursor_.span(), std::string(cursor_.text()));
  cursor_.advance();
  return out;
}

ExprPtr ExpressionParser::parenthesis() {
  Span start = cursor_.span();
  std::size_t opened = cursor_.open("(");
  ExprPtr out = expression();
  if (cursor_.at(",")) {
    ExprPtr tuple = make(ExprKind::tuple, start);
    add(*tuple, std::move(out));
    while (cursor_.accept(",")) add(*tuple, expression());
    out = std::move(tuple);
  }
  cursor_.close(opened);
  out->span = join(start, cursor_.last_span());  // the text of a part keeps its parentheses
  return out;
}

ExprPtr ExpressionParser::indicator() {
  Span start = cursor_.span();
  std::size_t opened = cursor_.open("[");
  Cursor::IndexPosition integers(cursor_);
  ExprPtr condition = expression();
  cursor_.close(opened);
  ExprPtr out = make(ExprKind::indicator, join(start, cursor_.last_span()));
  add(*out, std::move(condition));
  return out;
}

// `max(a, b)` is a value, `max(p, q in cell(i)) y[p, q]` a reduction, and so is `max(p, q) y[p, q]`: what follows the
// parenthesis or what stands in it tells them apart. The other words are reductions wherever a parenthesis follows.
bool ExpressionParser::at_reduction() const {
  if (cursor_.kind() != TokenKind::name || !cursor_.at("(", 1) || !is_reduction(cursor_.text())) return false;
  if (cursor_.text() != "max" && cursor_.text() != "min") return true;
  return looks_like_binders(cursor_.place() + 1);
}

bool ExpressionParser::looks_like_binders(std::size_t opened) const {
  const Tokens& tokens = cursor_.tokens();
  std::size_t closed = tokens.partner[opened];
  if (closed == no_partner) return false;
  TokenKind after = tokens.tokens[closed + 1].kind;
  std::string_view following = tokens.text(closed + 1);
  constexpr std::array<std::string_view, 8> clauses{"on",  "by",   "expect", "at",
                                                    "wrt", "near", "along",  "keeps"};  // what a theorem may go on with
  if (std::find(clauses.begin(), clauses.end(), following) != clauses.end()) return false;
  if (after == TokenKind::name || after == TokenKind::number) return true;
  if (after == TokenKind::symbol && (following == "(" || following == "[")) return true;
  for (std::size_t i = opened + 1; i < closed; ++i) {
    if (tokens.partner[i] != no_partner && tokens.partner[i] > i) {
      i = tokens.partner[i];
      continue;
    }
    std::string_view text = tokens.text(i);
    bool range = text == "<" && i >= opened + 2 && (i == opened + 2 || tokens.text(i - 2) == ",");
    if (range || text == "in" || text == "|" || (text == ".." && i == opened + 1)) return true;
    if (text == "if") return false;
  }
  return false;
}

ExprPtr ExpressionParser::reduction() {
  Cursor::Deeper deeper(cursor_);
  Span start = cursor_.span();
  std::string word(cursor_.text());
  if (word == "prod" || word == "ranked") cursor_.report_later(word, start);
  cursor_.advance();
  cursor_.layout().tight = true;
  ExprPtr out = make(ExprKind::reduction, start, word);
  out->binders = binders();
  grow(*out, out->binders);
  if (cursor_.kind() == TokenKind::line_end || cursor_.at(")")) {
    cursor_.unexpected("the body of `" + word + "`", {{"a reduction takes the product that follows it", start}});
  }
  bool truth = word == "all" || word == "any";
  ExprPtr body = truth ? negation() : product();
  out->span = join(start, body->span);
  add(*out, std::move(body));
  return out;
}

ExprPtr ExpressionParser::subscript(ExprPtr base) {
  Cursor::Deeper deeper(cursor_);
  Span start = base->span;
  auto arguments = subscript_arguments();
  if (cursor_.at("(")) return call(std::move(base), std::move(arguments));
  for (const auto& [name, value] : arguments) {
    if (!name.text.empty())
      cursor_.unexpected("`(`", {{"a size is given by name in a call only, as in `f[S=2](x)`", name.span}});
  }
  ExprPtr out = make(ExprKind::subscript, join(start, cursor_.last_span()));
  add(*out, std::move(base));
  for (auto& [name, value] : arguments) add(*out, std::move(value));
  return out;
}

// [i, .., S=2]; a name is empty where none was given.
std::vector<std::pair<Name, ExprPtr>> ExpressionParser::subscript_arguments() {
  Cursor::IndexPosition integers(cursor_);
  std::vector<std::pair<Name, ExprPtr>> out;
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("[");
  do {
    Name name = argument_name();
    ExprPtr value = name.text.empty() ? subscript_argument() : expression();
    out.emplace_back(std::move(name), std::move(value));
  } while (cursor_.accept(","));
  cursor_.close(opened);
  return out;
}

// `S=` before a value, if it stands here.
Name ExpressionParser::argument_name() {
  if (cursor_.kind() != TokenKind::name || !cursor_.at("=", 1)) return {};
  Name name = cursor_.name("a name");
  cursor_.layout().tight = true;
  cursor_.advance();
  cursor_.layout().tight = true;
  return name;
}

ExprPtr ExpressionParser::subscript_argument() {
  if (cursor_.at("..")) {
    ExprPtr out = make(ExprKind::ellipsis, cursor_.span(), "..");
    cursor_.advance();
    return out;
  }
  if (cursor_.at_name("at") && (cursor_.kind(1) == TokenKind::name || cursor_.at("(", 1))) {
    ExprPtr out = make(ExprKind::at, cursor_.span());
    cursor_.advance();
    ExprPtr cell = expression();
    out->span = join(out->span, cell->span);
    add(*out, std::move(cell));
    return out;
  }
  return expression();
}

ExprPtr ExpressionParser::call(ExprPtr base, std::vector<std::pair<Name, ExprPtr>> sizes) {
  Cursor::Deeper deeper(cursor_);
  ExprPtr out = make(ExprKind::call, base->span);
  add(*out, std::move(base));
  for (const auto& size : sizes) grow(*out, *size.second);
  out->sizes = std::move(sizes);
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("(");
  while (!cursor_.at(")")) {
    if (Name name = argument_name(); !name.text.empty()) {
      ExprPtr value = expression();
      grow(*out, *value);
      out->named.emplace_back(std::move(name), std::move(value));
    } else if (!out->named.empty()) {
      cursor_.unexpected("an argument by name",
                         {{"after this one all are given by name", out->named.back().first.span}});
    } else {
      add(*out, call_argument());
    }
    if (!cursor_.accept(",")) break;
  }
  cursor_.close(opened);
  out->span = join(out->span, cursor_.last_span());
  return out;
}

ExprPtr ExpressionParser::call_argument() {
  ExprPtr out = expression();
  if (cursor_.accept_name("at")) out = binary(ExprKind::at, std::move(out), expression());
  return out;
}

}  // namespace germ::syntax
