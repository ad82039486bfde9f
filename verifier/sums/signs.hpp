#pragma once
// Conditions on reals as integer formulas: e > 0 becomes sgn_i(arguments) >= 1, where sgn_i is a map into -1, 0, 1 that
// equal sums share, so that -e > 0 is sgn_i(arguments) <= -1 and never confused with e > 0.

#include <span>

#include "sums/context.hpp"

namespace germ::sums {

// `condition` without positive(..).
ir::Formula resolve(Context& context, ir::Formula condition);

// For the sign functions in `formulas`: sgn_i(a) >= 1 iff value > 0, sgn_i(a) <= -1 iff value < 0, where the value can
// be written for the solver. True at every point.
std::vector<ir::Formula> sign_facts(Context& context, std::span<const ir::Formula> formulas);

}  // namespace germ::sums
