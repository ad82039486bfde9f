// Canonical text: statements indented by what they are, one space where spaces belong, keywords of a layer's items and
// the `=` of neighbouring adjoints in columns, at most one blank line. The tokens stay as they are, but for the comma
// and the colon that a theorem may leave out.
#include <algorithm>
#include <utility>

#include "syntax/format_lines.hpp"
#include "syntax/library.hpp"
#include "syntax/parser_declarations.hpp"

namespace germ::syntax {

namespace {

constexpr std::size_t item_keyword_width = 6;  // `output`

// A statement, or a run of comments on lines of their own.
struct Block {
  int level = -1;  // -1: comments
  std::vector<Piece> pieces;
  std::vector<std::string> comments;
  bool comments_indented = false;
  bool blank_before = false;
  char definition = 0;          // 'l' a let, 'd' an adjoint: their `=` is put in a column
  std::size_t declaration = 0;  // which one it belongs to
};

class Formatter {
 public:
  Formatter(const Tokens& tokens, const std::vector<Layout>& layouts) : tokens_(tokens), layouts_(layouts) {}

  std::string run() {
    collect();
    align();
    std::string out;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (i > 0 && (blocks_[i].blank_before || starts_apart(i))) out += "\n";
      for (const std::string& line : set(i)) out += line + "\n";
    }
    return out;
  }

 private:
  // ---------------------------------------------------------------- collecting
  void collect() {
    std::size_t comment = 0;
    for (std::size_t token = 0; token < tokens_.tokens.size(); ++token) {
      for (; comment < tokens_.comments.size() && tokens_.comments[comment].before <= token; ++comment)
        place(tokens_.comments[comment], token);
      add(token);
    }
  }

  bool starts_block(std::size_t token) const {
    while (tokens_.tokens[token].kind == TokenKind::line_end) ++token;
    return tokens_.tokens[token].kind == TokenKind::end || layouts_[token].statement >= 0;
  }

  void place(const Comment& comment, std::size_t token) {
    std::string text(tokens_.file->text().substr(comment.begin, comment.end - comment.begin));
    bool apart = blank_between(last_end_, comment.begin);
    bool in_statement = !blocks_.empty() && blocks_.back().level >= 0;
    if (in_statement && (!comment.own_line || !starts_block(token))) {
      Piece& last = blocks_.back().pieces.back();
      if (last.comments.empty()) last.comment_on_own_line = comment.own_line;
      last.comments.push_back(std::move(text));
    } else {
      if (in_statement || blocks_.empty() || apart) {
        blocks_.emplace_back();
        blocks_.back().blank_before = apart;
        blocks_.back().comments_indented = tokens_.file->position(comment.begin).column > 1;
      }
      blocks_.back().comments.push_back(std::move(text));
    }
    last_end_ = comment.end;
  }

  void add(std::size_t token) {
    const Layout& layout = layouts_[token];
    if (layout.drop) return;
    if (layout.insert != 0 && !blocks_.empty()) blocks_.back().pieces.back().text += layout.insert;
    TokenKind kind = tokens_.tokens[token].kind;
    if (kind == TokenKind::line_end || kind == TokenKind::end) return;
    bool starts = layout.statement >= 0;
    if (starts) start(token);
    Block& block = blocks_.back();
    Piece piece;
    piece.text = std::string(tokens_.text(token));
    if (piece.text == ")" || piece.text == "]") close();
    piece.outermost = depth_ == 0;
    if (!starts) {
      piece.space = space_between(last_token_, token);
      if (piece.space) piece.break_cost = break_cost(last_token_, token);
    }
    if (piece.text == "(" || piece.text == "[") open(layout.tight);
    block.pieces.push_back(std::move(piece));
    last_token_ = token;
    last_end_ = tokens_.tokens[token].end;
  }

  // A call, a subscript or a binder list is torn apart later than a parenthesis.
  void open(bool tight) {
    open_.push_back(tight ? 3 : 1);
    depth_ += open_.back();
  }
  void close() {
    if (open_.empty()) return;
    depth_ -= open_.back();
    open_.pop_back();
  }

  void start(std::size_t token) {
    Block block;
    block.level = layouts_[token].statement;
    block.blank_before = blank_between(last_end_, tokens_.tokens[token].begin);
    std::string_view word = tokens_.text(token);
    if (word == "let") block.definition = 'l';
    if (block.level == 2 && word != "let") block.definition = 'd';
    if (block.level == 0) {
      keyword_widths_.push_back(word == "layer" ? item_keyword_width : 0);
      in_theorem_ = word == "theorem" || word == "rule";
    }
    block.declaration = keyword_widths_.size() - 1;
    if (in_theorem_ && block.level == 1) keyword_widths_.back() = std::max(keyword_widths_.back(), word.size());
    blocks_.push_back(std::move(block));
    depth_ = 0;
    open_.clear();
  }

  bool blank_between(std::uint32_t end, std::uint32_t begin) const {
    if (blocks_.empty()) return false;
    std::string_view between = tokens_.file->text().substr(end, begin - end);
    return std::count(between.begin(), between.end(), '\n') > 1;
  }

