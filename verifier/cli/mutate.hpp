#pragma once
// `germ mutate FILE|DIR|FILE:LAYER|-...`: systematic wrong backwards of right ones, each decided.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

int mutate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
