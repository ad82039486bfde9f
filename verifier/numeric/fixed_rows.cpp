#include "numeric/fixed_rows.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric::fixed {

template <>
RowStack<std::int64_t>& RowEvaluator::rows<std::int64_t>() {
  return integer_rows_;
}
template <>
RowStack<Wide>& RowEvaluator::rows<Wide>() {
  return wide_rows_;
}
template <>
RowStack<Rational>& RowEvaluator::rows<Rational>() {
  return exact_rows_;
}

namespace {

template <class Number>
constexpr Width width_of_type = Width::exact;
template <>
constexpr Width width_of_type<std::int64_t> = Width::narrow;
template <>
constexpr Width width_of_type<Wide> = Width::wide;

// The integer k of a grid in a wider type; as an exact number it is k * scale.
template <class From, class Number>
Number convert(From value, const Rational& scale) {
  if constexpr (std::is_same_v<Number, Rational>) {
    return to_rational(value) * scale;
  } else {
    return static_cast<Number>(value);
  }
}

}  // namespace

template <class Number>
void RowEvaluator::real(const RealCode& code, Mask active, Number* out) {
  if (code.width == width_of_type<Number>) return native<Number>(code, active, out);
  if (code.width == Width::narrow) return converted<std::int64_t, Number>(code, active, out);
  if (code.width == Width::wide) return converted<Wide, Number>(code, active, out);
  throw InternalError("a row is computed in a type that holds its values");
}

template <class From, class Number>
void RowEvaluator::converted(const RealCode& code, Mask active, Number* out) {
  typename RowStack<From>::Lease row(rows<From>());
  native<From>(code, active, row.get());
  for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = convert<From, Number>(row[lane], code.grid.scale);
}

template <class Number>
void RowEvaluator::native(const RealCode& code, Mask active, Number* out) {
  switch (code.op) {
    case RealOp::constant:
      std::fill_n(out, lanes_, from_integer<Number>(code.value));
      return;
    case RealOp::index: {
      RowStack<std::int64_t>::Lease row(integer_rows_);
      index(code.index, active, row.get());
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = static_cast<Number>(row[lane]);
      return;
    }
    case RealOp::read:
      read(code, active, out);
      return;
    case RealOp::add:
    case RealOp::multiply:
      combine(code, active, out);
      return;
    case RealOp::power:
      power(code, active, out);
      return;
    case RealOp::choose:
      choose(code, active, out);
      return;
    case RealOp::sum:
      sum(code, active, out);
      return;
    case RealOp::maximum:
      maximum(code.window, active, out, nullptr, 0);
      return;
  }
  throw InternalError("a real of no kind");
}

// ---------------------------------------------------------------- reads

bool RowEvaluator::strided(const RealCode& code, const TensorValues& tensor, Strided& out) const {
  if (!code.affine) return false;
  out = {0, 0};
  if (code.in_range) {
    out = {base(code.offset), code.offset.lane};
    if (!code.indices.empty() && tensor.strides[0] != 0) {
      out.start += base(code.indices[0]) * tensor.strides[0];
      out.stride += code.indices[0].lane * tensor.strides[0];
    }
    return true;
  }
  for (std::size_t axis = 0; axis < code.indices.size(); ++axis) {
    const IndexCode& index_of_axis = code.indices[axis];
    std::int64_t first = base(index_of_axis);
    std::int64_t last = first + index_of_axis.lane * (lanes_ - 1);
    std::int64_t extent = tensor.shape.extents[axis];
    if (first < 0 || last < 0 || first >= extent || last >= extent) return false;
    out.start += first * tensor.strides[axis];
    out.stride += index_of_axis.lane * tensor.strides[axis];
  }
  return true;
}

template <class Number>
void RowEvaluator::read(const RealCode& code, Mask active, Number* out) {
  const TensorValues& tensor = *tables_.tensors[code.tensor.value];
  Strided from{};
  if (!strided(code, tensor, from)) return read_scattered(code, tensor, active, out);
  const Number* entry = tensor.entries<Number>() + from.start;
  for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = entry[lane * from.stride];
}

template <class Number>
void RowEvaluator::read_scattered(const RealCode& code, const TensorValues& tensor, Mask active, Number* out) {
  RowStack<std::int64_t>::Lease position(integer_rows_);
  RowStack<std::int64_t>::Lease row(integer_rows_);
  RowStack<std::uint8_t>::Lease outside(mask_rows_);
  std::fill_n(position.get(), lanes_, 0);
  std::fill_n(outside.get(), lanes_, std::uint8_t{0});
  for (std::size_t axis = 0; axis < code.indices.size(); ++axis) {
    index(code.indices[axis], active, row.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      if (row[lane] < 0 || row[lane] >= tensor.shape.extents[axis]) outside[lane] = 1;
      if (!outside[lane]) position[lane] += row[lane] * tensor.strides[axis];
    }
  }
  const Number* entries = tensor.entries<Number>();
  for (std::int64_t lane = 0; lane < lanes_; ++lane) {
    if (!outside[lane]) {
      out[lane] = entries[position[lane]];
      continue;
    }
    if (active.has(lane)) {
      std::vector<std::int64_t> at;
      for (const IndexCode& index_of_axis : code.indices) at.push_back(index_at(index_of_axis, lane));
      throw Undefined{Fault::tensor_range, tables_.tensor_names[code.tensor.value], at, {}, {}};
    }
    out[lane] = Number(0);
  }
}