  // ---------------------------------------------------------------- spaces and line ends
  bool space_between(std::size_t left, std::size_t right) const {
    std::string_view a = tokens_.text(left);
    std::string_view b = tokens_.text(right);
    if (layouts_[right].tight || a == "(" || a == "[" || b == ")" || b == "]" || b == ",") return false;
    bool range = (a == ".." && (tokens_.tokens[right].kind == TokenKind::number || b == "-")) ||
                 (b == ".." && tokens_.tokens[left].kind == TokenKind::number);
    return !range;
  }

  // Outer brackets before inner ones; then after `=`, clauses, and operators from weak to strong.
  std::optional<int> break_cost(std::size_t left, std::size_t right) const {
    bool clause = layouts_[right].may_break;
    if (depth_ == 0 && !clause && !line_may_end(tokens_, left, right)) return std::nullopt;
    constexpr std::pair<std::string_view, int> before[] = {
        {"if", 2}, {"else", 3}, {"|", 4},  {"or", 4}, {"and", 5}, {"is", 7}, {"in", 7}, {"<", 7}, {"<=", 7},
        {">", 7},  {">=", 7},   {"==", 7}, {"!=", 7}, {"+", 8},   {"-", 8},  {"*", 9},  {"/", 9}, {"%", 9}};
    constexpr int strongest = 10;
    int cost = clause ? 1 : strongest;
    if (tokens_.text(left) == "=") cost = 0;
    if (tokens_.text(left) == ",") cost = 6;
    for (const auto& [text, value] : before)
      if (tokens_.text(right) == text) cost = value;
    return depth_ * (strongest + 1) + cost;
  }

  // ---------------------------------------------------------------- setting
  std::size_t indent(const Block& block) const { return static_cast<std::size_t>(std::max(0, block.level)) * 2; }

  bool starts_apart(std::size_t i) const {
    auto outermost = [](const Block& block) {
      return block.level == 0 || (block.level < 0 && !block.comments_indented);
    };
    return outermost(blocks_[i]) && blocks_[i - 1].level > 0 && comment_level(i) == 0;
  }

  // Comments are indented like what follows; at the end of a declaration, like its items.
  std::size_t comment_level(std::size_t i) const {
    if (blocks_[i].level >= 0) return indent(blocks_[i]);
    std::size_t next = i;
    while (next < blocks_.size() && blocks_[next].level < 0) ++next;
    if (next < blocks_.size() && blocks_[next].level > 0) return indent(blocks_[next]);
    return blocks_[i].comments_indented && i > 0 ? 2 : 0;
  }

  // `jvp`, like `backward`, opens lines of its own: it stands outside of the column.
  std::size_t keyword_width(const Block& block) const {
    if (block.pieces.front().text == "jvp") return 0;
    return block.level == 1 ? keyword_widths_[block.declaration] : 0;
  }

  // Puts the `=` of neighbouring lets, and of neighbouring adjoints, in one column, if their lengths are alike and they
  // all fit on their lines.
  void align() {
    columns_.assign(blocks_.size(), 0);
    for (std::size_t first = 0; first < blocks_.size();) {
      std::size_t stop = first + 1;
      while (stop < blocks_.size() && blocks_[first].definition != 0 && !blocks_[stop].blank_before &&
             blocks_[stop].level == blocks_[first].level && blocks_[stop].definition == blocks_[first].definition)
        ++stop;
      if (stop - first > 1) align(first, stop);
      first = stop;
    }
  }

  void align(std::size_t first, std::size_t stop) {
    constexpr std::size_t most_padding = 12;
    std::size_t widest = 0;
    std::size_t narrowest = std::string::npos;
    for (std::size_t i = first; i < stop; ++i) {
      std::size_t width = width_before_equals(blocks_[i].pieces, keyword_width(blocks_[i]));
      widest = std::max(widest, width);
      narrowest = std::min(narrowest, width);
    }
    if (widest - narrowest > most_padding) return;
    for (std::size_t i = first; i < stop; ++i)
      if (lines(blocks_[i].pieces, {indent(blocks_[i]), keyword_width(blocks_[i]), widest + 1}).size() > 1) return;
    for (std::size_t i = first; i < stop; ++i) columns_[i] = widest + 1;
  }

  std::vector<std::string> set(std::size_t i) const {
    const Block& block = blocks_[i];
    if (block.level >= 0) return lines(block.pieces, {indent(block), keyword_width(block), columns_[i]});
    std::vector<std::string> out;
    for (const std::string& comment : block.comments) out.push_back(std::string(comment_level(i), ' ') + comment);
    return out;
  }

  const Tokens& tokens_;
  const std::vector<Layout>& layouts_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> columns_;
  std::uint32_t last_end_ = 0;
  std::size_t last_token_ = 0;
  int depth_ = 0;
  std::vector<int> open_;
  std::vector<std::size_t> keyword_widths_;  // of each declaration's items
  bool in_theorem_ = false;
};

}  // namespace

Result<std::string> format(const SourceFile& file) {
  auto tokens = lex(file);
  if (!tokens) return tokens.diagnostics();
  Cursor cursor(*tokens);
  DeclarationParser(cursor).declarations();
  if (!cursor.diagnostics().empty()) return std::move(cursor.diagnostics());
  return Formatter(*tokens, cursor.layouts()).run();
}

}  // namespace germ::syntax
