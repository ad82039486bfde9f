#include "syntax/lexer.hpp"

#include <algorithm>
#include <utility>

#include "syntax/text_check.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// The rule of statements: a line end does not count after a token that needs a right side, nor before one that needs a
// left side.
bool needs_right(TokenKind kind, std::string_view text) {
  constexpr std::string_view tokens[] = {"+", "-", "*", "/", "%", "^",  "<",    "<=",  ">",  ">=",  "==", "!=",
                                         "=", ",", "|", ".", "~", "if", "else", "and", "or", "not", "is", "in"};
  return (kind == TokenKind::symbol || kind == TokenKind::word) &&
         std::find(std::begin(tokens), std::end(tokens), text) != std::end(tokens);
}
bool needs_left(TokenKind kind, std::string_view text) {
  return (needs_right(kind, text) && text != "not") || (kind == TokenKind::symbol && (text == ")" || text == "]"));
}

class Lexer {
 public:
  explicit Lexer(const SourceFile& file) : text_(file.text()), out_{&file, {}, {}, {}} {}

  Tokens run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark is no text
    while (at_ < text_.size()) step();
    if (!out_.tokens.empty()) push_line_end();
    push(TokenKind::end, at_);
    return std::move(out_);
  }

 private:
  void step() {
    char c = text_[at_];
    if (c == '\n') {
      line_pending_ = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || (c == '\r' && next(1) == '\n')) {
      ++at_;
    } else if (c == '#') {
      comment();
    } else {
      token();
    }
  }

  char next(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void comment() {
    std::size_t stop = std::min(text_.find('\n', at_), text_.size());
    std::size_t last = stop;
    while (last > at_ && (text_[last - 1] == ' ' || text_[last - 1] == '\t' || text_[last - 1] == '\r')) --last;
    out_.comments.push_back({static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(last),
                             static_cast<std::uint32_t>(out_.tokens.size()), line_pending_ || out_.tokens.empty()});
    at_ = stop;
  }

  void token() {
    std::size_t length = 0;
    TokenKind kind = TokenKind::junk;
    if (is_letter(text_[at_])) {
      while (is_letter(next(length)) || is_digit(next(length))) ++length;
      kind = is_reserved(text_.substr(at_, length)) ? TokenKind::word : TokenKind::name;
    } else if (is_digit(text_[at_]) || (text_[at_] == '.' && is_digit(next(1)))) {
      length = number_length(kind);
    } else {
      length = symbol_length(kind);
    }
    end_statement(kind, text_.substr(at_, length), at_ + length);
    push(kind, at_ + length);
    if (kind == TokenKind::symbol) match(text_[at_], length);
    at_ += length;
    line_pending_ = false;
  }

  // A number is digits, a fraction, an exponent; what clings to it makes it junk (`2H`, `1.`, `.5`).
  std::size_t number_length(TokenKind& kind) const {
    std::size_t length = 0;
    bool good = is_digit(text_[at_]);
    while (is_digit(next(length))) ++length;
    if (next(length) == '.' && next(length + 1) != '.') {
      ++length;
      good = good && is_digit(next(length));
      while (is_digit(next(length))) ++length;
    }
    std::size_t sign = next(length + 1) == '+' || next(length + 1) == '-' ? 1 : 0;
    if ((next(length) == 'e' || next(length) == 'E') && is_digit(next(length + 1 + sign))) {
      length += 1 + sign;
      while (is_digit(next(length))) ++length;
    }
    while (is_letter(next(length)) || is_digit(next(length))) {
      ++length;
      good = false;
    }
    kind = good ? TokenKind::number : TokenKind::junk;
    return length;
  }

  std::size_t symbol_length(TokenKind& kind) const {
    constexpr std::string_view two[] = {"..", "<=", ">=", "==", "!="};
    constexpr std::string_view foreign[] = {"&&", "||", "**", "->", "=>", "//", ":="};
    constexpr std::string_view one = "()[],:.|=+-*/%^<>~";
    std::string_view pair = text_.substr(at_, 2);
    if (std::find(std::begin(foreign), std::end(foreign), pair) != std::end(foreign)) return 2;
    if (std::find(std::begin(two), std::end(two), pair) != std::end(two)) {
      kind = TokenKind::symbol;
      return 2;
    }
    if (one.find(text_[at_]) != std::string_view::npos) kind = TokenKind::symbol;
    return std::max<std::size_t>(1, character_length(text_.substr(at_)));
  }

  // Puts a line end before the token that starts at at_, if a statement ends there.
  void end_statement(TokenKind kind, std::string_view text, std::size_t after) {
    if (!line_pending_ || out_.tokens.empty()) return;
    bool keyword = kind == TokenKind::word && (starts_declaration(text) || starts_item(text));
    if (text == "window" && followed_by_bracket(after)) keyword = false;  // `census c = window (..)`
    if (keyword) {
      open_.clear();  // brackets do not reach over a keyword at the start of a line
      round_ = square_ = 0;
    } else if (!open_.empty() || needs_left(kind, text)) {
      return;
    } else {
      const Token& last = out_.tokens.back();
      if (needs_right(last.kind, text_.substr(last.begin, last.end - last.begin))) return;
    }
    push_line_end();
  }

  // Comments on lines of their own belong to what follows.
  void push_line_end() {
    std::size_t place = out_.tokens.size();
    out_.tokens.push_back({TokenKind::line_end, out_.tokens.back().end, out_.tokens.back().end});
    out_.partner.push_back(no_partner);
    for (std::size_t i = out_.comments.size(); i-- > 0 && out_.comments[i].before == place;)
      if (out_.comments[i].own_line) ++out_.comments[i].before;
  }

  bool followed_by_bracket(std::size_t after) const {
    while (after < text_.size() && (text_[after] == ' ' || text_[after] == '\t')) ++after;
    return after < text_.size() && text_[after] == '(';
  }

  void push(TokenKind kind, std::size_t end) {
    out_.tokens.push_back({kind, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)});
    out_.partner.push_back(no_partner);
  }

  // Pairs brackets. A closing one that fits only an outer bracket leaves the inner ones unpaired; the counts keep the
  // search linear.
  void match(char c, std::size_t length) {
    auto token = static_cast<std::uint32_t>(out_.tokens.size() - 1);
    if (length != 1) return;
    if (c == '(' || c == '[') {
      open_.push_back(token);
      ++(c == '(' ? round_ : square_);
    } else if (c == ')' || c == ']') {
      std::size_t& count = c == ')' ? round_ : square_;
      while (count > 0) {
        std::uint32_t candidate = open_.back();
        open_.pop_back();
        bool round = out_.text(candidate) == "(";
        --(round ? round_ : square_);
        if (round != (c == ')')) continue;
        out_.partner[candidate] = token;
        out_.partner[token] = candidate;
        return;
      }
    }
  }

  std::string_view text_;
  Tokens out_;
  std::size_t at_ = 0;
  bool line_pending_ = false;
  std::vector<std::uint32_t> open_;
  std::size_t round_ = 0;
  std::size_t square_ = 0;
};

