#include "calculus/traits.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::calculus {

using namespace ir;

bool integer_only(Formula formula) {
  if (formula->kind == FormulaKind::positive) return false;
  return std::all_of(formula->children.begin(), formula->children.end(), [](Formula f) { return integer_only(f); });
}

bool has_quantifier(Formula formula) {
  if (formula->kind == FormulaKind::all || formula->kind == FormulaKind::any) return true;
  return std::any_of(formula->children.begin(), formula->children.end(), [](Formula f) { return has_quantifier(f); });
}

bool has_real_quantifier(Formula formula) {
  bool quantifier = formula->kind == FormulaKind::all || formula->kind == FormulaKind::any;
  if (quantifier && !integer_only(formula)) return true;
  return std::any_of(formula->children.begin(), formula->children.end(),
                     [](Formula f) { return has_real_quantifier(f); });
}

// ---------------------------------------------------------------- Dependence

bool Dependence::depends(TensorId tensor) {
  if (std::find(on_.begin(), on_.end(), tensor) != on_.end()) return true;
  if (auto known = tensors_.find(tensor); known != tensors_.end()) return known->second == State::yes;
  const auto& body = program_[tensor].body;
  bool result = body && depends(*body);
  tensors_[tensor] = result ? State::yes : State::no;
  return result;
}

bool Dependence::depends(ReductionId reduction) {
  if (auto known = reductions_.find(reduction); known != reductions_.end()) return known->second == State::yes;
  bool result = depends(program_[reduction].body) || depends(program_[reduction].guard);
  reductions_[reduction] = result ? State::yes : State::no;
  return result;
}

bool Dependence::depends(Index index) {
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.left && depends(atom.left)) return true;
    if (atom.right && depends(atom.right)) return true;
    for (Index argument : atom.arguments)
      if (depends(argument)) return true;
    if (atom.kind == AtomKind::application && program_[atom.function].role == FunctionRole::live &&
        depends(program_[atom.function].reduction))
      return true;
  }
  return false;
}

bool Dependence::depends(Formula formula) {
  if (auto known = formulas_.find(formula); known != formulas_.end()) return known->second;
  bool result = (formula->index && depends(formula->index)) || (formula->real && depends(formula->real));
  for (Index index : formula->indices) result = result || depends(index);
  for (Formula child : formula->children) result = result || depends(child);
  for (const Binder& binder : formula->binders) result = result || depends(binder.extent);
  formulas_[formula] = result;
  return result;
}

bool Dependence::depends(Real real) {
  if (auto known = reals_.find(real); known != reals_.end()) return known->second;
  bool result = (real->kind == RealKind::read && depends(real->tensor)) ||
                (real->kind == RealKind::maximum && depends(real->reduction));
  if (real->index) result = result || depends(real->index);
  if (real->condition) result = result || depends(real->condition);
  for (Index index : real->indices) result = result || depends(index);
  for (Real child : real->children) result = result || depends(child);
  for (const Binder& binder : real->binders) result = result || depends(binder.extent);
  reals_[real] = result;
  return result;
}

// ---------------------------------------------------------------- Smoothness

bool Smoothness::plain(Index index) {
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    if ((atom.left && !plain(atom.left)) || (atom.right && !plain(atom.right))) return false;
    if (atom.kind == AtomKind::application && program_[atom.function].role == FunctionRole::live) return false;
    if (!std::all_of(atom.arguments.begin(), atom.arguments.end(), [&](Index i) { return plain(i); })) return false;
  }
  return true;
}

bool Smoothness::plain(Formula formula) {
  if (!integer_only(formula)) return false;
  if (formula->index && !plain(formula->index)) return false;
  return std::all_of(formula->indices.begin(), formula->indices.end(), [&](Index i) { return plain(i); }) &&
         std::all_of(formula->children.begin(), formula->children.end(), [&](Formula f) { return plain(f); });
}

bool Smoothness::smooth(TensorId tensor) {
  if (auto known = tensors_.find(tensor); known != tensors_.end()) return known->second;
  const auto& body = program_[tensor].body;
  bool result = !body || smooth(*body);
  tensors_[tensor] = result;
  return result;
}

bool Smoothness::smooth(Real real) {
  if (auto known = reals_.find(real); known != reals_.end()) return known->second;
  bool result = true;
  switch (real->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      break;
    case RealKind::from_index:
      result = plain(real->index);
      break;
    case RealKind::read:
      result = smooth(real->tensor);
      break;
    case RealKind::power:
      result = real->value.is_integer() && real->value.sign() >= 0;
      break;
    case RealKind::apply:
    case RealKind::maximum:
    case RealKind::stop:
      result = false;
      break;
    case RealKind::add:
    case RealKind::mul:
      break;
    case RealKind::choose:
    case RealKind::sum:
      result = plain(real->condition);
      break;
  }
  for (Index index : real->indices) result = result && plain(index);
  for (Real child : real->children) result = result && smooth(child);
  reals_[real] = result;
  return result;
}

// ---------------------------------------------------------------- Unfolding

Real Unfolding::at(TensorId tensor, const std::vector<Index>& indices) {
  Real read = program_.terms().read(tensor, indices);
  if (auto known = bodies_.find(read); known != bodies_.end()) return known->second;
  Real body = program_.at(tensor, indices);
  bodies_.emplace(read, body);
  return body;
}

}  // namespace germ::calculus
