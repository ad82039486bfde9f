#pragma once
// One-edit repairs of a backward that was refuted. Every edit of the lines that the counterexample blames, and of the
// helpers that they read, is tried by numbers first: at the counterexample itself, whose true entry is known, and at a
// few points like it; what survives is decided, and only what is proved is shown.

#include <chrono>

#include "variants/candidate.hpp"

namespace germ::variants {

struct RepairOptions {
  std::uint64_t steps = 6'000'000;      // interpreter steps in all: with what parsing costs, under a second
  std::uint64_t steps_each = 100'000;   // of the gate that stands before a proof
  std::uint64_t steps_reading = 2'000;  // what parsing and elaborating a candidate counts as
  std::size_t points = 4;
  std::size_t proofs = 5;
  std::size_t shown = 3;
  std::chrono::milliseconds watchdog{10'000};  // beside the steps, as everywhere
};

// `decision` is that of the claim: a counterexample to a vjp. Empty: none was found, which says nothing.
std::vector<refute::Repair> repairs(const syntax::Library& library, const ir::Claim& claim,
                                    const refute::Decision& decision, const refute::Options& options,
                                    const RepairOptions& limits = {});

}  // namespace germ::variants
