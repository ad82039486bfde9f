// Sums: unit equations of the filter solved, conditions moved into it, reads padded.

#include <algorithm>

#include "derive/tidy.hpp"
#include "ir/alike.hpp"

namespace germ::derive {

using namespace ir;

namespace {

bool is_zero(Real real) { return real->kind == RealKind::constant && real->value.is_zero(); }

// Where in an equation a binder stands alone with coefficient 1 or -1: its position among the terms.
bool solvable(Index equation, Var variable, std::int64_t& coefficient) {
  bool found = false;
  for (const auto& term : equation->terms) {
    if (term.atom->kind == AtomKind::variable && term.atom->variable == variable) {
      if (term.coefficient != 1 && term.coefficient != -1) return false;
      coefficient = term.coefficient;
      found = true;
    } else if (occurs(variable, term.atom->free)) {
      return false;
    }
  }
  return found;
}

bool is_plain(Index index) {
  return index->terms.empty() || (index->terms.size() == 1 && index->constant == 0 && index->terms[0].coefficient == 1);
}

}  // namespace

// match: sum(b | f) (a if c else 0)      result: sum(b | f and c) a
// match: sum(b | f) sum(b' | f') a       result: sum(b, b' | f and f') a
void Tidy::absorb(Sum& sum) {
  auto conditions = [&](Formula formula) {
    for (Formula part : t_.conjuncts(formula)) sum.filter.push_back(part);
  };
  for (;;) {
    Real body = sum.body;
    if (body->kind == RealKind::choose && is_zero(body->children[1]) && !is_padded_read(body)) {
      conditions(body->condition);
      sum.body = body->children[0];
    } else if (body->kind == RealKind::sum) {
      sum.binders.insert(sum.binders.end(), body->binders.begin(), body->binders.end());
      conditions(body->condition);
      sum.body = body->children[0];
    } else {
      return;
    }
  }
}

void Tidy::drop_implied(Sum& sum) {
  std::vector<Formula> kept;
  for (Formula part : sum.filter)
    for (Formula conjunct : t_.conjuncts(of(part)))
      if (std::find(kept.begin(), kept.end(), conjunct) == kept.end()) kept.push_back(conjunct);
  sum.filter = std::move(kept);
  drop_implied_by_equations(sum.filter);
}

// `range`: what keeps the solution in the binder's range.
void Tidy::substitute(Sum& sum, std::size_t equation, std::size_t binder, Index solution, std::vector<Formula> range) {
  Binder gone = sum.binders[binder];
  sum.binders.erase(sum.binders.begin() + static_cast<std::ptrdiff_t>(binder));
  sum.filter.erase(sum.filter.begin() + static_cast<std::ptrdiff_t>(equation));
  Substitution values{{gone.variable, solution}};
  // The range stands first: what follows may need it to have a value.
  std::vector<Formula> filter = std::move(range);
  for (Formula part : sum.filter) filter.push_back(t_.substitute(part, values));
  sum.filter = std::move(filter);
  sum.body = t_.substitute(sum.body, values);
  for (Formula part : sum.filter) ranges_.collect(part);
  ranges_.collect(sum.body);
  sum.body = of(sum.body);
}

// match: sum(.., v < e | v == s and f) a     result: sum(.. | 0 <= s and s < e and f[s/v]) a[s/v]
// A variable that equals another one has rank 0; then come those whose range is a size, then those of a number.
bool Tidy::solve_one(Sum& sum, int most) {
  struct Candidate {
    int rank;
    std::size_t equation, binder;
    Index solution;
  };
  std::vector<Candidate> candidates;
  for (std::size_t e = 0; e < sum.filter.size(); ++e) {
    if (sum.filter[e]->kind != FormulaKind::zero || mentions_winner(program_, sum.filter[e]->index)) continue;
    Index equation = sum.filter[e]->index;
    for (std::size_t b = 0; b < sum.binders.size(); ++b) {
      Var variable = sum.binders[b].variable;
      std::int64_t coefficient = 0;
      bool used = std::any_of(sum.binders.begin(), sum.binders.end(),
                              [&](const Binder& other) { return occurs(variable, other.extent->free); });
      if (used || !solvable(equation, variable, coefficient)) continue;
      Index rest = t_.sub(equation, t_.scale(t_.variable(variable), coefficient));
      Index solution = t_.scale(rest, -coefficient);
      int rank = is_plain(solution) ? 0 : sum.binders[b].extent->terms.empty() ? 2 : 1;
      candidates.push_back({rank, e, b, solution});
    }
  }
  std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.rank > most; });
  if (candidates.empty()) return false;
  auto best = std::min_element(candidates.begin(), candidates.end(),
                               [](const auto& a, const auto& b) { return a.rank < b.rank; });
  substitute(sum, best->equation, best->binder, best->solution,
             ranges_.open_range(best->solution, sum.binders[best->binder].extent));
  return true;
}

