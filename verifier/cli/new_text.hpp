#pragma once
// `germ new NAME`: a first text to edit.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int new_text(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
