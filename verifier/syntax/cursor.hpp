#pragma once
// The place in the tokens where the parser stands: looking, taking, demanding, and saying what went wrong. An error
// leaves a declaration's item by a private exception, caught where parsing can go on; it never leaves the parser.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/lexer.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax {

inline constexpr int deepest_nesting = 200;
inline constexpr std::size_t most_diagnostics = 20;

// What the formatter must know of a token and only the parser can tell.
struct Layout {
  bool tight = false;          // no space before it: a subscript, a call, the operand of a sign
  bool may_break = false;      // a line may end before it although the tokens alone do not say so
  std::int8_t statement = -1;  // it starts a statement of this level: 0 declaration, 1 item, 2 line of a backward
  char insert = 0;             // a `,` or `:` that the canonical text has before it
  bool drop = false;           // the canonical text leaves it out
};

class Cursor {
 public:
  struct Failure {};  // thrown by fail(), caught by the parser

  explicit Cursor(const Tokens& tokens) : tokens_(tokens), layout_(tokens.tokens.size()) {}

  // -------------------------------------------------------------- looking
  std::size_t place() const { return place_; }
  TokenKind kind(std::size_t ahead = 0) const { return tokens_.tokens[index(ahead)].kind; }
  std::string_view text(std::size_t ahead = 0) const { return tokens_.text(index(ahead)); }
  Span span(std::size_t ahead = 0) const { return tokens_.span(index(ahead)); }
  Span last_span() const { return tokens_.span(place_ == 0 ? 0 : place_ - 1); }
  bool at(std::string_view symbol_or_word, std::size_t ahead = 0) const;
  bool at_name(std::string_view name, std::size_t ahead = 0) const;  // a plain name with this text
  bool at_end() const { return kind() == TokenKind::end; }
  // At a reserved word that starts a declaration (an item), at the start of a statement.
  bool at_declaration() const;
  bool at_item() const;
  const Tokens& tokens() const { return tokens_; }

  // -------------------------------------------------------------- taking
  void advance() { place_ = index(1); }
  bool accept(std::string_view symbol_or_word);
  bool accept_name(std::string_view name);
  void skip_line_ends();
  // A name that something is declared or called by; `what` completes "expected ..".
  Name name(std::string_view what);
  void demand(std::string_view symbol_or_word);
  // Takes an opening bracket and remembers it for close(); close() demands its partner.
  std::size_t open(std::string_view bracket);
  void close(std::size_t opened);
  // An integer that fits 64 bits, possibly with a sign.
  std::int64_t integer(std::string_view what);
  // The end of a statement: a line end, the end of the file.
  void demand_line_end();

  // -------------------------------------------------------------- layout
  Layout& layout() { return layout_[place_]; }
  const std::vector<Layout>& layouts() const { return layout_; }
  void starts_statement(int level) { layout().statement = static_cast<std::int8_t>(level); }

  // Where integers stand (subscripts, extents, sizes) a product is written without spaces.
  class IndexPosition {
   public:
    explicit IndexPosition(Cursor& cursor) : cursor_(cursor) { ++cursor_.index_positions_; }
    ~IndexPosition() { --cursor_.index_positions_; }
    IndexPosition(const IndexPosition&) = delete;
    IndexPosition& operator=(const IndexPosition&) = delete;

   private:
    Cursor& cursor_;
  };
  bool in_index_position() const { return index_positions_ > 0; }

  // -------------------------------------------------------------- errors
  void report(Diagnostic diagnostic);
  void report_later(std::string_view construct, Span where);  // a construct that is not handled yet
  [[noreturn]] void fail(Diagnostic diagnostic);
  // "expected WHAT, found .." at the present token; a junk token is reported as what it is.
  [[noreturn]] void unexpected(std::string_view what, std::vector<Diagnostic::Note> notes = {});
  // Skips to the next statement that starts with an item or declaration keyword; the present one counts.
  void recover();
  bool full() const { return diagnostics_.size() >= most_diagnostics; }
  Diagnostics& diagnostics() { return diagnostics_; }

  // Guards one level of recursion.
  class Deeper {
   public:
    explicit Deeper(Cursor& cursor);
    ~Deeper() { --cursor_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Cursor& cursor_;
  };

 private:
  std::size_t index(std::size_t ahead) const { return std::min(place_ + ahead, tokens_.tokens.size() - 1); }
  std::string found() const;

  const Tokens& tokens_;
  std::vector<Layout> layout_;
  std::size_t place_ = 0;
  int depth_ = 0;
  int index_positions_ = 0;
  Diagnostics diagnostics_;
};

}  // namespace germ::syntax
