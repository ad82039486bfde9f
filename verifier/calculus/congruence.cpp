#include "calculus/congruence.hpp"

#include <algorithm>

namespace germ::calculus {

using namespace ir;

bool Congruence::has_sum(Real r) {
  if (auto known = sums_.find(r); known != sums_.end()) return known->second;
  bool result = r->kind == RealKind::sum;
  if (r->kind == RealKind::read && program_[r->tensor].body) result = has_sum(unfolding_.at(r->tensor, r->indices));
  for (Real child : r->children) result = result || has_sum(child);
  if (r->kind == RealKind::maximum) result = true;  // taken by its arguments
  return sums_[r] = result;
}

Formula Congruence::equal(const std::vector<Index>& a, const std::vector<Index>& b) {
  if (a.size() != b.size()) return terms_.falsity();
  std::vector<Formula> parts;
  for (std::size_t i = 0; i < a.size(); ++i) parts.push_back(terms_.equal(a[i], b[i]));
  return terms_.and_(std::move(parts));
}

// One value at the base point, and near it.
Formula Congruence::leaf(Real a, Real b) {
  std::vector<Formula> parts = {terms_.equal(a, b)};
  if (dependence_.depends(a) || dependence_.depends(b))
    parts.push_back(germ_ ? terms_.equal(tangent_.moved(a), tangent_.moved(b))
                          : terms_.equal(tangent_.along(a), tangent_.along(b)));
  return terms_.and_(std::move(parts));
}

Formula Congruence::children(Real a, Real b) {
  if (a->children.size() != b->children.size()) return terms_.falsity();
  std::vector<Formula> parts;
  for (std::size_t i = 0; i < a->children.size(); ++i) parts.push_back(of(a->children[i], b->children[i]));
  return terms_.and_(std::move(parts));
}

// The same entry, or entries whose definitions agree.
Formula Congruence::of_read(Real a, Real b) {
  if (a->tensor != b->tensor) return of(unfolding_.at(a->tensor, a->indices), unfolding_.at(b->tensor, b->indices));
  Formula same = equal(a->indices, b->indices);
  if (same == terms_.truth()) return same;
  return terms_.or_({same, of(unfolding_.at(a->tensor, a->indices), unfolding_.at(b->tensor, b->indices))});
}

// Sums over one range: the generic summand is there in both or in neither, and has one value.
Formula Congruence::of_sum(Real a, Real b) {
  if (a->binders.size() != b->binders.size()) return terms_.falsity();
  for (std::size_t i = 0; i < a->binders.size(); ++i)
    if (a->binders[i].extent != b->binders[i].extent) return terms_.falsity();
  auto [binders, left] = terms_.rename(a->binders);
  Substitution right;
  for (std::size_t i = 0; i < binders.size(); ++i)
    right.set(b->binders[i].variable, terms_.variable(binders[i].variable));
  Formula in_left = terms_.substitute(a->condition, left);
  Formula in_right = terms_.substitute(b->condition, right);
  Formula summand = terms_.or_(
      {terms_.not_(in_left), of(terms_.substitute(a->children[0], left), terms_.substitute(b->children[0], right))});
  return terms_.all(binders, terms_.truth(), terms_.and_({of(in_left, in_right), summand}));
}

Formula Congruence::of(Real a, Real b) {
  if (a == b) return terms_.truth();
  if (!has_sum(a) && !has_sum(b)) return leaf(a, b);
  if (a->kind == RealKind::read && program_[a->tensor].body && b->kind != RealKind::read)
    return of(unfolding_.at(a->tensor, a->indices), b);
  if (b->kind == RealKind::read && program_[b->tensor].body && a->kind != RealKind::read)
    return of(a, unfolding_.at(b->tensor, b->indices));
  if (a->kind != b->kind) return terms_.falsity();
  switch (a->kind) {
    case RealKind::read:
      if (!program_[a->tensor].body || !program_[b->tensor].body) return leaf(a, b);
      return of_read(a, b);
    case RealKind::add:
    case RealKind::mul:
      return children(a, b);
    case RealKind::power:
      return a->value == b->value ? children(a, b) : terms_.falsity();
    case RealKind::apply:
      return a->function == b->function ? children(a, b) : terms_.falsity();
    case RealKind::choose:
      return terms_.and_({of(a->condition, b->condition),
                          terms_.or_({terms_.not_(a->condition), of(a->children[0], b->children[0])}),
                          terms_.or_({a->condition, of(a->children[1], b->children[1])})});
    case RealKind::sum:
      return of_sum(a, b);
    case RealKind::maximum:  // the same maximum
      return a->reduction == b->reduction ? equal(a->indices, b->indices) : terms_.falsity();
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::stop:
      return leaf(a, b);
  }
  return terms_.falsity();
}

// The two conditions are true together or false together at the base point.
Formula Congruence::of(Formula a, Formula b) {
  if (a == b) return terms_.truth();
  if (a->kind == FormulaKind::positive && b->kind == FormulaKind::positive && (has_sum(a->real) || has_sum(b->real)))
    return of(a->real, b->real);
  return terms_.or_({terms_.and_({a, b}), terms_.and_({terms_.not_(a), terms_.not_(b)})});
}

namespace {

struct Equation {
  Real left;
  Real right;
  std::vector<Formula> parts;  // its two conjuncts
};

// a == b, from its first conjunct `not a - b > 0`.
std::optional<Equation> equation_of(Terms& terms, Formula first, const std::vector<Formula>& among) {
  if (first->kind != FormulaKind::negation || first->children[0]->kind != FormulaKind::positive) return std::nullopt;
  Real difference = first->children[0]->real;
  if (difference->kind != RealKind::add || difference->children.size() != 2) return std::nullopt;
  Real minus = difference->children[1];
  if (minus->kind != RealKind::mul || minus->children.size() != 2 || minus->children[0] != terms.constant(-1))
    return std::nullopt;
  Real a = difference->children[0];
  Real b = minus->children[1];
  for (Formula whole : {terms.equal(a, b), terms.not_(terms.nonzero(difference))}) {
    std::vector<Formula> parts = terms.conjuncts(whole);
    if (std::all_of(parts.begin(), parts.end(),
                    [&](Formula part) { return std::find(among.begin(), among.end(), part) != among.end(); }))
      return Equation{a, b, std::move(parts)};
  }
  return std::nullopt;
}

std::optional<std::pair<Real, Real>> sides_of_equation(Terms& terms, Formula f) {
  std::vector<Formula> parts = terms.conjuncts(f);
  if (parts.size() != 2) return std::nullopt;
  for (Formula part : parts)
    if (auto equation = equation_of(terms, part, parts)) return std::pair{equation->left, equation->right};
  return std::nullopt;
}

}  // namespace

std::vector<Formula> conjuncts_and_equations(Terms& terms, Formula f) {
  const std::vector<Formula> all = terms.conjuncts(f);
  std::vector<Formula> out, taken;
  auto is_taken = [&](Formula part) { return std::find(taken.begin(), taken.end(), part) != taken.end(); };
  for (Formula part : all) {
    auto equation = equation_of(terms, part, all);
    if (!equation) continue;
    if (std::any_of(equation->parts.begin(), equation->parts.end(), is_taken)) continue;
    out.push_back(terms.and_(equation->parts));
    taken.insert(taken.end(), equation->parts.begin(), equation->parts.end());
  }
  for (Formula part : all)
    if (!is_taken(part)) out.push_back(part);
  return out;
}

std::optional<Formula> from_parts(Terms& terms, Tangent& nearby, Congruence& congruence, Formula f) {
  if (auto sides = sides_of_equation(terms, f)) {
    auto plain = nearby.moved(f);
    if (!plain) return std::nullopt;
    return terms.or_({*plain, congruence.of(sides->first, sides->second)});
  }
  const bool junction = f->kind == FormulaKind::conjunction || f->kind == FormulaKind::disjunction;
  if (!junction && f->binders.empty()) return nearby.moved(f);
  std::vector<Formula> children;
  const bool conjunction = f->kind == FormulaKind::conjunction;
  for (Formula child : conjunction ? conjuncts_and_equations(terms, f) : f->children) {
    auto made = from_parts(terms, nearby, congruence, child);
    if (!made) return std::nullopt;
    children.push_back(*made);
  }
  if (f->kind == FormulaKind::conjunction) return terms.and_(std::move(children));
  if (f->kind == FormulaKind::disjunction) return terms.or_(std::move(children));
  return f->kind == FormulaKind::all ? terms.all(f->binders, children[0], children[1])
                                     : terms.any(f->binders, children[0], children[1]);
}

}  // namespace germ::calculus