// ---------------------------------------------------------------- arithmetic

template <class Number>
void RowEvaluator::combine(const RealCode& code, Mask active, Number* out) {
  bool sum_of = code.op == RealOp::add;
  typename RowStack<Number>::Lease part(rows<Number>());
  for (std::size_t i = 0; i < code.children.size(); ++i) {
    Number* target = i == 0 ? out : part.get();
    real<Number>(*code.children[i], active, target);
    if (!code.factors.empty() && code.factors[i] != Rational(1)) {
      auto factor = from_integer<Number>(code.factors[i]);
      for (std::int64_t lane = 0; lane < lanes_; ++lane) target[lane] *= factor;
    }
    if (i == 0) continue;
    if (sum_of) {
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] += part[lane];
    } else {
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] *= part[lane];
    }
  }
}

namespace {

Rational exact_power(const Rational& base, const Rational& exponent) {
  auto numerator = exponent.numerator().to_int64();
  auto denominator = exponent.denominator().to_int64();
  if (!numerator || !denominator || *denominator > 64 || *numerator > 4096 || *numerator < -4096)
    throw Undecided{Undecided::Why::too_costly};
  if (*numerator < 0 && base.is_zero()) throw Undefined{Fault::division_by_zero};
  if (*denominator != 1 && base.sign() < 0) throw Undefined{Fault::root_of_negative};
  auto root = base.root(*denominator);
  if (!root) throw Undecided{Undecided::Why::irrational};
  return root->power(*numerator);
}

}  // namespace

template <class Number>
void RowEvaluator::power(const RealCode& code, Mask active, Number* out) {
  if constexpr (std::is_same_v<Number, Rational>) {
    real<Number>(*code.children[0], active, out);
    for (std::int64_t lane = 0; lane < lanes_; ++lane)
      out[lane] = active.has(lane) ? exact_power(out[lane], code.value) : Rational(0);
  } else {
    typename RowStack<Number>::Lease base_row(rows<Number>());
    real<Number>(*code.children[0], active, base_row.get());
    std::fill_n(out, lanes_, Number(1));
    auto degree = code.value.to_int64();
    check(degree && *degree >= 0, "a power on a grid has a natural exponent");
    for (std::int64_t i = 0; i < *degree; ++i)
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] *= base_row[lane];
  }
}

template <class Number>
void RowEvaluator::choose(const RealCode& code, Mask active, Number* out) {
  RowStack<std::uint8_t>::Lease holds(mask_rows_);
  std::int64_t count = formula(*code.condition, active, holds.get());
  auto branch = [&](std::size_t which, Mask lanes, Number* target) {
    real<Number>(*code.children[which], lanes, target);
    if (code.factors.empty() || code.factors[which] == Rational(1)) return;
    auto factor = from_integer<Number>(code.factors[which]);
    for (std::int64_t lane = 0; lane < lanes_; ++lane) target[lane] *= factor;
  };
  if (count == active.count) return branch(0, active, out);
  if (count == 0) return branch(1, active, out);
  RowStack<std::uint8_t>::Lease fails(mask_rows_);
  for (std::int64_t lane = 0; lane < lanes_; ++lane) fails[lane] = active.has(lane) && !holds[lane] ? 1 : 0;
  typename RowStack<Number>::Lease other(rows<Number>());
  branch(0, {holds.get(), count}, out);
  branch(1, {fails.get(), active.count - count}, other.get());
  for (std::int64_t lane = 0; lane < lanes_; ++lane)
    if (!holds[lane]) out[lane] = other[lane];
}

// ---------------------------------------------------------------- windows

namespace {

// By how much the place of a read moves with a slot.
std::int64_t step_of(const RealCode& read, const TensorValues& tensor, Slot slot) {
  auto coefficient = [&](const IndexCode& index) {
    for (const auto& term : index.slots)
      if (term.slot == slot) return term.coefficient;
    return std::int64_t{0};
  };
  std::int64_t step = coefficient(read.offset);
  if (!read.indices.empty()) step += coefficient(read.indices[0]) * tensor.strides[0];
  return step;
}

// One factor of a product that is summed: where it stands, its step from lane to lane, and from point to point.
struct Factor {
  const std::int64_t* entry;
  std::int64_t stride;
  std::vector<std::int64_t> steps;
};

// out[lane] += the sum over the last loop of left * right.
void add_products(const Factor& left, const Factor& right, std::int64_t extent, std::int64_t lanes, std::int64_t* out) {
  const std::int64_t* a = left.entry;
  const std::int64_t* b = right.entry;
  for (std::int64_t i = 0; i < extent; ++i) {
    if (left.stride == 0) {
      std::int64_t factor = *a;
      for (std::int64_t lane = 0; lane < lanes; ++lane) out[lane] += factor * b[lane * right.stride];
    } else {
      for (std::int64_t lane = 0; lane < lanes; ++lane) out[lane] += a[lane * left.stride] * b[lane * right.stride];
    }
    a += left.steps.back();
    b += right.steps.back();
  }
}

}  // namespace

