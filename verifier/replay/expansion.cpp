#include "replay/expansion.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/alike.hpp"
#include "ir/function_table.hpp"
#include "replay/written.hpp"

namespace germ::replay {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Real;
using ir::RealKind;
using ir::TensorId;

Expansion::Expansion(World& world) : world_(world), terms_(world.terms) {
  const auto& written = world.written;
  for (const auto& opening : written.openings) openings_.try_emplace(opening.sum, &opening);
  for (const auto& entry : written.bodies) {
    Real meant = terms_.substitute(world.program.at(entry.tensor, entry.indices), world.sizes);
    demand(ir::alike(meant, entry.value), "the body of a tensor");
    bodies_.try_emplace({entry.tensor, entry.indices}, entry.value);
  }
  for (const auto& form : written.forms) forms_.try_emplace(form.tensor, &form.value);
  for (const auto& product : written.products)
    products_.try_emplace({product.argument, product.purpose}, &product.product);
  for (const auto& application : written.applications)
    applications_.try_emplace({application.function->name, application.argument}, &application);
}

Real Expansion::body(TensorId tensor, const std::vector<Index>& indices) {
  auto known = bodies_.find({tensor, indices});
  if (known != bodies_.end()) return known->second;
  return terms_.substitute(world_.program.at(tensor, indices), world_.sizes);
}

// The tensor's entry at the variables of its axes: shown once, for all values of them.
const Sum& Expansion::form(TensorId tensor) {
  auto known = forms_.find(tensor);
  demand(known != forms_.end(), "a tensor's entry as a sum of terms");
  if (!shown_forms_.insert(tensor).second) {
    demand(std::find(open_.begin(), open_.end(), tensor) == open_.end(), "definitions have no cycles");
    return *known->second;
  }
  std::vector<Index> formals;
  std::vector<ir::Var> variables;
  for (const ir::Binder& axis : world_.program[tensor].axes) {
    formals.push_back(terms_.variable(axis.variable));
    variables.push_back(axis.variable);
  }
  check_sum(world_, *known->second, variables, world_.written.definitions.size());
  open_.push_back(tensor);
  Sum entry = of(body(tensor, formals));
  open_.pop_back();
  demand(same(world_, entry, *known->second, {}), "a tensor's entry as a sum of terms");
  return *known->second;
}

// What a power, a function or a sign is distributed over is seen through reads of defined tensors.
Real Expansion::looked_through(Real real) {
  while (true) {
    if (real->kind == RealKind::stop) {
      real = real->children[0];
    } else if (real->kind == RealKind::read && !world_.is_leaf(real->tensor)) {
      Real inside = body(real->tensor, real->indices);
      if (inside->kind != RealKind::choose && inside->kind != RealKind::mul && inside->kind != RealKind::read)
        return real;
      real = inside;
    } else {
      return real;
    }
  }
}

Sum Expansion::choice(Formula condition, Sum then, Sum otherwise) {
  Sum result = restricted(world_, std::move(then), condition);
  append(result, restricted(world_, std::move(otherwise), terms_.not_(condition)));
  return result;
}

// An integer a as a number: #{u : 0 <= u < a} - #{u : 0 <= u < -a}; a size is a symbol.
Sum Expansion::integer(Index index) {
  Sum result = constant(index->constant);
  for (const auto& [atom, k] : index->terms) {
    Sum part;
    if (atom->kind == ir::AtomKind::variable && world_.program.is_size(atom->variable)) {
      Term term;
      term.monomial = {{{SymbolKind::size, atom->variable.value}, 1}};
      part = {term};
    } else if (atom->kind == ir::AtomKind::product) {
      part = times(world_, integer(atom->left), integer(atom->right));
    } else {
      for (int sign : {1, -1}) {
        Term term;
        term.coefficient = sign;
        term.bound = {terms_.fresh("u")};
        if (conjoin(terms_, term.guard, terms_.in_range(terms_.variable(term.bound[0]), terms_.from_atom(atom, sign))))
          part.push_back(std::move(term));
      }
    }
    append(result, scaled(std::move(part), k));
  }
  return result;
}

Sum Expansion::opened(Real sum) {
  auto known = openings_.find(sum);
  demand(known != openings_.end(), "a sum under fresh names");
  const certificate::Opening& opening = *known->second;
  demand(
      opening.sum->kind == RealKind::sum && ir::alike(sum, terms_.sum(opening.binders, opening.filter, opening.body)),
      "a sum under fresh names");
  Sum result = of(opening.body);
  Formula filter = resolved(opening.filter);
  for (const ir::Binder& binder : opening.binders) {
    result = restricted(world_, std::move(result), terms_.in_range(terms_.variable(binder.variable), binder.extent));
    for (Term& term : result) term.bound.push_back(binder.variable);
  }
  // Names of its own for all that is bound: nothing outside can be caught.
  return instance(world_, restricted(world_, std::move(result), filter), {});
}

Sum Expansion::of(Real real) {
  switch (real->kind) {
    case RealKind::constant:
      return constant(real->value);
    case RealKind::scalar: {
      Term term;
      term.monomial = {{{SymbolKind::scalar, real->scalar.value}, 1}};
      return {term};
    }
    case RealKind::from_index:
      return integer(real->index);
    case RealKind::read: {
      if (world_.is_leaf(real->tensor)) {
        Term term;
        term.factors = {{FactorKind::read, real->tensor.value, real->indices, 1}};
        return {term};
      }
      ir::Substitution values;
      const auto& axes = world_.program[real->tensor].axes;
      for (std::size_t i = 0; i < axes.size(); ++i) values.set(axes[i].variable, real->indices[i]);
      return instance(world_, form(real->tensor), values);
    }
    case RealKind::add: {
      Sum result;
      for (Real child : real->children) append(result, of(child));
      return result;
    }
    case RealKind::mul: {
      // Powers of one sum meet before any is written out, unless there are many terms.
      constexpr std::size_t untidy = 8;
      Sum result = constant(1);
      for (Real child : real->children) {
        result = times(world_, result, of(child));
        if (result.size() > untidy) result = tidy(world_, result);
      }
      return result;
    }
    case RealKind::power:
      if (real->value.is_zero()) return constant(1);
      if (real->value.sign() < 0 || !real->value.is_integer()) rely();
      return raised(real->children[0], real->value);
    case RealKind::apply:
      rely();
      return applied(*real->function, real->children[0]);
    case RealKind::choose:
      return choice(resolved(real->condition), of(real->children[0]), of(real->children[1]));
    case RealKind::sum:
      return opened(real);
    case RealKind::maximum:
      throw Rejected("a maximum that was not replaced by its winner");
    case RealKind::stop:
      return of(real->children[0]);
  }
  throw InternalError("a real of no kind");
}

}  // namespace germ::replay