// match: sum(.. | r and f) x[e] * a, r what puts x[e] in range, a without need of r   result: sum(.. | f) (x[e] or 0) *
// a
void Tidy::pad(Sum& sum) {
  if (!padded_) return;
  std::vector<Real> factors = sum.body->kind == RealKind::mul ? sum.body->children : std::vector<Real>{sum.body};
  auto in_filter = [&](Formula part) {
    return std::find(sum.filter.begin(), sum.filter.end(), part) != sum.filter.end();
  };
  for (Real& factor : factors) {
    if (factor->kind != RealKind::read) continue;
    std::vector<Formula> inside = ranges_.inside(factor);
    if (inside.empty() || !std::all_of(inside.begin(), inside.end(), in_filter)) continue;
    bool alone = std::all_of(factors.begin(), factors.end(), [&](Real other) {
      if (other == factor || other->kind == RealKind::constant || other->kind == RealKind::scalar) return true;
      return other->kind == RealKind::read && ranges_.inside(other).empty();
    });
    bool integers = std::all_of(sum.filter.begin(), sum.filter.end(), [](Formula part) {
      return part->kind == FormulaKind::at_most_zero || part->kind == FormulaKind::zero;
    });
    if (!alone || !integers) continue;
    std::erase_if(sum.filter,
                  [&](Formula part) { return std::find(inside.begin(), inside.end(), part) != inside.end(); });
    factor = t_.choose(t_.and_(inside), factor, t_.constant(0));
    sum.body = t_.mul(factors);
    return;
  }
}

// Has it a value whatever the filter says?
bool Tidy::exists_without(Real factor) const {
  switch (factor->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
      return true;
    case RealKind::read:
      return ranges_.inside(factor).empty();
    case RealKind::power:
      return factor->value.is_integer() && factor->value.sign() > 0 && exists_without(factor->children[0]);
    case RealKind::add:
    case RealKind::mul:
    case RealKind::apply:
    case RealKind::choose:
    case RealKind::sum:
    case RealKind::maximum:
    case RealKind::stop:
      return false;
  }
  return false;
}

// match: sum(b | f) a * c, no b in a   result: a, and sum(b | f) c
Real Tidy::outside(Sum& sum) {
  std::vector<Real> factors = sum.body->kind == RealKind::mul ? sum.body->children : std::vector<Real>{sum.body};
  std::vector<Real> out;
  std::vector<Real> in;
  for (Real factor : factors) {
    bool bound = std::any_of(sum.binders.begin(), sum.binders.end(),
                             [&](const Binder& binder) { return occurs(binder.variable, factor->free); });
    (bound || (!sum.filter.empty() && !exists_without(factor)) ? in : out).push_back(factor);
  }
  sum.body = t_.mul(std::move(in));
  return t_.mul(std::move(out));
}

Real Tidy::finished(Sum sum) {
  if (is_zero(sum.body)) return sum.body;
  if (std::find(sum.filter.begin(), sum.filter.end(), t_.falsity()) != sum.filter.end()) return t_.constant(0);
  pad(sum);
  if (sum.binders.empty()) return choose(t_.and_(sum.filter), sum.body, t_.constant(0));
  // match: sum(b | c and f) a, no b in c   result: (sum(b | f) a) if c else 0
  std::vector<Formula> before;
  std::erase_if(sum.filter, [&](Formula part) {
    bool bound = std::any_of(sum.binders.begin(), sum.binders.end(),
                             [&](const Binder& binder) { return occurs(binder.variable, part->free); });
    if (!bound) before.push_back(part);
    return !bound;
  });
  Formula condition = consistent(t_.and_(sum.filter));
  sum.filter = t_.conjuncts(condition);
  sum.body = of(assuming(sum.body, sum.filter));
  if (!before.empty()) return choose(t_.and_(before), finished(std::move(sum)), t_.constant(0));
  Formula filter = t_.and_(sum.filter);
  Real factor = outside(sum);
  Real total = t_.sum(sum.binders, filter, sum.body);
  return factor == t_.constant(1) ? total : multiply(t_.mul({factor, total}));
}

// match: sum(cell | cell is the winner of a maximum) its value there   result: the maximum
std::optional<Real> Tidy::as_maximum(const Sum& sum) {
  if (sum.filter.empty() || sum.filter.size() != sum.binders.size()) return std::nullopt;
  Formula first = sum.filter[0];
  if (first->kind != FormulaKind::zero) return std::nullopt;
  for (const auto& term : first->index->terms) {
    if (term.atom->kind != AtomKind::application) continue;
    ReductionId reduction = program_[term.atom->function].reduction;
    if (!reduction.valid() || program_[reduction].binders.size() != sum.binders.size()) continue;
    std::vector<Index> winner = program_.winner(reduction, term.atom->arguments);
    std::vector<Index> cell;
    bool same = true;
    for (std::size_t j = 0; j < winner.size(); ++j) {
      cell.push_back(t_.variable(sum.binders[j].variable));
      same = same && sum.filter[j] == t_.equal(winner[j], cell[j]);
    }
    if (same && alike(of(program_.at(reduction, term.atom->arguments, cell).body), sum.body))
      return t_.maximum(reduction, term.atom->arguments);
  }
  return std::nullopt;
}

Real Tidy::sum(Real r) {
  ranges_.add(r->binders);
  Sum sum{r->binders, t_.conjuncts(r->condition), of(r->children[0])};
  if (auto maximum = as_maximum(sum)) return *maximum;
  do {
    absorb(sum);
    drop_implied(sum);
  } while (solve_one(sum, 0) || split_quotient(sum) || split_remainder(sum) || solve_one(sum, 2));
  return finished(std::move(sum));
}

}  // namespace germ::derive
