#pragma once
// `germ probe FILE:LAYER --tensor NAME=FILE[slice] ..`: the exact census of a layer on real tensors.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

// `arguments` are those after the command's name. Results go to `out`, messages and progress to `err`. Exit code: 0, 4
// (bad input) or 64 (usage). An InternalError passes through.
int probe(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
