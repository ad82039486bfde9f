// The header: a magic number, a length and a literal of Python such as
// {'descr': '<f4', 'fortran_order': False, 'shape': (32, 3, 7, 7), }.

#include <charconv>
#include <map>

#include "tensors/npy.hpp"

namespace germ::tensors {

namespace {

Diagnostic problem(const char* id, std::string message) {
  return Diagnostic{id, std::move(message), {}, Severity::error, {}};
}

Diagnostic not_npy(const std::string& path, const char* why) {
  return problem("G502", "`" + path + "` is not a .npy file: " + why);
}

// Reads the literal; every step says whether it found what it looked for.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool word(std::string_view expected) {
    skip();
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }
  std::optional<std::string> quoted() {
    skip();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return std::nullopt;
    std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string out(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return out;
  }
  std::optional<std::int64_t> natural() {
    skip();
    std::int64_t value = 0;
    const char* begin = text_.data() + at_;
    auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote long integers
    return value;
  }
  bool at_end() {
    skip();
    return at_ == text_.size();
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<std::vector<std::int64_t>> shape_tuple(Scanner& scanner) {
  std::vector<std::int64_t> shape;
  if (!scanner.take('(')) return std::nullopt;
  while (!scanner.take(')')) {
    if (shape.size() == 64) return std::nullopt;
    auto extent = scanner.natural();
    if (!extent) return std::nullopt;
    shape.push_back(*extent);
    if (!scanner.take(',')) {
      if (!scanner.take(')')) return std::nullopt;
      break;
    }
  }
  return shape;
}

struct Literal {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::int64_t>> shape;
  bool structured = false;
};

std::optional<Literal> parse_literal(std::string_view text) {
  Scanner scanner(text);
  Literal literal;
  if (!scanner.take('{')) return std::nullopt;
  while (!scanner.take('}')) {
    auto key = scanner.quoted();
    if (!key || !scanner.take(':')) return std::nullopt;
    if (*key == "descr") {
      if (scanner.take('[')) {
        literal.structured = true;
        return literal;
      }
      literal.descr = scanner.quoted();
      if (!literal.descr) return std::nullopt;
    } else if (*key == "fortran_order") {
      if (scanner.word("True")) {
        literal.fortran_order = true;
      } else if (scanner.word("False")) {
        literal.fortran_order = false;
      } else {
        return std::nullopt;
      }
    } else if (*key == "shape") {
      literal.shape = shape_tuple(scanner);
      if (!literal.shape) return std::nullopt;
    } else {
      return std::nullopt;
    }
    if (!scanner.take(',')) {
      if (!scanner.take('}')) return std::nullopt;
      break;
    }
  }
  if (!scanner.at_end()) return std::nullopt;
  return literal;
}

std::optional<Element> element_of(std::string_view code) {
  static constexpr std::pair<std::string_view, Element> rows[] = {
      {"b1", Element::boolean}, {"u1", Element::u8},  {"i1", Element::i8},  {"u2", Element::u16}, {"i2", Element::i16},
      {"u4", Element::u32},     {"i4", Element::i32}, {"i8", Element::i64}, {"f4", Element::f32}, {"f8", Element::f64}};
  for (const auto& [name, element] : rows)
    if (name == code) return element;
  return std::nullopt;
}

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

Result<NpyHeader> header_of(const Literal& literal, const std::string& path, std::size_t offset) {
  if (literal.structured)
    return problem(
        "G504",
        "`" + path + "` holds records; Germ reads arrays of bool, int8 to int64, uint8 to uint32, float32 and float64");
  if (!literal.descr || !literal.fortran_order || !literal.shape)
    return not_npy(path, "its header lacks `descr`, `fortran_order` or `shape`");
  const std::string& descr = *literal.descr;
  auto element = descr.size() >= 2 ? element_of(std::string_view(descr).substr(1)) : std::nullopt;
  if (!element || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return problem("G504", "`" + path + "` has the element type '" + descr +
                               "'; Germ reads bool, int8 to int64, uint8 to uint32, float32 and float64");
  NpyHeader header{*element, descr[0] == '>', *literal.fortran_order, *literal.shape, offset};
  std::size_t bytes = width(*element);
  for (std::int64_t extent : header.shape)
    if (extent != 0 && __builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes))
      return problem("G505", "the shape " + to_string(header.shape) + " in `" + path + "` overflows");
  return header;
}

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view start, const std::string& path) {
  if (start.substr(0, 6) != std::string_view("\x93NUMPY", 6)) return not_npy(path, "it does not start with \\x93NUMPY");
  if (start.size() < 10) return problem("G503", "`" + path + "` ends inside its header");
  auto major = static_cast<unsigned char>(start[6]);
  auto minor = static_cast<unsigned char>(start[7]);
  if (major < 1 || major > 3 || minor != 0)
    return not_npy(
        path, ("its format is " + std::to_string(major) + "." + std::to_string(minor) + ", Germ reads 1.0, 2.0 and 3.0")
                  .c_str());
  std::size_t length_width = major == 1 ? 2 : 4;
  std::size_t before = 8 + length_width;
  if (start.size() < before) return problem("G503", "`" + path + "` ends inside its header");
  std::size_t length = little_endian(start.substr(8, length_width));
  if (length > longest_header - before) return not_npy(path, "its header is longer than a megabyte");
  if (start.size() - before < length) return problem("G503", "`" + path + "` ends inside its header");
  auto literal = parse_literal(start.substr(before, length));
  if (!literal) return not_npy(path, "its header is not the literal that NumPy writes");
  return header_of(*literal, path, before + length);
}

}  // namespace germ::tensors
