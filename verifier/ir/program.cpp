#include "ir/program.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/alike.hpp"

namespace germ::ir {

Var Program::add_size(std::string name, Span span) {
  Var variable = terms_.fresh(name);
  size_index_.emplace(variable, sizes_.size());
  sizes_.push_back({variable, std::move(name), std::nullopt, span});
  return variable;
}

void Program::define_size(Var size, Index definition) {
  sizes_[size_index_.at(size)].definition = definition;
  add_fact(terms_.equal(terms_.variable(size), definition));
}

ScalarId Program::add_scalar(Scalar scalar) {
  scalars_.push_back(std::move(scalar));
  return ScalarId{static_cast<std::uint32_t>(scalars_.size() - 1)};
}

std::optional<ScalarId> Program::find_scalar(std::string_view name) const {
  for (std::uint32_t i = 0; i < scalars_.size(); ++i)
    if (scalars_[i].name == name) return ScalarId{i};
  return std::nullopt;
}

FunctionId Program::add_function(Function function) {
  functions_.push_back(std::move(function));
  return FunctionId{static_cast<std::uint32_t>(functions_.size() - 1)};
}

PredicateId Program::add_predicate(Predicate predicate) {
  predicates_.push_back(std::move(predicate));
  return PredicateId{static_cast<std::uint32_t>(predicates_.size() - 1)};
}

TensorId Program::add_tensor(Tensor tensor) {
  if (tensor.stored_axis.empty())
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) tensor.stored_axis.push_back(static_cast<int>(i));
  tensors_.push_back(std::move(tensor));
  return TensorId{static_cast<std::uint32_t>(tensors_.size() - 1)};
}

void Program::set_body(TensorId tensor, Real body) { tensors_[tensor.value].body = body; }

void Program::add_fact(Formula fact) {
  if (fact == terms_.truth()) return;
  if (std::find(facts_.begin(), facts_.end(), fact) == facts_.end()) facts_.push_back(fact);
}

namespace {

// Variables in order of first occurrence: of the body's reads first, then of the guard.
class Occurrences {
 public:
  explicit Occurrences(const Program& program) : program_(program) {}
  std::vector<Var> order;

  void visit(Index index) {
    for (const auto& term : index->terms)
      for (Var variable : term.atom->free) note(variable);
  }
  void visit(Real real) {
    if (real->index) visit(real->index);
    for (Index index : real->indices) visit(index);
    for (Real child : real->children) visit(child);
    if (real->condition) visit(real->condition);
  }
  void visit(Formula formula) {
    if (formula->index) visit(formula->index);
    if (formula->real) visit(formula->real);
    for (Index index : formula->indices) visit(index);
    for (Formula child : formula->children) visit(child);
  }
  void note(Var variable) {
    if (program_.is_size(variable)) return;
    if (std::find(order.begin(), order.end(), variable) == order.end()) order.push_back(variable);
  }

 private:
  const Program& program_;
};

}  // namespace

