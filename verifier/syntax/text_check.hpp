#pragma once
// Is a file a text at all? Checked before a single token is read.

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"

namespace germ::syntax {

// The first thing that makes the file no readable text: too large, NUL bytes, invalid UTF-8, characters that make it
// look other than it is.
std::optional<Diagnostic> refuse_text(const SourceFile& file);

// The length in bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t character_length(std::string_view text);

// "U+00D7" for a character of valid UTF-8.
std::string code_point_name(std::string_view character);

}  // namespace germ::syntax
