#include "cli/table.hpp"

#include <algorithm>
#include <ostream>

namespace germ::cli {

void print_table(const std::vector<TableRow>& rows, std::size_t left, std::ostream& out) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const TableRow& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      out << (i ? "  " : "");
      if (i < left) {
        out << row[i] << (i + 1 < row.size() ? blanks : "");
      } else {
        out << blanks << row[i];
      }
    }
    out << '\n';
  }
}

std::string one_line(const std::string& text) {
  std::string out;
  for (char c : text) {
    bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace germ::cli
