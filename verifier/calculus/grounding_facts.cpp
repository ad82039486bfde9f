// Grounding: what is added to a query without being asked, facts of winners, and the cells to begin with.

#include <algorithm>

#include "calculus/grounding.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

std::vector<Index> extents_of(const std::vector<Binder>& binders) {
  std::vector<Index> out;
  for (const Binder& binder : binders) out.push_back(binder.extent);
  return out;
}

}  // namespace

// ---------------------------------------------------------------- winners

// `cell` is below the winner, or equal to it and not before it in row-major order.
Formula Grounding::beats(const Cell& winner, Real best, const Cell& cell, Real value) {
  Formula before = terms_.falsity();
  for (std::size_t i = winner.size(); i-- > 0;)
    before = terms_.or_({terms_.less(winner[i], cell[i]), terms_.and_({terms_.equal(winner[i], cell[i]), before})});
  std::vector<Formula> same;
  for (std::size_t i = 0; i < winner.size(); ++i) same.push_back(terms_.equal(winner[i], cell[i]));
  Formula below = terms_.positive(terms_.sub(best, value));
  Formula equal = terms_.equal(best, value);
  return terms_.or_({below, terms_.and_({equal, terms_.or_({before, terms_.and_(same)})})});
}

Formula Grounding::winner_facts(ReductionId reduction, const Cell& arguments) {
  Cell winner = program_.winner(reduction, arguments);
  auto at_winner = program_.at(reduction, arguments, winner);
  Real best = real(at_winner.body);
  std::vector<Formula> facts = {formula(at_winner.guard)};
  const std::vector<Binder> parameters = program_[reduction].parameters;
  const std::vector<Binder> binders = program_[reduction].binders;
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(parameters[i].variable, arguments[i]);
  Real body = terms_.substitute(program_[reduction].body, values);
  for (const Cell& cell : candidates(extents_of(binders), binders, body, Formula())) {
    if (cell == winner) continue;
    auto other = program_.at(reduction, arguments, cell);
    facts.push_back(terms_.or_({formula(terms_.not_(other.guard)), beats(winner, best, cell, real(other.body))}));
  }
  std::vector<Formula> in_range;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    in_range.push_back(terms_.in_range(arguments[i], parameters[i].extent));
  return terms_.or_({formula(terms_.not_(terms_.and_(std::move(in_range)))), terms_.and_(std::move(facts))});
}

// ---------------------------------------------------------------- seeds

namespace {

bool ground_term(const std::vector<Var>& free, const std::vector<Var>& bound) {
  return std::none_of(bound.begin(), bound.end(), [&](Var v) { return occurs(v, free); });
}

}  // namespace

// Ground reads and winners below quantifiers seed the pools (GERMS P1).
void Grounding::seed(Real r, const std::vector<Var>& bound) {
  auto inside = bound;
  for (const Binder& binder : r->binders) inside.push_back(binder.variable);
  for (Index i : r->indices)
    if (ground_term(i->free, inside)) index(i);
  if (r->kind == RealKind::read) {  // each run of ground indices
    const std::vector<Binder> axes = program_[r->tensor].axes;
    Cell extents, at;
    for (std::size_t i = 0; i <= axes.size(); ++i) {
      if (i < axes.size() && ground_term(r->indices[i]->free, inside)) {
        extents.push_back(axes[i].extent);
        at.push_back(index(r->indices[i]));
      } else if (!at.empty()) {
        add_to_pools(extents, at);
        extents.clear();
        at.clear();
      }
    }
  }
  if (r->condition) seed(r->condition, inside);
  for (Real child : r->children) seed(child, inside);
}

void Grounding::seed(Formula f, const std::vector<Var>& bound) {
  auto inside = bound;
  for (const Binder& binder : f->binders) inside.push_back(binder.variable);
  if (f->index && ground_term(f->index->free, inside)) index(f->index);
  for (Index i : f->indices)
    if (ground_term(i->free, inside)) index(i);
  if (f->real) seed(f->real, inside);
  for (Formula child : f->children) seed(child, inside);
}

}  // namespace germ::calculus
