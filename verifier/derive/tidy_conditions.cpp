// What holds on a branch simplifies what stands there.

#include <algorithm>

#include "derive/tidy.hpp"

namespace germ::derive {

using namespace ir;

namespace {

bool has_choice(Real real) {
  return real->kind == RealKind::choose ||
         std::any_of(real->children.begin(), real->children.end(), [](Real child) { return has_choice(child); });
}

bool has_choice(Formula formula) {
  if (formula->real && has_choice(formula->real)) return true;
  return std::any_of(formula->children.begin(), formula->children.end(),
                     [](Formula child) { return has_choice(child); });
}

bool holds(Formula condition, const std::vector<Formula>& facts, Terms& t) {
  std::vector<Formula> parts = t.conjuncts(condition);
  return std::all_of(parts.begin(), parts.end(),
                     [&](Formula part) { return std::find(facts.begin(), facts.end(), part) != facts.end(); });
}

}  // namespace

// match: (a if c else b) where c holds   result: a
Real Tidy::assuming(Real r, const std::vector<Formula>& facts) {
  if (facts.empty() || !has_choice(r)) return r;
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(assuming(child, facts));
  switch (r->kind) {
    case RealKind::choose:
      if (holds(r->condition, facts, t_)) return children[0];
      if (holds(t_.not_(r->condition), facts, t_)) return children[1];
      return t_.choose(assuming(r->condition, facts), children[0], children[1]);
    case RealKind::add:
      return t_.add(std::move(children));
    case RealKind::mul:
      return t_.mul(std::move(children));
    case RealKind::power:
      return t_.power(children[0], r->value);
    case RealKind::apply:
      return t_.apply(*r->function, children[0]);
    case RealKind::sum:
      return t_.sum(r->binders, assuming(r->condition, facts), children[0]);
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::read:
    case RealKind::maximum:
    case RealKind::stop:
      return r;
  }
  return r;
}

Formula Tidy::assuming(Formula f, const std::vector<Formula>& facts) {
  if (facts.empty() || !has_choice(f)) return f;
  std::vector<Formula> children;
  for (Formula child : f->children) children.push_back(assuming(child, facts));
  switch (f->kind) {
    case FormulaKind::positive:
      return t_.positive(assuming(f->real, facts));
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
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return f;
  }
  return f;
}

// Each part of a conjunction where the others hold.
Formula Tidy::consistent(Formula condition) {
  if (condition->kind != FormulaKind::conjunction || !has_choice(condition)) return condition;
  std::vector<Formula> parts = condition->children;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<Formula> others = parts;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    parts[i] = of(assuming(parts[i], others));
  }
  return t_.and_(std::move(parts));
}

// match: m == v and 0 <= m and .., v an index in its range   result: m == v and ..
void Tidy::drop_implied_by_equations(std::vector<Formula>& filter) const {
  for (Formula equation : std::vector<Formula>(filter)) {
    if (equation->kind != FormulaKind::zero) continue;
    for (const auto& term : equation->index->terms) {
      if (term.atom->kind != AtomKind::application || (term.coefficient != 1 && term.coefficient != -1)) continue;
      Index solution = t_.scale(t_.sub(equation->index, t_.from_atom(term.atom, term.coefficient)), -term.coefficient);
      std::erase_if(filter, [&](Formula part) {
        if (part->kind != FormulaKind::at_most_zero) return false;
        Index index = part->index;
        for (const auto& other : part->index->terms)
          if (other.atom == term.atom)
            index = t_.add(t_.sub(index, t_.from_atom(other.atom, other.coefficient)),
                           t_.scale(solution, other.coefficient));
        return index != part->index && ranges_.implied(t_.at_most(index, t_.integer(0)));
      });
    }
  }
}

}  // namespace germ::derive
