#pragma once
// The one table of smooth scalar functions. A row says what a function is: its value, its derivative, where it is
// defined, and what the solver may know of it. The numeric rooms read the value column only; every other column has a
// test of its own against the value column.

#include <span>
#include <string_view>

#include "base/wide_real.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

struct FunctionRow {
  std::string_view name;
  std::string_view doc;
  WideReal (*value)(const WideReal& u);
  // f'(u) as a term; `u` is the argument.
  Real (*derivative)(Terms& terms, Real u);
  // The open set on which the function is defined and smooth (truth for an entire one).
  Formula (*domain)(Terms& terms, Real u);
  // True facts about f(u) for the solver, one conjunction: signs, ranges, values at 0. `value` stands for f(u).
  Formula (*facts)(Terms& terms, Real u, Real value);
};

std::span<const FunctionRow> function_table();
const FunctionRow* find_function(std::string_view name);

}  // namespace germ::ir
