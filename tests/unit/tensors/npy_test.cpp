#include "tensors/npy.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace germ;
using namespace germ::tensors;

namespace {

std::string header_text(int major, const std::string& literal) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(major);
  out += '\0';
  std::size_t length = literal.size();
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) out += static_cast<char>((length >> (8 * i)) & 0xff);
  return out + literal;
}

std::string header(const std::string& descr, const std::string& shape, bool fortran = false, int major = 1) {
  return header_text(major, "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                                ", 'shape': " + shape + ", }\n");
}

// A file of its own for each test, gone afterwards.
class File {
 public:
  explicit File(const std::string& content) {
    static int number = 0;
    path_ =
        (std::filesystem::temp_directory_path() /
         ("germ_npy_test_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "_" + std::to_string(number++)))
            .string();
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~File() { std::filesystem::remove(path_); }
  Result<Array> read(const std::string& slice = "") const {
    auto source = parse_sliced_path(path_ + slice);
    if (!source) return source.diagnostics();
    return read_npy(*source);
  }

 private:
  std::string path_;
};

std::vector<std::int64_t> values(const Array& array) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < array.count(); ++i) out.push_back(array.integer_at(i));
  return out;
}

std::string id_of(const Result<Array>& result) { return result ? "none" : result.diagnostics().front().id; }

template <class T>
std::string raw(T value) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &value, sizeof(T));
  return out;
}

}  // namespace

TEST_CASE("bytes in C order come back with their shape") {
  File file(header("|u1", "(2, 3)") + std::string("\x01\x02\x03\x04\x05\xff"));
  auto array = file.read();
  REQUIRE(array);
  CHECK(array->shape() == std::vector<std::int64_t>{2, 3});
  CHECK(values(*array) == std::vector<std::int64_t>{1, 2, 3, 4, 5, 255});
}

