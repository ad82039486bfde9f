#pragma once
// The .germ texts that a command line names.

#include <istream>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace germ::cli {

struct Input {
  std::string path;  // as shown; "<stdin>" for `-`
  std::string text;
};

struct Inputs {
  std::vector<Input> inputs;
  Diagnostics faults;  // files that cannot be read
};

// Each word is a file, a directory (all .germ files below it, sorted by path) or `-` (`in`). A file named twice is read
// once.
Inputs read_inputs(const std::vector<std::string>& words, std::istream& in);

}  // namespace germ::cli
