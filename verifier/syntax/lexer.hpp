#pragma once
// Text to tokens. Knows the shape of words, numbers and brackets, and where a statement ends; nothing of grammar.
// A text that is no text (NUL bytes, broken UTF-8) is refused whole; a single strange character becomes a `junk` token,
// which the parser reports if it has to read it.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace germ::syntax {

enum class TokenKind : std::uint8_t {
  name,
  word,      // a reserved word
  number,    // 12, 0.01, 1e-5
  symbol,    // ( ) [ ] , : . .. | = + - * / % ^ < <= > >= == !=
  junk,      // anything else; `describe_junk` says what is wrong with it
  line_end,  // the end of a statement
  end,       // the end of the file
};

struct Token {
  TokenKind kind;
  std::uint32_t begin;
  std::uint32_t end;
};

struct Comment {
  std::uint32_t begin;  // `#` .. the last character that is no space
  std::uint32_t end;
  std::uint32_t before;  // the first token after it
  bool own_line;
};

inline constexpr std::uint32_t no_partner = 0xffffffffu;

struct Tokens {
  const SourceFile* file;
  std::vector<Token> tokens;  // the last one is `end`
  std::vector<Comment> comments;
  std::vector<std::uint32_t> partner;  // of a bracket: its partner's place in `tokens`; else no_partner

  std::string_view text(std::size_t token) const {
    return file->text().substr(tokens[token].begin, tokens[token].end - tokens[token].begin);
  }
  Span span(std::size_t token) const { return {file, tokens[token].begin, tokens[token].end}; }
};

// The tokens, or the one reason why the file is no text.
Result<Tokens> lex(const SourceFile& file);

// May a line end between these two neighbours outside of brackets without ending the statement?
bool line_may_end(const Tokens& tokens, std::size_t left, std::size_t right);

// Why a junk token cannot be read, with its id and the advice.
Diagnostic describe_junk(const Tokens& tokens, std::size_t token);

}  // namespace germ::syntax
