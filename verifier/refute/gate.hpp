#pragma once
// The gate: a statement that the symbolic rooms call proved is executed on small shapes before the verdict leaves the
// house, and a witness that its hypotheses can be met is looked for at the same time. It samples: passing it proves
// nothing. Failing it is a fault of Germ, never a refutation.

#include <chrono>
#include <set>
#include <span>

#include "refute/point.hpp"
#include "refute/search.hpp"

namespace germ::refute {

struct GateOptions {
  std::uint64_t seed = 1;
  bool hints_alone = false;       // no shape but those of the hints
  bool full = false;              // every size vector up to 3, every pattern; the default samples a few
  std::uint64_t steps = 400'000;  // the default sample's: about ten milliseconds
  std::uint64_t full_steps = 50'000'000;
  std::chrono::milliseconds watchdog{20'000};
};

struct GateReport {
  std::size_t tried = 0;
  std::size_t inside = 0;         // points inside the domain
  std::size_t decided = 0;        // of these, where every comparison was made
  std::uint64_t steps = 0;        // interpreter steps spent
  bool nonzero_backward = false;  // vjp, jvp: a declared entry other than 0 was seen
  std::set<std::size_t> nonzero;  // vjp: the numbers of the adjoints of these entries
  bool on_domain = false;         // exact: a decided point where `domain` holds; others: any decided point
  bool off_domain = false;        // exact: a decided point where it fails
  bool sizes_from_two = false;    // a decided point with every free size >= 2
  bool sizes_from_three = false;
  bool sizes_can_be_two = false;  // the facts allow such a vector among 2..4
  bool sizes_can_be_three = false;
  std::optional<numeric::Instance> witness;  // of the hypotheses: a point inside, the one with the largest sizes
  std::optional<Counterexample> failure;
};

GateReport gate(const ir::Statement& statement, const GateOptions& options, std::span<const Hint> hints = {});

}  // namespace germ::refute
