#pragma once
// Source texts and places in them. A Span is a half-open byte range of one file; files outlive all spans into them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace germ {

class SourceFile {
 public:
  SourceFile(std::string path, std::string text);
  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }

  struct Position {
    std::uint32_t line;    // from 1
    std::uint32_t column;  // from 1, in bytes
  };
  Position position(std::uint32_t offset) const;
  std::string_view line(std::uint32_t number) const;  // without its line end; empty past the end

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

struct Span {
  const SourceFile* file = nullptr;  // null: nowhere in a text (made by Germ)
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t line() const { return file ? file->position(begin).line : 0; }
  std::string_view text() const { return file ? file->text().substr(begin, end - begin) : std::string_view(); }
};

// The span from the start of `a` to the end of `b` (same file).
inline Span join(const Span& a, const Span& b) { return {a.file, a.begin, b.end}; }

}  // namespace germ
