#include <algorithm>

#include "base/check.hpp"
#include "ir/function_table.hpp"
#include "numeric/fixed_compiler.hpp"

namespace germ::numeric::fixed {

using ir::Real;
using ir::RealKind;

namespace {

bool is_truth(const FormulaPtr& formula) { return formula->op == FormulaOp::truth; }

std::shared_ptr<RealCode> node(RealOp op) {
  auto code = std::make_shared<RealCode>();
  code->op = op;
  return code;
}

// The width of a node on its grid is at least that of its children, so that they are computed in its type.
void settle(RealCode& code) {
  code.width = width_of(code.grid);
  for (const RealPtr& child : code.children) code.width = wider(code.width, child->width);
}

// match: children on grids s_i. result: one grid s with integers f_i, s_i = f_i s. (add: the bounds add up; choose: the
// larger one.)
void align(RealCode& code, bool added) {
  Rational scale = 0;
  for (const RealPtr& child : code.children) scale = common_scale(scale, child->grid.scale);
  Rational bound = 0;
  for (const RealPtr& child : code.children) {
    Rational factor = factor_to(child->grid.scale, scale);
    Rational part = factor * child->grid.bound;
    bound = added ? bound + part : std::max(bound, part);
    code.factors.push_back(factor);
  }
  code.grid = {scale, std::max(bound, Rational(1))};
}

bool is_product_of_reads(const RealCode& code) {
  return code.op == RealOp::multiply && code.width == Width::narrow && code.children.size() == 2 &&
         std::all_of(code.children.begin(), code.children.end(), [](const RealPtr& child) {
           return child->op == RealOp::read && child->affine && child->in_range;
         });
}

bool any_exact(const std::vector<RealPtr>& children) {
  return std::any_of(children.begin(), children.end(),
                     [](const RealPtr& child) { return child->width == Width::exact; });
}

}  // namespace

RealPtr Compiler::constant(const Rational& value) {
  auto code = node(RealOp::constant);
  code->value = value.sign();
  code->grid = {value.abs(), 1};
  return code;
}

RealPtr Compiler::read(Real real) {
  const TensorShape& shape = setting_.shape(real->tensor);
  auto code = node(RealOp::read);
  code->tensor = real->tensor;
  for (ir::Index index_of_axis : real->indices) code->indices.push_back(index(index_of_axis));
  check(code->indices.size() == shape.extents.size(), "a read has as many indices as its tensor has axes");
  code->grid = shape.grid;
  code->width = shape.width;
  locate(*code, real, shape);
  return code;
}

// The place of an affine read as one affine index; the stride of the first axis is known only where the tensor is
// stored.
void Compiler::locate(RealCode& code, Real real, const TensorShape& shape) {
  code.affine = true;
  code.in_range = true;
  for (std::size_t axis = 0; axis < shape.extents.size(); ++axis) {
    Range range = frame_.range(real->indices[axis]);
    if (!code.indices[axis].atoms.empty()) code.affine = false;
    if (range.low < 0 || range.high >= shape.extents[axis]) code.in_range = false;
  }
  if (!code.affine || !code.in_range) return;
  ir::Terms& terms = setting_.program.terms();
  ir::Index place = terms.integer(0);
  std::int64_t stride = 1;
  for (std::size_t axis = shape.extents.size(); axis-- > 1;) {
    place = terms.add(place, terms.scale(real->indices[axis], stride));
    if (__builtin_mul_overflow(stride, shape.extents[axis], &stride))
      throw LimitReached("a tensor of too many entries");
  }
  code.offset = index(place);
}

RealPtr Compiler::add(Real real) {
  auto code = node(RealOp::add);
  for (Real child : real->children) code->children.push_back(this->real(child));
  if (any_exact(code->children)) {
    code->width = Width::exact;
    return code;
  }
  align(*code, true);
  settle(*code);
  return code;
}

RealPtr Compiler::multiply(Real real) {
  auto code = node(RealOp::multiply);
  Rational constant_factor = 1;
  for (Real child : real->children) {
    RealPtr part = this->real(child);
    if (part->op == RealOp::constant) {
      constant_factor *= part->value * part->grid.scale;
    } else {
      code->children.push_back(part);
    }
  }
  if (code->children.empty()) return constant(constant_factor);
  if (constant_factor != Rational(1)) code->children.push_back(constant(constant_factor));
  if (any_exact(code->children)) {
    code->width = Width::exact;
    return code;
  }
  code->grid = {1, 1};
  for (const RealPtr& child : code->children) {
    code->grid.scale *= child->grid.scale;
    code->grid.bound *= child->grid.bound;
  }
  settle(*code);
  return code;
}

RealPtr Compiler::power(Real real) {
  RealPtr base = this->real(real->children[0]);
  const Rational& exponent = real->value;
  auto degree = exponent.to_int64();
  if (base->op == RealOp::constant) {
    Rational value = base->value * base->grid.scale;
    bool defined = exponent.sign() >= 0 || !value.is_zero();
    if (degree && defined && *degree >= -64 && *degree <= 64) return constant(value.power(*degree));
  }
  auto code = node(RealOp::power);
  code->value = exponent;
  code->children = {base};
  if (base->width == Width::exact || !degree || *degree < 0 || *degree > 64) {
    code->width = Width::exact;
    return code;
  }
  code->grid = {base->grid.scale.power(*degree), base->grid.bound.power(*degree)};
  settle(*code);
  return code;
}

RealPtr Compiler::choose(Real real) {
  FormulaPtr condition = formula(real->condition);
  if (is_truth(condition)) return this->real(real->children[0]);
  if (condition->op == FormulaOp::falsity) return this->real(real->children[1]);
  auto code = node(RealOp::choose);
  code->condition = condition;
  for (Real child : real->children) code->children.push_back(this->real(child));
  if (any_exact(code->children)) {
    code->width = Width::exact;
    return code;
  }
  align(*code, false);
  settle(*code);
  return code;
}

RealPtr Compiler::sum(Real real) {
  WindowCode parts = window(real->binders, real->condition, real->children[0]);
  auto code = node(RealOp::sum);
  code->loops = parts.loops;
  if (!is_truth(parts.guard)) code->condition = parts.guard;
  code->children = {parts.value};
  code->products_only = !code->condition && !code->loops.empty() && is_product_of_reads(*parts.value);
  if (any_exact(code->children)) {
    code->width = Width::exact;
    return code;
  }
  code->grid = parts.value->grid;
  for (const Loop& loop : code->loops) code->grid.bound *= Rational(std::max<std::int64_t>(1, loop.extent));
  settle(*code);
  return code;
}

RealPtr Compiler::real(Real real) {
  switch (real->kind) {
    case RealKind::constant:
      return constant(real->value);
    case RealKind::scalar: {
      auto known = setting_.scalars.find(real->scalar.value);
      if (known == setting_.scalars.end())
        throw NotRational("`" + setting_.program[real->scalar].name + "` has no rational value");
      return constant(known->second);
    }
    case RealKind::from_index: {
      auto code = node(RealOp::index);
      code->index = index(real->index);
      Range range = frame_.range(real->index);
      code->grid = {1, std::max({Rational(1), Rational(range.low).abs(), Rational(range.high).abs()})};
      settle(*code);
      return code;
    }
    case RealKind::read:
      return read(real);
    case RealKind::add:
      return add(real);
    case RealKind::mul:
      return multiply(real);
    case RealKind::power:
      return power(real);
    case RealKind::apply:
      throw NotRational("`" + std::string(real->function->name) + "` has no rational value");
    case RealKind::choose:
      return choose(real);
    case RealKind::sum:
      return sum(real);
    case RealKind::maximum: {
      auto code = node(RealOp::maximum);
      code->window = reduction(real->reduction, real->indices);
      code->grid = code->window.value->grid;
      code->width = code->window.value->width;
      return code;
    }
    case RealKind::stop:
      return this->real(real->children[0]);
  }
  throw InternalError("a real of no kind");
}

}  // namespace germ::numeric::fixed
