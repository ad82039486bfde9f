// Backwards, jvps and the verdicts they expect.
#include <utility>

#include "syntax/parser_items.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

Expectation parse_expectation(Cursor& cursor) {
  if (cursor.kind() == TokenKind::line_end && cursor.at_name("expect", 1) && cursor.kind(2) == TokenKind::name)
    cursor.advance();
  if (!cursor.at_name("expect")) return Expectation::none;
  cursor.layout().may_break = true;
  cursor.advance();
  std::string word(cursor.text());
  auto verdict = cursor.kind() == TokenKind::name ? expectation(word) : std::nullopt;
  if (!verdict) {
    if (cursor.kind() != TokenKind::name) cursor.unexpected("a verdict");
    std::vector<Diagnostic::Note> notes;
    if (auto near = nearest(word, verdict_words())) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
    notes.push_back({"the verdicts are proved, refuted, unknown, vacuous, invalid", std::nullopt});
    cursor.fail({"G121", "`" + word + "` is not a verdict", cursor.span(), Severity::error, notes});
  }
  cursor.advance();
  if (cursor.at_name("at")) {
    cursor.report_later("expect at", cursor.span());
    throw Cursor::Failure{};
  }
  return *verdict;
}

BackwardItem ItemParser::backward(ItemPlace place) {
  if (cursor_.at_name("auto")) {
    cursor_.report_later("backward auto", cursor_.span());
    throw Cursor::Failure{};
  }
  Header head = header("the name of a cotangent");
  BackwardItem out{std::move(head.name),      std::move(head.variables), head.expect, {},
                   std::move(head.surrogate), std::move(head.steps)};
  out.lines = lines(place, DefinitionKeyword::adjoint);
  return out;
}

JvpItem ItemParser::jvp(ItemPlace place) {
  const Span start = cursor_.span();
  Header head = header("the name of a tangent");
  if (head.surrogate || !head.steps.empty())
    cursor_.fail({"G118", "`surrogate` and `by` belong to a backward", start, Severity::error, {}});
  JvpItem out{std::move(head.name), std::move(head.variables), head.expect, {}};
  out.lines = lines(place, DefinitionKeyword::tangent);
  return out;
}

ItemParser::Header ItemParser::header(const char* what) {
  Header out;
  Name first = cursor_.name(what);
  bool named = cursor_.kind() == TokenKind::name && !cursor_.at_name("expect") && !cursor_.at_name("surrogate") &&
               !cursor_.at_name("by");
  if (named) {
    out.name = std::move(first);
    first = cursor_.name(what);
  }
  out.variables.push_back(std::move(first));
  while (cursor_.accept(",")) out.variables.push_back(cursor_.name(what));
  if (cursor_.accept_name("surrogate")) out.surrogate = cursor_.name("the name of a layer or a function");
  if (cursor_.kind() == TokenKind::line_end && cursor_.at_name("by", 1) && cursor_.kind(2) == TokenKind::name)
    cursor_.advance();
  if (cursor_.at_name("by")) {
    cursor_.layout().may_break = true;
    cursor_.advance();
    out.steps = StepParser(cursor_, expressions_).steps();
  }
  out.expect = parse_expectation(cursor_);
  cursor_.demand_line_end();
  return out;
}

std::vector<DefinitionItem> ItemParser::lines(ItemPlace place, DefinitionKeyword keyword) {
  std::vector<DefinitionItem> out;
  while (!cursor_.full() && (cursor_.kind() == TokenKind::name || cursor_.at("let"))) {
    try {
      out.push_back(line(place, keyword));
    } catch (const Cursor::Failure&) {
      while (cursor_.kind() != TokenKind::line_end && !cursor_.at_end()) cursor_.advance();
      cursor_.skip_line_ends();
    }
  }
  return out;
}

DefinitionItem ItemParser::line(ItemPlace place, DefinitionKeyword keyword) {
  if (!cursor_.at("let") && !cursor_.at("[", 1) && !cursor_.at("=", 1)) unknown_item(place);
  cursor_.starts_statement(2);
  Span start = cursor_.span();
  bool helper = cursor_.accept("let");
  DefinitionItem out = definition(helper ? DefinitionKeyword::let : keyword);
  out.span = join(start, out.span);
  cursor_.demand_line_end();
  return out;
}

}  // namespace germ::syntax
