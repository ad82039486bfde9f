// Theorems: their items, their statement, its clauses.
#include <algorithm>
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

void DeclarationParser::theorem_statement(TheoremDecl& out) {
  if (later_theorem(cursor_.text())) {
    const Later& row = *later_theorem(cursor_.text());
    cursor_.fail(
        {std::string(row.id), std::string(row.what) + " is not handled yet", cursor_.span(), Severity::error, {}});
  }
  std::string_view word = cursor_.text();
  cursor_.advance();
  if (word == "vjp" || word == "jvp") {
    out.kind = word == "vjp" ? TheoremKind::vjp : TheoremKind::jvp;
    of_layer(out);
  } else {
    out.kind = word == "equal" ? TheoremKind::equal : TheoremKind::implies;
    two_sides(out);
  }
}

// LAYER[.BACKWARD] or LAYER[.JVP]; `wrt` is a clause.
void DeclarationParser::of_layer(TheoremDecl& out) {
  out.layer = cursor_.name("the name of a layer or a function");
  if (!cursor_.at(".")) return;
  cursor_.layout().tight = true;
  cursor_.advance();
  cursor_.layout().tight = true;
  out.backward = cursor_.name(out.kind == TheoremKind::vjp ? "the name of a backward" : "the name of a jvp");
}

// The comma may be left out where the second side cannot be read as a part of the first.
void DeclarationParser::two_sides(TheoremDecl& out) {
  cursor_.skip_line_ends();
  out.left = expressions_.expression();
  cursor_.skip_line_ends();
  if (!cursor_.accept(",")) {
    if (cursor_.at_end() || at_clause() || cursor_.at_declaration()) cursor_.unexpected("a second side, after a comma");
    cursor_.layout().insert = ',';
  }
  cursor_.skip_line_ends();
  out.right = expressions_.expression();
}

bool DeclarationParser::at_clause() const {
  constexpr std::string_view words[] = {"wrt", "on", "by", "expect"};
  return cursor_.kind() == TokenKind::name &&
         std::find(std::begin(words), std::end(words), cursor_.text()) != std::end(words);
}

void DeclarationParser::clauses(TheoremDecl& out) {
  std::vector<Name> seen;
  for (;;) {
    bool broken = cursor_.kind() == TokenKind::line_end;
    if (broken && cursor_.kind(1) == TokenKind::name) cursor_.advance();
    if (!at_clause()) return;
    std::string word(cursor_.text());
    for (const Name& name : seen) {
      if (name.text == word)
        cursor_.fail(
            {"G122", "`" + word + "` is given twice", cursor_.span(), Severity::error, {{"first here", name.span}}});
    }
    seen.push_back({word, cursor_.span()});
    if (word == "expect") {
      out.expect = parse_expectation(cursor_);
      continue;
    }
    bool of_derivative = out.kind == TheoremKind::vjp || out.kind == TheoremKind::jvp;
    if (word == "wrt" && !of_derivative)
      cursor_.fail({"G118", "`wrt` belongs to a `vjp` or `jvp` theorem", cursor_.span(), Severity::error, {}});
    cursor_.layout().may_break = true;
    cursor_.advance();
    if (word == "wrt") {
      do out.wrt.push_back(wrt());
      while (cursor_.accept(","));
    } else if (word == "on") {
      out.on = expressions_.disjunction();
    } else {
      script(out, seen.back().span);
    }
  }
}

// auto, or pairing [with NAME]
void DeclarationParser::script(TheoremDecl& out, Span by) {
  bool of_derivative = out.kind == TheoremKind::vjp || out.kind == TheoremKind::jvp;
  if (of_derivative && cursor_.accept_name("pairing")) {
    out.pairing = true;
    if (cursor_.accept_name("with"))
      out.partner = cursor_.name(out.kind == TheoremKind::vjp ? "the name of a jvp" : "the name of a backward");
  } else if (!cursor_.accept_name("auto")) {
    cursor_.report_later("by", by);
    throw Cursor::Failure{};
  }
  if (cursor_.kind() == TokenKind::symbol) {
    cursor_.report_later("by", by);
    throw Cursor::Failure{};
  }
}

// W or W[v, d | filter]
TheoremDecl::Wrt DeclarationParser::wrt() {
  TheoremDecl::Wrt out;
  out.variable.name = cursor_.name("a tensor's name");
  if (!cursor_.at("[")) return out;
  cursor_.layout().tight = true;
  std::size_t opened = cursor_.open("[");
  out.variable.axes = expressions_.binder_items(true);
  out.variable.brackets = true;
  if (cursor_.accept("|")) out.slice = expressions_.disjunction();
  cursor_.close(opened);
  return out;
}

}  // namespace germ::syntax
