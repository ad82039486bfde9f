#include "derive/ranges.hpp"

namespace germ::derive {

using namespace ir;

Ranges::Ranges(Program& program) : program_(program), terms_(program.terms()) {
  // `least <= size` among the facts.
  for (Formula fact : program.facts()) {
    if (fact->kind != FormulaKind::at_most_zero || fact->index->terms.size() != 1) continue;
    const auto& term = fact->index->terms.front();
    if (term.atom->kind == AtomKind::variable && term.coefficient == -1)
      least_[term.atom->variable] = fact->index->constant;
  }
}

void Ranges::add(const std::vector<Binder>& binders) {
  for (const Binder& binder : binders) extents_.emplace(binder.variable, binder.extent);
}

void Ranges::collect(Real real) {
  add(real->binders);
  if (real->condition) collect(real->condition);
  for (Real child : real->children) collect(child);
}

void Ranges::collect(Formula formula) {
  add(formula->binders);
  if (formula->real) collect(formula->real);
  for (Formula child : formula->children) collect(child);
}

const Index* Ranges::extent(Var variable) const {
  auto found = extents_.find(variable);
  return found == extents_.end() ? nullptr : &found->second;
}

// An end of an index's values, in sizes: variables at the ends of their ranges, quotients of such.
Index Ranges::end(Index index, bool greatest, int depth) const {
  constexpr int deepest = 8;
  if (depth >= deepest) return index;
  Index out = terms_.integer(index->constant);
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    bool up = (term.coefficient > 0) == greatest;
    Index value = terms_.from_atom(term.atom);
    if (atom.kind == AtomKind::quotient) {
      value = terms_.quotient(end(atom.left, up, depth + 1), atom.divisor);
    } else if (const Index* range = atom.kind == AtomKind::variable ? extent(atom.variable) : nullptr) {
      value = up ? end(terms_.add(*range, -1), up, depth + 1) : terms_.integer(0);
    }
    out = terms_.add(out, terms_.scale(value, term.coefficient));
  }
  return out;
}

bool Ranges::never_positive(Index index) const {
  index = end(index, true, 0);
  std::int64_t value = index->constant;
  for (const auto& term : index->terms) {
    auto least = term.atom->kind == AtomKind::variable ? least_.find(term.atom->variable) : least_.end();
    if (least == least_.end() || term.coefficient > 0) return false;
    value += term.coefficient * least->second;
  }
  return value <= 0;
}

bool Ranges::implied(Formula formula) const {
  if (formula == terms_.truth()) return true;
  return formula->kind == FormulaKind::at_most_zero && never_positive(formula->index);
}

std::vector<Formula> Ranges::open_range(Index index, Index extent) const {
  std::vector<Formula> out;
  for (Formula part : {terms_.at_most(terms_.integer(0), index), terms_.less(index, extent)})
    if (!implied(part)) out.push_back(part);
  return out;
}

std::vector<Formula> Ranges::inside(Real read) const {
  std::vector<Formula> out;
  const std::vector<Binder>& axes = program_[read->tensor].axes;
  for (std::size_t k = 0; k < axes.size(); ++k)
    for (Formula part : open_range(read->indices[k], axes[k].extent)) out.push_back(part);
  return out;
}

}  // namespace germ::derive
