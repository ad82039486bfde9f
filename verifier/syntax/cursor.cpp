#include "syntax/cursor.hpp"

#include <charconv>
#include <utility>

#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

// A word as it appears in a message; a word of a megabyte is not shown.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? quoted(text) : quoted(std::string(text.substr(0, longest)) + "..");
}

}  // namespace

bool Cursor::at(std::string_view symbol_or_word, std::size_t ahead) const {
  TokenKind k = kind(ahead);
  return (k == TokenKind::symbol || k == TokenKind::word) && text(ahead) == symbol_or_word;
}

bool Cursor::at_name(std::string_view name, std::size_t ahead) const {
  return kind(ahead) == TokenKind::name && text(ahead) == name;
}

bool Cursor::at_declaration() const {
  bool line_start = place_ == 0 || tokens_.tokens[place_ - 1].kind == TokenKind::line_end;
  return line_start && kind() == TokenKind::word && starts_declaration(text());
}

bool Cursor::at_item() const {
  bool line_start = place_ == 0 || tokens_.tokens[place_ - 1].kind == TokenKind::line_end;
  return line_start && kind() == TokenKind::word && starts_item(text());
}

bool Cursor::accept(std::string_view symbol_or_word) {
  if (!at(symbol_or_word)) return false;
  advance();
  return true;
}

bool Cursor::accept_name(std::string_view name) {
  if (!at_name(name)) return false;
  advance();
  return true;
}

void Cursor::skip_line_ends() {
  while (kind() == TokenKind::line_end) advance();
}

Name Cursor::name(std::string_view what) {
  if (kind() == TokenKind::word) {
    fail({"G115",
          "expected " + std::string(what) + ", found the keyword " + quoted(text()) + ": a keyword cannot be a name",
          span(),
          Severity::error,
          {}});
  }
  if (kind() != TokenKind::name) unexpected(what);
  Name out{std::string(text()), span()};
  advance();
  return out;
}

void Cursor::demand(std::string_view symbol_or_word) {
  if (!accept(symbol_or_word)) unexpected(quoted(symbol_or_word));
}

std::size_t Cursor::open(std::string_view bracket) {
  std::size_t opened = place_;
  demand(bracket);
  return opened;
}

void Cursor::close(std::size_t opened) {
  bool round = tokens_.text(opened) == "(";
  std::string_view partner = round ? ")" : "]";
  if (accept(partner)) return;
  if (tokens_.partner[opened] == no_partner && kind() != TokenKind::junk) {
    fail({"G111",
          quoted(tokens_.text(opened)) + " is not closed",
          tokens_.span(opened),
          Severity::error,
          {{"expected " + quoted(partner) + ", found " + found(), span()}}});
  }
  unexpected(quoted(partner), {{"this bracket is still open", tokens_.span(opened)}});
}

std::int64_t Cursor::integer(std::string_view what) {
  std::size_t first = place_;
  bool negative = accept("-");
  if (negative) layout().tight = true;
  if (kind() != TokenKind::number) unexpected(what);
  std::string digits = (negative ? "-" : "") + std::string(text());
  std::int64_t value = 0;
  auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  Span whole = join(tokens_.span(first), span());
  if (error == std::errc::result_out_of_range)
    fail({"G107", "the integer " + shown(digits) + " does not fit 64 bits", whole, Severity::error, {}});
  if (stop != digits.data() + digits.size())
    fail({"G110", "expected " + std::string(what) + ", found the number " + shown(digits), whole, Severity::error, {}});
  advance();
  return value;
}

void Cursor::demand_line_end() {
  if (kind() == TokenKind::end) return;
  if (kind() != TokenKind::line_end) {
    if ((at(")") || at("]")) && tokens_.partner[place_] == no_partner)
      fail({"G112", quoted(text()) + " closes nothing", span(), Severity::error, {}});
    unexpected("the end of the line");
  }
  skip_line_ends();
}

void Cursor::report(Diagnostic diagnostic) {
  if (full()) return;
  diagnostics_.push_back(std::move(diagnostic));
  if (full()) diagnostics_.back().notes.push_back({"only the first 20 errors of a file are shown", std::nullopt});
}

void Cursor::report_later(std::string_view construct, Span where) {
  const Later& row = later(construct);
  report({std::string(row.id), std::string(row.what) + " is not handled yet", where, Severity::error, {}});
}

void Cursor::fail(Diagnostic diagnostic) {
  report(std::move(diagnostic));
  throw Failure{};
}

void Cursor::unexpected(std::string_view what, std::vector<Diagnostic::Note> notes) {
  if (kind() == TokenKind::junk) fail(describe_junk(tokens_, place_));
  if ((at(")") || at("]")) && tokens_.partner[place_] == no_partner)
    fail({"G112", quoted(text()) + " closes nothing: expected " + std::string(what), span(), Severity::error, notes});
  fail({"G110", "expected " + std::string(what) + ", found " + found(), span(), Severity::error, std::move(notes)});
}

std::string Cursor::found() const {
  switch (kind()) {
    case TokenKind::line_end:
      return "the end of the line";
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::number:
      return "the number " + shown(text());
    case TokenKind::word:
      return "the keyword " + shown(text());
    case TokenKind::name:
    case TokenKind::symbol:
    case TokenKind::junk:
      break;
  }
  return shown(text());
}

void Cursor::recover() {
  while (!at_end() && !at_declaration() && !at_item()) advance();
}

Cursor::Deeper::Deeper(Cursor& cursor) : cursor_(cursor) {
  if (cursor_.depth_ >= deepest_nesting) {
    cursor_.fail({"G113",
                  "the text is nested more than " + std::to_string(deepest_nesting) + " levels deep",
                  cursor_.span(),
                  Severity::error,
                  {}});
  }
  ++cursor_.depth_;
}

}  // namespace germ::syntax
