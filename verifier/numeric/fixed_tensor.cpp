#include "numeric/fixed_tensor.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace germ::numeric::fixed {

TensorValues::TensorValues(TensorShape shape_of_all, std::optional<std::int64_t> only)
    : shape(std::move(shape_of_all)), first(only), strides(shape.extents.size()) {
  std::int64_t stride = 1;
  for (std::size_t axis = shape.extents.size(); axis-- > 0;) {
    bool dropped = axis == 0 && first.has_value();
    strides[axis] = dropped ? 0 : stride;
    if (!dropped && __builtin_mul_overflow(stride, shape.extents[axis], &stride))
      throw LimitReached("a tensor of more entries than 63 bits can count");
  }
  if (stride > (std::int64_t{1} << 34)) throw LimitReached("a tensor of more than 2^34 entries");
  count_ = static_cast<std::size_t>(stride);
  switch (shape.width) {
    case Width::narrow:
      narrow.resize(count_);
      break;
    case Width::wide:
      wide.resize(count_);
      break;
    case Width::exact:
      exact.resize(count_);
      break;
  }
}

template <>
const std::int64_t* TensorValues::entries<std::int64_t>() const {
  return narrow.data();
}
template <>
const Wide* TensorValues::entries<Wide>() const {
  return wide.data();
}
template <>
const Rational* TensorValues::entries<Rational>() const {
  return exact.data();
}
template <>
std::int64_t* TensorValues::entries<std::int64_t>() {
  return narrow.data();
}
template <>
Wide* TensorValues::entries<Wide>() {
  return wide.data();
}
template <>
Rational* TensorValues::entries<Rational>() {
  return exact.data();
}

namespace {

Rational magnitude_bound(const Rational& value) { return value < Rational(1) ? Rational(1) : value; }

std::int64_t magnitude(std::int64_t value) {
  return value == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max()
                                                           : (value < 0 ? -value : value);
}

}  // namespace

Grid grid_of(const tensors::Array& array) {
  bool any = false;
  int exponent = 0;
  for (std::size_t i = 0; i < array.count(); ++i) {
    tensors::Dyadic entry = array.at(i);
    if (entry.mantissa == 0) continue;
    exponent = any ? std::min(exponent, entry.exponent) : entry.exponent;
    any = true;
  }
  if (!any) return {};
  // The largest |mantissa| at each distance from the smallest exponent decides the bound.
  Rational bound = 1;
  for (std::size_t i = 0; i < array.count(); ++i) {
    tensors::Dyadic entry = array.at(i);
    if (entry.exponent == exponent) {
      bound = std::max(bound, Rational(magnitude(entry.mantissa)));
    } else if (entry.mantissa != 0) {
      bound = std::max(bound, Rational::scaled(magnitude(entry.mantissa), entry.exponent - exponent));
    }
  }
  if (bound == Rational(std::numeric_limits<std::int64_t>::max())) bound += Rational(1);
  return {Rational::scaled(1, exponent), bound};
}

TensorValues to_values(const tensors::Array& array, const TensorShape& shape, std::optional<std::int64_t> first) {
  TensorValues out(shape, first);
  std::size_t start = first ? out.count() * static_cast<std::size_t>(*first) : 0;
  check(start + out.count() <= array.count(), "an array has the entries of its tensor");
  Rational inverse = shape.grid.scale.is_zero() ? Rational(0) : Rational(1) / shape.grid.scale;
  bool plain = shape.grid.scale == Rational(1) && !tensors::is_floating(array.element());
  for (std::size_t i = 0; i < out.count(); ++i) {
    if (plain && shape.width == Width::narrow) {
      out.narrow[i] = array.integer_at(start + i);
      continue;
    }
    tensors::Dyadic entry = array.at(start + i);
    Rational value = Rational::scaled(entry.mantissa, entry.exponent);
    switch (shape.width) {
      case Width::narrow:
        out.narrow[i] = from_integer<std::int64_t>(value * inverse);
        break;
      case Width::wide:
        out.wide[i] = from_integer<Wide>(value * inverse);
        break;
      case Width::exact:
        out.exact[i] = value;
        break;
    }
  }
  return out;
}

TensorValues regridded(TensorValues values) {
  if (values.shape.width != Width::exact) return values;
  Grid grid;
  for (const Rational& entry : values.exact) grid.scale = common_scale(grid.scale, entry.abs());
  for (const Rational& entry : values.exact)
    grid.bound = std::max(grid.bound, magnitude_bound(factor_to(entry.abs(), grid.scale)));
  Width width = width_of(grid);
  if (width == Width::exact) return values;
  TensorShape shape{values.shape.extents, width, grid};
  TensorValues out(shape, values.first);
  for (std::size_t i = 0; i < values.exact.size(); ++i) {
    Rational integer = values.exact[i].is_zero() ? Rational(0) : values.exact[i] / grid.scale;
    if (width == Width::narrow) {
      out.narrow[i] = from_integer<std::int64_t>(integer);
    } else {
      out.wide[i] = from_integer<Wide>(integer);
    }
  }
  return out;
}

}  // namespace germ::numeric::fixed
