#pragma once
// What Germ says to the user about a text: `path:line:col: error: one sentence [G104]`, the source line, a caret.
// Ids are stable; docs/DIAGNOSTICS.md lists them.

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/source.hpp"

namespace germ {

enum class Severity { error, warning, note };

struct Diagnostic {
  std::string id;       // "G104"
  std::string message;  // one sentence, no full stop: the fact
  Span span;
  Severity severity = Severity::error;
  struct Note {
    std::string message;  // the other place, or the advice ("did you mean `W`?")
    std::optional<Span> span;
  };
  std::vector<Note> notes;
};

using Diagnostics = std::vector<Diagnostic>;

// The message as printed: place, sentence, id, excerpt with caret, notes. Ends with a line end.
std::string render(const Diagnostic& diagnostic);

// A value, or the diagnostics that say why there is none.
template <class T>
class Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}                                  // NOLINT
  Result(Diagnostics diagnostics) : content_(std::in_place_index<1>, std::move(diagnostics)) {}            // NOLINT
  Result(Diagnostic diagnostic) : content_(std::in_place_index<1>, Diagnostics{std::move(diagnostic)}) {}  // NOLINT

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() { return std::get<0>(content_); }
  const T& operator*() const { return std::get<0>(content_); }
  T* operator->() { return &std::get<0>(content_); }
  const T* operator->() const { return &std::get<0>(content_); }
  const Diagnostics& diagnostics() const { return std::get<1>(content_); }

 private:
  std::variant<T, Diagnostics> content_;
};

// The candidate nearest to `name` (edit distance at most a third of its length), if any: for "did you mean".
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace germ
