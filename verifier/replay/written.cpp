#include "replay/written.hpp"

#include <algorithm>

namespace germ::replay {

using ir::Formula;
using ir::Index;
using ir::Var;

namespace {

void check_factor(World& world, const Factor& factor, std::size_t definitions) {
  if (factor.kind == FactorKind::read) {
    demand(factor.symbol < world.program.tensors().size() && world.is_leaf(ir::TensorId{factor.symbol}) &&
               world.program[ir::TensorId{factor.symbol}].axes.size() == factor.arguments.size(),
           "a factor reads a tensor");
    return;
  }
  demand(factor.symbol < definitions, "a factor names an earlier definition");
  const auto& known = world.written.definitions[factor.symbol];
  demand(known.parameters.size() == factor.arguments.size(), "a definition has as many arguments as parameters");
  demand((factor.kind == FactorKind::function) == (known.kind == certificate::DefinitionKind::function),
         "a function's factor names its argument");
}

void check_symbol(World& world, const Symbol& symbol) {
  demand(symbol.value >= 0, "a symbol of a monomial");
  switch (symbol.kind) {
    case SymbolKind::size:
    case SymbolKind::log_size:
      return demand(world.program.is_size(Var{static_cast<std::uint32_t>(symbol.value)}), "a symbol of a monomial");
    case SymbolKind::scalar:
    case SymbolKind::log_scalar:
      return demand(static_cast<std::size_t>(symbol.value) < world.program.scalars().size(), "a symbol of a monomial");
    case SymbolKind::radical:
    case SymbolKind::log_integer:
      return demand(symbol.value > 1, "a symbol of a monomial");
  }
}

}  // namespace

void check_sum(World& world, const Sum& sum, const std::vector<Var>& free, std::size_t definitions) {
  for (const Term& term : sum) {
    auto bound = term.bound;
    std::sort(bound.begin(), bound.end());
    demand(std::adjacent_find(bound.begin(), bound.end()) == bound.end(), "a bound variable stands once");
    for (Var v : bound) demand(!world.program.is_size(v) && !contains(free, v), "a bound variable is no other");
    auto check_variables = [&](const std::vector<Var>& variables) {
      for (Var v : variables)
        demand(world.program.is_size(v) || contains(free, v) || contains(bound, v), "a variable is bound or free");
    };
    for (const Factor& factor : term.factors) {
      check_factor(world, factor, definitions);
      for (Index argument : factor.arguments) check_variables(argument->free);
    }
    for (const Power& power : term.monomial) check_symbol(world, power.first);
    for (std::size_t i = 1; i < term.monomial.size(); ++i)
      demand(term.monomial[i - 1].first < term.monomial[i].first, "a sorted monomial");
    for (Formula part : term.guard) check_variables(part->free);
    demand(std::is_sorted(term.guard.begin(), term.guard.end()), "a sorted guard");
  }
}

void check_definitions(World& world) {
  std::vector<ir::FunctionId> signs;
  const auto& definitions = world.written.definitions;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    auto parameters = definitions[i].parameters;
    check_sum(world, definitions[i].value, parameters, i);
    std::sort(parameters.begin(), parameters.end());
    demand(std::adjacent_find(parameters.begin(), parameters.end()) == parameters.end(), "a parameter stands once");
    demand((definitions[i].kind == certificate::DefinitionKind::function) == (definitions[i].function != nullptr),
           "a definition of a function's argument has the function");
    ir::FunctionId sign = definitions[i].sign;
    if (!sign.valid()) continue;
    demand(sign.value < world.program.functions().size() && world.program[sign].role == ir::FunctionRole::sign &&
               std::find(signs.begin(), signs.end(), sign) == signs.end(),
           "each sign has a map of its own");
    signs.push_back(sign);
  }
}

bool is_nonnegative(World& world, const Factor& factor) {
  if (factor.kind == FactorKind::exponential) return true;
  return factor.kind == FactorKind::base && is_nonnegative(world, world.written.definitions[factor.symbol].value);
}

namespace {

bool even_or_fraction(const Rational& exponent) { return !exponent.is_integer() || (exponent / 2).is_integer(); }

bool is_natural(const Rational& exponent) { return exponent.is_integer() && exponent.sign() > 0; }

bool is_nonnegative(World& world, const Symbol& symbol) {
  if (symbol.kind != SymbolKind::size) return world.positive(symbol);
  Index size = world.terms.variable(Var{static_cast<std::uint32_t>(symbol.value)});
  return world.implied({}, world.terms.at_most(world.terms.integer(0), size));
}

// Does the guard hold for some values of the bound variables, whatever the free ones are? Tried: each at its lower end.
bool inhabited(World& world, Guard guard, const std::vector<Var>& bound) {
  for (Var v : bound) {
    for (Formula part : guard) {
      if (part->kind != ir::FormulaKind::at_most_zero) continue;
      Index low = world.terms.add(part->index, world.terms.variable(v));  // -v + low <= 0
      if (!ir::occurs(v, part->free) || ir::occurs(v, low->free)) continue;
      if (!substitute(world.terms, guard, {{v, low}})) return false;
      break;
    }
  }
  return std::all_of(guard.begin(), guard.end(),
                     [&](Formula part) { return !meets(part->free, bound) && world.implied({}, part); });
}

bool is_always_positive(World& world, const Factor& factor) {
  if (factor.kind == FactorKind::exponential) return true;
  return factor.kind == FactorKind::base &&
         replay::is_always_positive(world, world.written.definitions[factor.symbol].value);
}

}  // namespace

bool is_nonnegative(World& world, const Sum& sum) {
  return std::all_of(sum.begin(), sum.end(), [&](const Term& term) {
    return term.coefficient.sign() >= 0 &&
           std::all_of(term.monomial.begin(), term.monomial.end(),
                       [&](const Power& p) { return even_or_fraction(p.second) || is_nonnegative(world, p.first); }) &&
           std::all_of(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
             return even_or_fraction(factor.exponent) || is_nonnegative(world, factor);
           });
  });
}

bool is_always_positive(World& world, const Sum& sum) {
  auto defined = [&](const Term& term) {
    return std::all_of(term.monomial.begin(), term.monomial.end(),
                       [&](const Power& p) { return is_natural(p.second) || world.positive(p.first); }) &&
           std::all_of(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
             if (is_always_positive(world, factor)) return true;
             return factor.kind != FactorKind::base && is_natural(factor.exponent);
           });
  };
  auto positive = [&](const Term& term) {
    return term.coefficient.sign() > 0 &&
           std::all_of(term.monomial.begin(), term.monomial.end(),
                       [&](const Power& p) { return world.positive(p.first); }) &&
           std::all_of(term.factors.begin(), term.factors.end(),
                       [&](const Factor& factor) { return is_always_positive(world, factor); }) &&
           inhabited(world, term.guard, term.bound);
  };
  return is_nonnegative(world, sum) && std::all_of(sum.begin(), sum.end(), defined) &&
         std::any_of(sum.begin(), sum.end(), positive);
}

}  // namespace germ::replay
