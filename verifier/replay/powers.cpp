// Powers: the certificate gives a product that the base is equal to; the exponent is distributed over it.

#include <algorithm>

#include "replay/expansion.hpp"
#include "replay/written.hpp"

namespace germ::replay {

using ir::Formula;
using ir::Real;
using ir::RealKind;

namespace {

bool is_named_sum(const Factor& factor) { return factor.kind == FactorKind::base && factor.exponent == Rational(1); }

// Does every term have the factor (the symbol) with an exponent of this sign? Then the whole is 0 or undefined where it
// is 0.
bool in_all(const Sum& sum, const Factor& factor) {
  return std::all_of(sum.begin(), sum.end(), [&](const Term& term) {
    return std::any_of(term.factors.begin(), term.factors.end(), [&](const Factor& f) {
      return f.kind == factor.kind && f.symbol == factor.symbol && f.arguments == factor.arguments &&
             f.exponent.sign() == factor.exponent.sign();
    });
  });
}
bool in_all(const Sum& sum, const Power& power) {
  return std::all_of(sum.begin(), sum.end(),
                     [&](const Term& term) { return exponent_of(term, power.first).sign() == power.second.sign(); });
}

}  // namespace

// match: (a if P else b)^q     result: a^q if P else b^q
// match: (a * b)^q, q whole    result: a^q * b^q     when q < 0: neither is 0, by definedness
Sum Expansion::raised(Real base, const Rational& exponent) {
  base = looked_through(base);
  if (base->kind == RealKind::choose) {
    Formula condition = resolved(base->condition);
    return choice(condition, raised(base->children[0], exponent), raised(base->children[1], exponent));
  }
  if (base->kind == RealKind::mul && exponent.is_integer()) {
    Sum result = constant(1);
    for (Real child : base->children) result = times(world_, result, raised(child, exponent));
    return result;
  }
  Purpose purpose = exponent.is_integer() ? Purpose::whole_power : Purpose::root;
  if (const Term* known = product(base, purpose)) return distributed(*known, exponent);
  demand(exponent.is_integer() && exponent.sign() > 0 && exponent <= Rational(16), "the product that is raised");
  Sum value = of(base);
  Sum result = constant(1);
  for (Rational n = 0; n < exponent; n += 1) result = tidy(world_, times(world_, result, instance(world_, value, {})));
  return result;
}

// match: ([g] c * m * product of a^p)^q     result: [g] c^q * m^q * product of a^(p*q)
// when q < 0: g holds and nothing is 0, by definedness; when q is no integer: see check_product
Sum Expansion::distributed(const Term& product, const Rational& exponent) {
  demand(!product.coefficient.is_zero(), "the power of a product that is not 0");
  Term result;
  if (exponent.is_integer()) {
    auto whole = exponent.to_int64();
    demand(whole.has_value(), "an exponent leaves 64 bits");
    result.coefficient = product.coefficient.power(*whole);
  } else {
    demand(product.coefficient.sign() > 0, "the root of a product with a coefficient above 0");
    for (const auto& [prime, multiplicity] : primes(product.coefficient))
      multiply(result.monomial, {SymbolKind::radical, prime}, exponent * multiplicity);
  }
  for (const auto& [symbol, power] : product.monomial) multiply(result.monomial, symbol, power * exponent);
  result.guard = product.guard;
  result.factors = product.factors;
  for (Factor& factor : result.factors) factor.exponent *= exponent;
  return times(world_, {result}, constant(1));
}

const Term* Expansion::product(Real argument, Purpose purpose) {
  auto known = products_.find({argument, purpose});
  if (known == products_.end()) return nullptr;
  if (shown_products_.insert({argument, purpose}).second) {
    check_sum(world_, {*known->second}, argument->free, world_.written.definitions.size());
    check_product(of(argument), *known->second, purpose);
  }
  return known->second;
}

// Is the value equal to the product, and may the product be raised, taken the logarithm or the sign of factor by
// factor?
//   whole power: a factor that the value does not have in every term is nowhere 0 (else 1/value may exist where
//   1/factor
//     does not);
//   root: also c > 0, and at most one factor may be negative, which stands with exponent 1: it is not where the product
//     is not (sqrt(x^2) is not x);
//   logarithm: the same; sign: c of either sign, every factor but the named sum above 0.
void Expansion::check_product(const Sum& value, const Term& product, Purpose purpose) {
  demand(product.bound.empty(), "a product has no bound variable");
  Sum tidied = tidy(world_, value);
  demand(same(world_, tidied, tidy(world_, {product}), {}), "a sum as a product");
  int open = 0;
  bool roots = purpose == Purpose::root || purpose == Purpose::logarithm;
  if (roots) demand(product.coefficient.sign() > 0, "the root of a product with a coefficient above 0");
  auto may_be_negative = [&](const Rational& exponent) {
    demand(exponent == Rational(1), "the root of a power that may be of a negative number");
    ++open;
  };
  for (const Power& power : product.monomial) {
    if (world_.positive(power.first)) continue;
    demand(purpose != Purpose::sign && purpose != Purpose::logarithm, "a symbol above 0");
    demand(world_.nonzero(power.first) || in_all(tidied, power), "a symbol of a product that is not 0");
    if (roots && power.second.is_integer()) may_be_negative(power.second);
  }
  for (const Factor& factor : product.factors) {
    if (factor.kind == FactorKind::exponential) continue;
    demand(is_named_sum(factor) || in_all(tidied, factor), "a factor of a product that is not 0");
    if (purpose == Purpose::sign) demand(is_named_sum(factor) && ++open, "the sign of a product of positive factors");
    if (roots && factor.exponent.is_integer() && !is_nonnegative(world_, factor)) may_be_negative(factor.exponent);
  }
  demand(purpose == Purpose::whole_power || open <= 1, "a product with at most one negative factor");
}

}  // namespace germ::replay
