#include "refute/point.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/evaluator.hpp"
#include "refute/corner.hpp"
#include "refute/derivative.hpp"
#include "refute/kink_class.hpp"
#include "refute/near.hpp"
#include "refute/unique.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::Entry;
using numeric::Evaluator;
using numeric::Outcome;
using numeric::Undefined;

Kind kind_of(numeric::Fault fault) {
  switch (fault) {
    case numeric::Fault::tensor_range:
    case numeric::Fault::map_range:
      return Kind::out_of_range;
    case numeric::Fault::empty_window:
      return Kind::empty_window;
    case numeric::Fault::division_by_zero:
    case numeric::Fault::root_of_negative:
    case numeric::Fault::outside_function:
      return Kind::undefined;
  }
  return Kind::undefined;
}

Failure undefined_at(const Undefined& fault, const Entry& entry) {
  Failure failure;
  failure.kind = kind_of(fault.fault);
  failure.at = entry;
  failure.fault = fault;
  return failure;
}

namespace {

// The indices of every entry of a tensor, by evaluated extents.
std::vector<Entry> all_entries(ir::TensorId tensor, const numeric::Shape& shape) {
  std::vector<Entry> entries;
  for (std::size_t place = 0; place < shape.size(); ++place) entries.push_back({tensor, shape.indices(place)});
  return entries;
}

Examination examine_equal(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget) {
  Evaluator evaluator(*statement.program, instance, budget.grant());
  Examination result;
  result.decided = true;
  for (const Entry& entry : all_entries(statement.left, evaluator.shape(statement.left))) {
    auto left = evaluator.entry(statement.left, entry.indices);
    auto right = evaluator.entry(statement.right, entry.indices);
    for (const auto* side : {&left, &right})
      if (const auto* fault = std::get_if<1>(side)) {
        result.failure = undefined_at(*fault, {side == &left ? statement.left : statement.right, entry.indices});
        break;
      }
    if (result.failure) break;
    if (left.index() != 0 || right.index() != 0) {
      result.decided = false;
      continue;
    }
    if (clearly_differ(std::get<0>(left), std::get<0>(right))) {
      Failure failure;
      failure.kind = Kind::unequal_entry;
      failure.at = entry;
      failure.declared = std::get<0>(left);
      failure.truth = std::get<0>(right);
      result.failure = std::move(failure);
      break;
    }
  }
  budget.spend(evaluator.spent());
  return result;
}

Examination examine_implies(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget) {
  Evaluator evaluator(*statement.program, instance, budget.grant());
  Examination result;
  auto holds = evaluator.holds(statement.conclusion);
  result.decided = holds.index() != 2;
  if (const auto* fault = std::get_if<1>(&holds)) result.failure = undefined_at(*fault, {});
  if (holds.index() == 0 && !std::get<0>(holds)) {
    Failure failure;
    failure.kind = Kind::not_implied;
    result.failure = failure;
  }
  budget.spend(evaluator.spent());
  return result;
}

// Are the values of every given map in its range? Nothing that is out of range is a point of the statement.
bool maps_in_range(const ir::Program& program, const numeric::Instance& instance) {
  for (std::size_t f = 0; f < instance.maps.size(); ++f) {
    const ir::Function& function = program.functions()[f];
    if (function.role != ir::FunctionRole::given || instance.maps[f].entries.empty()) continue;
    std::int64_t low = numeric::evaluate(program, instance.sizes, function.low);
    std::int64_t high = numeric::evaluate(program, instance.sizes, function.high);
    for (std::int64_t entry : instance.maps[f].entries)
      if (entry < low || entry >= high) return false;
  }
  return true;
}

}  // namespace

// An open set is looked at where it holds; `near` holds at the point itself, which is one of its neighbours.
std::vector<ir::Formula> hypotheses(const ir::Statement& statement) {
  switch (statement.kind) {
    case ir::StatementKind::local_equality:
      return {statement.domain, statement.near};
    case ir::StatementKind::open:
      return {statement.domain, statement.conclusion};
    case ir::StatementKind::exact:
      return {statement.within};
    case ir::StatementKind::vjp:
    case ir::StatementKind::jvp:
    case ir::StatementKind::equal:
    case ir::StatementKind::implies:
    case ir::StatementKind::continuous:
    case ir::StatementKind::not_differentiable:
    case ir::StatementKind::kink:
    case ir::StatementKind::unique:
    case ir::StatementKind::faithful:
      break;
  }
  return {statement.domain};
}

Membership membership(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget) {
  if (!maps_in_range(*statement.program, instance)) return Membership::outside;
  Evaluator evaluator(*statement.program, instance, budget.grant());
  auto verdict = [&] {
    for (ir::Formula fact : statement.program->facts()) {
      auto truth = evaluator.holds(fact);
      if (truth.index() == 2) return Membership::undecided;
      if (truth.index() == 1 || !std::get<0>(truth)) return Membership::outside;
    }
    for (ir::Formula hypothesis : hypotheses(statement)) {
      auto truth = evaluator.holds(hypothesis);
      if (truth.index() == 2) return Membership::undecided;
      if (truth.index() == 1 || !std::get<0>(truth)) return Membership::outside;
    }
    return Membership::inside;
  }();
  budget.spend(evaluator.spent());
  return verdict;
}

