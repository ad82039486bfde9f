#include "base/diagnostic.hpp"

#include <algorithm>

namespace germ {

namespace {

std::string place(const Span& span) {
  if (!span.file) return "";
  auto at = span.file->position(span.begin);
  return span.file->path() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
}

std::string excerpt(const Span& span) {
  if (!span.file) return "";
  auto at = span.file->position(span.begin);
  std::string source(span.file->line(at.line));
  constexpr std::size_t longest = 400;  // a line of binary junk is not worth more
  if (source.size() > longest || at.column > longest) return "";
  std::string number = std::to_string(at.line);
  std::string caret;
  for (std::size_t i = 0; i + 1 < at.column && i < source.size(); ++i) caret += source[i] == '\t' ? '\t' : ' ';
  std::size_t room = source.size() + 1 > at.column ? source.size() + 1 - at.column : 1;
  std::size_t width = std::max<std::size_t>(1, std::min<std::size_t>(span.end - span.begin, room));
  caret += '^' + std::string(width - 1, '~');
  for (char& c : source)
    if (static_cast<unsigned char>(c) < 32 && c != '\t') c = '?';
  return "  " + number + " | " + source + "\n  " + std::string(number.size(), ' ') + " | " + caret + "\n";
}

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string render(const Diagnostic& diagnostic) {
  std::string out = place(diagnostic.span) + word(diagnostic.severity) + ": " + diagnostic.message + " [" +
                    diagnostic.id + "]\n" + excerpt(diagnostic.span);
  for (const auto& note : diagnostic.notes) {
    out += (note.span ? place(*note.span) : std::string("  ")) + "note: " + note.message + "\n";
    if (note.span) out += excerpt(*note.span);
  }
  return out;
}

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t limit = std::max<std::size_t>(1, name.size() / 3);
  if (name.size() > 64) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 64) continue;
    std::size_t distance = edit_distance(name, candidate);
    if (distance <= limit && candidate != name) {
      best = candidate;
      limit = distance == 0 ? 0 : distance - 1;
      if (limit == 0) break;
    }
  }
  return best;
}

}  // namespace germ
