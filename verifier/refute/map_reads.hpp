#pragma once
// Which entries of given maps a condition looks at.

#include "numeric/evaluator.hpp"

namespace germ::refute {

struct MapEntry {
  ir::FunctionId function;
  std::size_t place;
  friend bool operator==(const MapEntry&, const MapEntry&) = default;
};

// The entries that the formula names at these bindings: its own, below quantifiers where these do not choose them; not
// those that tensors read.
std::vector<MapEntry> map_reads(const ir::Program& program, const numeric::Instance& instance,
                                numeric::Evaluator& evaluator, ir::Formula formula, const numeric::Bindings& bindings);
// Does the formula name such an entry, whatever the bindings?
bool names_maps(const ir::Program& program, ir::Formula formula);
// Does a tensor or a maximum that the formula reads depend on given maps?
bool values_depend_on_maps(const ir::Program& program, ir::Formula formula);

}  // namespace germ::refute
