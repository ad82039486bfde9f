#include "calculus/one_point.hpp"

#include <algorithm>
#include <optional>

#include "calculus/tangent.hpp"
#include "calculus/traits.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

bool is_zero(Real real) { return real->kind == RealKind::constant && real->value.is_zero(); }

void flatten(Real product, std::vector<Real>& factors) {
  if (product->kind != RealKind::mul) return factors.push_back(product);
  for (Real child : product->children) flatten(child, factors);
}

Real product_without(Terms& terms, const std::vector<Real>& factors, std::size_t left_out, Real instead) {
  Real result = instead;
  for (std::size_t i = 0; i < factors.size(); ++i)
    if (i != left_out) result = times(terms, result, factors[i]);
  return result;
}

// The value that `equation` (an index == 0) gives the binder: it stands alone there, with coefficient 1 or -1.
std::optional<Index> solved(Terms& terms, Formula equation, const Binder& binder) {
  if (equation->kind != FormulaKind::zero) return std::nullopt;
  Index rest = terms.integer(equation->index->constant);
  std::int64_t coefficient = 0;
  for (const auto& term : equation->index->terms) {
    if (term.atom->kind == AtomKind::variable && term.atom->variable == binder.variable) {
      coefficient = term.coefficient;
    } else if (occurs(binder.variable, term.atom->free)) {
      return std::nullopt;
    } else {
      rest = terms.add(rest, terms.from_atom(term.atom, term.coefficient));
    }
  }
  if (coefficient != 1 && coefficient != -1) return std::nullopt;
  return terms.scale(rest, -coefficient);
}

struct Solution {
  std::size_t binder;
  Index value;
};

std::optional<Solution> solution(Terms& terms, const std::vector<Binder>& binders, Formula filter) {
  for (std::size_t i = 0; i < binders.size(); ++i) {
    bool others_need_it = std::any_of(binders.begin(), binders.end(), [&](const Binder& other) {
      return occurs(binders[i].variable, other.extent->free);
    });
    if (others_need_it) continue;
    for (Formula part : terms.conjuncts(filter))
      if (auto value = solved(terms, part, binders[i])) return Solution{i, *value};
  }
  return std::nullopt;
}

}  // namespace

Real one_point_sum(Terms& terms, std::vector<Binder> binders, Formula filter, Real body) {
  if (is_zero(body) || filter == terms.falsity()) return terms.constant(0);
  std::vector<Real> factors;
  flatten(body, factors);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const Real factor = factors[i];
    if (factor->kind == RealKind::choose && integer_only(factor->condition) && is_zero(factor->children[1]))
      return one_point_sum(terms, std::move(binders), terms.and_({filter, factor->condition}),
                           product_without(terms, factors, i, factor->children[0]));
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i]->kind != RealKind::add) continue;
    Real total = terms.constant(0);
    for (Real part : factors[i]->children)
      total = plus(terms, total, one_point_sum(terms, binders, filter, product_without(terms, factors, i, part)));
    return total;
  }
  auto found = solution(terms, binders, filter);
  if (!found) return terms.sum(std::move(binders), filter, body);
  const Binder gone = binders[found->binder];
  binders.erase(binders.begin() + static_cast<std::ptrdiff_t>(found->binder));
  Substitution values{{gone.variable, found->value}};
  Formula rest = terms.and_({terms.substitute(filter, values), terms.in_range(found->value, gone.extent)});
  return one_point_sum(terms, std::move(binders), rest, terms.substitute(body, values));
}

}  // namespace germ::calculus
