#pragma once
// Where to instantiate a quantifier over offsets: its body reads y[.., S*i + D*a - P, ..], the pool has cells of y, so
// a := (c - S*i + P) div D. Only constant coefficients; a solution that mentions a variable bound inside the body is
// dropped (it would be captured, GERMS A7).

#include <functional>

#include "ir/program.hpp"

namespace germ::calculus {

using CellPool = std::function<const std::vector<std::vector<ir::Index>>&(ir::TensorId)>;

std::vector<std::vector<ir::Index>> triggered_cells(ir::Program& program, const std::vector<ir::Binder>& binders,
                                                    ir::Real real_body, ir::Formula formula_body, const CellPool& pool);

// The lower and upper ends that the affine parts of a guard give a binder, 0 last: cells of a window that is not empty.
std::vector<ir::Index> binder_ends(ir::Terms& terms, const ir::Binder& binder, const std::vector<ir::Formula>& guard);
// Lower ends only.
std::vector<ir::Index> lower_ends(ir::Terms& terms, const ir::Binder& binder, const std::vector<ir::Formula>& guard);

}  // namespace germ::calculus
