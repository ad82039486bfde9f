// Substitution of index terms for variables. Every binder that is passed gets a fresh variable, so nothing is captured.

#include <unordered_map>

#include "base/check.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

class Substituter {
 public:
  Substituter(Terms& terms, const Substitution& values) : terms_(terms), values_(values) {}

  Index operator()(Index a) {
    if (!values_.touches(a->free)) return a;
    if (auto known = indices_.find(a); known != indices_.end()) return known->second;
    Index result = terms_.integer(a->constant);
    for (const auto& term : a->terms) result = terms_.add(result, terms_.scale(atom(term.atom), term.coefficient));
    indices_.emplace(a, result);
    return result;
  }

  Formula operator()(Formula a) {
    if (!values_.touches(a->free)) return a;
    if (auto known = formulas_.find(a); known != formulas_.end()) return known->second;
    Formula result = rebuild(a);
    formulas_.emplace(a, result);
    return result;
  }

  Real operator()(Real a) {
    if (!values_.touches(a->free)) return a;
    if (auto known = reals_.find(a); known != reals_.end()) return known->second;
    Real result = rebuild(a);
    reals_.emplace(a, result);
    return result;
  }

 private:
  Index atom(Atom a) {
    if (!values_.touches(a->free)) return terms_.from_atom(a);
    switch (a->kind) {
      case AtomKind::variable:
        return *values_.find(a->variable);
      case AtomKind::quotient:
        return terms_.quotient((*this)(a->left), a->divisor);
      case AtomKind::product:
        return terms_.multiply((*this)(a->left), (*this)(a->right));
      case AtomKind::application:
        return terms_.apply(a->function, all(a->arguments));
    }
    throw InternalError("an atom of no kind");
  }

  template <class T>
  std::vector<T> all(const std::vector<T>& items) {
    std::vector<T> out;
    out.reserve(items.size());
    for (T item : items) out.push_back((*this)(item));
    return out;
  }

  // Under binders: extents in this scope, the rest with renamed binders.
  struct Scope {
    std::vector<Binder> binders;
    Substitution inner;
  };
  Scope enter(const std::vector<Binder>& binders) {
    Scope scope;
    scope.inner = values_;
    Substitution renaming;
    for (const Binder& binder : binders) {
      Var fresh = terms_.fresh(terms_.name(binder.variable));
      scope.binders.push_back({fresh, (*this)(binder.extent)});
      renaming.set(binder.variable, terms_.variable(fresh));
    }
    for (const auto& [variable, value] : values_.pairs())
      if (!renaming.find(variable)) renaming.set(variable, value);
    scope.inner = std::move(renaming);
    return scope;
  }

  Formula rebuild(Formula a) {
    switch (a->kind) {
      case FormulaKind::truth:
      case FormulaKind::falsity:
        return a;
      case FormulaKind::at_most_zero:
        return terms_.at_most((*this)(a->index), terms_.integer(0));
      case FormulaKind::zero:
        return terms_.equal((*this)(a->index), terms_.integer(0));
      case FormulaKind::predicate:
        return terms_.predicate(a->predicate, all(a->indices));
      case FormulaKind::positive:
        return terms_.positive((*this)(a->real));
      case FormulaKind::negation:
        return terms_.not_((*this)(a->children[0]));
      case FormulaKind::conjunction:
        return terms_.and_(all(a->children));
      case FormulaKind::disjunction:
        return terms_.or_(all(a->children));
      case FormulaKind::all:
      case FormulaKind::any: {
        Scope scope = enter(a->binders);
        Substituter inside(terms_, scope.inner);
        Formula filter = inside(a->children[0]);
        Formula body = inside(a->children[1]);
        return a->kind == FormulaKind::all ? terms_.all(scope.binders, filter, body)
                                           : terms_.any(scope.binders, filter, body);
      }
    }
    throw InternalError("a formula of no kind");
  }

  Real rebuild(Real a) {
    switch (a->kind) {
      case RealKind::constant:
      case RealKind::scalar:
        return a;
      case RealKind::from_index:
        return terms_.from_index((*this)(a->index));
      case RealKind::read:
        return terms_.read(a->tensor, all(a->indices));
      case RealKind::add:
        return terms_.add(all(a->children));
      case RealKind::mul:
        return terms_.mul(all(a->children));
      case RealKind::power:
        return terms_.power((*this)(a->children[0]), a->value);
      case RealKind::apply:
        return terms_.apply(*a->function, (*this)(a->children[0]));
      case RealKind::choose:
        return terms_.choose((*this)(a->condition), (*this)(a->children[0]), (*this)(a->children[1]));
      case RealKind::maximum:
        return terms_.maximum(a->reduction, all(a->indices));
      case RealKind::stop:
        return terms_.stop((*this)(a->children[0]));
      case RealKind::sum: {
        Scope scope = enter(a->binders);
        Substituter inside(terms_, scope.inner);
        return terms_.sum(scope.binders, inside(a->condition), inside(a->children[0]));
      }
    }
    throw InternalError("a real of no kind");
  }

  Terms& terms_;
  const Substitution& values_;
  std::unordered_map<Index, Index> indices_;
  std::unordered_map<Formula, Formula> formulas_;
  std::unordered_map<Real, Real> reals_;
};

Index Terms::substitute(Index a, const Substitution& values) { return Substituter(*this, values)(a); }
Formula Terms::substitute(Formula a, const Substitution& values) { return Substituter(*this, values)(a); }
Real Terms::substitute(Real a, const Substitution& values) { return Substituter(*this, values)(a); }

std::pair<std::vector<Binder>, Substitution> Terms::rename(const std::vector<Binder>& binders) {
  std::vector<Binder> fresh_binders;
  Substitution renaming;
  for (const Binder& binder : binders) {
    Var variable_ = fresh(name(binder.variable));
    fresh_binders.push_back({variable_, substitute(binder.extent, renaming)});
    renaming.set(binder.variable, variable(variable_));
  }
  return {fresh_binders, renaming};
}

}  // namespace germ::ir
