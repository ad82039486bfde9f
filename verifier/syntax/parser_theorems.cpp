// Theorems and rules: their items and their statement.
#include <utility>

#include "syntax/parser_declarations.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

TheoremDecl DeclarationParser::theorem() {
  TheoremDecl out;
  Span start = cursor_.last_span();
  out.span = start;
  out.name = cursor_.name("a theorem's name");
  out.sizes = sizes();
  Layout& colon = cursor_.layout();
  bool written = cursor_.accept(":");
  if (!written && cursor_.kind() != TokenKind::line_end) cursor_.unexpected("`:`");
  cursor_.skip_line_ends();
  bool good = items_.items(ItemPlace::theorem, out.items);
  colon.tight = written;  // canonical: a colon if the statement follows on the line, else none
  colon.drop = written && !out.items.empty();
  if (!written && out.items.empty()) colon.insert = ':';
  if (!out.items.empty()) cursor_.starts_statement(1);
  if (cursor_.at_end() || cursor_.at_declaration()) {
    if (good) {
      cursor_.fail({"G123",
                    "the theorem `" + out.name.text + "` states nothing",
                    out.name.span,
                    Severity::error,
                    {{"a theorem ends with `vjp ..`, `jvp ..`, `equal .., ..` or `implies .., ..`", std::nullopt}}});
    }
    throw Cursor::Failure{};
  }
  theorem_statement(out);
  clauses(out);
  out.span = join(start, cursor_.last_span());
  cursor_.demand_line_end();
  return out;
}

// rule NAME[sizes] at z0, near z[..]; items; `when` condition; `where` condition; LEFT ~ RIGHT
TheoremDecl DeclarationParser::rule() {
  TheoremDecl out;
  Span start = cursor_.last_span();
  out.rule = true;
  out.kind = TheoremKind::local_equality;
  out.name = cursor_.name("a rule's name");
  out.sizes = sizes();
  out.span = join(start, cursor_.last_span());
  auto word = [&](const char* expected) {
    if (!cursor_.accept_name(expected)) cursor_.unexpected("`" + std::string(expected) + "`");
  };
  word("at");
  do out.bases.push_back(cursor_.name("the name of the value at the base point"));
  while (cursor_.accept(",") && !cursor_.at_name("near"));
  word("near");
  Item moving;
  moving.span = cursor_.span();
  TensorItem inputs;
  inputs.keyword = TensorKeyword::input;
  do {
    inputs.tensors.emplace_back();
    inputs.tensors.back().declarator = expressions_.declarator("a tensor's name");
  } while (cursor_.accept(","));
  if (inputs.tensors.size() != out.bases.size())
    cursor_.fail({"G126",
                  "a rule has as many tensors at the base point as near it: " + std::to_string(out.bases.size()) +
                      " stand after `at`, " + std::to_string(inputs.tensors.size()) + " after `near`",
                  out.name.span,
                  Severity::error,
                  {}});
  moving.content = std::move(inputs);
  out.items.push_back(std::move(moving));
  cursor_.demand_line_end();
  items_.items(ItemPlace::rule, out.items);
  auto hypothesis = [&](const char* keyword, ExprPtr& into) {
    if (!cursor_.at_name(keyword)) return;
    cursor_.starts_statement(1);
    cursor_.advance();
    into = expressions_.disjunction();
    cursor_.demand_line_end();
  };
  hypothesis("when", out.on);
  hypothesis("where", out.near);
  if (cursor_.at_end() || cursor_.at_declaration())
    cursor_.fail({"G123",
                  "the rule `" + out.name.text + "` states nothing",
                  out.name.span,
                  Severity::error,
                  {{"a rule ends with `LEFT ~ RIGHT`", std::nullopt}}});
  cursor_.starts_statement(1);
  two_sides(out);
  clauses(out);
  out.span = join(start, cursor_.last_span());
  cursor_.demand_line_end();
  return out;
}

void DeclarationParser::theorem_statement(TheoremDecl& out) {
  if (cursor_.accept_name("schema")) out.schema = true;
  std::string word(cursor_.text());
  bool known =
      cursor_.at("domain") || cursor_.at("jvp") || (cursor_.kind() == TokenKind::name && is_theorem_kind(word));
  if (!known || word == "schema") cursor_.unexpected("what the theorem states, as in `vjp LAYER`");
  cursor_.advance();
  struct Row {
    std::string_view word;
    TheoremKind kind;
  };
  constexpr Row rows[] = {{"vjp", TheoremKind::vjp},
                          {"jvp", TheoremKind::jvp},
                          {"gradient", TheoremKind::gradient},
                          {"surrogate", TheoremKind::surrogate},
                          {"not_differentiable", TheoremKind::not_differentiable},
                          {"domain", TheoremKind::exact},
                          {"kink", TheoremKind::kink},
                          {"unique", TheoremKind::unique},
                          {"equal", TheoremKind::equal},
                          {"implies", TheoremKind::implies},
                          {"local_equality", TheoremKind::local_equality},
                          {"continuous", TheoremKind::continuous},
                          {"open", TheoremKind::open},
                          {"selector", TheoremKind::selector},
                          {"fold", TheoremKind::fold},
                          {"faithful", TheoremKind::faithful}};
  for (const Row& row : rows)
    if (row.word == word) out.kind = row.kind;
  if (about_layer(out.kind)) return of_layer(out);
  if (out.kind == TheoremKind::selector) return selector(out);
  if (out.kind == TheoremKind::fold) return fold(out);
  if (out.kind != TheoremKind::continuous && out.kind != TheoremKind::open) return two_sides(out);
  cursor_.skip_line_ends();
  out.left = expressions_.expression();
}

