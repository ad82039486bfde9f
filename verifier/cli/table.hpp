#pragma once
// Text in columns.

#include <iosfwd>
#include <string>
#include <vector>

namespace germ::cli {

using TableRow = std::vector<std::string>;

// The first `left` columns flush left, the others flush right; all rows have as many columns as the first.
void print_table(const std::vector<TableRow>& rows, std::size_t left, std::ostream& out);

// Runs of white space, line ends included, as one blank.
std::string one_line(const std::string& text);

}  // namespace germ::cli
