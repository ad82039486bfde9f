#pragma once
// Reals: tensor entries, windows, sums. Part of interpreter.cpp, included by it only.

#include "base/check.hpp"
#include "numeric/ball.hpp"
#include "numeric/interpreter_loops.hpp"
#include "numeric/scalar.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

template <class Number>
auto Interpreter<Number>::table(ir::TensorId tensor) -> Table& {
  Table& table = tables_[tensor.value];
  if (table.ready) return table;
  const ir::Tensor& declared = program_[tensor];
  if (declared.body || declared.base_of) {
    std::vector<std::int64_t> extents;
    for (const ir::Binder& axis : declared.axes) extents.push_back(index(axis.extent));
    table.shape = Shape(std::move(extents));
    table.entries.resize(table.shape.size());
  } else {
    check(tensor.value < instance_.tensors.size(), "the instance has every tensor without a body");
    const Tensor& given = instance_.tensors[tensor.value];
    table.shape = given.shape;
    table.entries.assign(given.entries.begin(), given.entries.end());
  }
  table.ready = true;
  return table;
}

template <class Number>
const Shape& Interpreter<Number>::shape(ir::TensorId tensor) {
  return table(tensor).shape;
}

template <class Number>
void Interpreter<Number>::set_entries(ir::TensorId tensor, std::vector<Number> entries) {
  Table& place = table(tensor);
  check(!program_[tensor].body && !program_[tensor].base_of && entries.size() == place.entries.size(),
        "entries for a tensor without a body");
  place.entries.assign(entries.begin(), entries.end());
}

template <class Number>
const Number& Interpreter<Number>::read(ir::TensorId tensor, std::span<const std::int64_t> indices) {
  Table& place = table(tensor);
  auto offset = place.shape.offset(indices);
  if (!offset)
    throw Undefined{
        .fault = Fault::tensor_range, .object = program_[tensor].name, .at = {indices.begin(), indices.end()}};
  if (program_[tensor].body) return defined(tensor, *offset, indices);
  if (program_[tensor].base_of) return kept(tensor, *offset, indices);
  if (watcher_) watcher_(tensor, *offset);
  return *place.entries[*offset];
}

template <class Number>
const Number& Interpreter<Number>::defined(ir::TensorId tensor, std::size_t place,
                                           std::span<const std::int64_t> indices) {
  if (const auto& known = tables_[tensor.value].entries[place]) return *known;
  const ir::Tensor& definition = program_[tensor];
  Hidden hidden(environment_);
  for (std::size_t i = 0; i < definition.axes.size(); ++i) hidden.set(definition.axes[i].variable, indices[i]);
  try {
    Number result = value(*definition.body);
    return *(tables_[tensor.value].entries[place] = std::move(result));
  } catch (Undefined& fault) {
    if (!fault.tensor.valid()) {
      fault.tensor = tensor;
      fault.indices.assign(indices.begin(), indices.end());
    }
    throw;
  }
}

template <class Number>
const Number& Interpreter<Number>::kept(ir::TensorId tensor, std::size_t place, std::span<const std::int64_t> indices) {
  if (const auto& known = tables_[tensor.value].entries[place]) return *known;
  Number result = base_entry_ ? base_entry_(tensor, indices) : read(*program_[tensor].base_of, indices);
  return *(tables_[tensor.value].entries[place] = std::move(result));
}

template <class Number>
Number Interpreter<Number>::sum(const ir::RealNode& node) {
  Number total = Rational(0);
  bool filtered = node.condition->kind != ir::FormulaKind::truth;
  each(node.binders, [&] {
    if (!filtered || truth(node.condition)) total = total + value(node.children[0]);
    return true;
  });
  return total;
}

// match: a - b, where a and b are reads of one entry (of different indices that have one value).
// result: 0, exactly: the radius of an irrational entry would leave open whether it exceeds itself.
template <class Number>
bool Interpreter<Number>::cancels(const ir::RealNode& node) {
  if (node.children.size() != 2) return false;
  const ir::RealNode* reads[2] = {nullptr, nullptr};
  for (const ir::Real& child : node.children) {
    const bool negated = child->kind == ir::RealKind::mul && child->children.size() == 2 &&
                         child->children[0]->kind == ir::RealKind::constant &&
                         child->children[0]->value == Rational(-1);
    const ir::RealNode& read = negated ? *child->children[1] : *child;
    if (read.kind == ir::RealKind::read) reads[negated ? 1 : 0] = &read;
  }
  if (!reads[0] || !reads[1] || reads[0]->tensor != reads[1]->tensor) return false;
  return values(reads[0]->indices) == values(reads[1]->indices);
}

