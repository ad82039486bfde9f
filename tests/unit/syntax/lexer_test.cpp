#include "syntax/lexer.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace germ;
using namespace germ::syntax;

namespace {

// The tokens, separated by spaces; `;` for the end of a statement, `?` before junk.
std::string tokens(const std::string& text) {
  SourceFile file("a.germ", text);
  auto lexed = lex(file);
  REQUIRE(lexed);
  std::string out;
  for (std::size_t i = 0; i + 1 < lexed->tokens.size(); ++i) {
    TokenKind kind = lexed->tokens[i].kind;
    out += out.empty() ? "" : " ";
    out += kind == TokenKind::line_end ? ";" : kind == TokenKind::junk ? "?" : "";
    if (kind != TokenKind::line_end) out += lexed->text(i);
  }
  CHECK(lexed->tokens.back().kind == TokenKind::end);
  return out;
}

std::string refusal(const std::string& text) {
  SourceFile file("a.germ", text);
  auto lexed = lex(file);
  return lexed ? "" : lexed.diagnostics().at(0).id;
}

}  // namespace

TEST_CASE("a range between integers is not a decimal point") { CHECK(tokens("1..3 0.5 1e-5") == "1 .. 3 0.5 1e-5 ;"); }

TEST_CASE("two-character operators are one token") {
  CHECK(tokens("a<=b>=c==d!=e<f>g=h") == "a <= b >= c == d != e < f > g = h ;");
}

TEST_CASE("a line end ends a statement") { CHECK(tokens("a\nb") == "a ; b ;"); }

TEST_CASE("a line end inside brackets does not count") { CHECK(tokens("f(a\n,[b\n])\nc") == "f ( a , [ b ] ) ; c ;"); }

TEST_CASE("a line end after a token that needs a right side does not count") {
  for (std::string left : {"+",  "-", "*", "/", "%",  "^",    "<",   "<=", ">",   ">=", "==",
                           "!=", "=", ",", "|", "if", "else", "and", "or", "not", "is", "in"}) {
    CHECK(tokens("a " + left + "\nb") == "a " + left + " b ;");
  }
}

TEST_CASE("a line end before a token that needs a left side does not count") {
  for (std::string right : {"+",  "-", "*", "/", "%",  "^",    "<",   "<=", ">",  ">=", "==",
                            "!=", "=", ",", "|", "if", "else", "and", "or", "is", "in"}) {
    CHECK(tokens("a\n" + right + " b") == "a " + right + " b ;");
  }
}

TEST_CASE("a line that starts with not begins a statement") { CHECK(tokens("a\nnot b") == "a ; not b ;"); }

TEST_CASE("a keyword at the start of a line ends the statement, even inside an open bracket") {
  CHECK(tokens("let y = (a\nlet z = b") == "let y = ( a ; let z = b ;");
  CHECK(tokens("let y =\nlayer a") == "let y = ; layer a ;");
}

TEST_CASE("the word window before a parenthesis continues a census") {
  CHECK(tokens("census c =\n  window (n < N)") == "census c = window ( n < N ) ;");
  CHECK(tokens("let y = x\nwindow cell(i < H)") == "let y = x ; window cell ( i < H ) ;");
}

TEST_CASE("comments end at the line and end no statement by themselves") {
  CHECK(tokens("a +  # why\n  # more\n b # end") == "a + b ;");
}

TEST_CASE("line ends of other systems are line ends") { CHECK(tokens("a\r\nb\r\n") == "a ; b ;"); }

TEST_CASE("an empty file has no tokens but the end") {
  CHECK(tokens("") == "");
  CHECK(tokens("# only a comment") == "");
  CHECK(tokens(" \n\t\n") == "");
}

TEST_CASE("a byte order mark is no text") { CHECK(tokens("\xEF\xBB\xBFlayer a") == "layer a ;"); }

TEST_CASE("what clings to a number makes it junk") {
  CHECK(tokens("2H") == "?2H ;");
  CHECK(tokens("1.") == "?1. ;");
  CHECK(tokens(".5") == "?.5 ;");
  CHECK(tokens("1e") == "?1e ;");
  CHECK(tokens("0x10") == "?0x10 ;");
}

TEST_CASE("characters without a meaning are junk, one token each") {
  CHECK(tokens("a ; b") == "a ?; b ;");
  CHECK(tokens("a \u2264 b") == "a ?\u2264 b ;");
  CHECK(tokens("a && b") == "a ?&& b ;");
  CHECK(tokens("a ** b") == "a ?** b ;");
}

TEST_CASE("brackets find their partners, and a wrong one finds none") {
  SourceFile file("a.germ", "([)]]");  // the round pair closes over the square bracket
  auto lexed = lex(file);
  REQUIRE(lexed);
  CHECK(lexed->partner[0] == 2);
  CHECK(lexed->partner[2] == 0);
  CHECK(lexed->partner[1] == no_partner);
  CHECK(lexed->partner[3] == no_partner);
  CHECK(lexed->partner[4] == no_partner);
}

TEST_CASE("a file that is no text is refused") {
  CHECK(refusal(std::string("a\0b", 3)) == "G102");
  CHECK(refusal("a \xFF b") == "G103");
  CHECK(refusal("# \xC0\xAF") == "G103");          // an overlong form
  CHECK(refusal("# \xED\xA0\x80") == "G103");      // half of a surrogate pair
  CHECK(refusal("# \xF4\x90\x80\x80") == "G103");  // past the last code point
  CHECK(refusal("# \xE2\x82") == "G103");          // cut off
  CHECK(refusal("# \u202E") == "G104");
  CHECK(refusal("# \u2264 is fine in a comment") == "");
}

TEST_CASE("a file of 16 MiB is read and a larger one is refused") {
  std::string text(std::size_t{16} << 20, '\n');
  CHECK(refusal(text) == "");
  CHECK(refusal(text + "\n") == "G101");
}

TEST_CASE("comments know whether they stand alone and what follows them") {
  SourceFile file("a.germ", "a # one\n# two\nb # three  \n# four");
  auto lexed = lex(file);
  REQUIRE(lexed);
  REQUIRE(lexed->comments.size() == 4);
  // tokens: a, line end, b, line end, end
  CHECK(lexed->comments[0].before == 1);
  CHECK_FALSE(lexed->comments[0].own_line);
  CHECK(lexed->comments[1].before == 2);
  CHECK(lexed->comments[1].own_line);
  CHECK(lexed->comments[2].before == 3);
  CHECK(lexed->comments[2].end - lexed->comments[2].begin == 7);  // without the spaces at its end
  CHECK(lexed->comments[3].before == 4);
}
