#pragma once
// NumPy's .npy files, formats 1.0 to 3.0. Ids: G501 the file cannot be read, G502 it is no .npy file, G503 it is
// shorter than it says, G504 an element type that is not handled, G505 a shape that overflows, G506 a slice, G507 NaN
// or infinity.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "tensors/array.hpp"

namespace germ::tensors {

// `[3]`, `[0:10]`, `[2:]`, `[:4]` on the first axis, from 0; the end is not included.
struct Slice {
  std::int64_t first = 0;
  std::optional<std::int64_t> last;  // absent: to the end
  bool single = false;               // one entry was named: `[3]`
};

// "images.npy[0:10]" is a path and a slice.
struct SlicedPath {
  std::string path;
  std::optional<Slice> slice;
};
Result<SlicedPath> parse_sliced_path(std::string_view text);

// What the header says; `offset` is where the entries start.
struct NpyHeader {
  Element element;
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::size_t offset = 0;
};
// `start` is the beginning of the file, up to `longest_header` bytes of it; `path` is for messages only.
inline constexpr std::size_t longest_header = 1u << 20;
Result<NpyHeader> parse_npy_header(std::string_view start, const std::string& path);

// The array, or the part of it that the slice names (the first axis is kept).
Result<Array> read_npy(const SlicedPath& source);

}  // namespace germ::tensors