// match: sum over loops of read * read, both affine and in range. result: plain loops over two moving places.
void RowEvaluator::sum_of_products(const RealCode& code, std::int64_t* out) {
  std::fill_n(out, lanes_, 0);
  for (const Loop& loop : code.loops) {
    if (loop.extent <= 0) return;
    slots_[loop.slot] = 0;
  }
  std::vector<Factor> factors;
  for (const RealPtr& read : code.children[0]->children) {
    const TensorValues& tensor = *tables_.tensors[read->tensor.value];
    Strided at{};
    check(strided(*read, tensor, at), "a read that is always in range is strided");
    Factor factor{tensor.narrow.data() + at.start, at.stride, {}};
    for (const Loop& loop : code.loops) factor.steps.push_back(step_of(*read, tensor, loop.slot));
    factors.push_back(std::move(factor));
  }
  if (factors[1].stride == 0) std::swap(factors[0], factors[1]);
  std::vector<std::int64_t> point(code.loops.size(), 0);
  while (true) {
    add_products(factors[0], factors[1], code.loops.back().extent, lanes_, out);
    std::size_t level = code.loops.size() - 1;
    while (level > 0) {
      std::int64_t extent = code.loops[level - 1].extent;
      bool wraps = ++point[level - 1] == extent;
      std::int64_t move = wraps ? 1 - extent : 1;
      for (Factor& factor : factors) factor.entry += move * factor.steps[level - 1];
      if (!wraps) break;
      point[level - 1] = 0;
      --level;
    }
    if (level == 0) return;
  }
}

template <class Number>
void RowEvaluator::sum(const RealCode& code, Mask active, Number* out) {
  if constexpr (std::is_same_v<Number, std::int64_t>)
    if (code.products_only) return sum_of_products(code, out);
  std::fill_n(out, lanes_, Number(0));
  RowStack<std::uint8_t>::Lease inside(mask_rows_);
  typename RowStack<Number>::Lease part(rows<Number>());
  each(code.loops, [&] {
    Mask mask = active;
    if (code.condition) {
      std::int64_t count = formula(*code.condition, active, inside.get());
      if (count == 0) return true;
      if (count < lanes_) mask = {inside.get(), count};
    }
    real<Number>(*code.children[0], mask, part.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane)
      if (mask.has(lane)) out[lane] += part[lane];
    return true;
  });
}

template <class Number>
void RowEvaluator::maximum(const WindowCode& window, Mask active, Number* out, std::int64_t* coordinate,
                           std::uint32_t component) {
  RowStack<std::uint8_t>::Lease inside(mask_rows_);
  RowStack<std::uint8_t>::Lease seen(mask_rows_);
  typename RowStack<Number>::Lease value(rows<Number>());
  std::fill_n(out, lanes_, Number(0));
  if (coordinate) std::fill_n(coordinate, lanes_, 0);
  std::fill_n(seen.get(), lanes_, std::uint8_t{0});
  each(window.loops, [&] {
    std::int64_t count = formula(*window.guard, active, inside.get());
    if (count == 0) return true;
    real<Number>(*window.value, {inside.get(), count}, value.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      if (!inside[lane] || (seen[lane] && !(value[lane] > out[lane]))) continue;
      out[lane] = value[lane];
      seen[lane] = 1;
      if (coordinate) coordinate[lane] = index_at(window.cell[component], lane);
    }
    return true;
  });
  for (std::int64_t lane = 0; lane < lanes_; ++lane)
    if (active.has(lane) && !seen[lane]) throw Undefined{Fault::empty_window};
}

template void RowEvaluator::real<std::int64_t>(const RealCode&, Mask, std::int64_t*);
template void RowEvaluator::real<Wide>(const RealCode&, Mask, Wide*);
template void RowEvaluator::real<Rational>(const RealCode&, Mask, Rational*);
template void RowEvaluator::maximum<std::int64_t>(const WindowCode&, Mask, std::int64_t*, std::int64_t*, std::uint32_t);
template void RowEvaluator::maximum<Wide>(const WindowCode&, Mask, Wide*, std::int64_t*, std::uint32_t);
template void RowEvaluator::maximum<Rational>(const WindowCode&, Mask, Rational*, std::int64_t*, std::uint32_t);

}  // namespace germ::numeric::fixed
