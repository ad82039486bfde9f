#include "tensors/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

namespace germ::tensors {

namespace {

Diagnostic problem(const char* id, std::string message) {
  return Diagnostic{id, std::move(message), {}, Severity::error, {}};
}

std::optional<std::int64_t> natural(std::string_view text) {
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<Slice> parse_slice(std::string_view text) {
  std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    auto entry = natural(text);
    if (!entry || *entry == INT64_MAX) return std::nullopt;
    return Slice{*entry, *entry + 1, true};
  }
  Slice slice;
  if (colon > 0) {
    auto first = natural(text.substr(0, colon));
    if (!first) return std::nullopt;
    slice.first = *first;
  }
  if (colon + 1 < text.size()) {
    slice.last = natural(text.substr(colon + 1));
    if (!slice.last) return std::nullopt;
  }
  return slice;
}

void reverse_entries(std::vector<std::byte>& bytes, std::size_t size) {
  for (std::size_t i = 0; i + size <= bytes.size(); i += size)
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i), bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
}

// From Fortran order (first axis fastest) to C order (last axis fastest).
std::vector<std::byte> to_c_order(const std::vector<std::byte>& bytes, const std::vector<std::int64_t>& shape,
                                  std::size_t size) {
  std::vector<std::byte> out(bytes.size());
  std::vector<std::size_t> strides(shape.size());
  std::size_t stride = 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    strides[axis] = stride;
    stride *= static_cast<std::size_t>(shape[axis]);
  }
  std::vector<std::size_t> index(shape.size(), 0);
  std::size_t source = 0;
  for (std::size_t target = 0; target + size <= out.size(); target += size) {
    std::memcpy(out.data() + target, bytes.data() + source * size, size);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      source += strides[axis];
      if (++index[axis] < static_cast<std::size_t>(shape[axis])) break;
      source -= strides[axis] * index[axis];
      index[axis] = 0;
    }
  }
  return out;
}

// The rows [first, last) of the first axis that a slice names.
struct Rows {
  std::int64_t first;
  std::int64_t last;
};
Result<Rows> rows_of(const std::vector<std::int64_t>& shape, const Slice& slice, const std::string& path) {
  if (shape.empty()) return problem("G506", "`" + path + "` is a single number; it has no axis to slice");
  Rows rows{slice.first, slice.last.value_or(shape[0])};
  if (rows.first >= rows.last || rows.last > shape[0])
    return problem("G506", "the slice [" + std::to_string(rows.first) + ":" + std::to_string(rows.last) + "] of `" +
                               path + "` is empty or out of range: its first axis has " + std::to_string(shape[0]) +
                               " entries");
  return rows;
}

std::optional<Diagnostic> check_finite(const Array& array, const std::string& path) {
  if (!is_floating(array.element())) return std::nullopt;
  for (std::size_t i = 0; i < array.count(); ++i)
    if (!std::isfinite(array.double_at(i)))
      return problem("G507", "`" + path + "` holds " + (std::isnan(array.double_at(i)) ? "NaN" : "an infinity") +
                                 " at entry " + std::to_string(i) + " (in C order); exact numbers are needed");
  return std::nullopt;
}

struct Opened {
  std::ifstream stream;
  std::size_t size;
};
Result<Opened> open_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream) return problem("G501", "the file `" + path + "` cannot be opened");
  auto size = static_cast<std::streamoff>(stream.tellg());
  stream.seekg(0);
  // A directory opens, but has no size that could be read.
  if (size < 0 || size == std::numeric_limits<std::streamoff>::max() || !stream)
    return problem("G501", "`" + path + "` cannot be read");
  return Opened{std::move(stream), static_cast<std::size_t>(size)};
}

// Bytes [offset, offset + count) of the file; the caller has compared them with its size.
std::optional<std::vector<std::byte>> read_bytes(std::ifstream& stream, std::size_t offset, std::size_t count) {
  std::vector<std::byte> bytes(count);
  stream.clear();
  stream.seekg(static_cast<std::streamoff>(offset));
  if (count > 0) stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  if (!stream) return std::nullopt;
  return bytes;
}

}  // namespace

Result<SlicedPath> parse_sliced_path(std::string_view text) {
  if (text.empty()) return problem("G501", "the name of the file is empty");
  std::size_t open = text.rfind('[');
  if (text.back() != ']' || open == std::string_view::npos) return SlicedPath{std::string(text), std::nullopt};
  auto slice = parse_slice(text.substr(open + 1, text.size() - open - 2));
  if (!slice)
    return problem("G506",
                   "`" + std::string(text.substr(open)) + "` is no slice; write [3], [0:10], [2:] or [:4], from 0");
  return SlicedPath{std::string(text.substr(0, open)), slice};
}

Result<Array> read_npy(const SlicedPath& source) {
  const std::string& path = source.path;
  auto file = open_file(path);
  if (!file) return file.diagnostics();
  auto start = read_bytes(file->stream, 0, std::min(file->size, longest_header));
  if (!start) return problem("G501", "`" + path + "` cannot be read");
  auto header = parse_npy_header({reinterpret_cast<const char*>(start->data()), start->size()}, path);
  if (!header) return header.diagnostics();
  std::vector<std::int64_t> shape = header->shape;
  std::size_t size = width(header->element);
  std::size_t row_bytes = size;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) row_bytes *= static_cast<std::size_t>(shape[axis]);
  std::size_t whole = shape.empty() ? size : row_bytes * static_cast<std::size_t>(shape[0]);
  if (header->offset > file->size || file->size - header->offset < whole)
    return problem("G503", "`" + path + "` is truncated: its shape " + to_string(shape) + " needs " +
                               std::to_string(whole) + " bytes, the file has " +
                               std::to_string(file->size - std::min(header->offset, file->size)));
  Rows rows{0, shape.empty() ? 1 : shape[0]};
  if (source.slice) {
    auto named = rows_of(shape, *source.slice, path);
    if (!named) return named.diagnostics();
    rows = *named;
  }
  std::size_t skipped = row_bytes * static_cast<std::size_t>(rows.first);
  std::size_t wanted = row_bytes * static_cast<std::size_t>(rows.last - rows.first);
  auto bytes = header->fortran_order ? read_bytes(file->stream, header->offset, whole)
                                     : read_bytes(file->stream, header->offset + skipped, wanted);
  if (!bytes) return problem("G501", "`" + path + "` cannot be read");
  if (header->fortran_order) {
    auto ordered = to_c_order(*bytes, shape, size);
    auto begin = ordered.begin() + static_cast<std::ptrdiff_t>(skipped);
    bytes = std::vector<std::byte>(begin, begin + static_cast<std::ptrdiff_t>(wanted));
  }
  if (header->big_endian != (std::endian::native == std::endian::big)) reverse_entries(*bytes, size);
  if (!shape.empty()) shape[0] = rows.last - rows.first;
  Array array(header->element, std::move(shape), std::move(*bytes));
  if (auto fault = check_finite(array, path)) return *fault;
  return array;
}

}  // namespace germ::tensors
