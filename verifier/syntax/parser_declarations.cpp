#include "syntax/parser_declarations.hpp"

#include <utility>

#include "syntax/words.hpp"

namespace germ::syntax {

std::vector<Declaration> DeclarationParser::declarations() {
  std::vector<Declaration> out;
  cursor_.skip_line_ends();
  while (!cursor_.at_end() && !cursor_.full()) {
    try {
      if (!cursor_.at_declaration()) no_declaration();
      declaration(out);
    } catch (const Cursor::Failure&) {
      skip_to_declaration();
    }
  }
  return out;
}

void DeclarationParser::declaration(std::vector<Declaration>& out) {
  cursor_.starts_statement(0);
  std::string_view word = cursor_.text();
  Span start = cursor_.span();
  cursor_.advance();
  if (word == "layer") out.emplace_back(layer());
  if (word == "function") out.emplace_back(function());
  if (word == "condition") out.emplace_back(condition());
  if (word == "window") out.emplace_back(window());
  if (word == "theorem") out.emplace_back(theorem());
  if (word == "rule") out.emplace_back(rule());
  if (word == "convention") {
    cursor_.report_later(word, start);
    throw Cursor::Failure{};
  }
}

void DeclarationParser::no_declaration() {
  std::string word(cursor_.text());
  Span where = cursor_.span();
  bool item = cursor_.at_item();
  bool name = cursor_.kind() == TokenKind::name;
  if (!item && !name)
    cursor_.unexpected("a declaration: `layer`, `function`, `condition`, `window`, `theorem` or `rule`");
  cursor_.advance();
  if (item) cursor_.fail({"G118", "the line `" + word + "` stands outside a layer", where, Severity::error, {}});
  std::vector<Diagnostic::Note> notes;
  if (auto near = nearest(word, declaration_words())) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  cursor_.fail({"G116",
                "expected a declaration (`layer`, `function`, `condition`, `window`, `theorem` or `rule`), found `" +
                    word.substr(0, 60) + "`",
                where, Severity::error, notes});
}

void DeclarationParser::skip_to_declaration() {
  while (!cursor_.at_end() && !cursor_.at_declaration()) cursor_.advance();
}

// [N, C, P >= 0]
std::vector<SizeDecl> DeclarationParser::sizes() {
  std::vector<SizeDecl> out;
  if (!cursor_.at("[")) return out;
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("[");
  do {
    SizeDecl size;
    size.name = cursor_.name("a size's name");
    if (cursor_.accept(">=")) size.lower_bound = cursor_.integer("an integer");
    out.push_back(std::move(size));
  } while (cursor_.accept(","));
  cursor_.close(opened);
  return out;
}

LayerDecl DeclarationParser::layer() {
  LayerDecl out;
  Span start = cursor_.last_span();
  out.span = start;
  try {
    out.name = cursor_.name("a layer's name");
    out.sizes = sizes();
    out.span = join(start, cursor_.last_span());
    cursor_.demand_line_end();
  } catch (const Cursor::Failure&) {
    cursor_.recover();
  }
  items_.items(ItemPlace::layer, out.items);
  if (!out.items.empty()) out.span = join(start, out.items.back().span);
  return out;
}

// function NAME(x, v) = value
FunctionDecl DeclarationParser::function() {
  FunctionDecl out;
  Span start = cursor_.last_span();
  out.span = start;
  try {
    out.name = cursor_.name("a function's name");
    cursor_.layout().tight = true;
    std::size_t opened = cursor_.open("(");
    do out.parameters.push_back(cursor_.name("a parameter's name"));
    while (cursor_.accept(","));
    cursor_.close(opened);
    cursor_.demand("=");
    out.body = expressions_.expression();
    out.span = join(start, cursor_.last_span());
    cursor_.demand_line_end();
  } catch (const Cursor::Failure&) {
    cursor_.recover();
  }
  items_.items(ItemPlace::function, out.items);
  if (!out.items.empty()) out.span = join(start, out.items.back().span);
  return out;
}

// condition NAME[sizes](z[..], y[n < N]) = formula
ConditionDecl DeclarationParser::condition() {
  ConditionDecl out;
  Span start = cursor_.last_span();
  out.name = cursor_.name("a condition's name");
  out.sizes = sizes();
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("(");
  do out.parameters.push_back(expressions_.declarator("a parameter's name"));
  while (cursor_.accept(","));
  cursor_.close(opened);
  cursor_.demand("=");
  out.body = expressions_.expression();
  out.span = join(start, cursor_.last_span());
  cursor_.demand_line_end();
  return out;
}

// window NAME[sizes](i < H, j < W) = (p < 2*H, q < 2*W | filter)
WindowDecl DeclarationParser::window() {
  WindowDecl out;
  Span start = cursor_.last_span();
  out.name = cursor_.name("a window's name");
  out.sizes = sizes();
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("(");
  out.parameters = expressions_.binder_items(false);
  cursor_.close(opened);
  cursor_.demand("=");
  out.positions = expressions_.binders();
  out.span = join(start, cursor_.last_span());
  cursor_.demand_line_end();
  return out;
}

}  // namespace germ::syntax
