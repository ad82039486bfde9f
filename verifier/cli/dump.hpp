#pragma once
// `germ dump FILE|DIR|- [CLAIM]`: the solver's queries of a claim's proof, as SMT-LIB2.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int dump(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