TEST_CASE("Fortran order is turned into C order") {
  File file(header("|u1", "(2, 3)", true) + std::string("\x01\x04\x02\x05\x03\x06"));
  auto array = file.read();
  REQUIRE(array);
  CHECK(values(*array) == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
  auto second = file.read("[1]");
  REQUIRE(second);
  CHECK(values(*second) == std::vector<std::int64_t>{4, 5, 6});
}

TEST_CASE("big-endian entries are turned round") {
  File file(header(">i2", "(2,)") + std::string("\x01\x02\xff\xfe", 4));
  auto array = file.read();
  REQUIRE(array);
  CHECK(values(*array) == std::vector<std::int64_t>{258, -2});
}

TEST_CASE("signed and wide integers keep their values") {
  File bytes(header("|i1", "(1,)") + "\x80");
  REQUIRE(bytes.read());
  CHECK(values(*bytes.read()) == std::vector<std::int64_t>{-128});
  File longs(header("<i8", "(1,)") + raw(std::numeric_limits<std::int64_t>::min()));
  REQUIRE(longs.read());
  CHECK(values(*longs.read()) == std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
}

TEST_CASE("a float is an odd integer times a power of two") {
  File file(header("<f4", "(3,)") + raw(0.75f) + raw(-0.0f) + raw(std::numeric_limits<float>::denorm_min()));
  auto array = file.read();
  REQUIRE(array);
  CHECK(array->at(0).mantissa == 3);
  CHECK(array->at(0).exponent == -2);
  CHECK(array->at(1).mantissa == 0);
  CHECK(array->at(2).mantissa == 1);
  CHECK(array->at(2).exponent == -149);
}

TEST_CASE("formats 2.0 and 3.0 have a length of four bytes") {
  for (int major : {2, 3}) {
    File file(header("|u1", "(1,)", false, major) + "\x07");
    auto array = file.read();
    REQUIRE(array);
    CHECK(array->integer_at(0) == 7);
  }
}

TEST_CASE("a slice takes rows of the first axis and keeps the axis") {
  File file(header("|u1", "(4, 2)") + std::string("\x01\x02\x03\x04\x05\x06\x07\x08"));
  CHECK(values(*file.read("[1:3]")) == std::vector<std::int64_t>{3, 4, 5, 6});
  CHECK(values(*file.read("[3]")) == std::vector<std::int64_t>{7, 8});
  CHECK(file.read("[3]")->shape() == std::vector<std::int64_t>{1, 2});
  CHECK(values(*file.read("[:1]")) == std::vector<std::int64_t>{1, 2});
  CHECK(values(*file.read("[2:]")) == std::vector<std::int64_t>{5, 6, 7, 8});
}

TEST_CASE("a slice out of range, empty or malformed is an error") {
  File file(header("|u1", "(4,)") + std::string("\x01\x02\x03\x04"));
  for (const char* slice : {"[4]", "[0:5]", "[2:2]", "[3:1]", "[-1]", "[a]", "[]", "[99999999999999999999]", "[1:2:3]"})
    CHECK_MESSAGE(id_of(file.read(slice)) == "G506", slice);
}

TEST_CASE("a single number has no axis to slice") {
  File file(header("|u1", "()") + "\x05");
  REQUIRE(file.read());
  CHECK(file.read()->count() == 1);
  CHECK(id_of(file.read("[0]")) == "G506");
}

TEST_CASE("a missing file and a directory cannot be read") {
  CHECK(id_of(read_npy({"/nonexistent/x.npy", std::nullopt})) == "G501");
  CHECK(id_of(read_npy({std::filesystem::temp_directory_path().string(), std::nullopt})) == "G501");
}

TEST_CASE("what is not a .npy file is said to be none") {
  CHECK(id_of(File("").read()) == "G502");
  CHECK(id_of(File("PK\x03\x04 a zip").read()) == "G502");
  CHECK(id_of(File(header_text(1, "{'descr': '<f4'}")).read()) == "G502");
  CHECK(id_of(File(header_text(1, "nonsense")).read()) == "G502");
  CHECK(id_of(File(header_text(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }")).read()) == "G502");
  CHECK(id_of(File(header_text(4, "{}")).read()) == "G502");
}

TEST_CASE("a file that ends early is truncated, wherever it ends") {
  std::string whole = header("<f4", "(2,)") + raw(1.0f) + raw(2.0f);
  for (std::size_t length = 6; length < whole.size(); ++length)
    CHECK_MESSAGE(id_of(File(whole.substr(0, length)).read()) == "G503", length);
}

TEST_CASE("a header length beyond the file is not believed") {
  CHECK(id_of(File(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12)).read()) == "G502");
  CHECK(id_of(File(std::string("\x93NUMPY\x01\x00\xff\xff", 10)).read()) == "G503");
}

TEST_CASE("a huge shape allocates nothing") {
  CHECK(id_of(File(header("<f8", "(4611686018427387904, 8)")).read()) == "G505");
  CHECK(id_of(File(header("|u1", "(1099511627776,)")).read()) == "G503");
}

TEST_CASE("other element types are refused by name") {
  for (const char* descr : {"<c8", "<f2", "|O", "<U4", "<u8", "|V4", "<M8[ns]", ""})
    CHECK_MESSAGE(id_of(File(header(descr, "(1,)") + std::string(16, '\0')).read()) == "G504", descr);
  CHECK(id_of(File(header_text(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }")).read()) ==
        "G504");
}

TEST_CASE("NaN and infinity have no exact value") {
  CHECK(id_of(File(header("<f4", "(2,)") + raw(1.0f) + raw(std::numeric_limits<float>::quiet_NaN())).read()) == "G507");
  CHECK(id_of(File(header("<f8", "(1,)") + raw(-std::numeric_limits<double>::infinity())).read()) == "G507");
}

TEST_CASE("an extent of 0 leaves no entries") {
  auto array = File(header("<f4", "(0, 3)")).read();
  REQUIRE(array);
  CHECK(array->count() == 0);
}
