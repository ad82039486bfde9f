#pragma once
// `germ fmt FILE|DIR|-...`: canonical text.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int fmt(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