template <class Number>
Number Interpreter<Number>::addition(const ir::RealNode& node) {
  Number total = value(node.children[0]);
  if constexpr (!std::is_same_v<Number, Rational>)
    if (cancels(node)) return Rational(0);
  for (std::size_t i = 1; i < node.children.size(); ++i) total = total + value(node.children[i]);
  spend_for(total);
  return total;
}

template <class Number>
int Interpreter<Number>::sign_of(const Number& number) {
  if (!settled(number)) analytic_ = false;
  return sign(number);
}

template <class Number>
Number Interpreter<Number>::power_of(const ir::RealNode& node) {
  Number base = value(node.children[0]);
  if ((node.value.sign() < 0 || !node.value.is_integer()) && !settled(base)) analytic_ = false;
  return power(base, node.value);
}

template <class Number>
Number Interpreter<Number>::value(ir::Real term) {
  spend();
  const ir::RealNode& node = *term;
  switch (node.kind) {
    case ir::RealKind::constant:
      return Number(node.value);
    case ir::RealKind::scalar: {
      const ir::Scalar& scalar = program_[node.scalar];
      if (scalar.constant) return constant_value<Number>(*scalar.constant);
      return Number(instance_.scalars[node.scalar.value]);
    }
    case ir::RealKind::from_index:
      return Number(Rational(index(node.index)));
    case ir::RealKind::read: {
      std::array<std::int64_t, 8> near{};
      if (node.indices.size() > near.size()) return read(node.tensor, values(node.indices));
      for (std::size_t i = 0; i < node.indices.size(); ++i) near[i] = index(node.indices[i]);
      return read(node.tensor, std::span<const std::int64_t>(near.data(), node.indices.size()));
    }
    case ir::RealKind::add:
      return addition(node);
    case ir::RealKind::mul: {
      Number total = value(node.children[0]);
      for (std::size_t i = 1; i < node.children.size(); ++i) total = total * value(node.children[i]);
      spend_for(total);
      return total;
    }
    case ir::RealKind::power:
      return power_of(node);
    case ir::RealKind::apply:
      return apply(*node.function, value(node.children[0]));
    case ir::RealKind::choose:
      return value(node.children[truth(node.condition) ? 0 : 1]);
    case ir::RealKind::sum:
      return sum(node);
    case ir::RealKind::maximum:
      return best(node.reduction, values(node.indices)).value;
    case ir::RealKind::stop:
      return value(node.children[0]);
  }
  check(false, "a real of a known kind");
  return Number();
}

// The first cell, in lexicographic order of the binders, that no later cell exceeds.
template <class Number>
auto Interpreter<Number>::scan(const ir::Reduction& reduction) -> Best {
  std::optional<Best> found;
  each(reduction.binders, [&] {
    if (!truth(reduction.guard)) return true;
    Number candidate = value(reduction.body);
    if (!found || sign_of(candidate + (-found->value)) > 0) {
      std::vector<std::int64_t> cell;
      for (const ir::Binder& binder : reduction.binders) cell.push_back(lookup(binder.variable));
      found = Best{std::move(candidate), std::move(cell)};
    }
    return true;
  });
  if (!found) throw Undefined{.fault = Fault::empty_window};
  return *std::move(found);
}

template <class Number>
auto Interpreter<Number>::best(ir::ReductionId reduction, std::span<const std::int64_t> arguments) -> const Best& {
  Key key{reduction.value, {arguments.begin(), arguments.end()}};
  auto known = best_.find(key);
  if (known != best_.end()) return known->second;
  const ir::Reduction& definition = program_[reduction];
  // The formals of windows are shared between windows, and one may stand inside another.
  Hidden hidden(environment_);
  for (std::size_t i = 0; i < definition.parameters.size(); ++i)
    hidden.set(definition.parameters[i].variable, key.arguments[i]);
  Best result = scan(definition);
  return best_.emplace(std::move(key), std::move(result)).first->second;
}

template <class Number>
Outcome<Number> Interpreter<Number>::entry(ir::TensorId tensor, std::span<const std::int64_t> indices) {
  return outcome_of([&]() -> Number { return read(tensor, indices); });
}

template <class Number>
Outcome<Number> Interpreter<Number>::real(ir::Real term, const Bindings& bindings) {
  for (const auto& [variable, value_of] : bindings) bind(variable, value_of);
  return outcome_of([&]() -> Number { return value(term); });
}

}  // namespace germ::numeric
