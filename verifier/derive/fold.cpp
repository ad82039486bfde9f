#include "derive/fold.hpp"

#include <algorithm>

namespace germ::derive {

using namespace ir;

void Fold::learn(TensorId tensor, Real body) {
  add(tensor, {}, body);
  // Where its condition holds, a branch is the whole.
  if (body->kind == RealKind::choose) add(tensor, t_.conjuncts(body->condition), body->children[0]);
}

void Fold::add(TensorId tensor, std::vector<Formula> condition, Real body) {
  switch (body->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::read:
    case RealKind::stop:
      return;
    case RealKind::add:
    case RealKind::mul:
    case RealKind::power:
    case RealKind::apply:
    case RealKind::choose:
    case RealKind::sum:
    case RealKind::maximum:
      patterns_.push_back({tensor, std::move(condition), body});
  }
}

std::optional<Real> Fold::as_read(const Pattern& pattern, const Match& match) {
  std::vector<Index> at;
  for (const Binder& axis : program_[pattern.tensor].axes) {
    auto value = match.values.find(axis.variable);
    if (value == match.values.end() || !ranges_.open_range(value->second, axis.extent).empty()) return std::nullopt;
    for (Var inner : match.bound)
      if (occurs(inner, value->second->free)) return std::nullopt;
    at.push_back(value->second);
  }
  Substitution values;
  for (const auto& [variable, value] : match.values) values.set(variable, value);
  for (Formula part : pattern.condition)
    if (std::find(facts_.begin(), facts_.end(), t_.substitute(part, values)) == facts_.end()) return std::nullopt;
  return t_.read(pattern.tensor, std::move(at));
}

// The largest terms first.
Real Fold::of(Real real) {
  Real whole = folded(real);
  return whole == real ? folded(with_children(real)) : whole->kind == RealKind::read ? whole : of(whole);
}

Real Fold::where(const std::vector<Formula>& facts, Real real) {
  std::size_t before = facts_.size();
  facts_.insert(facts_.end(), facts.begin(), facts.end());
  Real result = of(real);
  facts_.resize(before);
  return result;
}

Real Fold::folded(Real real) {
  for (const Pattern& pattern : patterns_) {
    Match match{&program_[pattern.tensor].axes, {}, {}};
    if (matches(pattern.body, real, match))
      if (auto found = as_read(pattern, match)) return *found;
    // match: u^(k*q), tensor = u^q   result: tensor^k   (k < 0 where a root has a value and no 0 below it)
    if (real->kind == RealKind::power && pattern.body->kind == RealKind::power && !pattern.body->value.is_zero()) {
      Rational times = real->value / pattern.body->value;
      match = {&program_[pattern.tensor].axes, {}, {}};
      bool root = !pattern.body->value.is_integer();
      if (times.is_integer() && (times > Rational(1) || (root && times.sign() < 0)) &&
          matches(pattern.body->children[0], real->children[0], match))
        if (auto found = as_read(pattern, match)) return t_.power(*found, times);
    }
    // match: a * b * c, tensor = a * b   result: tensor * c
    if (real->kind == RealKind::mul && pattern.body->kind == RealKind::mul &&
        pattern.body->children.size() < real->children.size()) {
      std::vector<bool> taken(real->children.size(), false);
      match = {&program_[pattern.tensor].axes, {}, {}};
      if (!some(pattern.body->children, 0, real->children, taken, match)) continue;
      auto found = as_read(pattern, match);
      if (!found) continue;
      std::vector<Real> factors;
      for (std::size_t i = 0; i < taken.size(); ++i)
        if (!taken[i]) factors.push_back(real->children[i]);
      factors.push_back(*found);
      return folded(t_.mul(std::move(factors)));
    }
  }
  return real;
}

Real Fold::with_children(Real r) {
  if (r->kind == RealKind::choose) {
    Real then = where(t_.conjuncts(r->condition), r->children[0]);
    return t_.choose(of(r->condition), then, where(t_.conjuncts(t_.not_(r->condition)), r->children[1]));
  }
  if (r->kind == RealKind::sum)
    return t_.sum(r->binders, of(r->condition), where(t_.conjuncts(r->condition), r->children[0]));
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(of(child));
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::read:
    case RealKind::maximum:
    case RealKind::stop:
      return r;
    case RealKind::add:
      return t_.add(std::move(children));
    case RealKind::mul:
      return t_.mul(std::move(children));
    case RealKind::power:
      return t_.power(children[0], r->value);
    case RealKind::apply:
      return t_.apply(*r->function, children[0]);
    case RealKind::choose:
    case RealKind::sum:
      break;
  }
  return r;
}

