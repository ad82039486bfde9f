#pragma once
// The words that an edit of a backward may bring in: what its layer declares, and the parts that occur in its text.

#include <map>
#include <string>
#include <vector>

#include "syntax/elaborate_items.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax {

struct Vocabulary {
  struct Tensor {
    std::string name;
    bool known = false;                // its axes are written in the text
    std::vector<std::string> axes;     // index names
    std::vector<std::string> extents;  // as text
    bool real = true;                  // not of integers or truth values
  };
  // A part of the text that may stand elsewhere: where `free` indices have a meaning and `bound` ones have none yet.
  struct Part {
    std::string text;
    std::vector<std::string> free;
    std::vector<std::string> bound;
    std::string first = {};  // of a sum: its first term
  };
  std::vector<Tensor> tensors;
  std::vector<std::string> sizes;             // and constants
  std::vector<std::string> scalars;           // `real a`
  std::map<std::string, std::string> ranges;  // of an index: its extent as text; empty where it is not written
  std::vector<std::string> counts;            // products of sizes, fit to stand as a factor
  std::vector<Part> products;                 // terms of sums
  std::vector<Part> conditions;               // of `if`
  std::vector<Part> sums;                     // in parentheses

  const Tensor* find(const std::string& name) const;
  bool is_size(const std::string& name) const;
  bool is_scalar(const std::string& name) const;
};

Vocabulary vocabulary_of(const Subject& subject, const BackwardItem& backward);

// A part with its indices told apart.
Vocabulary::Part part_of(const Vocabulary& vocabulary, const Expr& expression);

}  // namespace germ::syntax
