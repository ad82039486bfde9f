#pragma once
// The command line of `germ probe`.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/rational.hpp"

namespace germ::cli {

struct ProbeOptions {
  std::string file;
  std::string layer;                                         // empty: the only layer of the file
  std::vector<std::pair<std::string, std::string>> tensors;  // name, file with slice
  std::map<std::string, std::int64_t> member;                // values of the layer's constants
  std::map<std::string, std::int64_t> sizes;
  std::map<std::string, Rational> reals;
  unsigned jobs = 1;
  bool json = false;
  bool help = false;
};

// The options, or a sentence that says what is wrong with them.
std::variant<ProbeOptions, std::string> parse_probe_options(const std::vector<std::string>& arguments);

extern const char* const probe_usage;

}  // namespace germ::cli
