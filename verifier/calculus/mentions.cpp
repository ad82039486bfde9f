#include "calculus/mentions.hpp"

#include <algorithm>

namespace germ::calculus {

using namespace ir;

bool Mentions::any_of(const std::vector<TensorId>& tensors) const {
  return std::any_of(tensors.begin(), tensors.end(), [&](TensorId tensor) { return tensors_.contains(tensor); });
}

void Mentions::visit(TensorId tensor) {
  if (!tensors_.insert(tensor).second) return;
  if (program_[tensor].body) visit(*program_[tensor].body);
}

void Mentions::visit(ReductionId reduction) {
  if (!reductions_.insert(reduction).second) return;
  visit(program_[reduction].guard);
  visit(program_[reduction].body);
}

void Mentions::visit(Real real) {
  if (!reals_.insert(real).second) return;
  if (real->kind == RealKind::read) visit(real->tensor);
  if (real->kind == RealKind::maximum) visit(real->reduction);
  if (real->index) visit(real->index);
  if (real->condition) visit(real->condition);
  for (Index index : real->indices) visit(index);
  for (Real child : real->children) visit(child);
}

void Mentions::visit(Formula formula) {
  if (!formulas_.insert(formula).second) return;
  if (formula->index) visit(formula->index);
  if (formula->real) visit(formula->real);
  for (Index index : formula->indices) visit(index);
  for (Formula child : formula->children) visit(child);
}

void Mentions::visit(Index index) {
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.left) visit(atom.left);
    if (atom.right) visit(atom.right);
    for (Index argument : atom.arguments) visit(argument);
    if (atom.kind == AtomKind::application && program_[atom.function].reduction.valid())
      visit(program_[atom.function].reduction);
  }
}

}  // namespace germ::calculus
