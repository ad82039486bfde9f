#pragma once
// `germ explain`: the proof of a claim as a person reads it.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int explain(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
