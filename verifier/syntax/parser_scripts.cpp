// The clauses of a theorem: wrt, on, near, along, by with its script, expect.
#include <algorithm>
#include <utility>

#include "syntax/parser_declarations.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

bool DeclarationParser::at_clause() const {
  constexpr std::string_view words[] = {"wrt", "on", "near", "along", "by", "expect"};
  return cursor_.kind() == TokenKind::name &&
         std::find(std::begin(words), std::end(words), cursor_.text()) != std::end(words);
}

namespace {

bool allowed(const TheoremDecl& theorem, std::string_view clause) {
  switch (theorem.kind) {
    case TheoremKind::vjp:
    case TheoremKind::jvp:
    case TheoremKind::gradient:
    case TheoremKind::surrogate:
    case TheoremKind::kink:
    case TheoremKind::unique:
    case TheoremKind::continuous:
    case TheoremKind::open:
      return clause != "near" && clause != "along";
    case TheoremKind::not_differentiable:
    case TheoremKind::exact:
      return clause != "near";
    case TheoremKind::local_equality:
      return clause != "along" && !(theorem.rule && (clause == "wrt" || clause == "on" || clause == "near"));
    case TheoremKind::equal:
    case TheoremKind::implies:
    case TheoremKind::selector:
    case TheoremKind::fold:
      return clause != "near" && clause != "along" && clause != "wrt";
    case TheoremKind::faithful:  // of graphs: it holds at every point or at none
      return clause == "by" || clause == "expect";
  }
  return false;
}

bool takes_steps(TheoremKind kind) {
  return kind == TheoremKind::vjp || kind == TheoremKind::gradient || kind == TheoremKind::surrogate ||
         kind == TheoremKind::unique || kind == TheoremKind::equal || kind == TheoremKind::implies ||
         kind == TheoremKind::local_equality;
}

}  // namespace

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
    if (!allowed(out, word))
      cursor_.fail({"G118",
                    "`" + word + "` does not belong to a " + (out.rule ? "rule" : "theorem of this kind"),
                    cursor_.span(),
                    Severity::error,
                    {}});
    cursor_.layout().may_break = true;
    cursor_.advance();
    if (word == "wrt") {
      do out.wrt.push_back(wrt());
      while (cursor_.accept(","));
    } else if (word == "on") {
      out.on = expressions_.disjunction();
    } else if (word == "near") {
      out.near = expressions_.disjunction();
    } else if (word == "along") {
      do out.along.push_back(along());
      while (cursor_.accept(","));
    } else {
      script(out);
    }
  }
}

// [(i < I, ..)] x[n] = e
AlongDecl DeclarationParser::along() {
  AlongDecl out;
  if (cursor_.at("(")) out.family = expressions_.binders();
  out.variable = expressions_.declarator("a tensor's name");
  cursor_.demand("=");
  out.value = expressions_.expression();
  return out;
}

// auto, pairing [with NAME], or steps.
void DeclarationParser::script(TheoremDecl& out) {
  bool of_derivative = out.kind == TheoremKind::vjp || out.kind == TheoremKind::jvp;
  if (of_derivative && cursor_.accept_name("pairing")) {
    out.pairing = true;
    if (cursor_.accept_name("with"))
      out.partner = cursor_.name(out.kind == TheoremKind::vjp ? "the name of a jvp" : "the name of a backward");
    return;
  }
  if (cursor_.accept_name("auto")) return;
  if (!takes_steps(out.kind))
    cursor_.fail({"G118", "a theorem of this kind has no steps", cursor_.span(), Severity::error, {}});
  out.steps = steps_.steps();
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
