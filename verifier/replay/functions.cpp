// Functions of the table: their identities.

#include <algorithm>

#include "ir/function_table.hpp"
#include "replay/expansion.hpp"
#include "replay/written.hpp"

namespace germ::replay {

using certificate::DefinitionKind;
using ir::Formula;
using ir::Real;
using ir::RealKind;

// match: f(a if P else b)     result: f(a) if P else f(b)
Sum Expansion::applied(const ir::FunctionRow& function, Real argument) {
  argument = looked_through(argument);
  if (argument->kind == RealKind::choose) {
    Formula condition = resolved(argument->condition);
    return choice(condition, applied(function, argument->children[0]), applied(function, argument->children[1]));
  }
  auto known = applications_.find({function.name, argument});
  demand(known != applications_.end(), "a function's argument as named sums");
  return applied(*known->second, of(argument));
}

Sum Expansion::applied(const certificate::Application& application, const Sum& value) {
  const std::string_view name = application.function->name;
  const auto& free = application.argument->free;
  const std::size_t all = world_.written.definitions.size();
  const Term& product = application.product;
  check_sum(world_, {product}, free, all);
  for (const auto& exponent : application.exponents) check_sum(world_, {exponent.term}, free, all);
  if (name == "exp") return exponential(application.exponents, value);
  if (name == "log") {
    check_product(value, product, Purpose::logarithm);
    return logarithm(product);
  }
  if (name == "sigmoid" || name == "tanh") {  // 1 / (1 + exp(-u)); 1 - 2 / (1 + exp(2 * u))
    bool sigmoid = name == "sigmoid";
    Sum sum = exponential(application.exponents, scaled(value, sigmoid ? -1 : 2));
    append(sum, constant(1));
    check_product(sum, product, Purpose::whole_power);
    Sum inverse = distributed(product, -1);
    if (sigmoid) return inverse;
    return difference(constant(1), scaled(std::move(inverse), 2));
  }
  Term factor;
  factor.coefficient = application.sign;
  factor.factors = {{FactorKind::function, application.definition, application.arguments, 1}};
  check_sum(world_, {factor}, free, all);
  demand(world_.written.definitions[application.definition].function == application.function,
         "a function's factor is of that function");
  demand(application.sign == 1 || (application.sign == -1 && name == "erf"), "the function is odd");
  Sum named = replay::value(world_, application.definition, application.arguments);
  demand(same(world_, value, tidy(world_, scaled(std::move(named), application.sign)), {}),
         "a function's argument as a named sum");
  return {factor};
}

// exp(sum of t) = product of exp(t)
Sum Expansion::exponential(const std::vector<certificate::Exponent>& exponents, const Sum& value) {
  Sum parts;
  Sum result = constant(1);
  for (const auto& exponent : exponents) {
    parts.push_back(exponent.term);
    result = tidy(world_, times(world_, result, exponential(exponent)));
  }
  demand(same(world_, value, parts, {}), "an exponent as a sum of parts");
  return result;
}

// exp([g] c * t) = [g] E^c + [not g] for E = exp(t) named; exp(c * log a) = a^c, a > 0 by definedness
Sum Expansion::exponential(const certificate::Exponent& exponent) {
  Term term = exponent.term;
  const Rational c = term.coefficient;
  Formula guard = terms_.truth();
  if (term.bound.empty()) {
    guard = terms_.and_(term.guard);
    term.guard.clear();
  }
  Sum result;
  if (exponent.named) {
    Sum named = replay::value(world_, exponent.definition, exponent.arguments);
    demand(same(world_, {term}, tidy(world_, scaled(std::move(named), c)), {}), "a part of an exponent as a named sum");
    Term factor;
    factor.factors = {{FactorKind::exponential, exponent.definition, exponent.arguments, c}};
    result = {factor};
  } else if (term.bound.empty() && term.factors.size() == 1 && term.monomial.empty()) {
    const Factor& logarithm = term.factors[0];
    demand(logarithm.kind == FactorKind::logarithm && logarithm.exponent == Rational(1), "the logarithm under exp");
    Sum inner = replay::value(world_, logarithm.symbol, logarithm.arguments);
    Term base;
    base.factors = {{FactorKind::base, logarithm.symbol, logarithm.arguments, 1}};
    if (inner.size() == 1 && inner[0].bound.empty()) base = inner[0];
    if (inner.size() == 1 && inner[0].bound.empty() && !c.is_integer()) check_product(inner, base, Purpose::root);
    result = distributed(base, c);
  } else {
    demand(term.bound.empty() && term.factors.empty() && term.monomial.size() == 1 &&
               term.monomial[0].second == Rational(1),
           "the logarithm under exp");
    auto [symbol, one] = term.monomial[0];
    Term base;
    if (symbol.kind == SymbolKind::log_integer) {
      base.coefficient = symbol.value;
    } else {
      demand(symbol.kind == SymbolKind::log_scalar || symbol.kind == SymbolKind::log_size, "the logarithm under exp");
      base.monomial = {
          {{symbol.kind == SymbolKind::log_size ? SymbolKind::size : SymbolKind::scalar, symbol.value}, 1}};
    }
    result = distributed(base, c);
  }
  return choice(guard, std::move(result), constant(1));
}

// log([g] c * m * product of a^p) = [g] (log c + log m + sum of p * log a); where g fails it is not defined
Sum Expansion::logarithm(const Term& product) {
  Sum result;
  auto add = [&](Symbol symbol, const Rational& coefficient) {
    Term term;
    term.coefficient = coefficient;
    term.monomial = {{symbol, 1}};
    result.push_back(std::move(term));
  };
  for (const auto& [prime, exponent] : primes(product.coefficient)) add({SymbolKind::log_integer, prime}, exponent);
  for (const auto& [symbol, exponent] : product.monomial) {
    SymbolKind kind = symbol.kind == SymbolKind::size     ? SymbolKind::log_size
                      : symbol.kind == SymbolKind::scalar ? SymbolKind::log_scalar
                                                          : SymbolKind::log_integer;
    add({kind, symbol.value}, exponent);
  }
  for (const Factor& factor : product.factors) {
    if (factor.kind == FactorKind::exponential) {
      append(result, scaled(replay::value(world_, factor.symbol, factor.arguments), factor.exponent));
      continue;
    }
    demand(factor.kind == FactorKind::base, "the logarithm of a named sum");
    Term term;
    term.coefficient = factor.exponent;
    term.factors = {{FactorKind::logarithm, factor.symbol, factor.arguments, 1}};
    result.push_back(std::move(term));
  }
  return restricted(world_, std::move(result), terms_.and_(product.guard));
}

}  // namespace germ::replay
