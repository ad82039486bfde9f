#pragma once
// A part of a point: the same tensors at smaller sizes.

#include <optional>
#include <vector>

#include "numeric/instance.hpp"

namespace germ::refute {

enum class Keep : std::uint8_t { first, last };

// `instance` at `sizes`, where every axis is at most as long as it was: the first (last) entries along each axis stay.
// nullopt where an axis grows.
std::optional<numeric::Instance> restricted(const ir::Program& program, const numeric::Instance& instance,
                                            const std::vector<std::int64_t>& sizes, Keep keep);

}  // namespace germ::refute
