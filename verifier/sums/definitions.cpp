#include "sums/definitions.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "sums/algebra.hpp"
#include "sums/groups.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Substitution;
using ir::Var;

namespace {

constexpr std::size_t most_matchings = 6;

bool contains(const std::vector<Var>& variables, Var variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

void append_factors(Key& key, const Term& term) {
  std::vector<Key> factors;
  for (const Factor& factor : term.factors) {
    Key one{static_cast<std::int64_t>(factor.kind), factor.symbol};
    append(one, factor.exponent);
    factors.push_back(std::move(one));
  }
  std::sort(factors.begin(), factors.end());
  for (const Key& one : factors) key.insert(key.end(), one.begin(), one.end());
}

// A sum with its parameters taken out.
struct Closed {
  Expression value;
  std::vector<Var> parameters;
  std::vector<Index> arguments;
};

bool is_outer(const Context& context, const Term& term, Index index) {
  return !context.sizes_only(index->free) &&
         std::none_of(term.bound.begin(), term.bound.end(), [&](Var v) { return ir::occurs(v, index->free); });
}

// Can whole index expressions be parameters? Only if outer variables stand nowhere else.
bool whole_arguments(const Context& context, const Expression& value) {
  auto has_outer = [&](const Term& term, const std::vector<Var>& free) {
    return std::any_of(free.begin(), free.end(),
                       [&](Var v) { return !contains(term.bound, v) && !context.program.is_size(v); });
  };
  for (const Term& term : value) {
    for (Formula part : term.guard)
      if (has_outer(term, part->free)) return false;
    for (const Factor& factor : term.factors)
      for (Index argument : factor.arguments)
        if (has_outer(term, argument->free) && !is_outer(context, term, argument)) return false;
  }
  return true;
}

Closed close_over_arguments(Context& context, Expression value) {
  Closed closed;
  for (Term& term : value) {
    for (Factor& factor : term.factors) {
      for (Index& argument : factor.arguments) {
        if (!is_outer(context, term, argument)) continue;
        auto known = std::find(closed.arguments.begin(), closed.arguments.end(), argument);
        auto place = static_cast<std::size_t>(known - closed.arguments.begin());
        if (known == closed.arguments.end()) {
          closed.arguments.push_back(argument);
          closed.parameters.push_back(context.terms.fresh("p"));
        }
        argument = context.terms.variable(closed.parameters[place]);
      }
    }
  }
  closed.value = instantiate(context, value, {});
  return closed;
}

Closed close_over_variables(Context& context, const Expression& value) {
  Closed closed;
  Substitution values;
  for (const Term& term : value) {
    for (Var variable : outer_variables(context, term)) {
      if (values.find(variable)) continue;
      Var parameter = context.terms.fresh("p");
      values.set(variable, context.terms.variable(parameter));
      closed.parameters.push_back(parameter);
      closed.arguments.push_back(context.terms.variable(variable));
    }
  }
  closed.value = instantiate(context, value, values);
  return closed;
}

// Where a parameter occurs: the kinds of factors and the places in them.
std::vector<std::int64_t> signature(const Expression& value, Var parameter) {
  std::vector<std::vector<std::int64_t>> places;
  for (const Term& term : value) {
    for (const Factor& factor : term.factors) {
      for (std::size_t j = 0; j < factor.arguments.size(); ++j)
        if (ir::occurs(parameter, factor.arguments[j]->free))
          places.push_back({static_cast<std::int64_t>(factor.kind), factor.symbol, static_cast<std::int64_t>(j)});
    }
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<std::int64_t> result;
  for (const auto& place : places) result.insert(result.end(), place.begin(), place.end());
  return result;
}

std::vector<Key> shape_of(const Expression& value) {
  std::vector<Key> shape;
  for (const Term& term : value) {
    Key key;
    append_factors(key, term);
    append(key, term.monomial);
    shape.push_back(std::move(key));
  }
  std::sort(shape.begin(), shape.end());
  shape.erase(std::unique(shape.begin(), shape.end()), shape.end());
  return shape;
}

// Assignments parameter of `known` -> parameter of `mine` with equal signatures.
void matchings(const Definition& known, const Definition& mine, std::vector<std::size_t>& chosen,
               std::vector<std::vector<std::size_t>>& found) {
  if (found.size() >= most_matchings) return;
  if (chosen.size() == known.parameters.size()) {
    found.push_back(chosen);
    return;
  }
  for (std::size_t i = 0; i < mine.parameters.size(); ++i) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) continue;
    if (mine.signatures[i] != known.signatures[chosen.size()]) continue;
    chosen.push_back(i);
    matchings(known, mine, chosen, found);
    chosen.pop_back();
  }
}

// Are two closed sums equal for all values of their parameters? Facts on sizes only; "not proved" is no.
bool proved_equal(Context& context, const Expression& a, const Expression& b) {
  try {
    Expression difference = a;
    append(difference, scale(b, -1));
    difference = tidy(context, std::move(difference));
    if (difference.empty()) return true;
    for (const Group& group : collect_groups(context, difference, {}))
      if (decide(context, group, {}, {}).kind != GroupAnswer::Kind::equal) return false;
    return true;
  } catch (const Unsupported&) {
    return false;
  } catch (const LimitReached&) {
    return false;
  }
}

}  // namespace

