#pragma once
// Single edits of a hand-written backward: the slips that people make (an index moved by one, two indices swapped, a
// sign, a factor, a term, a guard, an axis of a sum, the wrong tensor of the right shape, ..), as edits of the text
// made from the syntax tree. A text with one of them need not be well formed: whoever uses one elaborates it.

#include <optional>
#include <string>
#include <vector>

#include "ir/statement.hpp"
#include "syntax/library.hpp"

namespace germ::syntax {

// `replacement` for what `span` holds; an empty span is an insertion.
struct Edit {
  Span span;
  std::string replacement;
  std::size_t line = 0;  // of EditedBackward::lines
  std::size_t size = 0;  // from the characters that go and that come, without what both have at their ends
};

struct EditedBackward {
  struct Line {
    std::string name;  // "dx", or that of a helper
    bool adjoint = false;
    Span span;
    std::vector<std::size_t> reads;  // the lines that it reads, itself included, through helpers as well; increasing
  };
  std::vector<Line> lines;
  std::vector<Edit> edits;  // each once; smallest first, then in order of place
};

// The lines and the edits of the backward that a vjp claim is about; nothing for another claim.
std::optional<EditedBackward> edits_of(const Library& library, const ir::Claim& claim);

// The text of the edit's file after it.
std::string apply(const Edit& edit);

}  // namespace germ::syntax
