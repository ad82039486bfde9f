#pragma once
// What is known of a group's slots: a tensor is read inside its axes. (That every read stands in range is an obligation
// of its own, not assumed here for nothing: an entry out of range counts as 0.)

#include "sums/groups.hpp"

namespace germ::sums {

std::vector<ir::Formula> slot_ranges(Context& context, const std::vector<SlotFactor>& factors);

}  // namespace germ::sums
