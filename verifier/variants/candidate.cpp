#include "variants/candidate.hpp"

#include <algorithm>
#include <cctype>

#include "base/check.hpp"

namespace germ::variants {

std::optional<syntax::Library> with_edit(const std::vector<syntax::Text>& texts, const syntax::Edit& edit) {
  syntax::Library library;
  for (const syntax::Text& each : texts) {
    std::string text = each.text;
    const bool edited = each.file == edit.span.file;
    if (edited) text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.replacement);
    const Diagnostics faults = library.add(each.file->path(), std::move(text));
    if (edited && !faults.empty()) return std::nullopt;
  }
  return library;
}

std::optional<refute::Decision> decide(const syntax::Library& library, const ir::Claim& claim,
                                       const refute::Options& options) {
  for (const ir::Member& member : claim.members)
    if (!syntax::elaborate(library, claim, member)) return std::nullopt;
  auto make = [&](const ir::Member& member) {
    auto statement = syntax::elaborate(library, claim, member);
    check(static_cast<bool>(statement), "a statement that was well formed is so again");
    return std::move(*statement);
  };
  return refute::decide({.claim = claim, .make = make}, options);
}

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

// The start of the atom that ends at `end`: a name or a number, with what stands in brackets after it.
std::uint32_t atom_before(std::string_view text, std::uint32_t end) {
  std::uint32_t at = end;
  while (at > 0 && (text[at - 1] == ']' || text[at - 1] == ')')) {
    int depth = 0;
    do {
      --at;
      if (text[at] == ']' || text[at] == ')') ++depth;
      if (text[at] == '[' || text[at] == '(') --depth;
    } while (at > 0 && depth > 0);
  }
  while (at > 0 && is_word(text[at - 1])) --at;
  return at;
}

std::uint32_t word_after(std::string_view text, std::uint32_t begin) {
  std::uint32_t at = begin;
  while (at < text.size() && is_word(text[at])) ++at;
  if (at >= text.size() || (text[at] != '[' && text[at] != '(')) return at;
  int depth = 0;
  do {
    if (text[at] == ']' || text[at] == ')') --depth;
    if (text[at] == '[' || text[at] == '(') ++depth;
    ++at;
  } while (at < text.size() && depth > 0);
  return at;
}

// Line ends and indentation as one space.
std::string on_one_line(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

bool occurs_twice(std::string_view line, std::string_view word) {
  const std::size_t first = line.find(word);
  return first != std::string_view::npos && line.find(word, first + 1) != std::string_view::npos;
}

}  // namespace

refute::Repair shown(const syntax::Edit& edit) {
  Span span = edit.span;
  std::string after = edit.replacement;
  const std::string_view text = span.file->text();
  if (span.begin == span.end) {
    const std::uint32_t begin = atom_before(text, span.begin);
    const std::uint32_t end = begin < span.begin ? span.begin : word_after(text, span.begin);
    after = std::string(text.substr(begin, span.begin - begin)) + after +
            std::string(text.substr(span.end, end - span.end));
    span = {span.file, begin, end};
  }
  const SourceFile::Position at = span.file->position(span.begin);
  refute::Repair out{at.line, at.column, std::string(span.text()), after, ""};
  const std::string before = on_one_line(span.text());
  out.text = after.empty() ? "drop `" + before + '`' : "replace `" + before + "` by `" + on_one_line(after) + '`';
  out.text += " in line " + std::to_string(at.line);
  if (occurs_twice(span.file->line(at.line), before)) out.text += ", column " + std::to_string(at.column);
  return out;
}

}  // namespace germ::variants