// LAYER[.BACKWARD] or LAYER[.JVP], and what the kind says of it; `wrt` is a clause.
void DeclarationParser::of_layer(TheoremDecl& out) {
  out.layer = cursor_.name("the name of a layer or a function");
  if (cursor_.at(".")) {
    cursor_.layout().tight = true;
    cursor_.advance();
    cursor_.layout().tight = true;
    out.backward = cursor_.name(out.kind == TheoremKind::jvp ? "the name of a jvp" : "the name of a backward");
  }
  if (out.kind == TheoremKind::exact && !cursor_.accept_name("exact")) cursor_.unexpected("`exact`");
  if (out.kind == TheoremKind::surrogate) {
    if (!cursor_.accept_name("of")) cursor_.unexpected("`of`");
    out.other = cursor_.name("the name of a layer or a function");
  }
  if (out.kind == TheoremKind::unique) return second_backward(out);
  if (out.kind != TheoremKind::kink) return;
  if (cursor_.at_name("follows")) {
    cursor_.report_later("follows", cursor_.span());
    throw Cursor::Failure{};
  }
  cursor_.demand("is");
  if (!is_kink(cursor_.text())) cursor_.unexpected("`right`, `wrong`, `limit`, `clarke`, `neither` or `undefined`");
  out.other = cursor_.name("a class");
}

// ", LAYER.BACKWARD" of the same layer.
void DeclarationParser::second_backward(TheoremDecl& out) {
  if (!cursor_.accept(",")) cursor_.unexpected("a second backward, after a comma");
  Name layer = cursor_.name("the name of the same layer");
  if (layer.text != out.layer.text)
    cursor_.fail({"G126",
                  "two backwards of one forward are compared, and `" + layer.text + "` is another layer",
                  layer.span,
                  Severity::error,
                  {{"the first is here", out.layer.span}}});
  if (!cursor_.at(".")) return;
  cursor_.layout().tight = true;
  cursor_.advance();
  cursor_.layout().tight = true;
  out.other = cursor_.name("the name of a backward");
}

// The comma may be left out where the second side cannot be read as a part of the first. `~` for a local equality.
void DeclarationParser::two_sides(TheoremDecl& out) {
  cursor_.skip_line_ends();
  out.left = expressions_.expression();
  cursor_.skip_line_ends();
  const bool local = out.kind == TheoremKind::local_equality;
  if (!(local && cursor_.accept("~")) && !(!out.rule && cursor_.accept(","))) {
    if (local) cursor_.unexpected("`~` and the other side");
    if (cursor_.at_end() || at_clause() || cursor_.at_declaration()) cursor_.unexpected("a second side, after a comma");
    cursor_.layout().insert = ',';
  }
  cursor_.skip_line_ends();
  out.right = expressions_.expression();
}

// selector (MAP, ..) of TENSOR; selector MAP of TENSOR
void DeclarationParser::selector(TheoremDecl& out) {
  bool several = cursor_.at("(");
  std::size_t opened = several ? cursor_.open("(") : 0;
  do out.maps.push_back(cursor_.name("a given map, or `argmax`"));
  while (several && cursor_.accept(","));
  if (several) cursor_.close(opened);
  if (!cursor_.accept_name("of")) cursor_.unexpected("`of`");
  out.left = expressions_.expression();
}

// fold (a, b) over (k < K | filter) = e keeps (l, r, k) = condition
void DeclarationParser::fold(TheoremDecl& out) {
  FoldDecl fold;
  std::size_t opened = cursor_.open("(");
  fold.left = cursor_.name("the left part's result");
  if (!cursor_.accept(",")) cursor_.unexpected("`,`");
  fold.right = cursor_.name("the right part's result");
  cursor_.close(opened);
  if (!cursor_.accept_name("over")) cursor_.unexpected("`over`");
  fold.over = expressions_.binders();
  cursor_.demand("=");
  out.left = expressions_.expression();
  if (cursor_.kind() == TokenKind::line_end && cursor_.at_name("keeps", 1)) cursor_.advance();
  cursor_.layout().may_break = true;
  if (!cursor_.accept_name("keeps")) cursor_.unexpected("`keeps`");
  opened = cursor_.open("(");
  do fold.kept.push_back(cursor_.name("a name"));
  while (cursor_.accept(","));
  cursor_.close(opened);
  if (fold.kept.size() != 3)
    cursor_.fail({"G126",
                  "`keeps` has three names: the interval's first position, the one after its last, and the result",
                  fold.kept.front().span,
                  Severity::error,
                  {}});
  cursor_.demand("=");
  out.right = expressions_.disjunction();
  out.fold = std::move(fold);
}

}  // namespace germ::syntax
