#pragma once
// The search for a counterexample: the solver's points if they are small, then small sizes with tensors at which layers
// break, then larger points. What is found is cut down.

#include <chrono>
#include <span>

#include "refute/hint.hpp"

namespace germ::refute {

struct SearchOptions {
  std::uint64_t seed = 1;
  std::uint64_t steps = 60'000'000;      // interpreter steps in all: about two seconds
  std::uint64_t steps_each = 2'000'000;  // for one evaluation of the layer
  std::int64_t all_sizes_up_to = 3;      // tried completely before anything larger
  std::chrono::milliseconds watchdog{8'000};
};

// The hints that are small; every size vector up to `all_sizes_up_to` in increasing order; larger hints; a sample of
// larger ones (what the guards mention first), then the small ones again with other tensors. The result was executed
// once more from scratch after it was minimised. nullopt: nothing found within the budget, which proves nothing.
std::optional<Counterexample> search(const ir::Statement& statement, const SearchOptions& options,
                                     std::span<const Hint> hints = {});

}  // namespace germ::refute
