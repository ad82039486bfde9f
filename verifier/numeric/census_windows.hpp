#pragma once
// Counting the windows of one example.

#include "numeric/census.hpp"
#include "numeric/census_plan.hpp"

namespace germ::numeric::fixed {

// All counts but `zero`. Throws Undefined where a window has no cell.
CensusCounts count_windows(const CensusCode& code, const Tables& tables, std::int64_t example);

}  // namespace germ::numeric::fixed
