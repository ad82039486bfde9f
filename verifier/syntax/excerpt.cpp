#include "syntax/excerpt.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "syntax/declarations.hpp"

namespace germ::syntax {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Every word of the text; those of comments do no harm.
std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > at) words.emplace(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

void copy(Span span, std::string& into) {
  std::copy_n(span.file->text().begin() + span.begin, span.end - span.begin, into.begin() + span.begin);
}

}  // namespace

std::vector<Text> excerpt(const Library& library, const ir::Claim& claim) {
  const Declarations declarations(library);
  std::set<std::string> needed;
  std::vector<std::string> next{claim.subject};
  std::vector<Span> spans;
  while (!next.empty()) {
    const std::string name = next.back();
    next.pop_back();
    const Declaration* found = declarations.find(name);
    if (!found || !needed.insert(name).second) continue;
    spans.push_back(span_of(*found));
    for (const std::string& word : words_of(spans.back().text())) next.push_back(word);
  }
  std::vector<Text> texts;
  for (const auto& file : library.files()) {
    std::string text(file->text());
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c != '\n'; }, ' ');
    bool any = false;
    for (const Span& span : spans) {
      if (span.file != file.get()) continue;
      any = true;
      copy(span, text);
    }
    if (any) texts.push_back({file.get(), std::move(text)});
  }
  return texts;
}

std::vector<Text> whole_texts(const Library& library) {
  std::vector<Text> texts;
  for (const auto& file : library.files()) texts.push_back({file.get(), std::string(file->text())});
  return texts;
}

}  // namespace germ::syntax
