#include "syntax/format_lines.hpp"

#include <utility>

namespace germ::syntax {

namespace {

constexpr std::size_t line_width = 120;
constexpr std::size_t continuation = 4;

// What stands before each piece on its line.
std::vector<std::size_t> gaps(const std::vector<Piece>& pieces, const Placement& placement) {
  std::vector<std::size_t> out;
  std::size_t column = 0;
  bool equals_seen = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    std::size_t gap = i > 0 && pieces[i].space ? 1 : 0;
    if (i == 1 && gap == 1 && pieces[0].text.size() < placement.keyword_width)
      gap += placement.keyword_width - pieces[0].text.size();
    if (!equals_seen && pieces[i].text == "=" && pieces[i].outermost) {
      equals_seen = true;
      if (column + gap < placement.equals_column) gap = placement.equals_column - column;
    }
    out.push_back(gap);
    column += gap + pieces[i].text.size();
  }
  return out;
}

class Setter {
 public:
  Setter(const std::vector<Piece>& pieces, const Placement& placement, bool break_after_equals)
      : pieces_(pieces),
        gaps_(gaps(pieces, placement)),
        indent_(placement.indent),
        break_after_equals_(break_after_equals) {}

  std::vector<std::string> run() {
    std::size_t first = 0;
    while (first < pieces_.size()) {
      std::size_t stop = end_of_line(first);
      std::string line(first == 0 ? indent_ : indent_ + continuation, ' ');
      for (std::size_t i = first; i < stop; ++i) line += std::string(i == first ? 0 : gaps_[i], ' ') + pieces_[i].text;
      put(std::move(line), pieces_[stop - 1]);
      first = stop;
    }
    return std::move(out_);
  }

 private:
  void put(std::string line, const Piece& last) {
    std::size_t own = 0;  // comments before this one stand on the token's line
    if (!last.comments.empty() && !last.comment_on_own_line) line += "  " + last.comments[own++];
    out_.push_back(std::move(line));
    for (; own < last.comments.size(); ++own)
      out_.push_back(std::string(indent_ + continuation, ' ') + last.comments[own]);
  }

  // The place of the line's end: after a comment, at the end, or at the cheapest break that fits, the last of equals.
  std::size_t end_of_line(std::size_t first) const {
    std::size_t column = first == 0 ? indent_ : indent_ + continuation;
    std::optional<std::size_t> best;
    for (std::size_t i = first; i < pieces_.size(); ++i) {
      if (i > first) {
        if (!pieces_[i - 1].comments.empty()) return i;
        bool allowed = pieces_[i].break_cost && (break_after_equals_ || pieces_[i - 1].text != "=");
        if (allowed && (!best || *pieces_[i].break_cost <= *pieces_[*best].break_cost)) best = i;
        column += gaps_[i];
      }
      column += pieces_[i].text.size();
      if (column > line_width && best) return *best;
    }
    return pieces_.size();
  }

  const std::vector<Piece>& pieces_;
  std::vector<std::size_t> gaps_;
  std::size_t indent_;
  bool break_after_equals_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> lines(const std::vector<Piece>& pieces, const Placement& placement) {
  std::vector<std::string> out = Setter(pieces, placement, true).run();
  if (out.size() <= 2) return out;
  std::vector<std::string> kept = Setter(pieces, placement, false).run();  // the line of `=` goes on
  return kept.size() < out.size() ? kept : out;
}

std::size_t width_before_equals(const std::vector<Piece>& pieces, std::size_t keyword_width) {
  std::vector<std::size_t> gap = gaps(pieces, {0, keyword_width, 0});
  std::size_t width = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].text == "=" && pieces[i].outermost) return width;
    width += gap[i] + pieces[i].text.size();
  }
  return 0;
}

}  // namespace germ::syntax
