#include "cli/inputs.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace germ::cli {

namespace {

namespace fs = std::filesystem;

// A directory of its own, gone at the end.
class Tree {
 public:
  Tree()
      : root_(fs::temp_directory_path() / ("germ_inputs_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)))) {
    fs::create_directories(root_);
  }
  ~Tree() { fs::remove_all(root_); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  std::string path(const std::string& name = "") const {
    return name.empty() ? root_.string() : (root_ / name).string();
  }

 private:
  fs::path root_;
};

Inputs read(const std::vector<std::string>& words, const std::string& standard_input = "") {
  std::istringstream in(standard_input);
  return read_inputs(words, in);
}

}  // namespace

TEST_CASE("a directory stands for the .germ files below it, in order of their paths") {
  Tree tree;
  tree.write("b.germ", "second");
  tree.write("a/z.germ", "first");
  tree.write("notes.txt", "no");
  const Inputs inputs = read({tree.path()});
  CHECK(inputs.faults.empty());
  REQUIRE(inputs.inputs.size() == 2);
  CHECK(inputs.inputs[0].text == "first");
  CHECK(inputs.inputs[1].text == "second");
}

TEST_CASE("a file is read once, however it is named") {
  Tree tree;
  tree.write("a.germ", "text");
  CHECK(read({tree.path("a.germ"), tree.path(), tree.path("./a.germ")}).inputs.size() == 1);
}

TEST_CASE("a file is read whatever its name ends in") {
  Tree tree;
  tree.write("a.txt", "text");
  CHECK(read({tree.path("a.txt")}).inputs.size() == 1);
}

TEST_CASE("a dash is standard input, once") {
  const Inputs inputs = read({"-", "-"}, "layer");
  REQUIRE(inputs.inputs.size() == 1);
  CHECK(inputs.inputs[0].path == "<stdin>");
  CHECK(inputs.inputs[0].text == "layer");
}

TEST_CASE("a file that is not there is a fault, and the others are read") {
  Tree tree;
  tree.write("a.germ", "text");
  const Inputs inputs = read({tree.path("missing.germ"), tree.path("a.germ")});
  REQUIRE(inputs.faults.size() == 1);
  CHECK(inputs.faults[0].id == "G501");
  CHECK(inputs.inputs.size() == 1);
}

TEST_CASE("a directory without a .germ file is a fault") {
  Tree tree;
  tree.write("notes.txt", "no");
  const Inputs inputs = read({tree.path()});
  REQUIRE(inputs.faults.size() == 1);
  CHECK(inputs.faults[0].id == "G508");
}

TEST_CASE("a text of more than 16 MiB is a fault") {
  Tree tree;
  tree.write("long.germ", std::string((std::size_t{16} << 20) + 1, ' '));
  const Inputs inputs = read({tree.path("long.germ")});
  REQUIRE(inputs.faults.size() == 1);
  CHECK(inputs.faults[0].id == "G101");
  CHECK(inputs.inputs.empty());
}

}  // namespace germ::cli
