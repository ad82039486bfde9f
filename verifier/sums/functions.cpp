// Functions of the table. A function without identities of its own is one factor, named by its argument.

#include <algorithm>
#include <array>

#include "ir/function_table.hpp"
#include "sums/algebra.hpp"
#include "sums/definitions.hpp"
#include "sums/normal_form.hpp"
#include "sums/record.hpp"

namespace germ::sums {

namespace {

// match: exp(c * log a)     result: a^c     when a > 0, by the definedness of the logarithm
std::optional<Expression> power_of_logarithm(Context& context, const Term& piece, const Rational& exponent) {
  if (!piece.bound.empty()) return std::nullopt;
  if (piece.monomial.empty() && piece.factors.size() == 1 && piece.factors[0].kind == FactorKind::logarithm &&
      piece.factors[0].exponent == Rational(1)) {
    const Factor& logarithm = piece.factors[0];
    Expression value = value_of(context, logarithm.symbol, logarithm.arguments);
    if (value.size() == 1 && value[0].bound.empty()) return power(context, value, exponent);
    Term result;
    result.factors = {{FactorKind::base, logarithm.symbol, logarithm.arguments, exponent}};
    return Expression{result};
  }
  if (!piece.factors.empty() || piece.monomial.powers().size() != 1) return std::nullopt;
  auto [symbol, power_of_symbol] = piece.monomial.powers()[0];
  if (power_of_symbol != Rational(1)) return std::nullopt;
  Term result;
  switch (symbol.kind) {
    case SymbolKind::log_scalar:
      result.monomial.multiply({SymbolKind::scalar, symbol.value}, exponent);
      break;
    case SymbolKind::log_size:
      result.monomial.multiply({SymbolKind::size, symbol.value}, exponent);
      break;
    case SymbolKind::log_integer:
      return power(context, constant(symbol.value), exponent);
    case SymbolKind::size:
    case SymbolKind::scalar:
    case SymbolKind::radical:
      return std::nullopt;
  }
  return Expression{result};
}

// match: exp(c * sum over b of [g] m), free of c     result: E^c, E the named exponential of the sum
// match: exp([g] m), nothing bound                   result: [g] exp(m) + [not g]
Expression exponential_of_term(Context& context, const Term& term) {
  certificate::Exponent exponent = recorded_exponent(term);
  Term piece = term;
  piece.coefficient = 1;
  ir::Formula guard = context.terms.truth();
  if (piece.bound.empty()) {
    guard = context.terms.and_(piece.guard);
    piece.guard.clear();
  }
  Expression value;
  if (auto direct = power_of_logarithm(context, piece, term.coefficient)) {
    value = std::move(*direct);
  } else {
    Named named = name(context, DefinitionKind::exponential, nullptr, {piece});
    exponent.named = true;
    exponent.definition = named.definition;
    exponent.arguments = named.arguments;
    Term factor;
    factor.factors = {{FactorKind::exponential, named.definition, named.arguments, term.coefficient}};
    value = {factor};
  }
  if (context.application) context.application->exponents.push_back(std::move(exponent));
  if (guard == context.terms.truth()) return value;
  value = restricted(context, std::move(value), guard);
  append(value, restricted(context, constant(1), context.terms.not_(guard)));
  return value;
}

Expression exponential(Context& context, const ir::FunctionRow&, const Expression& value) {
  Expression result = constant(1);
  for (const Term& term : value) result = tidy(context, multiply(context, result, exponential_of_term(context, term)));
  return result;
}

// 1 / (1 + exp(u)): the base is at least 1.
Expression inverse_of_one_plus_exp(Context& context, const ir::FunctionRow& row, const Expression& value) {
  Expression sum = exponential(context, row, value);
  append(sum, constant(1));
  std::optional<Term> product;
  Expression result = power(context, squeeze(context, std::move(sum)), -1, &product);
  if (context.application && product) context.application->product = recorded(*product);
  return result;
}

// sigmoid(u) = 1 / (1 + exp(-u))
Expression sigmoid(Context& context, const ir::FunctionRow& row, const Expression& value) {
  return inverse_of_one_plus_exp(context, row, scale(value, -1));
}

// tanh(u) = 1 - 2 / (1 + exp(2 * u))
Expression tanh_as_quotient(Context& context, const ir::FunctionRow& row, const Expression& value) {
  Expression result = scale(inverse_of_one_plus_exp(context, row, scale(value, 2)), -2);
  append(result, constant(1));
  return result;
}

Expression logarithm_of_constant(const Rational& value) {
  Expression result;
  for (int sign : {1, -1}) {
    for (auto [prime, multiplicity] : factorise(sign > 0 ? value.numerator() : value.denominator())) {
      Term term;
      term.coefficient = multiplicity * sign;
      term.monomial = Monomial({SymbolKind::log_integer, prime});
      result.push_back(std::move(term));
    }
  }
  return result;
}

Expression logarithm_of_monomial(const Monomial& monomial) {
  Expression result;
  for (const auto& [symbol, exponent] : monomial.powers()) {
    SymbolKind kind = SymbolKind::log_integer;
    if (symbol.kind == SymbolKind::scalar) kind = SymbolKind::log_scalar;
    if (symbol.kind == SymbolKind::size) kind = SymbolKind::log_size;
    Term term;
    term.coefficient = exponent;
    term.monomial = Monomial({kind, symbol.value});
    result.push_back(std::move(term));
  }
  return result;
}

// `product`: gets the named sum as a factor.
Expression named_logarithm(Context& context, const Expression& value, Term* product = nullptr) {
  Named named = name(context, DefinitionKind::base, nullptr, value);
  if (product) product->factors.push_back({FactorKind::base, named.definition, named.arguments, 1});
  Term term;
  term.factors = {{FactorKind::logarithm, named.definition, named.arguments, 1}};
  return {term};
}

// match: log(a^q), a > 0     result: q * log a; q * u for a = exp(u)
// Nothing where a is not known to be positive (log(x^2) is not 2 * log x).
std::optional<Expression> logarithm_of_factor(Context& context, const Factor& factor) {
  if (factor.kind == FactorKind::exponential)
    return scale(value_of(context, factor.symbol, factor.arguments), factor.exponent);
  Factor one = factor;
  one.exponent = 1;
  if (factor.exponent.is_integer() && !is_nonnegative(context, one)) return std::nullopt;
  if (factor.kind == FactorKind::base) {
    one.kind = FactorKind::logarithm;
    Term term;
    term.factors = {one};
    return scale({term}, factor.exponent);
  }
  Term alone;
  alone.factors = {one};
  return scale(named_logarithm(context, {alone}), factor.exponent);
}

// match: log(c * m * product of a^q * rest), c, m and all a positive     result: log c + log m + sum of q * log a + log
// rest
Expression logarithm(Context& context, const ir::FunctionRow&, const Expression& value) {
  if (value.empty()) throw Unsupported("the logarithm of an expression that is 0 everywhere");
  ir::Formula guard = context.terms.truth();
  Content parts = content(context, value, Pull::positive);
  Term product;
  product.coefficient = parts.coefficient;
  product.monomial = parts.monomial;
  product.factors = parts.factors;
  Expression result = logarithm_of_constant(parts.coefficient);
  append(result, logarithm_of_monomial(parts.monomial));
  for (const Factor& factor : parts.factors) append(result, *logarithm_of_factor(context, factor));
  if (parts.rest.size() == 1 && parts.rest[0].bound.empty()) {
    // A false guard would make the argument 0, where the logarithm is not defined.
    Term& rest = parts.rest[0];
    guard = context.terms.and_(rest.guard);
    product.guard = std::move(rest.guard);
    rest.guard.clear();
    std::vector<Factor> open;
    for (const Factor& factor : rest.factors) {
      auto split = logarithm_of_factor(context, factor);
      (split ? product.factors : open).push_back(factor);
      if (split) append(result, std::move(*split));
    }
    rest.factors = std::move(open);
  }
  const Term& first = parts.rest[0];
  bool all_split = parts.rest.size() == 1 && first.bound.empty() && first.factors.empty() && first.monomial.empty() &&
                   first.coefficient == Rational(1);
  if (!all_split) append(result, named_logarithm(context, parts.rest, &product));
  if (context.application) context.application->product = recorded(product);
  return restricted(context, tidy(context, std::move(result)), guard);
}

Expression opaque(Context& context, const ir::FunctionRow& row, const Expression& value) {
  Named named = name(context, DefinitionKind::function, &row, value);
  if (context.application) {
    context.application->definition = named.definition;
    context.application->arguments = named.arguments;
  }
  Term term;
  term.factors = {{FactorKind::function, named.definition, named.arguments, 1}};
  return {term};
}

// match: f(-u), f odd     result: -f(u)
Expression odd(Context& context, const ir::FunctionRow& row, const Expression& value) {
  if (value.empty()) return {};
  auto first =
      std::min_element(value.begin(), value.end(), [](const Term& a, const Term& b) { return lead(a) < lead(b); });
  int sign = first->coefficient.sign();
  if (context.application) context.application->sign = sign;
  return scale(opaque(context, row, scale(value, sign)), sign);
}

// The identities of the table's rows; each holds on the row's whole domain.
struct Identity {
  std::string_view name;
  Expression (*rewrite)(Context&, const ir::FunctionRow&, const Expression&);
};
constexpr std::array identities{
    Identity{"exp", exponential},         Identity{"log", logarithm}, Identity{"sigmoid", sigmoid},
    Identity{"tanh", tanh_as_quotient}, Identity{"erf", odd},
};

}  // namespace

Expression apply(Context& context, const ir::FunctionRow& function, const Expression& value) {
  for (const Identity& identity : identities)
    if (identity.name == function.name) return identity.rewrite(context, function, value);
  return opaque(context, function, value);
}

}  // namespace germ::sums
