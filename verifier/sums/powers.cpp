// Powers of sums: SUMS step 5.

#include <algorithm>

#include "sums/algebra.hpp"
#include "sums/definitions.hpp"
#include "sums/normal_form.hpp"

namespace germ::sums {

using ir::Var;

namespace {

// c^q for c > 0 as a coefficient and radicals.
Term power_of_constant(const Rational& value, const Rational& exponent) {
  Term result;
  if (exponent.is_integer()) {
    auto whole = exponent.to_int64();
    if (!whole) throw Unsupported("an exponent that leaves 64 bits");
    result.coefficient = value.power(*whole);
    return result;
  }
  for (auto [prime, multiplicity] : factorise(value.numerator()))
    result.monomial.multiply({SymbolKind::radical, prime}, exponent * multiplicity);
  for (auto [prime, multiplicity] : factorise(value.denominator()))
    result.monomial.multiply({SymbolKind::radical, prime}, -exponent * multiplicity);
  normalise_radicals(result.coefficient, result.monomial);
  return result;
}

// May (c * product)^q be distributed over the product? For a whole q, yes. Otherwise c > 0 and at most one factor may
// be negative, and that one stands with exponent 1: it is positive where the product is. (sqrt(x^2) is not x.)
bool distributes(const Context& context, const Term& term, const Rational& exponent) {
  if (exponent.is_integer()) return true;
  if (term.coefficient.sign() <= 0) return false;
  int open = 0;
  for (const auto& [symbol, power] : term.monomial.powers()) {
    if (context.is_nonnegative(symbol) || !power.is_integer()) continue;
    if (power != Rational(1)) return false;
    ++open;
  }
  for (const Factor& factor : term.factors) {
    // The value under the exponent must be known, not the power: (x^2)^q is no power of x.
    Factor one = factor;
    one.exponent = 1;
    if (is_nonnegative(context, one) || !factor.exponent.is_integer()) continue;
    if (factor.exponent != Rational(1)) return false;
    ++open;
  }
  return open <= 1;
}

// match: ([g] c * m * product of a^p)^q     result: [g] c^q * m^q * product of a^(p*q)
// when q < 0: g holds and the product is not 0, by definedness
Expression distribute(const Term& term, const Rational& exponent) {
  Term result = power_of_constant(term.coefficient, exponent);
  result.monomial.multiply(term.monomial.raised(exponent));
  normalise_radicals(result.coefficient, result.monomial);
  result.guard = term.guard;
  result.factors = term.factors;
  for (Factor& factor : result.factors) factor.exponent *= exponent;
  return {result};
}

// A term as a product of sums that share no bound variable; the part without bound variables first, if there is any.
std::vector<Term> independent_sums(const Term& term) {
  std::vector<std::vector<Var>> classes;
  auto join = [&](const std::vector<Var>& variables) {
    std::vector<Var> merged = variables;
    std::erase_if(classes, [&](const std::vector<Var>& known) {
      bool meets = std::any_of(known.begin(), known.end(), [&](Var v) {
        return std::find(variables.begin(), variables.end(), v) != variables.end();
      });
      if (!meets) return false;
      for (Var v : known)
        if (std::find(merged.begin(), merged.end(), v) == merged.end()) merged.push_back(v);
      return true;
    });
    if (!merged.empty()) classes.push_back(std::move(merged));
  };
  auto bound_in = [&](const std::vector<Var>& free) {
    std::vector<Var> result;
    for (Var v : term.bound)
      if (ir::occurs(v, free)) result.push_back(v);
    return result;
  };
  auto bound_of = [&](const Factor& factor) {
    std::vector<Var> result;
    for (Var v : term.bound)
      if (std::any_of(factor.arguments.begin(), factor.arguments.end(),
                      [&](ir::Index a) { return ir::occurs(v, a->free); }))
        result.push_back(v);
    return result;
  };
  for (Var v : term.bound) join({v});
  for (ir::Formula part : term.guard) join(bound_in(part->free));
  for (const Factor& factor : term.factors) join(bound_of(factor));
  Term outer;
  outer.coefficient = term.coefficient;
  outer.monomial = term.monomial;
  std::vector<Term> sums(classes.size());
  auto home = [&](const std::vector<Var>& variables) -> Term& {
    for (std::size_t i = 0; i < classes.size(); ++i)
      if (!variables.empty() && std::find(classes[i].begin(), classes[i].end(), variables[0]) != classes[i].end())
        return sums[i];
    return outer;
  };
  for (Var v : term.bound) home({v}).bound.push_back(v);
  for (ir::Formula part : term.guard) home(bound_in(part->free)).guard.push_back(part);
  for (const Factor& factor : term.factors) home(bound_of(factor)).factors.push_back(factor);
  bool trivial =
      outer.coefficient == Rational(1) && outer.monomial.empty() && outer.guard.empty() && outer.factors.empty();
  if (!trivial) sums.insert(sums.begin(), std::move(outer));
  return sums;
}

// match: (A * B)^q, A and B independent sums     result: A^q * B^q
// when q is no integer: at most one of them may be negative
std::optional<Expression> power_of_product(Context& context, const Term& term, const Rational& exponent,
                                           std::optional<Term>* product) {
  std::vector<Term> sums = independent_sums(term);
  if (sums.size() < 2) return std::nullopt;
  if (!exponent.is_integer()) {
    auto open = std::count_if(sums.begin(), sums.end(),
                              [&](const Term& sum) { return !is_nonnegative(context, Expression{sum}); });
    if (open > 1) return std::nullopt;
  }
  Expression result = constant(1);
  Expression raised = constant(1);
  for (const Term& sum : sums) {
    std::optional<Term> part;
    result = multiply(context, result, power(context, {sum}, exponent, &part));
    if (part) raised = multiply(context, raised, {*part});
  }
  if (product && raised.size() == 1) *product = raised[0];
  return result;
}

}  // namespace

Expression power(Context& context, const Expression& value, const Rational& exponent, std::optional<Term>* product) {
  if (value.empty()) {
    if (exponent.sign() > 0) return {};
    throw Unsupported("a negative power of an expression that is 0 everywhere");
  }
  bool single = value.size() == 1 && value[0].bound.empty();
  if (single && distributes(context, value[0], exponent)) {
    if (product) *product = value[0];
    return distribute(value[0], exponent);
  }
  if (exponent.is_integer() && exponent.sign() >= 0) {
    if (Rational(context.limits.expanded_power) < exponent) throw Unsupported("a power that is too large to expand");
    Expression result = constant(1);
    for (Rational n = 0; n < exponent; n += 1)
      result = tidy(context, multiply(context, result, instantiate(context, value, {})));
    return result;
  }
  if (value.size() == 1)
    if (auto independent = power_of_product(context, value[0], exponent, product)) return std::move(*independent);
  Content parts = content(context, value, exponent.is_integer() ? Pull::signed_nonzero : Pull::positive);
  Term outer;
  outer.coefficient = parts.coefficient;
  outer.monomial = parts.monomial;
  outer.factors = parts.factors;
  Expression result = distribute(outer, exponent);
  const Term& first = parts.rest[0];
  bool constant_rest = parts.rest.size() == 1 && first.bound.empty() && first.guard.empty() && first.factors.empty() &&
                       first.monomial.empty();
  if (constant_rest) {
    if (product) *product = outer;
    if (first.coefficient == Rational(1)) return result;
    throw Unsupported("a root of a negative constant");
  }
  Named named = name(context, DefinitionKind::base, nullptr, parts.rest);
  Term base;
  base.factors = {{FactorKind::base, named.definition, named.arguments, exponent}};
  outer.factors.push_back({FactorKind::base, named.definition, named.arguments, 1});
  if (product) *product = std::move(outer);
  return multiply(context, result, {base});
}

}  // namespace germ::sums
