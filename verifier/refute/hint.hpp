#pragma once
// What a solver's model says about a point. Never believed: a point made from it is executed like any other.

#include <span>
#include <utility>

#include "refute/point.hpp"

namespace germ::refute {

// Part of a point, from a solver's model: sizes by variable, entries, scalars and map values that it fixes. What it
// leaves open is filled with zeros, then with generic values.
struct Hint {
  struct Entry {
    ir::TensorId tensor;
    std::vector<std::int64_t> indices;
    Rational value;
  };
  struct MapEntry {
    ir::FunctionId function;
    std::vector<std::int64_t> arguments;
    std::int64_t value;
  };
  struct ConditionEntry {
    ir::PredicateId predicate;
    std::vector<std::int64_t> arguments;
    bool value;
  };
  std::vector<std::pair<ir::Var, std::int64_t>> sizes;
  std::vector<Entry> entries;
  std::vector<std::pair<ir::ScalarId, Rational>> scalars;
  std::vector<MapEntry> maps;
  std::vector<ConditionEntry> conditions;
};

// A hint whose sizes the facts allow; the sizes that it leaves open are 1.
struct SizedHint {
  const Hint* hint;
  std::vector<std::int64_t> sizes;
};
// In order of their sizes.
std::vector<SizedHint> sized(const ir::Program& program, std::span<const Hint> hints);

// Sets what the hint fixes; what lies outside of the instance's shapes is passed over.
void apply(const ir::Program& program, const Hint& hint, numeric::Instance& instance);

}  // namespace germ::refute