Program::Closure Program::reduce(const std::vector<Binder>& binders, Formula guard, Real body,
                                 const std::vector<Binder>& ranges, Span span) {
  Occurrences occurrences(*this);
  occurrences.visit(body);
  occurrences.visit(guard);
  Reduction reduction;
  reduction.span = span;
  Substitution canonical;
  Closure closure;
  std::size_t next = 0;
  auto sizes_only = [&](Index extent) {
    if (!std::all_of(extent->free.begin(), extent->free.end(), [&](Var v) { return is_size(v); }))
      throw LimitReached("a maximum over a window whose ranges depend on an index");
    return extent;
  };
  std::vector<Var> parameters;
  for (Var variable : occurrences.order) {
    auto is_it = [&](const Binder& b) { return b.variable == variable; };
    if (std::any_of(binders.begin(), binders.end(), is_it)) continue;
    bool bound_inside = !occurs(variable, body->free) && !occurs(variable, guard->free);
    if (bound_inside) continue;
    auto range = std::find_if(ranges.begin(), ranges.end(), is_it);
    check(range != ranges.end(), "every free variable of a window has a range");
    Var formal = terms_.canonical(next++);
    reduction.parameters.push_back({formal, sizes_only(range->extent)});
    canonical.set(variable, terms_.variable(formal));
    closure.arguments.push_back(terms_.variable(variable));
  }
  for (const Binder& binder : binders) {
    Var formal = terms_.canonical(next++);
    reduction.binders.push_back({formal, sizes_only(binder.extent)});
    canonical.set(binder.variable, terms_.variable(formal));
  }
  reduction.guard = terms_.substitute(guard, canonical);
  reduction.body = terms_.substitute(body, canonical);
  for (std::uint32_t i = 0; i < reductions_.size(); ++i) {
    const Reduction& known = reductions_[i];
    if (known.parameters == reduction.parameters && known.binders == reduction.binders &&
        alike(known.guard, reduction.guard) && alike(known.body, reduction.body)) {
      closure.reduction = ReductionId{i};
      return closure;
    }
  }
  closure.reduction = ReductionId{static_cast<std::uint32_t>(reductions_.size())};
  std::vector<Index> extents;
  for (const Binder& parameter : reduction.parameters) extents.push_back(parameter.extent);
  for (std::uint32_t j = 0; j < reduction.binders.size(); ++j) {
    std::string suffix = std::to_string(reductions_.size()) + "_" + std::to_string(j);
    for (FunctionRole role : {FunctionRole::winner, FunctionRole::live}) {
      Function function;
      function.name = (role == FunctionRole::winner ? "argmax" : "live_argmax") + suffix;
      function.role = role;
      function.extents = extents;
      function.low = terms_.integer(0);
      function.high = reduction.binders[j].extent;
      function.reduction = closure.reduction;
      function.component = j;
      function.span = span;
      (role == FunctionRole::winner ? reduction.winner : reduction.live).push_back(add_function(std::move(function)));
    }
  }
  reductions_.push_back(std::move(reduction));
  return closure;
}

Real Program::at(TensorId tensor, const std::vector<Index>& indices) {
  const Tensor& definition = tensors_[tensor.value];
  check(definition.body.has_value(), "only a defined tensor has a body");
  check(definition.axes.size() == indices.size(), "as many indices as axes");
  Substitution values;
  for (std::size_t i = 0; i < indices.size(); ++i) values.set(definition.axes[i].variable, indices[i]);
  return terms_.substitute(*definition.body, values);
}

std::vector<Binder> Program::binders(ReductionId reduction, const std::vector<Index>& arguments) {
  const Reduction& definition = reductions_[reduction.value];
  check(definition.parameters.size() == arguments.size(), "as many arguments as parameters");
  return definition.binders;  // their extents mention sizes only
}

Program::Cell Program::at(ReductionId reduction, const std::vector<Index>& arguments, const std::vector<Index>& cell) {
  const Reduction& definition = reductions_[reduction.value];
  check(definition.parameters.size() == arguments.size(), "as many arguments as parameters");
  check(definition.binders.size() == cell.size(), "as many coordinates as binders");
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(definition.parameters[i].variable, arguments[i]);
  std::vector<Formula> guard;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    values.set(definition.binders[i].variable, cell[i]);
    guard.push_back(terms_.in_range(cell[i], definition.binders[i].extent));
  }
  guard.push_back(terms_.substitute(definition.guard, values));
  return {terms_.and_(std::move(guard)), terms_.substitute(definition.body, values)};
}

std::vector<Index> Program::winner(ReductionId reduction, const std::vector<Index>& arguments) {
  std::vector<Index> cell;
  for (FunctionId component : reductions_[reduction.value].winner) cell.push_back(terms_.apply(component, arguments));
  return cell;
}

std::vector<Index> Program::live_winner(ReductionId reduction, const std::vector<Index>& arguments) {
  std::vector<Index> cell;
  for (FunctionId component : reductions_[reduction.value].live) cell.push_back(terms_.apply(component, arguments));
  return cell;
}

}  // namespace germ::ir
