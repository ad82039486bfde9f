#include "sums/algebra.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::sums {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Substitution;
using ir::Terms;
using ir::Var;

bool restrict(Terms& terms, std::vector<Formula>& guard, Formula formula) {
  if (formula == terms.falsity()) return false;
  for (Formula part : terms.conjuncts(formula)) {
    auto place = std::lower_bound(guard.begin(), guard.end(), part);
    if (place != guard.end() && *place == part) continue;
    if (std::binary_search(guard.begin(), guard.end(), terms.not_(part))) return false;
    guard.insert(std::lower_bound(guard.begin(), guard.end(), part), part);
  }
  return true;
}

bool substitute(Terms& terms, std::vector<Formula>& guard, const Substitution& values) {
  std::vector<Formula> result;
  for (Formula part : guard)
    if (!restrict(terms, result, terms.substitute(part, values))) return false;
  guard = std::move(result);
  return true;
}

namespace {

std::vector<Index> substituted(Terms& terms, const std::vector<Index>& indices, const Substitution& values) {
  std::vector<Index> result;
  result.reserve(indices.size());
  for (Index index : indices) result.push_back(terms.substitute(index, values));
  return result;
}

bool rename_bound(Context& context, Term& term, Substitution values) {
  for (Var& variable : term.bound) {
    Var fresh = context.terms.fresh(context.terms.name(variable));
    values.set(variable, context.terms.variable(fresh));
    variable = fresh;
  }
  if (values.empty()) return true;
  for (Factor& factor : term.factors) factor.arguments = substituted(context.terms, factor.arguments, values);
  return substitute(context.terms, term.guard, values);
}

}  // namespace

Expression instantiate(Context& context, const Expression& expression, const Substitution& values) {
  Expression result;
  result.reserve(expression.size());
  for (Term term : expression)
    if (rename_bound(context, term, values)) result.push_back(std::move(term));
  return result;
}

Expression multiply(Context& context, const Expression& a, const Expression& b) {
  if (a.size() * b.size() > context.limits.terms) throw LimitReached("a product has too many terms");
  Expression result;
  for (const Term& left : a) {
    for (Term right : b) {
      bool clash = std::any_of(right.bound.begin(), right.bound.end(), [&](Var v) {
        return std::find(left.bound.begin(), left.bound.end(), v) != left.bound.end();
      });
      if (clash && !rename_bound(context, right, {})) continue;
      Term product = left;
      product.coefficient *= right.coefficient;
      product.monomial.multiply(right.monomial);
      normalise_radicals(product.coefficient, product.monomial);
      product.bound.insert(product.bound.end(), right.bound.begin(), right.bound.end());
      product.factors.insert(product.factors.end(), right.factors.begin(), right.factors.end());
      bool possible = true;
      for (Formula part : right.guard) possible = possible&& restrict(context.terms, product.guard, part);
      if (possible) result.push_back(std::move(product));
    }
  }
  return result;
}

Expression scale(Expression expression, const Rational& factor) {
  if (factor.is_zero()) return {};
  for (Term& term : expression) term.coefficient *= factor;
  return expression;
}

void append(Expression& to, Expression more) {
  for (Term& term : more) to.push_back(std::move(term));
}

Expression restricted(Context& context, Expression expression, Formula formula) {
  std::erase_if(expression, [&](Term& term) { return !restrict(context.terms, term.guard, formula); });
  return expression;
}

Expression constant(const Rational& value) {
  if (value.is_zero()) return {};
  Term term;
  term.coefficient = value;
  return {term};
}

// match: sum over v of [k*v + rest = 0] e, |k| = 1, v not in rest     result: e at v := -k * rest
bool eliminate_units(Terms& terms, std::vector<Var>& bound, std::vector<Formula>& guard, std::vector<Factor>& factors) {
  auto solvable = [&](Formula part) -> std::optional<std::pair<Var, Index>> {
    if (part->kind != FormulaKind::zero) return std::nullopt;
    for (const auto& term : part->index->terms) {
      if (term.atom->kind != ir::AtomKind::variable || (term.coefficient != 1 && term.coefficient != -1)) continue;
      Var variable = term.atom->variable;
      if (std::find(bound.begin(), bound.end(), variable) == bound.end()) continue;
      Index rest = terms.sub(part->index, terms.from_atom(term.atom, term.coefficient));
      if (!ir::occurs(variable, rest->free)) return std::pair{variable, terms.scale(rest, -term.coefficient)};
    }
    return std::nullopt;
  };
  for (std::size_t i = 0; i < guard.size();) {
    auto solution = solvable(guard[i]);
    if (!solution) {
      ++i;
      continue;
    }
    Substitution values{{solution->first, solution->second}};
    guard.erase(guard.begin() + static_cast<std::ptrdiff_t>(i));
    if (!substitute(terms, guard, values)) return false;
    for (Factor& factor : factors) factor.arguments = substituted(terms, factor.arguments, values);
    std::erase(bound, solution->first);
    i = 0;
  }
  return true;
}

bool reads_bound(const Term& term, Var variable) {
  return std::any_of(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
    return std::any_of(factor.arguments.begin(), factor.arguments.end(),
                       [&](Index argument) { return ir::occurs(variable, argument->free); });
  });
}

}  // namespace germ::sums
