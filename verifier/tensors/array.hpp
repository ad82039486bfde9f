#pragma once
// Room `tensors`: arrays from files. Owns the file formats and the exact value of every entry. Knows nothing of layers,
// names or arithmetic beyond `mantissa * 2^exponent`. Files are never trusted: a length is used only after it was
// compared with the size of the file, and every error is a diagnostic with an id from G501 to G507.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace germ::tensors {

enum class Element : std::uint8_t { boolean, u8, i8, u16, i16, u32, i32, i64, f32, f64 };

std::size_t width(Element element);  // in bytes
const char* name(Element element);   // "uint8", "float32"
bool is_floating(Element element);

// mantissa * 2^exponent: the exact value of an entry. exponent is 0 for the integer types.
struct Dyadic {
  std::int64_t mantissa = 0;
  int exponent = 0;  // the mantissa is odd or the value is 0, with exponent 0
};

// A dense array in C order and native byte order. Entries of a floating type are finite.
class Array {
 public:
  Array(Element element, std::vector<std::int64_t> shape, std::vector<std::byte> bytes);  // sizes must agree (checked)

  Element element() const { return element_; }
  const std::vector<std::int64_t>& shape() const { return shape_; }
  std::size_t count() const { return bytes_.size() / width(element_); }
  const std::byte* bytes() const { return bytes_.data(); }
  Dyadic at(std::size_t position) const;
  // The entry of an array of an integer type.
  std::int64_t integer_at(std::size_t position) const;
  double double_at(std::size_t position) const;

  // The same entries without a first axis of extent 1 (checked).
  Array without_first_axis() const;

 private:
  Element element_;
  std::vector<std::int64_t> shape_;
  std::vector<std::byte> bytes_;
};

// Entries from int64 values: for tests and given maps.
Array integers(std::vector<std::int64_t> shape, const std::vector<std::int64_t>& values);
Array floats(std::vector<std::int64_t> shape, const std::vector<double>& values);

std::string to_string(const std::vector<std::int64_t>& shape);  // "(32, 3, 7, 7)"

}  // namespace germ::tensors
