#include "tensors/array.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/check.hpp"

namespace germ::tensors {

namespace {

template <class T>
T load(const std::byte* bytes, std::size_t position) {
  T value;
  std::memcpy(&value, bytes + position * sizeof(T), sizeof(T));
  return value;
}

Dyadic dyadic(double value) {
  if (value == 0) return {};
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  auto integer = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  exponent -= 53;
  while (integer % 2 == 0) {
    integer /= 2;
    ++exponent;
  }
  return {integer, exponent};
}

}  // namespace

std::size_t width(Element element) {
  switch (element) {
    case Element::boolean:
    case Element::u8:
    case Element::i8:
      return 1;
    case Element::u16:
    case Element::i16:
      return 2;
    case Element::u32:
    case Element::i32:
    case Element::f32:
      return 4;
    case Element::i64:
    case Element::f64:
      return 8;
  }
  throw InternalError("an element of no type");
}

const char* name(Element element) {
  switch (element) {
    case Element::boolean:
      return "bool";
    case Element::u8:
      return "uint8";
    case Element::i8:
      return "int8";
    case Element::u16:
      return "uint16";
    case Element::i16:
      return "int16";
    case Element::u32:
      return "uint32";
    case Element::i32:
      return "int32";
    case Element::i64:
      return "int64";
    case Element::f32:
      return "float32";
    case Element::f64:
      return "float64";
  }
  throw InternalError("an element of no type");
}

bool is_floating(Element element) { return element == Element::f32 || element == Element::f64; }

Array::Array(Element element, std::vector<std::int64_t> shape, std::vector<std::byte> bytes)
    : element_(element), shape_(std::move(shape)), bytes_(std::move(bytes)) {
  std::size_t count = 1;
  for (std::int64_t extent : shape_) count *= static_cast<std::size_t>(extent);
  check(count * width(element_) == bytes_.size(), "an array has as many entries as its shape says");
}

std::int64_t Array::integer_at(std::size_t position) const {
  const std::byte* bytes = bytes_.data();
  switch (element_) {
    case Element::boolean:
    case Element::u8:
      return load<std::uint8_t>(bytes, position);
    case Element::i8:
      return load<std::int8_t>(bytes, position);
    case Element::u16:
      return load<std::uint16_t>(bytes, position);
    case Element::i16:
      return load<std::int16_t>(bytes, position);
    case Element::u32:
      return load<std::uint32_t>(bytes, position);
    case Element::i32:
      return load<std::int32_t>(bytes, position);
    case Element::i64:
      return load<std::int64_t>(bytes, position);
    case Element::f32:
    case Element::f64:
      break;
  }
  throw InternalError("an integer entry of a floating array");
}

double Array::double_at(std::size_t position) const {
  if (element_ == Element::f32) return static_cast<double>(load<float>(bytes_.data(), position));
  if (element_ == Element::f64) return load<double>(bytes_.data(), position);
  return static_cast<double>(integer_at(position));
}

Dyadic Array::at(std::size_t position) const {
  if (is_floating(element_)) return dyadic(double_at(position));
  return {integer_at(position), 0};
}

Array Array::without_first_axis() const {
  check(!shape_.empty() && shape_.front() == 1, "only a first axis of extent 1 can be dropped");
  return Array(element_, std::vector<std::int64_t>(shape_.begin() + 1, shape_.end()), bytes_);
}

namespace {

template <class T>
Array packed(Element element, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return Array(element, std::move(shape), std::move(bytes));
}

}  // namespace

Array integers(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values) {
  return packed(Element::i64, std::move(shape), values);
}

Array floats(std::vector<std::int64_t> shape, const std::vector<double>& values) {
  return packed(Element::f64, std::move(shape), values);
}

std::string to_string(const std::vector<std::int64_t>& shape) {
  std::string out = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace germ::tensors
