// The arithmetic of terms.

#include <algorithm>
#include <deque>

#include "base/check.hpp"
#include "replay/world.hpp"

namespace germ::replay {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Substitution;
using ir::Terms;
using ir::Var;

namespace {

constexpr std::size_t most_terms = 6000;

void whole_roots(Term& term) {
  for (const auto& [symbol, exponent] : std::vector<Power>(term.monomial)) {
    if (symbol.kind != SymbolKind::radical || exponent.floor().is_zero()) continue;
    auto whole = exponent.floor().to_int64();
    demand(whole.has_value(), "an exponent leaves 64 bits");
    term.coefficient *= Rational(symbol.value).power(*whole);
    multiply(term.monomial, symbol, Rational(-*whole));
  }
}

bool rename(World& world, Term& term, Substitution values) {
  for (Var& variable : term.bound) {
    Var fresh = world.terms.fresh(world.terms.name(variable));
    values.set(variable, world.terms.variable(fresh));
    variable = fresh;
  }
  if (values.empty()) return true;
  for (Factor& factor : term.factors) substitute(world.terms, factor.arguments, values);
  return substitute(world.terms, term.guard, values);
}

// match: a^p * a^q     result: a^(p+q), by the definedness of the powers as written
void merge(std::vector<Factor>& factors) {
  std::vector<Factor> merged;
  for (Factor& factor : factors) {
    auto same = std::find_if(merged.begin(), merged.end(), [&](const Factor& f) {
      return f.kind == factor.kind && f.symbol == factor.symbol && f.arguments == factor.arguments;
    });
    if (same == merged.end()) {
      merged.push_back(std::move(factor));
    } else {
      same->exponent += factor.exponent;
    }
  }
  std::erase_if(merged, [](const Factor& factor) { return factor.exponent.is_zero(); });
  factors = std::move(merged);
}

// match: B^q, q >= 1     result: B^(q - n) * (the sum that B names)^n with q - n in (-1, 0]
std::optional<Sum> written_out(World& world, const Term& term) {
  for (std::size_t i = 0; i < term.factors.size(); ++i) {
    const Factor factor = term.factors[i];
    if (factor.kind != FactorKind::base || factor.exponent < Rational(1)) continue;
    auto count = (-(-factor.exponent).floor()).to_int64();
    demand(count && *count <= 16, "a power is too large to write out");
    Term rest = term;
    rest.factors[i].exponent -= *count;
    if (rest.factors[i].exponent.is_zero()) rest.factors.erase(rest.factors.begin() + static_cast<std::ptrdiff_t>(i));
    Sum result{rest};
    for (std::int64_t n = 0; n < *count; ++n)
      result = times(world, result, value(world, factor.symbol, factor.arguments));
    return result;
  }
  return std::nullopt;
}

}  // namespace

bool conjoin(Terms& terms, Guard& guard, Formula formula) {
  if (formula == terms.falsity()) return false;
  for (Formula part : terms.conjuncts(formula)) {
    auto place = std::lower_bound(guard.begin(), guard.end(), part);
    if (place != guard.end() && *place == part) continue;
    guard.insert(place, part);
    if (std::binary_search(guard.begin(), guard.end(), terms.not_(part))) return false;
  }
  return true;
}

bool substitute(Terms& terms, Guard& guard, const Substitution& values) {
  Guard result;
  for (Formula part : guard)
    if (!conjoin(terms, result, terms.substitute(part, values))) return false;
  guard = std::move(result);
  return true;
}

void substitute(Terms& terms, std::vector<Index>& indices, const Substitution& values) {
  for (Index& index : indices) index = terms.substitute(index, values);
}

void multiply(std::vector<Power>& monomial, Symbol symbol, const Rational& exponent) {
  auto place = std::find_if(monomial.begin(), monomial.end(), [&](const Power& p) { return p.first >= symbol; });
  if (place == monomial.end() || place->first != symbol) {
    if (!exponent.is_zero()) monomial.insert(place, {symbol, exponent});
    return;
  }
  place->second += exponent;
  if (place->second.is_zero()) monomial.erase(place);
}

void multiply(std::vector<Power>& monomial, const std::vector<Power>& other) {
  for (const auto& [symbol, exponent] : other) multiply(monomial, symbol, exponent);
}

std::vector<std::pair<std::int64_t, std::int64_t>> primes(const Rational& value) {
  constexpr std::int64_t most_trials = 1'000'000;
  std::vector<std::pair<std::int64_t, std::int64_t>> result;
  for (int side : {1, -1}) {
    auto rest = (side > 0 ? value.numerator() : value.denominator()).to_int64();
    demand(rest && *rest > 0, "a constant under a root leaves 64 bits");
    for (std::int64_t p = 2; *rest > 1; ++p) {
      if (p > most_trials || p > *rest / p) p = *rest;
      for (; *rest % p == 0; *rest /= p) result.emplace_back(p, side);
    }
  }
  return result;
}

Rational exponent_of(const Term& term, Symbol symbol) {
  for (const auto& [known, exponent] : term.monomial)
    if (known == symbol) return exponent;
  return 0;
}

Sum instance(World& world, const Sum& sum, const Substitution& values) {
  Sum result;
  for (Term term : sum)
    if (rename(world, term, values)) result.push_back(std::move(term));
  return result;
}

Sum times(World& world, const Sum& a, const Sum& b) {
  demand(a.size() * b.size() <= most_terms, "a product has too many terms");
  Sum result;
  for (const Term& left : a) {
    for (Term right : b) {
      bool clash = std::any_of(left.bound.begin(), left.bound.end(), [&](Var v) { return contains(right.bound, v); });
      if (clash && !rename(world, right, {})) continue;
      Term product = left;
      product.coefficient *= right.coefficient;
      multiply(product.monomial, right.monomial);
      whole_roots(product);
      product.bound.insert(product.bound.end(), right.bound.begin(), right.bound.end());
      product.factors.insert(product.factors.end(), right.factors.begin(), right.factors.end());
      bool possible = true;
      for (Formula part : right.guard) possible = possible && conjoin(world.terms, product.guard, part);
      merge(product.factors);
      if (possible) result.push_back(std::move(product));
    }
  }
  return result;
}

Sum scaled(Sum sum, const Rational& factor) {
  for (Term& term : sum) term.coefficient *= factor;
  return sum;
}

Sum restricted(World& world, Sum sum, Formula formula) {
  std::erase_if(sum, [&](Term& term) { return !conjoin(world.terms, term.guard, formula); });
  return sum;
}

void append(Sum& to, Sum more) {
  for (Term& term : more) to.push_back(std::move(term));
}

Sum difference(Sum a, Sum b) {
  append(a, scaled(std::move(b), -1));
  return a;
}

Sum constant(const Rational& value) {
  Term term;
  term.coefficient = value;
  return {term};
}

Sum value(World& world, std::uint32_t definition, const std::vector<Index>& arguments) {
  demand(definition < world.written.definitions.size(), "a factor names a definition");
  const auto& known = world.written.definitions[definition];
  demand(known.parameters.size() == arguments.size(), "a definition has as many arguments as parameters");
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(known.parameters[i], arguments[i]);
  return instance(world, known.value, values);
}

// match: v = e, v bound, e without v     result: v := e
std::optional<Substitution> unit_equation(World& world, std::vector<Var>& bound, Guard& guard) {
  Terms& terms = world.terms;
  for (Formula part : guard) {
    if (part->kind != FormulaKind::zero) continue;
    for (const auto& term : part->index->terms) {
      bool unit = term.atom->kind == ir::AtomKind::variable && (term.coefficient == 1 || term.coefficient == -1);
      if (!unit || !contains(bound, term.atom->variable)) continue;
      Var variable = term.atom->variable;
      Index rest = terms.sub(part->index, terms.from_atom(term.atom, term.coefficient));
      if (ir::occurs(variable, rest->free)) continue;
      std::erase(bound, variable);
      std::erase(guard, part);
      return Substitution{{variable, terms.scale(rest, -term.coefficient)}};
    }
  }
  return std::nullopt;
}

Sum tidy(World& world, const Sum& sum) {
  Sum result;
  std::deque<Term> open(sum.begin(), sum.end());
  while (!open.empty()) {
    Term term = std::move(open.front());
    open.pop_front();
    bool possible = !term.coefficient.is_zero();
    while (possible) {
      auto solved = unit_equation(world, term.bound, term.guard);
      if (!solved) break;
      for (Factor& factor : term.factors) substitute(world.terms, factor.arguments, *solved);
      possible = substitute(world.terms, term.guard, *solved);
    }
    if (!possible) continue;
    merge(term.factors);
    if (auto expanded = written_out(world, term)) {
      open.insert(open.begin(), expanded->begin(), expanded->end());
      demand(open.size() <= most_terms, "a sum has too many terms");
    } else {
      result.push_back(std::move(term));
    }
  }
  return result;
}

}  // namespace germ::replay