std::vector<Entry> entries_of(const ir::Program& program, const numeric::Instance& instance,
                              std::span<const ir::TensorId> tensors) {
  std::vector<Entry> entries;
  Evaluator evaluator(program, instance, 1'000'000);
  for (ir::TensorId tensor : tensors)
    for (Entry& entry : all_entries(tensor, evaluator.shape(tensor))) entries.push_back(std::move(entry));
  return entries;
}

std::vector<Variable> variables(const ir::Statement& statement) {
  std::vector<Variable> out;
  if (statement.kind == ir::StatementKind::jvp) {
    for (const ir::VariableTangent& each : statement.tangents) out.push_back({each.of, each.tangent, each.slice});
  } else if (!statement.wrt.empty()) {
    for (ir::TensorId of : statement.wrt) out.push_back({of, of, statement.program->terms().truth()});
  } else {
    for (const ir::Adjoint& each : statement.adjoints) out.push_back({each.of, each.declared, each.slice});
  }
  return out;
}

std::vector<Coordinate> coordinates(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget) {
  std::vector<Coordinate> result;
  Evaluator evaluator(*statement.program, instance, budget.grant());
  const std::vector<Variable> all = variables(statement);
  for (std::size_t v = 0; v < all.size(); ++v) {
    const auto& axes = (*statement.program)[all[v].sliced].axes;
    const numeric::Shape& shape = instance.tensors[all[v].of.value].shape;
    for (std::size_t place = 0; place < shape.size(); ++place) {
      std::vector<std::int64_t> indices = shape.indices(place);
      numeric::Bindings formals;
      for (std::size_t i = 0; i < axes.size(); ++i) formals.emplace_back(axes[i].variable, indices[i]);
      auto inside = evaluator.holds(all[v].slice, formals);
      if (inside.index() == 0 && std::get<0>(inside)) result.push_back({v, place, std::move(indices)});
    }
  }
  budget.spend(evaluator.spent());
  return result;
}

Examination examine(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                    bool thorough) {
  try {
    switch (statement.kind) {
      case ir::StatementKind::vjp:
        return examine_vjp(statement, instance, random, budget, thorough);
      case ir::StatementKind::jvp:
        return examine_jvp(statement, instance, random, budget, thorough);
      case ir::StatementKind::equal:
      case ir::StatementKind::faithful:
        return examine_equal(statement, instance, budget);
      case ir::StatementKind::implies:
        return examine_implies(statement, instance, budget);
      case ir::StatementKind::local_equality:
      case ir::StatementKind::open:
      case ir::StatementKind::continuous:
        return examine_near(statement, instance, random, budget);
      case ir::StatementKind::not_differentiable:
      case ir::StatementKind::exact:
        return examine_corner(statement, instance, random, budget, thorough);
      case ir::StatementKind::kink:
        return examine_kink(statement, instance, budget);
      case ir::StatementKind::unique:
        return examine_unique(statement, instance, random, budget);
    }
  } catch (const numeric::Undecided&) {  // a shape beyond the limits
  } catch (const LimitReached&) {
  }
  return {};
}

std::optional<Failure> recheck(const ir::Statement& statement, const numeric::Instance& instance,
                               const Failure& failure, Budget& budget) {
  if (membership(statement, instance, budget) != Membership::inside) return std::nullopt;
  try {
    Examination again;
    switch (statement.kind) {
      case ir::StatementKind::vjp:
        return recheck_vjp(statement, instance, failure, budget);
      case ir::StatementKind::jvp:
        return recheck_jvp(statement, instance, failure, budget);
      case ir::StatementKind::local_equality:
      case ir::StatementKind::open:
      case ir::StatementKind::continuous:
        return recheck_near(statement, instance, failure, budget);
      case ir::StatementKind::not_differentiable:
      case ir::StatementKind::exact:
        return recheck_corner(statement, instance, failure, budget);
      case ir::StatementKind::kink:
        return recheck_kink(statement, instance, failure, budget);
      case ir::StatementKind::equal:
      case ir::StatementKind::faithful:
        again = examine_equal(statement, instance, budget);
        break;
      case ir::StatementKind::implies:
        again = examine_implies(statement, instance, budget);
        break;
      case ir::StatementKind::unique:
        again = compare_backwards(statement, instance, budget);
        break;
    }
    if (again.failure && again.failure->kind == failure.kind) return again.failure;
  } catch (const numeric::Undecided&) {
  } catch (const LimitReached&) {
  }
  return std::nullopt;
}

}  // namespace germ::refute
