#pragma once
// One statement as lines of at most 120 columns. The result depends on the tokens and their comments only, never on the
// line ends that were there: so formatting twice changes nothing.

#include <optional>
#include <string>
#include <vector>

namespace germ::syntax {

// A token of a statement, ready to be set.
struct Piece {
  std::string text;
  bool space = true;                  // a space before it
  bool outermost = true;              // outside of brackets
  std::optional<int> break_cost;      // how unwelcome a line end before it is; none: not allowed
  std::vector<std::string> comments;  // after it; each ends its line
  bool comment_on_own_line = false;   // the first of them stands on a line of its own
};

struct Placement {
  std::size_t indent = 0;
  std::size_t keyword_width = 0;  // the first piece is padded to it
  std::size_t equals_column = 0;  // the first `=` outside of brackets is put there, from the indent
};

std::vector<std::string> lines(const std::vector<Piece>& pieces, const Placement& placement);

// The width of what stands before the first `=` outside of brackets; 0 if there is none.
std::size_t width_before_equals(const std::vector<Piece>& pieces, std::size_t keyword_width);

}  // namespace germ::syntax