Key lead(const Term& term) {
  Key key;
  append_factors(key, term);
  key.push_back(static_cast<std::int64_t>(term.bound.size()));
  append(key, term.monomial);
  return key;
}

std::vector<Var> outer_variables(const Context& context, const Term& term) {
  std::vector<Var> result;
  auto visit = [&](const std::vector<Var>& free) {
    for (Var variable : free)
      if (!contains(term.bound, variable) && !context.program.is_size(variable) && !contains(result, variable))
        result.push_back(variable);
  };
  for (const Factor& factor : term.factors)
    for (Index argument : factor.arguments)
      for (const auto& part : argument->terms) visit(part.atom->free);
  for (Formula part : term.guard) visit(part->free);
  return result;
}

Named name(Context& context, DefinitionKind kind, const ir::FunctionRow* function, const Expression& value) {
  Expression sorted = value;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Term& a, const Term& b) { return lead(a) < lead(b); });
  Closed closed = whole_arguments(context, sorted) ? close_over_arguments(context, std::move(sorted))
                                                   : close_over_variables(context, sorted);
  Definition mine{kind, function, closed.parameters, std::move(closed.value), {}, {}, {}};
  for (Var parameter : mine.parameters) mine.signatures.push_back(signature(mine.value, parameter));
  mine.shape = shape_of(mine.value);
  for (std::uint32_t i = 0; i < context.definitions.size(); ++i) {
    const Definition& known = context.definitions[i];
    if (known.kind != kind || known.function != function || known.parameters.size() != mine.parameters.size()) continue;
    std::vector<std::vector<std::size_t>> candidates;
    std::vector<std::size_t> chosen;
    if (mine.shape == known.shape) matchings(known, mine, chosen, candidates);
    for (const auto& matching : candidates) {
      Substitution values;
      Named result{i, {}};
      for (std::size_t j = 0; j < matching.size(); ++j) {
        values.set(known.parameters[j], context.terms.variable(mine.parameters[matching[j]]));
        result.arguments.push_back(closed.arguments[matching[j]]);
      }
      if (proved_equal(context, mine.value, instantiate(context, known.value, values))) return result;
    }
  }
  context.definitions.push_back(std::move(mine));
  return {static_cast<std::uint32_t>(context.definitions.size() - 1), std::move(closed.arguments)};
}

Expression value_of(Context& context, std::uint32_t definition, const std::vector<Index>& arguments) {
  const Definition& known = context.definitions[definition];
  check(known.parameters.size() == arguments.size(), "a definition has as many arguments as parameters");
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(known.parameters[i], arguments[i]);
  return instantiate(context, known.value, values);
}

}  // namespace germ::sums
