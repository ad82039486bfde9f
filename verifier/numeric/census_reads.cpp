// Which tensors a piece of code reads, and at which first index.

#include "numeric/census_plan.hpp"

namespace germ::numeric::fixed {

namespace {

void collect(const IndexCode& code, std::vector<ReadOf>& out) {
  for (const auto& term : code.atoms) {
    collect(term.atom->left, out);
    collect(term.atom->right, out);
    for (const IndexCode& argument : term.atom->arguments) collect(argument, out);
    if (term.atom->op == IndexOp::winner) collect_reads(term.atom->window, out);
  }
}

}  // namespace

void collect_reads(const WindowCode& code, std::vector<ReadOf>& out) {
  if (code.guard) collect_reads(*code.guard, out);
  if (code.value) collect_reads(*code.value, out);
  for (const IndexCode& coordinate : code.cell) collect(coordinate, out);
}

void collect_reads(const RealCode& code, std::vector<ReadOf>& out) {
  if (code.op == RealOp::read) out.push_back({code.tensor, code.indices.empty() ? nullptr : &code.indices.front()});
  collect(code.index, out);
  for (const IndexCode& index : code.indices) collect(index, out);
  for (const RealPtr& child : code.children) collect_reads(*child, out);
  if (code.condition) collect_reads(*code.condition, out);
  collect_reads(code.window, out);
}

void collect_reads(const FormulaCode& code, std::vector<ReadOf>& out) {
  collect(code.index, out);
  for (const IndexCode& index : code.indices) collect(index, out);
  if (code.real) collect_reads(*code.real, out);
  for (const FormulaPtr& child : code.children) collect_reads(*child, out);
}

}  // namespace germ::numeric::fixed
