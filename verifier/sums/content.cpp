// The common factor of a sum, and signs that can be read off.

#include <algorithm>

#include "base/check.hpp"
#include "sums/definitions.hpp"
#include "sums/normal_form.hpp"

namespace germ::sums {

using ir::Index;

bool is_nonnegative(const Context& context, const Factor& factor) {
  switch (factor.kind) {
    case FactorKind::exponential:
      return true;
    case FactorKind::read:
    case FactorKind::function:
    case FactorKind::logarithm:
    case FactorKind::base:
      break;
  }
  // A fractional power is of a positive base wherever it is defined.
  if (!factor.exponent.is_integer() || (factor.exponent / 2).is_integer()) return true;
  return factor.kind == FactorKind::base && is_nonnegative(context, context.definitions[factor.symbol].value);
}

namespace {

bool is_nonnegative_power(const Context& context, const Symbol& symbol, const Rational& exponent) {
  return !exponent.is_integer() || (exponent / 2).is_integer() || context.is_nonnegative(symbol);
}

}  // namespace

bool is_nonnegative(const Context& context, const Expression& value) {
  return std::all_of(value.begin(), value.end(), [&](const Term& term) {
    return term.coefficient.sign() >= 0 &&
           std::all_of(term.monomial.powers().begin(), term.monomial.powers().end(),
                       [&](const auto& power) { return is_nonnegative_power(context, power.first, power.second); }) &&
           std::all_of(term.factors.begin(), term.factors.end(),
                       [&](const Factor& factor) { return is_nonnegative(context, factor); });
  });
}

namespace {

Rational common_coefficient(const Expression& value) {
  Rational numerator = 0;
  Rational denominator = 1;
  for (const Term& term : value) {
    numerator = gcd(numerator, term.coefficient.numerator().abs());
    denominator = lcm(denominator, term.coefficient.denominator());
  }
  return numerator / denominator;
}

// May symbol^exponent, the least power of it in the terms, be pulled out of all of them?
// A positive power: every term has it, so both sides are 0 where the symbol is. A negative power: not where the symbol
// may be 0 at a point where no term with it counts.
bool may_pull(const Context& context, const Expression& value, const Symbol& symbol, const Rational& exponent,
              Pull pull) {
  if (context.is_positive(symbol)) return true;
  if (pull != Pull::signed_nonzero) return false;
  if (exponent.sign() > 0 || context.is_nonzero(symbol)) return true;
  return std::all_of(value.begin(), value.end(),
                     [&](const Term& term) { return term.monomial.exponent(symbol).sign() < 0; });
}

Monomial common_monomial(const Context& context, const Expression& value, Pull pull) {
  std::vector<Symbol> symbols;
  for (const Term& term : value)
    for (const auto& power : term.monomial.powers()) symbols.push_back(power.first);
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  Monomial result;
  for (const Symbol& symbol : symbols) {
    Rational least = value[0].monomial.exponent(symbol);
    for (const Term& term : value) least = std::min(least, term.monomial.exponent(symbol));
    if (!least.is_zero() && may_pull(context, value, symbol, least, pull)) result.multiply(symbol, least);
  }
  return result;
}

// Exponentials that no bound variable reaches, each with its least power.
std::vector<Factor> common_exponentials(const Expression& value) {
  auto bound_anywhere = [&](Index index) {
    return std::any_of(value.begin(), value.end(), [&](const Term& term) {
      return std::any_of(term.bound.begin(), term.bound.end(), [&](ir::Var v) { return ir::occurs(v, index->free); });
    });
  };
  std::vector<Factor> result;
  for (const Term& term : value) {
    for (const Factor& factor : term.factors) {
      if (factor.kind != FactorKind::exponential ||
          std::any_of(factor.arguments.begin(), factor.arguments.end(), bound_anywhere) ||
          std::any_of(result.begin(), result.end(), [&](const Factor& f) { return same_value(f, factor); }))
        continue;
      result.push_back(factor);
    }
  }
  for (Factor& common : result) {
    std::optional<Rational> least;
    for (const Term& term : value) {
      Rational exponent = 0;
      for (const Factor& factor : term.factors)
        if (same_value(factor, common)) exponent += factor.exponent;
      least = least ? std::min(*least, exponent) : exponent;
    }
    common.exponent = *least;
  }
  std::erase_if(result, [](const Factor& factor) { return factor.exponent.is_zero(); });
  return result;
}

void divide(Term& term, const Factor& divisor) {
  for (Factor& factor : term.factors) {
    if (!same_value(factor, divisor)) continue;
    factor.exponent -= divisor.exponent;
    std::erase_if(term.factors, [](const Factor& f) { return f.exponent.is_zero(); });
    return;
  }
  Factor inverse = divisor;
  inverse.exponent = -divisor.exponent;
  term.factors.push_back(std::move(inverse));
}

}  // namespace

Content content(Context& context, Expression value, Pull pull) {
  check(!value.empty(), "the content of a sum with terms");
  Content result{common_coefficient(value), common_monomial(context, value, pull), common_exponentials(value), {}};
  Monomial inverse = result.monomial.raised(-1);
  for (Term& term : value) {
    term.coefficient /= result.coefficient;
    term.monomial.multiply(inverse);
    normalise_radicals(term.coefficient, term.monomial);
    for (const Factor& factor : result.factors) divide(term, factor);
  }
  if (pull != Pull::positive) {
    auto first =
        std::min_element(value.begin(), value.end(), [](const Term& a, const Term& b) { return lead(a) < lead(b); });
    if (first->coefficient.sign() < 0) {
      result.coefficient = -result.coefficient;
      for (Term& term : value) term.coefficient = -term.coefficient;
    }
  }
  result.rest = std::move(value);
  return result;
}

}  // namespace germ::sums
