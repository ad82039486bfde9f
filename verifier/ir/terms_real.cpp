// Reals, kept as written.

#include "base/check.hpp"
#include "ir/function_table.hpp"
#include "ir/storage.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

namespace {

bool same(const RealNode& a, const RealNode& b) {
  return a.kind == b.kind && a.value == b.value && a.scalar == b.scalar && a.index == b.index && a.tensor == b.tensor &&
         a.reduction == b.reduction && a.function == b.function && a.condition == b.condition &&
         a.indices == b.indices && a.binders == b.binders && a.children == b.children;
}

RealNode make(RealKind kind) {
  RealNode node{};
  node.kind = kind;
  return node;
}

}  // namespace

Real Terms::make_real(RealNode node) {
  Hasher hash;
  hash(static_cast<std::uint64_t>(node.kind))(node.value.hash())(node.scalar.value)(node.index ? node.index.id() + 1
                                                                                               : 0);
  hash(node.tensor.value)(node.reduction.value)(node.condition ? node.condition.id() + 1 : 0);
  if (node.function) hash(std::hash<std::string_view>{}(node.function->name));
  for (Index argument : node.indices) hash(argument.id());
  for (const Binder& binder : node.binders) hash(binder.variable.value)(binder.extent.id());
  for (Real child : node.children) hash(child.id());
  return storage_->reals.intern(std::move(node), hash.value(), same, [](RealNode& fresh) {
    if (fresh.index) merge_free(fresh.free, fresh.index->free);
    if (fresh.condition) merge_free(fresh.free, fresh.condition->free);
    for (Index argument : fresh.indices) merge_free(fresh.free, argument->free);
    for (Real child : fresh.children) merge_free(fresh.free, child->free);
    remove_bound(fresh.free, fresh.binders);
    for (const Binder& binder : fresh.binders) merge_free(fresh.free, binder.extent->free);
  });
}

Real Terms::constant(const Rational& value) {
  RealNode node = make(RealKind::constant);
  node.value = value;
  return make_real(std::move(node));
}

Real Terms::scalar(ScalarId scalar) {
  RealNode node = make(RealKind::scalar);
  node.scalar = scalar;
  return make_real(std::move(node));
}

Real Terms::from_index(Index index) {
  if (index->terms.empty()) return constant(index->constant);
  RealNode node = make(RealKind::from_index);
  node.index = index;
  return make_real(std::move(node));
}

Real Terms::read(TensorId tensor, std::vector<Index> indices) {
  RealNode node = make(RealKind::read);
  node.tensor = tensor;
  node.indices = std::move(indices);
  return make_real(std::move(node));
}

Real Terms::add(std::vector<Real> parts) {
  if (parts.empty()) return constant(0);
  if (parts.size() == 1) return parts.front();
  RealNode node = make(RealKind::add);
  node.children = std::move(parts);
  return make_real(std::move(node));
}

Real Terms::mul(std::vector<Real> parts) {
  if (parts.empty()) return constant(1);
  if (parts.size() == 1) return parts.front();
  RealNode node = make(RealKind::mul);
  node.children = std::move(parts);
  return make_real(std::move(node));
}

Real Terms::power(Real base, const Rational& exponent) {
  if (exponent == Rational(1)) return base;
  RealNode node = make(RealKind::power);
  node.value = exponent;
  node.children = {base};
  return make_real(std::move(node));
}

Real Terms::apply(const FunctionRow& function, Real argument) {
  RealNode node = make(RealKind::apply);
  node.function = &function;
  node.children = {argument};
  return make_real(std::move(node));
}

Real Terms::choose(Formula condition, Real then, Real otherwise) {
  RealNode node = make(RealKind::choose);
  node.condition = condition;
  node.children = {then, otherwise};
  return make_real(std::move(node));
}

Real Terms::sum(std::vector<Binder> binders, Formula filter, Real body) {
  if (binders.empty()) return choose(filter, body, constant(0));
  RealNode node = make(RealKind::sum);
  node.binders = std::move(binders);
  node.condition = filter;
  node.children = {body};
  return make_real(std::move(node));
}

Real Terms::maximum(ReductionId reduction, std::vector<Index> arguments) {
  RealNode node = make(RealKind::maximum);
  node.reduction = reduction;
  node.indices = std::move(arguments);
  return make_real(std::move(node));
}

Real Terms::stop(Real a) {
  RealNode node = make(RealKind::stop);
  node.children = {a};
  return make_real(std::move(node));
}

}  // namespace germ::ir
