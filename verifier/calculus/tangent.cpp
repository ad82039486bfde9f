#include "calculus/tangent.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

bool is_constant(Real real, std::int64_t value) {
  return real->kind == RealKind::constant && real->value == Rational(value);
}

}  // namespace

Real times(Terms& terms, Real a, Real b) {
  if (is_constant(a, 0) || is_constant(b, 0)) return terms.constant(0);
  if (is_constant(a, 1)) return b;
  if (is_constant(b, 1)) return a;
  return terms.mul({a, b});
}

Real plus(Terms& terms, Real a, Real b) {
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  return terms.add({a, b});
}

Real power_slope(Terms& terms, Real base, const Rational& exponent) {
  if (exponent.is_zero()) return terms.constant(0);
  Rational less = exponent - Rational(1);
  if (less.is_zero()) return terms.constant(1);
  return times(terms, terms.constant(exponent), terms.power(base, less));
}

bool contains_sum(Real real) {
  if (real->kind == RealKind::sum) return true;
  return std::any_of(real->children.begin(), real->children.end(), [](Real child) { return contains_sum(child); });
}

bool Tangent::leaf(TensorId tensor) {
  if (!program_[tensor].body) return true;
  if (sums_ == Sums::written_out) return false;
  auto [entry, fresh] = leaves_.try_emplace(tensor, false);
  if (fresh) entry->second = contains_sum(*program_[tensor].body);
  return entry->second;
}

TensorId Tangent::companion(TensorId tensor, TensorRole role) {
  auto& known = role == TensorRole::tangent ? tangents_ : nearby_;
  if (auto found = known.find(tensor); found != known.end()) return found->second;
  Tensor made;
  made.name = (role == TensorRole::tangent ? "tangent of " : "nearby ") + program_[tensor].name;
  made.role = role;
  made.axes = program_[tensor].axes;
  made.stored_axis = program_[tensor].stored_axis;
  made.span = program_[tensor].span;
  TensorId id = program_.add_tensor(std::move(made));
  known.emplace(tensor, id);
  return id;
}

Tangent::Tangent(Program& program, Dependence& dependence, Unfolding& unfolding, Sums sums)
    : program_(program),
      dependence_(dependence),
      unfolding_(unfolding),
      sums_(sums),
      germ_(program),
      differential_(program.terms(), [this](Real read) { return along_read(read); }) {}

Real Tangent::along(Real real) { return differential_.of(germ_.of(real)); }
Real Tangent::moved(Real real) { return moved_germ(germ_.of(real)); }

bool Tangent::plain(Real r) {
  if (!dependence_.depends(r)) return true;
  if (r->kind == RealKind::maximum || r->kind == RealKind::stop) return false;
  if (r->condition && dependence_.depends(r->condition)) return false;
  if (r->index && dependence_.depends(r->index)) return false;
  for (Index index : r->indices)
    if (dependence_.depends(index)) return false;
  if (r->kind == RealKind::read && program_[r->tensor].body) return plain(unfolding_.at(r->tensor, r->indices));
  return std::all_of(r->children.begin(), r->children.end(), [&](Real child) { return plain(child); });
}

std::optional<Formula> Tangent::moved(Formula f) {
  Terms& t = program_.terms();
  if (!dependence_.depends(f)) return f;
  std::vector<Formula> children;
  for (Formula child : f->children) {
    auto made = moved(child);
    if (!made) return std::nullopt;
    children.push_back(*made);
  }
  switch (f->kind) {
    case FormulaKind::positive:
      if (!plain(f->real)) return std::nullopt;
      return t.positive(moved(f->real));
    case FormulaKind::negation:
      return t.not_(children[0]);
    case FormulaKind::conjunction:
      return t.and_(std::move(children));
    case FormulaKind::disjunction:
      return t.or_(std::move(children));
    case FormulaKind::all:
      return t.all(f->binders, children[0], children[1]);
    case FormulaKind::any:
      return t.any(f->binders, children[0], children[1]);
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return std::nullopt;  // an index that moves
  }
  return std::nullopt;
}

Real Tangent::along_read(Real read) {
  Terms& t = program_.terms();
  if (!dependence_.depends(read->tensor)) return t.constant(0);
  if (leaf(read->tensor)) return t.read(companion(read->tensor, TensorRole::tangent), read->indices);
  return along(unfolding_.at(read->tensor, read->indices));
}

Real Tangent::moved_germ(Real r) {
  if (auto known = moved_memo_.find(r); known != moved_memo_.end()) return known->second;
  Terms& t = program_.terms();
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(moved_germ(child));
  Real result = r;
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
      break;
    case RealKind::read:
      if (!dependence_.depends(r->tensor)) break;
      result = leaf(r->tensor) ? t.read(companion(r->tensor, TensorRole::nearby), r->indices)
                               : moved(unfolding_.at(r->tensor, r->indices));
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
      result = t.choose(r->condition, children[0], children[1]);
      break;
    case RealKind::sum:
      result = t.sum(r->binders, r->condition, children[0]);
      break;
    case RealKind::stop:
      result = t.stop(children[0]);
      break;
    case RealKind::maximum:
      throw InternalError("a germ contains no maximum");
  }
  moved_memo_.emplace(r, result);
  return result;
}

}  // namespace germ::calculus
