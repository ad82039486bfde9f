#pragma once
// `germ derive FILE|DIR|-[:NAME]...`: the right backward of a forward, as text.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int derive(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