Formula Fold::of(Formula f) {
  std::vector<Formula> children;
  for (Formula child : f->children) children.push_back(of(child));
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return f;
    case FormulaKind::positive:
      return t_.positive(of(f->real));
    case FormulaKind::negation:
      return t_.not_(children[0]);
    case FormulaKind::conjunction:
      return t_.and_(std::move(children));
    case FormulaKind::disjunction:
      return t_.or_(std::move(children));
    case FormulaKind::all:
      return t_.all(f->binders, children[0], children[1]);
    case FormulaKind::any:
      return t_.any(f->binders, children[0], children[1]);
  }
  return f;
}

bool Fold::matches(Index pattern, Index index, Match& match) {
  auto is_axis = [&](Var variable) {
    return std::any_of(match.axes->begin(), match.axes->end(),
                       [&](const Binder& axis) { return axis.variable == variable; });
  };
  bool lone = pattern->terms.size() == 1 && pattern->constant == 0 && pattern->terms[0].coefficient == 1 &&
              pattern->terms[0].atom->kind == AtomKind::variable;
  if (lone && is_axis(pattern->terms[0].atom->variable))
    return match.values.emplace(pattern->terms[0].atom->variable, index).first->second == index;
  Substitution values;
  for (Var variable : pattern->free) {
    auto value = match.values.find(variable);
    if (value != match.values.end()) {
      values.set(variable, value->second);
    } else if (is_axis(variable)) {
      return false;
    }
  }
  return t_.substitute(pattern, values) == index;
}

bool Fold::matches(const std::vector<Index>& pattern, const std::vector<Index>& indices, Match& match) {
  if (pattern.size() != indices.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i)
    if (!matches(pattern[i], indices[i], match)) return false;
  return true;
}

bool Fold::enter(const std::vector<Binder>& pattern, const std::vector<Binder>& binders, Match& match) {
  if (pattern.size() != binders.size()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!matches(pattern[i].extent, binders[i].extent, match)) return false;
    match.values[pattern[i].variable] = t_.variable(binders[i].variable);
    match.bound.push_back(binders[i].variable);
  }
  return true;
}

bool Fold::some(const std::vector<Real>& pattern, std::size_t next, const std::vector<Real>& children,
                std::vector<bool>& taken, Match& match) {
  if (next == pattern.size()) return true;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (taken[i]) continue;
    Match trial = match;
    if (!matches(pattern[next], children[i], trial)) continue;
    taken[i] = true;
    if (some(pattern, next + 1, children, taken, trial)) {
      match = std::move(trial);
      return true;
    }
    taken[i] = false;
  }
  return false;
}

bool Fold::matches(Real p, Real r, Match& match) {
  if (p->kind != r->kind || p->children.size() != r->children.size() || !(p->value == r->value)) return false;
  if (p->scalar != r->scalar || p->tensor != r->tensor || p->reduction != r->reduction || p->function != r->function)
    return false;
  if (p->kind == RealKind::add || p->kind == RealKind::mul) {
    std::vector<bool> taken(r->children.size(), false);
    return some(p->children, 0, r->children, taken, match);
  }
  if (p->index && !matches(p->index, r->index, match)) return false;
  if (!matches(p->indices, r->indices, match) || !enter(p->binders, r->binders, match)) return false;
  if (p->condition && !matches(p->condition, r->condition, match)) return false;
  for (std::size_t i = 0; i < p->children.size(); ++i)
    if (!matches(p->children[i], r->children[i], match)) return false;
  return true;
}

bool Fold::matches(Formula p, Formula f, Match& match) {
  if (p->kind != f->kind || p->predicate != f->predicate || p->children.size() != f->children.size()) return false;
  if (p->index && !matches(p->index, f->index, match)) return false;
  if (p->real && !matches(p->real, f->real, match)) return false;
  if (!matches(p->indices, f->indices, match) || !enter(p->binders, f->binders, match)) return false;
  for (std::size_t i = 0; i < p->children.size(); ++i)
    if (!matches(p->children[i], f->children[i], match)) return false;
  return true;
}

}  // namespace germ::derive
