#pragma once
// What a Terms owns. Private to the files that implement Terms.

#include <string>

#include "ir/interner.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

struct Terms::Storage {
  Interner<IndexNode> indices;
  Interner<IndexAtom> atoms;
  Interner<RealNode> reals;
  Interner<FormulaNode> formulas;
  std::vector<std::string> names;
  std::vector<Var> canonical;
};

// Sorted union of sorted variable lists.
void merge_free(std::vector<Var>& into, const std::vector<Var>& from);
void remove_bound(std::vector<Var>& free, const std::vector<Binder>& binders);

}  // namespace germ::ir
