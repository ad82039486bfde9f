#include "syntax/text_check.hpp"

#include <array>
#include <cstdint>

namespace germ::syntax {

namespace {

constexpr std::size_t largest_file = std::size_t{16} << 20;

unsigned byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

std::uint32_t code_point(std::string_view character) {
  std::size_t length = character.size();
  std::uint32_t value = byte(character, 0);
  if (length > 1) value &= 0x7Fu >> length;
  for (std::size_t i = 1; i < length; ++i) value = (value << 6) | (byte(character, i) & 0x3Fu);
  return value;
}

// Characters that change the direction or the order in which a text is shown, not what it says.
bool hides_text(std::uint32_t value) {
  return (value >= 0x202A && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069);
}

Span at(const SourceFile& file, std::size_t begin, std::size_t length) {
  return {&file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length)};
}

}  // namespace

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  unsigned first = byte(text, 0);
  if (first < 0x80) return 1;
  std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text, i) & 0xC0u) != 0x80u) return 0;
  std::uint32_t value = code_point(text.substr(0, length));
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  return length;
}

std::string code_point_name(std::string_view character) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::uint32_t value = code_point(character);
  std::string out;
  do {
    out.insert(out.begin(), digits[value & 15u]);
    value >>= 4;
  } while (value != 0);
  return "U+" + std::string(out.size() < 4 ? 4 - out.size() : 0, '0') + out;
}

std::optional<Diagnostic> refuse_text(const SourceFile& file) {
  std::string_view text = file.text();
  if (text.size() > largest_file)
    return Diagnostic{"G101", "the file is larger than 16 MiB: it is not read", {&file, 0, 0}, Severity::error, {}};
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\0')
      return Diagnostic{"G102", "the file has a NUL byte: it is not a text", at(file, i, 1), Severity::error, {}};
    std::size_t length = character_length(text.substr(i));
    if (length == 0) return Diagnostic{"G103", "the file is not valid UTF-8", at(file, i, 1), Severity::error, {}};
    if (length == 3 && hides_text(code_point(text.substr(i, 3))))
      return Diagnostic{"G104",
                        "the character " + code_point_name(text.substr(i, 3)) +
                            " makes the text look other than it is: it is not allowed",
                        at(file, i, 3),
                        Severity::error,
                        {}};
    i += length;
  }
  return std::nullopt;
}

}  // namespace germ::syntax
