#include "syntax/parser_steps.hpp"

#include <utility>

#include "syntax/words.hpp"

namespace germ::syntax {

std::vector<StepDecl> StepParser::steps() {
  std::vector<StepDecl> out;
  if (cursor_.kind() != TokenKind::name || !is_step(cursor_.text())) {
    std::vector<Diagnostic::Note> notes;
    if (auto near = nearest(std::string(cursor_.text()), step_words()))
      notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
    cursor_.unexpected("a step of a proof: `auto`, `transport RULE`, `chain`, ..", std::move(notes));
  }
  for (;;) {
    out.push_back(step());
    bool comma = cursor_.accept(",");
    bool broken = cursor_.kind() == TokenKind::line_end;
    bool more = cursor_.kind(broken ? 1 : 0) == TokenKind::name && is_step(cursor_.text(broken ? 1 : 0));
    if (!more && comma) cursor_.unexpected("another step of the proof");
    if (!more) return out;
    if (broken) cursor_.advance();
    if (!comma) cursor_.layout().insert = ',';
    cursor_.layout().may_break = true;
  }
}

StepDecl StepParser::step() {
  StepDecl out;
  out.word = std::string(cursor_.text());
  out.span = cursor_.span();
  cursor_.advance();
  if (out.word == "pull" && !cursor_.accept_name("back")) cursor_.unexpected("`back`");
  if (out.word == "push" && !cursor_.accept_name("forward")) cursor_.unexpected("`forward`");
  if (out.word == "cases") out.condition = expressions_.disjunction();
  if (out.word == "transport" || out.word == "pull" || out.word == "push" || out.word == "cite") {
    out.cited = cursor_.name(out.word == "cite" ? "the name of a theorem" : "the name of a rule");
    if (cursor_.at("(")) {
      out.arguments = true;
      cursor_.layout().tight = true;
      std::size_t opened = cursor_.open("(");
      do out.values.push_back(expressions_.expression());
      while (cursor_.accept(","));
      cursor_.close(opened);
    }
  }
  out.span = join(out.span, cursor_.last_span());
  return out;
}

}  // namespace germ::syntax
