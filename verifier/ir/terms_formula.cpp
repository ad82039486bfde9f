// Formulas, in negation normal form from the start.

#include <algorithm>
#include <numeric>

#include "base/check.hpp"
#include "ir/storage.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

Formula Terms::make_formula(FormulaNode node) {
  Hasher hash;
  hash(static_cast<std::uint64_t>(node.kind))(node.index ? node.index.id() + 1 : 0)(node.predicate.value);
  hash(node.real ? node.real.id() + 1 : 0);
  for (Index argument : node.indices) hash(argument.id());
  for (const Binder& binder : node.binders) hash(binder.variable.value)(binder.extent.id());
  for (Formula child : node.children) hash(child.id());
  return storage_->formulas.intern(
      std::move(node), hash.value(),
      [](const FormulaNode& a, const FormulaNode& b) {
        return a.kind == b.kind && a.index == b.index && a.predicate == b.predicate && a.real == b.real &&
               a.indices == b.indices && a.binders == b.binders && a.children == b.children;
      },
      [](FormulaNode& fresh) {
        if (fresh.index) merge_free(fresh.free, fresh.index->free);
        if (fresh.real) merge_free(fresh.free, fresh.real->free);
        for (Index argument : fresh.indices) merge_free(fresh.free, argument->free);
        for (Formula child : fresh.children) merge_free(fresh.free, child->free);
        remove_bound(fresh.free, fresh.binders);
        for (const Binder& binder : fresh.binders) merge_free(fresh.free, binder.extent->free);
      });
}

// a <= b, tightened over the integers where all atoms are integers: g*v + c <= 0 is v <= floor(-c / g).
Formula Terms::at_most(Index a, Index b) {
  Index difference = sub(a, b);
  if (difference->terms.empty()) return difference->constant <= 0 ? true_ : false_;
  std::int64_t divisor = 0;
  for (const auto& term : difference->terms) divisor = std::gcd(divisor, term.coefficient);
  if (divisor > 1) {
    Index variables = sub(difference, integer(difference->constant));
    auto terms = variables->terms;
    for (auto& term : terms) term.coefficient /= divisor;
    difference = add(make_index(0, std::move(terms)), ceiling(integer(difference->constant), divisor));
  }
  FormulaNode node{};
  node.kind = FormulaKind::at_most_zero;
  node.index = difference;
  return make_formula(std::move(node));
}

Formula Terms::less(Index a, Index b) { return at_most(add(a, 1), b); }

Formula Terms::equal(Index a, Index b) {
  Index difference = sub(a, b);
  if (difference->terms.empty()) return difference->constant == 0 ? true_ : false_;
  std::int64_t divisor = 0;
  for (const auto& term : difference->terms) divisor = std::gcd(divisor, term.coefficient);
  if (difference->constant % divisor != 0) return false_;
  auto terms = difference->terms;
  std::int64_t factor = terms.front().coefficient < 0 ? -divisor : divisor;
  for (auto& term : terms) term.coefficient /= factor;
  FormulaNode node{};
  node.kind = FormulaKind::zero;
  node.index = make_index(difference->constant / factor, std::move(terms));
  return make_formula(std::move(node));
}

Formula Terms::in_range(Index a, Index extent) { return and_({at_most(integer(0), a), less(a, extent)}); }

Formula Terms::predicate(PredicateId predicate, std::vector<Index> arguments) {
  FormulaNode node{};
  node.kind = FormulaKind::predicate;
  node.predicate = predicate;
  node.indices = std::move(arguments);
  return make_formula(std::move(node));
}

Formula Terms::positive(Real a) {
  if (a->kind == RealKind::constant) return a->value.sign() > 0 ? true_ : false_;
  FormulaNode node{};
  node.kind = FormulaKind::positive;
  node.real = a;
  return make_formula(std::move(node));
}

Formula Terms::negative(Real a) { return positive(negate(a)); }
Formula Terms::nonzero(Real a) { return or_({positive(a), negative(a)}); }
Formula Terms::equal(Real a, Real b) { return and_({not_(positive(sub(a, b))), not_(positive(sub(b, a)))}); }

Formula Terms::not_(Formula a) {
  switch (a->kind) {
    case FormulaKind::truth:
      return false_;
    case FormulaKind::falsity:
      return true_;
    case FormulaKind::at_most_zero:
      return less(integer(0), a->index);
    case FormulaKind::negation:
      return a->children[0];
    case FormulaKind::zero:
    case FormulaKind::predicate:
    case FormulaKind::positive: {
      FormulaNode node{};
      node.kind = FormulaKind::negation;
      node.children = {a};
      return make_formula(std::move(node));
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      std::vector<Formula> parts;
      for (Formula child : a->children) parts.push_back(not_(child));
      return a->kind == FormulaKind::conjunction ? or_(std::move(parts)) : and_(std::move(parts));
    }
    case FormulaKind::all:
      return any(a->binders, a->children[0], not_(a->children[1]));
    case FormulaKind::any:
      return all(a->binders, a->children[0], not_(a->children[1]));
  }
  throw InternalError("a formula of no kind");
}

namespace {

// Flattens, drops the neutral element, keeps first occurrences; nullopt where the absorbing element occurs.
std::optional<std::vector<Formula>> flatten(const std::vector<Formula>& parts, FormulaKind kind, Formula neutral,
                                            Formula absorbing) {
  std::vector<Formula> out;
  auto keep = [&](Formula part) {
    if (std::find(out.begin(), out.end(), part) == out.end()) out.push_back(part);
  };
  for (Formula part : parts) {
    if (part == absorbing) return std::nullopt;
    if (part == neutral) continue;
    if (part->kind == kind) {
      for (Formula child : part->children) keep(child);
    } else {
      keep(part);
    }
  }
  return out;
}

}  // namespace

Formula Terms::and_(std::vector<Formula> parts) {
  auto flat = flatten(parts, FormulaKind::conjunction, true_, false_);
  if (!flat) return false_;
  if (flat->empty()) return true_;
  if (flat->size() == 1) return flat->front();
  FormulaNode node{};
  node.kind = FormulaKind::conjunction;
  node.children = std::move(*flat);
  return make_formula(std::move(node));
}

Formula Terms::or_(std::vector<Formula> parts) {
  auto flat = flatten(parts, FormulaKind::disjunction, false_, true_);
  if (!flat) return true_;
  if (flat->empty()) return false_;
  if (flat->size() == 1) return flat->front();
  FormulaNode node{};
  node.kind = FormulaKind::disjunction;
  node.children = std::move(*flat);
  return make_formula(std::move(node));
}

Formula Terms::all(std::vector<Binder> binders, Formula filter, Formula body) {
  if (body == true_ || filter == false_) return true_;
  if (binders.empty()) return implies(filter, body);
  FormulaNode node{};
  node.kind = FormulaKind::all;
  node.binders = std::move(binders);
  node.children = {filter, body};
  return make_formula(std::move(node));
}

Formula Terms::any(std::vector<Binder> binders, Formula filter, Formula body) {
  if (body == false_ || filter == false_) return false_;
  if (binders.empty()) return and_({filter, body});
  FormulaNode node{};
  node.kind = FormulaKind::any;
  node.binders = std::move(binders);
  node.children = {filter, body};
  return make_formula(std::move(node));
}

std::vector<Formula> Terms::conjuncts(Formula a) const {
  if (a == true_) return {};
  if (a->kind == FormulaKind::conjunction) return a->children;
  return {a};
}

}  // namespace germ::ir
