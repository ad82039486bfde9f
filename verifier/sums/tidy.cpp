// The tidy form of an expression: SUMS step 3, and step 4 (`squeeze`).

#include <algorithm>
#include <deque>
#include <map>

#include "base/check.hpp"
#include "sums/algebra.hpp"
#include "sums/definitions.hpp"
#include "sums/hidden.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Substitution;
using ir::Var;

namespace {

bool before(const Factor& a, const Factor& b) {
  return std::tuple(a.kind, a.symbol, a.exponent) < std::tuple(b.kind, b.symbol, b.exponent);
}

// match: a^p * a^q     result: a^(p+q)
// when: a != 0 (a > 0 for a fraction), by the definedness of the powers as written, which are recorded as premises
void merge_factors(std::vector<Factor>& factors) {
  std::vector<Factor> merged;
  for (Factor& factor : factors) {
    auto known = std::find_if(merged.begin(), merged.end(), [&](const Factor& f) { return same_value(f, factor); });
    if (known == merged.end()) {
      merged.push_back(std::move(factor));
    } else {
      known->exponent += factor.exponent;
    }
  }
  std::erase_if(merged, [](const Factor& factor) { return factor.exponent.is_zero(); });
  factors = std::move(merged);
}

// match: B^q, q >= 1, B a defined sum     result: B^(q - n) * (the sum)^n with q - n in (-1, 0]
// Nothing where there is no such factor.
std::optional<Expression> expand_power(Context& context, const Term& term) {
  for (std::size_t i = 0; i < term.factors.size(); ++i) {
    const Factor& factor = term.factors[i];
    if (factor.kind != FactorKind::base || factor.exponent < Rational(1)) continue;
    Rational whole = factor.exponent.floor();
    if (whole != factor.exponent) whole += 1;
    Rational rest = factor.exponent - whole;
    auto count = whole.to_int64();
    if (!count || *count > context.limits.expanded_power) throw Unsupported("a power that is too large to expand");
    Term outer = term;
    if (rest.is_zero()) {
      outer.factors.erase(outer.factors.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      outer.factors[i].exponent = rest;
    }
    Expression result{outer};
    for (std::int64_t n = 0; n < *count; ++n)
      result = multiply(context, result, value_of(context, factor.symbol, factor.arguments));
    return result;
  }
  return std::nullopt;
}

// The term up to the names of its bound variables and its coefficient: they are named by first occurrence in the sorted
// factors. Equal keys mean equal terms; the converse may fail.
Key like_key(Context& context, Term term) {
  std::stable_sort(term.factors.begin(), term.factors.end(), before);
  Substitution names;
  std::size_t next = 0;
  auto visit = [&](Var variable) {
    if (std::find(term.bound.begin(), term.bound.end(), variable) == term.bound.end() || names.find(variable)) return;
    names.set(variable, context.terms.variable(context.mark(next++)));
  };
  for (const Factor& factor : term.factors)
    for (Index argument : factor.arguments)
      for (const auto& part : argument->terms)
        for (Var variable : part.atom->free) visit(variable);
  for (Var variable : term.bound) visit(variable);
  Key key{static_cast<std::int64_t>(term.bound.size())};
  append(key, term.monomial);
  for (const Factor& factor : term.factors) {
    key.push_back(static_cast<std::int64_t>(factor.kind));
    key.push_back(factor.symbol);
    append(key, factor.exponent);
    for (Index argument : factor.arguments) key.push_back(context.terms.substitute(argument, names).id());
  }
  key.push_back(-1);
  std::vector<std::int64_t> guard;
  for (Formula part : term.guard) guard.push_back(context.terms.substitute(part, names).id());
  std::sort(guard.begin(), guard.end());
  key.insert(key.end(), guard.begin(), guard.end());
  return key;
}

}  // namespace

Expression tidy(Context& context, Expression expression) {
  Expression result;
  std::map<Key, std::size_t> places;
  std::deque<Term> open(std::make_move_iterator(expression.begin()), std::make_move_iterator(expression.end()));
  while (!open.empty()) {
    Term term = std::move(open.front());
    open.pop_front();
    context.spend_step();
    if (term.coefficient.is_zero()) continue;
    if (!eliminate_units(context.terms, term.bound, term.guard, term.factors)) continue;
    merge_factors(term.factors);
    if (auto expanded = expand_power(context, term)) {
      open.insert(open.begin(), expanded->begin(), expanded->end());
      if (open.size() + result.size() > context.limits.terms) throw LimitReached("an expression has too many terms");
      continue;
    }
    auto [known, fresh] = places.try_emplace(like_key(context, term), result.size());
    if (fresh) {
      result.push_back(std::move(term));
    } else {
      result[known->second].coefficient += term.coefficient;
    }
  }
  std::erase_if(result, [](const Term& term) { return term.coefficient.is_zero(); });
  context.check_size(result);
  return result;
}

Expression squeeze(Context& context, Expression expression) {
  constexpr std::size_t most_parts = 8;
  Expression result;
  bool changed = false;
  for (Term& term : tidy(context, std::move(expression))) {
    Counted start{term.coefficient, term.monomial, {}, term.guard, {}};
    std::vector<Var> read;
    for (Var variable : term.bound) (reads_bound(term, variable) ? read : start.bound).push_back(variable);
    std::vector<Counted> parts;
    if (!start.bound.empty()) parts = count_hidden(context, std::move(start), {});
    bool counted = read.size() != term.bound.size() && parts.size() <= most_parts;
    for (const Counted& part : parts) counted = counted && part.bound.empty() && part.counts.empty();
    if (!counted) {
      result.push_back(std::move(term));
      continue;
    }
    changed = true;
    for (Counted& part : parts)
      result.push_back({part.coefficient, part.monomial, read, std::move(part.guard), term.factors});
  }
  return changed ? tidy(context, std::move(result)) : result;
}

}  // namespace germ::sums
