#include "sums/hidden.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "sums/algebra.hpp"

namespace germ::sums {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Substitution;
using ir::Var;

std::optional<std::vector<std::pair<Rational, Monomial>>> size_polynomial(const Context& context, Index index) {
  std::vector<std::pair<Rational, Monomial>> result;
  if (index->constant != 0) result.emplace_back(index->constant, Monomial());
  for (const auto& term : index->terms) {
    ir::Atom atom = term.atom;
    if (atom->kind == ir::AtomKind::variable && context.program.is_size(atom->variable)) {
      result.emplace_back(term.coefficient, Monomial({SymbolKind::size, atom->variable.value}));
    } else if (atom->kind == ir::AtomKind::product) {
      auto left = size_polynomial(context, atom->left);
      auto right = size_polynomial(context, atom->right);
      if (!left || !right) return std::nullopt;
      for (const auto& [a, m] : *left) {
        for (const auto& [b, n] : *right) {
          Monomial product = m;
          product.multiply(n);
          result.emplace_back(a * b * term.coefficient, product);
        }
      }
    } else {
      return std::nullopt;
    }
  }
  return result;
}

namespace {

bool contains(const std::vector<Var>& variables, Var variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

bool intersects(const std::vector<Var>& free, const std::vector<Var>& bound) {
  return std::any_of(bound.begin(), bound.end(), [&](Var v) { return ir::occurs(v, free); });
}

std::vector<Formula> without(const std::vector<Formula>& guard, Formula part) {
  std::vector<Formula> rest = guard;
  std::erase(rest, part);
  return rest;
}

class Elimination {
 public:
  Elimination(Context& context, const std::vector<Formula>& facts)
      : context_(context), terms_(context.terms), facts_(facts) {}

  std::vector<Counted> run(Counted start) {
    open_.push_back(std::move(start));
    while (!open_.empty()) {
      if (open_.size() + done_.size() > context_.limits.terms) throw LimitReached("a count has too many parts");
      Counted item = std::move(open_.back());
      open_.pop_back();
      step(std::move(item));
    }
    return std::move(done_);
  }

 private:
  void step(Counted item) {
    std::vector<Factor> no_factors;
    if (item.coefficient.is_zero()) return;
    if (!eliminate_units(terms_, item.bound, item.guard, no_factors)) return;
    if (item.bound.empty()) {
      done_.push_back(std::move(item));
      return;
    }
    if (split_disjunction(item) || split_inequation(item) || solve_divisible(item)) return;
    if (!unfold_quotients(item)) return;
    for (Var variable : by_occurrences(item))
      if (eliminate(item, variable)) return;
    done_.push_back(std::move(item));
  }

  // The item with `parts` added to its guard goes back to work, unless its guard is then false.
  void reopen(Counted item, const std::vector<Formula>& parts) {
    for (Formula part : parts)
      if (!restrict(terms_, item.guard, part)) return;
    open_.push_back(std::move(item));
  }

  // match: [A or B]     result: [A] + [not A and B]
  bool split_disjunction(const Counted& item) {
    for (Formula part : item.guard) {
      if (part->kind != FormulaKind::disjunction || !intersects(part->free, item.bound)) continue;
      Counted rest = item;
      rest.guard = without(item.guard, part);
      std::vector<Formula> earlier_false;
      for (Formula alternative : part->children) {
        auto parts = earlier_false;
        parts.push_back(alternative);
        reopen(rest, parts);
        earlier_false.push_back(terms_.not_(alternative));
      }
      return true;
    }
    return false;
  }

  // match: [not e = 0]     result: 1 - [e = 0]
  bool split_inequation(const Counted& item) {
    for (Formula part : item.guard) {
      if (part->kind != FormulaKind::negation || part->children[0]->kind != FormulaKind::zero) continue;
      if (!intersects(part->free, item.bound)) continue;
      Counted rest = item;
      rest.guard = without(item.guard, part);
      reopen(rest, {});
      rest.coefficient = -rest.coefficient;
      reopen(rest, {part->children[0]});
      return true;
    }
    return false;
  }

  // match: sum over h of [k*h + rest = 0] e, k > 1     result: [k divides rest] e at h := floor(-rest / k)
  bool solve_divisible(const Counted& item) {
    for (Formula part : item.guard) {
      if (part->kind != FormulaKind::zero) continue;
      for (const auto& term : part->index->terms) {
        if (term.atom->kind != ir::AtomKind::variable || !contains(item.bound, term.atom->variable)) continue;
        Index rest = terms_.sub(part->index, terms_.from_atom(term.atom, term.coefficient));
        if (ir::occurs(term.atom->variable, rest->free)) continue;
        std::int64_t k = term.coefficient;
        Index negated = k > 0 ? terms_.scale(rest, -1) : rest;
        k = k > 0 ? k : -k;
        Counted solved = item;
        solved.guard = without(item.guard, part);
        std::erase(solved.bound, term.atom->variable);
        if (substitute(terms_, solved.guard, {{term.atom->variable, terms_.quotient(negated, k)}}))
          reopen(std::move(solved), {terms_.equal(terms_.remainder(negated, k), terms_.integer(0))});
        return true;
      }
    }
    return false;
  }

  // A part c * floor(e / k) + rest with a bound variable in e only.
  struct Quotient {
    Index dividend;
    std::int64_t divisor;
    std::int64_t coefficient;
    Index rest;
  };
  std::optional<Quotient> only_quotient(Index index, const std::vector<Var>& bound) {
    std::optional<Quotient> found;
    for (const auto& term : index->terms) {
      if (!intersects(term.atom->free, bound)) continue;
      if (found || term.atom->kind != ir::AtomKind::quotient) return std::nullopt;
      Index rest = terms_.sub(index, terms_.from_atom(term.atom, term.coefficient));
      found = Quotient{term.atom->left, term.atom->divisor, term.coefficient, rest};
    }
    return found;
  }

  // match: c * floor(e / k) + r <= 0, c > 0     result: e <= k * floor(-r / c) + k - 1
  // match: c * floor(e / k) + r <= 0, c < 0     result: e >= k * ceil(r / -c)
  // match: c * floor(e / k) + r = 0, |c| = 1    result: both bounds
  // False where the guard is then false.
  bool unfold_quotients(Counted& item) {
    std::vector<Formula> guard;
    for (Formula part : item.guard) {
      bool equation = part->kind == FormulaKind::zero;
      std::optional<Quotient> q;
      if (equation || part->kind == FormulaKind::at_most_zero) q = only_quotient(part->index, item.bound);
      if (!q || (equation && q->coefficient != 1 && q->coefficient != -1)) {
        if (!restrict(terms_, guard, part)) return false;
        continue;
      }
      std::int64_t c = q->coefficient;
      if (equation || c > 0) {
        Index most = c > 0 ? terms_.quotient(terms_.scale(q->rest, -1), c) : q->rest;
        Index end = terms_.add(terms_.scale(most, q->divisor), q->divisor);
        if (!restrict(terms_, guard, terms_.less(q->dividend, end))) return false;
      }
      if (equation || c < 0) {
        Index least = c < 0 ? terms_.ceiling(q->rest, -c) : terms_.scale(q->rest, -1);
        if (!restrict(terms_, guard, terms_.at_most(terms_.scale(least, q->divisor), q->dividend))) return false;
      }
    }
    item.guard = std::move(guard);
    return true;
  }

  std::vector<Var> by_occurrences(const Counted& item) {
    std::vector<std::pair<std::size_t, Var>> order;
    for (Var variable : item.bound) {
      std::size_t occurrences = 0;
      for (Formula part : item.guard) occurrences += ir::occurs(variable, part->free);
      order.emplace_back(occurrences, variable);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Var> result;
    for (const auto& [occurrences, variable] : order) result.push_back(variable);
    return result;
  }

  // What a guard says of one variable h.
  struct Range {
    std::vector<Index> lows;
    std::vector<Index> highs;
    bool bounds_only = true;
    std::vector<Formula> rest;  // the conjuncts without h
  };
  // match: k*h + r <= 0     result: h <= floor(-r / k) for k > 0, h >= ceil(r / -k) for k < 0
  Range range_of(const Counted& item, Var variable) {
    Range range;
    for (Formula part : item.guard) {
      if (!ir::occurs(variable, part->free)) {
        range.rest.push_back(part);
        continue;
      }
      bool bound = false;
      if (part->kind == FormulaKind::at_most_zero) {
        for (const auto& term : part->index->terms) {
          if (term.atom->kind != ir::AtomKind::variable || term.atom->variable != variable) continue;
          Index r = terms_.sub(part->index, terms_.from_atom(term.atom, term.coefficient));
          if (ir::occurs(variable, r->free)) break;
          bound = true;
          if (term.coefficient > 0) {
            range.highs.push_back(terms_.quotient(terms_.scale(r, -1), term.coefficient));
          } else {
            range.lows.push_back(terms_.ceiling(r, -term.coefficient));
          }
        }
      }
      range.bounds_only = range.bounds_only && bound;
    }
    return range;
  }

  // The smallest range [low, low + length) with a constant length.
  std::optional<std::pair<Index, std::int64_t>> window(const Range& range) {
    std::optional<std::pair<Index, std::int64_t>> best;
    for (Index low : range.lows) {
      for (Index high : range.highs) {
        Index length = terms_.add(terms_.sub(high, low), 1);
        if (!length->terms.empty() || (best && best->second <= length->constant)) continue;
        best = {low, length->constant};
      }
    }
    if (best && best->second > context_.limits.window) return std::nullopt;
    return best;
  }

  // match: sum over h of [low <= h < low + n] e     result: e at low, ..., low + n - 1
  void expand(const Counted& item, Var variable, const std::pair<Index, std::int64_t>& window) {
    for (std::int64_t i = 0; i < window.second; ++i) {
      Counted point = item;
      std::erase(point.bound, variable);
      if (substitute(terms_, point.guard, {{variable, terms_.add(window.first, i)}})) open_.push_back(std::move(point));
    }
  }

  bool eliminate(const Counted& item, Var variable) {
    Range range = range_of(item, variable);
    if (range.lows.empty() || range.highs.empty()) return false;
    auto small = window(range);
    auto others = item.bound;
    std::erase(others, variable);
    auto mentions_others = [&](Index index) { return intersects(index->free, others); };
    if (!range.bounds_only || std::any_of(range.lows.begin(), range.lows.end(), mentions_others) ||
        std::any_of(range.highs.begin(), range.highs.end(), mentions_others)) {
      if (small) expand(item, variable, *small);
      return small.has_value();
    }
    std::vector<Formula> known = range.rest;
    known.insert(known.end(), facts_.begin(), facts_.end());
    prune(range.lows, known, true);
    prune(range.highs, known, false);
    Counted rest = item;
    rest.bound = others;
    rest.guard = range.rest;
    if (range.lows.size() == 1 && range.highs.size() == 1 && multiply_by_length(rest, range, known)) return true;
    if (small && (item.bound.size() > 1 || !item.counts.empty())) {
      expand(item, variable, *small);
      return true;
    }
    rest.counts.push_back({std::move(range.lows), std::move(range.highs)});
    open_.push_back(std::move(rest));
    return true;
  }

  // match: number of h in [low, high], high - low + 1 a polynomial in sizes
  // result: high - low + 1     when: it is not negative
  bool multiply_by_length(const Counted& rest, const Range& range, const std::vector<Formula>& known) {
    Index length = terms_.add(terms_.sub(range.highs[0], range.lows[0]), 1);
    auto polynomial = size_polynomial(context_, length);
    if (!polynomial) return false;
    if (!context_.oracle.implied(known, terms_.at_most(terms_.integer(0), length))) return false;
    for (const auto& [coefficient, monomial] : *polynomial) {
      Counted part = rest;
      part.coefficient *= coefficient;
      part.monomial.multiply(monomial);
      open_.push_back(std::move(part));
    }
    return true;
  }

  // Drops bounds that another one implies.
  void prune(std::vector<Index>& bounds, const std::vector<Formula>& known, bool lower) {
    std::vector<Index> distinct;
    for (Index bound : bounds)
      if (std::find(distinct.begin(), distinct.end(), bound) == distinct.end()) distinct.push_back(bound);
    bounds = std::move(distinct);
    for (std::size_t i = 0; i < bounds.size() && bounds.size() > 1;) {
      bool implied = false;
      for (std::size_t j = 0; j < bounds.size() && !implied; ++j) {
        if (j == i) continue;
        Formula weaker = lower ? terms_.at_most(bounds[i], bounds[j]) : terms_.at_most(bounds[j], bounds[i]);
        implied = context_.oracle.implied(known, weaker);
      }
      if (implied) {
        bounds.erase(bounds.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  Context& context_;
  ir::Terms& terms_;
  const std::vector<Formula>& facts_;
  std::vector<Counted> open_;
  std::vector<Counted> done_;
};

}  // namespace

std::vector<Counted> count_hidden(Context& context, Counted start, const std::vector<Formula>& facts) {
  return Elimination(context, facts).run(std::move(start));
}

}  // namespace germ::sums
