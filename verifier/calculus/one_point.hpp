#pragma once
// Sums in which an equation of indices picks the summands: along a unit vector a sum's slope has one.

#include "ir/program.hpp"

namespace germ::calculus {

// Equal to sum(binders | filter) body wherever the body's factors have values. Sums of several parts are split,
// indicators join the filter, and a binder that an equation determines is replaced:
//   sum(b < n, .. | f) [b == t and c] * u  =  sum(.. | (f and 0 <= t < n and c)[b := t]) u[b := t]
ir::Real one_point_sum(ir::Terms& terms, std::vector<ir::Binder> binders, ir::Formula filter, ir::Real body);

}  // namespace germ::calculus
