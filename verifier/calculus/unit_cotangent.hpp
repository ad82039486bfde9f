#pragma once
// A declared backward as a matrix: its value at unit cotangents. Read off a term that is linear in the cotangents by
// its form.

#include <optional>

#include "ir/program.hpp"

namespace germ::calculus {

// The real term `backward` with cotangents[output] = 1 and all other cotangents 0; none where the term is not visibly
// linear in the cotangents, which have no axes.
std::optional<ir::Real> at_unit_cotangent(ir::Program& program, ir::Real backward,
                                          const std::vector<ir::TensorId>& cotangents, std::size_t output);

}  // namespace germ::calculus
