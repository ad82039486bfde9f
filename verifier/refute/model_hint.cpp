#include "refute/model_hint.hpp"

#include <algorithm>
#include <set>

namespace germ::refute {

using namespace ir;

namespace {

constexpr std::int64_t largest_size = 4096;

class Reader {
 public:
  Reader(Program& from, const Statement& to, const smt::Model& model) : from_(from), to_(*to.program), model_(model) {}

  Hint run(std::span<const Formula> formulas) {
    for (const Size& size : from_.sizes()) {
      auto value = model_.value(from_.terms().variable(size.variable));
      if (!value || *value < 0 || *value > largest_size) continue;
      for (const Size& target : to_.sizes())
        if (target.name == size.name) hint_.sizes.emplace_back(target.variable, *value);
    }
    for (std::uint32_t i = 0; i < from_.scalars().size() && i < to_.scalars().size(); ++i)
      if (auto value = model_.value(from_.terms().scalar(ScalarId{i}))) hint_.scalars.emplace_back(ScalarId{i}, *value);
    for (Formula formula : formulas) visit(formula, {});
    return std::move(hint_);
  }

 private:
  using Bound = std::vector<Var>;

  static bool ground(const std::vector<Var>& free, const Bound& bound) {
    return std::none_of(bound.begin(), bound.end(), [&](Var v) { return occurs(v, free); });
  }

  std::optional<std::vector<std::int64_t>> values(const std::vector<Index>& indices) {
    std::vector<std::int64_t> out;
    for (Index index : indices) {
      auto value = model_.value(index);
      if (!value) return std::nullopt;
      out.push_back(*value);
    }
    return out;
  }

  // Both copies have the statement's own symbols first, in the same order.
  template <class Id>
  bool shared(const auto& mine, const auto& theirs, Id id) {
    return id.value < theirs.size() && mine[id.value].name == theirs[id.value].name;
  }

  void visit(Real real, const Bound& bound) {
    Bound inside = bound;
    for (const Binder& binder : real->binders) inside.push_back(binder.variable);
    for (Index index : real->indices) visit(index, inside);
    if (real->index) visit(real->index, inside);
    if (real->condition) visit(real->condition, inside);
    for (Real child : real->children) visit(child, inside);
    if (real->kind != RealKind::read || !ground(real->free, inside) || !seen_.insert(real.id()).second) return;
    if (from_[real->tensor].body || !shared(from_.tensors(), to_.tensors(), real->tensor)) return;
    auto at = values(real->indices);
    auto value = model_.value(real);
    if (at && value) hint_.entries.push_back({real->tensor, *at, *value});
  }

  void visit(Index index, const Bound& bound) {
    for (const auto& term : index->terms) {
      const IndexAtom& atom = *term.atom;
      if (atom.left) visit(atom.left, bound);
      if (atom.right) visit(atom.right, bound);
      for (Index argument : atom.arguments) visit(argument, bound);
      if (atom.kind != AtomKind::application || from_[atom.function].role != FunctionRole::given) continue;
      if (!ground(atom.free, bound) || !shared(from_.functions(), to_.functions(), atom.function)) continue;
      auto at = values(atom.arguments);
      auto value = model_.value(from_.terms().from_atom(term.atom));
      if (at && value) hint_.maps.push_back({atom.function, *at, *value});
    }
  }

  void visit(Formula formula, const Bound& bound) {
    Bound inside = bound;
    for (const Binder& binder : formula->binders) inside.push_back(binder.variable);
    if (formula->index) visit(formula->index, inside);
    for (Index index : formula->indices) visit(index, inside);
    if (formula->real) visit(formula->real, inside);
    for (Formula child : formula->children) visit(child, inside);
    if (formula->kind != FormulaKind::predicate || !ground(formula->free, inside)) return;
    if (!shared(from_.predicates(), to_.predicates(), formula->predicate)) return;
    auto at = values(formula->indices);
    auto value = model_.value(formula);
    if (at && value) hint_.conditions.push_back({formula->predicate, *at, *value});
  }

  Program& from_;
  const Program& to_;
  const smt::Model& model_;
  Hint hint_;
  std::set<std::uint32_t> seen_;
};

}  // namespace

Hint model_hint(Program& from, const Statement& to, std::span<const Formula> formulas, const smt::Model& model) {
  return Reader(from, to, model).run(formulas);
}

}  // namespace germ::refute
