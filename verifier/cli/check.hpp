#pragma once
// `germ check FILE|DIR|-...`: every claim of the texts given, decided.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
