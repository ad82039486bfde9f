#pragma once
// The exact census: on every example of a batch, how many windows are dead, have a single maximum or a tie, and which
// clauses of the domain hold. Everything is decided in exact arithmetic (integers on a common grid; rational numbers
// where 126 bits do not hold them); pixels and weights mean the exact values that are stored.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/layer.hpp"
#include "numeric/census_sizes.hpp"

namespace germ::numeric {

// dead + single + tie_identical + tie_different + undecided == windows. Without a `patch` every tie is different.
struct CensusCounts {
  std::int64_t windows = 0;
  std::int64_t dead = 0;
  std::int64_t single = 0;
  std::int64_t tie_identical = 0;
  std::int64_t tie_different = 0;
  std::int64_t undecided = 0;
  std::int64_t zero = 0;  // entries of the `zero` tensor that are exactly 0
  CensusCounts& operator+=(const CensusCounts& other);
  friend bool operator==(const CensusCounts&, const CensusCounts&) = default;
};

struct ClauseOutcome {
  bool holds = true;
  std::int64_t failing = 0;         // instances of an `all` that fail; 1 for any other clause that does not hold
  std::vector<std::int64_t> first;  // the first failing instance: a value for each binder of the `all`
};

// Does the point lie in a region? Where a clause cannot be decided `undecided` says why, and there are no outcomes.
struct RegionOutcome {
  std::vector<ClauseOutcome> clauses;  // as Region::clauses
  std::string undecided;
  bool decided() const { return undecided.empty(); }
  bool holds() const;
};

struct ExampleCensus {
  std::vector<CensusCounts> counts;    // as Layer::censuses
  std::vector<ClauseOutcome> clauses;  // as Layer::clauses
  std::vector<RegionOutcome> regions;  // as Layer::regions
  // Nothing of this depends on the other examples: it is what the batch of this example alone would give.
  bool alone = false;
};

struct CensusOptions {
  unsigned jobs = 1;
  std::map<std::string, std::int64_t> sizes;  // sizes that no extent determines
  std::map<std::string, Rational> reals;      // values of symbolic reals
  std::function<void(std::size_t done, std::size_t of)>
      progress;  // may be empty; called from any thread, one at a time
};

// Diagnostics: those of bind_sizes, and G515 a symbolic real without a value, G516 no rational value, G517 an undefined
// value, G518 a fact of the layer that the sizes violate, G519 a given value out of its range, G520 a limit, G521
// censuses over different batches. A region that cannot be decided is no fault. The answer does not depend on `jobs`.
// Memory: the arrays, and the tensors of one example per job.
Result<std::vector<ExampleCensus>> take_census(ir::Layer& layer, const NamedArrays& arrays,
                                               const CensusOptions& options);

}  // namespace germ::numeric