// What users of other notations write, and what is written here.
std::string_view written_here(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> rows[] = {
      {"&&", "and"},      {"||", "or"},      {"!", "not"},      {"**", "^"},       {"//", "/"},       {":=", "="},
      {"\u2264", "<="},   {"\u2265", ">="},  {"\u2260", "!="},  {"\u00d7", "*"},   {"\u00b7", "*"},   {"\u22c5", "*"},
      {"\u2212", "-"},    {"\u2013", "-"},   {"\u00f7", "/"},   {"\u2227", "and"}, {"\u2228", "or"},  {"\u00ac", "not"},
      {"\u2208", "in"},   {"\u03a3", "sum"}, {"\u2211", "sum"}, {"\u2200", "all"}, {"\u2203", "any"}, {"\u03c0", "pi"},
      {"\u221a", "sqrt"}, {"\u2026", ".."},  {"{", "("},        {"}", ")"}};
  for (const auto& [theirs, ours] : rows)
    if (theirs == text) return ours;
  return {};
}

}  // namespace

Result<Tokens> lex(const SourceFile& file) {
  if (auto refused = refuse_text(file)) return *refused;
  return Lexer(file).run();
}

bool line_may_end(const Tokens& tokens, std::size_t left, std::size_t right) {
  return needs_right(tokens.tokens[left].kind, tokens.text(left)) ||
         needs_left(tokens.tokens[right].kind, tokens.text(right));
}

Diagnostic describe_junk(const Tokens& tokens, std::size_t token) {
  std::string_view text = tokens.text(token);
  std::string quoted = "`" + std::string(text) + "`";
  Diagnostic out{"G105", "", tokens.span(token), Severity::error, {}};
  if (is_digit(text[0]) || (text[0] == '.' && text.size() > 1)) {
    out.id = "G106";
    out.message = quoted + " is not a number";
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (text[0] == '.' || text.back() == '.') {
      out.notes.push_back({"a digit stands on both sides of the point, as in `0.5`", std::nullopt});
    } else if (digits < text.size() && is_letter(text[digits])) {
      out.notes.push_back({"a product is written `" + std::string(text.substr(0, digits)) + "*" +
                               std::string(text.substr(digits)) + "`",
                           std::nullopt});
    }
    return out;
  }
  unsigned char first = static_cast<unsigned char>(text[0]);
  std::string shown = first < 32 || first == 127 ? code_point_name(text)
                      : first >= 0x80            ? quoted + " (" + code_point_name(text) + ")"
                                                 : quoted;
  out.message = shown + " has no meaning here";
  if (text[0] == '\r') out.message = "a carriage return stands without a line feed";
  if (auto ours = written_here(text); !ours.empty())
    out.notes.push_back({"write `" + std::string(ours) + "`", std::nullopt});
  return out;
}

}  // namespace germ::syntax
