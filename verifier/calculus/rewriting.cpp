#include "calculus/rewriting.hpp"

namespace germ::calculus {

using namespace ir;

const Program::Closure& Rewriting::of(ReductionId id) {
  if (auto known = reductions_.find(id); known != reductions_.end()) return known->second;
  const Reduction reduction = program_[id];
  Formula guard = of(reduction.guard);
  Real body = of(reduction.body);
  if (guard == reduction.guard && body == reduction.body) {
    std::vector<Index> arguments;
    for (const Binder& parameter : reduction.parameters)
      arguments.push_back(program_.terms().variable(parameter.variable));
    return reductions_.emplace(id, Program::Closure{id, std::move(arguments)}).first->second;
  }
  // Parameters and binders are canonical variables; `reduce` renames to canonical ones itself, so that fresh ones go
  // in.
  auto [parameters, renaming] = program_.terms().rename(reduction.parameters);
  auto [binders, binder_renaming] = program_.terms().rename(reduction.binders);
  for (const auto& [variable, value] : binder_renaming.pairs()) renaming.set(variable, value);
  Program::Closure closure = program_.reduce(binders, program_.terms().substitute(guard, renaming),
                                             program_.terms().substitute(body, renaming), parameters, reduction.span);
  Substitution back;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    back.set(parameters[i].variable, program_.terms().variable(reduction.parameters[i].variable));
  for (Index& argument : closure.arguments) argument = program_.terms().substitute(argument, back);
  return reductions_.emplace(id, std::move(closure)).first->second;
}

std::pair<ReductionId, std::vector<Index>> Rewriting::at(ReductionId id, const std::vector<Index>& arguments) {
  const Program::Closure closure = of(id);
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(program_[id].parameters[i].variable, arguments[i]);
  std::vector<Index> out;
  for (Index argument : closure.arguments) out.push_back(program_.terms().substitute(argument, values));
  return {closure.reduction, std::move(out)};
}

std::vector<Index> Rewriting::of(const std::vector<Index>& indices) {
  std::vector<Index> out;
  for (Index index : indices) out.push_back(of(index));
  return out;
}

Index Rewriting::of(Index index) {
  Terms& t = program_.terms();
  Index result = t.integer(index->constant);
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    Index value = t.from_atom(term.atom);
    switch (atom.kind) {
      case AtomKind::variable:
        break;
      case AtomKind::quotient:
        value = t.quotient(of(atom.left), atom.divisor);
        break;
      case AtomKind::product:
        value = t.multiply(of(atom.left), of(atom.right));
        break;
      case AtomKind::application: {
        std::vector<Index> arguments = of(atom.arguments);
        const Function function = program_[atom.function];
        if (!function.reduction.valid()) {
          value = t.apply(atom.function, std::move(arguments));
          break;
        }
        auto [reduction, inner] = at(function.reduction, arguments);
        const auto& cells = function.role == FunctionRole::live ? program_[reduction].live : program_[reduction].winner;
        value = t.apply(cells[function.component], std::move(inner));
        break;
      }
    }
    result = t.add(result, t.scale(value, term.coefficient));
  }
  return result;
}

Formula Rewriting::of(Formula f) {
  if (auto known = formulas_.find(f); known != formulas_.end()) return known->second;
  Terms& t = program_.terms();
  Formula result = f;
  std::vector<Formula> children;
  for (Formula child : f->children) children.push_back(of(child));
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
      break;
    case FormulaKind::at_most_zero:
      result = t.at_most(of(f->index), t.integer(0));
      break;
    case FormulaKind::zero:
      result = t.equal(of(f->index), t.integer(0));
      break;
    case FormulaKind::predicate:
      result = t.predicate(f->predicate, of(f->indices));
      break;
    case FormulaKind::positive:
      result = t.positive(of(f->real));
      break;
    case FormulaKind::negation:
      result = t.not_(children[0]);
      break;
    case FormulaKind::conjunction:
      result = t.and_(std::move(children));
      break;
    case FormulaKind::disjunction:
      result = t.or_(std::move(children));
      break;
    case FormulaKind::all:
      result = t.all(f->binders, children[0], children[1]);
      break;
    case FormulaKind::any:
      result = t.any(f->binders, children[0], children[1]);
      break;
  }
  formulas_.emplace(f, result);
  return result;
}

Real Rewriting::of(Real r) {
  if (auto known = reals_.find(r); known != reals_.end()) return known->second;
  Terms& t = program_.terms();
  Real result = r;
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(of(child));
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      break;
    case RealKind::from_index:
      result = t.from_index(of(r->index));
      break;
    case RealKind::read:
      result = of_read_(t.read(r->tensor, of(r->indices)));
      break;
    case RealKind::add:
      result = t.add(std::move(children));
      break;
    case RealKind::mul:
      result = t.mul(std::move(children));
      break;
    case RealKind::power:
      result = t.power(children[0], r->value);
      break;
    case RealKind::apply:
      result = t.apply(*r->function, children[0]);
      break;
    case RealKind::choose:
      result = t.choose(of(r->condition), children[0], children[1]);
      break;
    case RealKind::sum:
      result = t.sum(r->binders, of(r->condition), children[0]);
      break;
    case RealKind::maximum: {
      auto [reduction, arguments] = at(r->reduction, of(r->indices));
      result = t.maximum(reduction, std::move(arguments));
      break;
    }
    case RealKind::stop:
      result = t.stop(children[0]);
      break;
  }
  reals_.emplace(r, result);
  return result;
}

}  // namespace germ::calculus
