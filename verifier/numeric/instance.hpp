#pragma once
// An instance of a program: values for everything that is free in it. Sizes, symbolic scalars, tensors without a body,
// given maps and predicates. Defined tensors, values at the base point and winners are computed from these, never
// stored.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/rational.hpp"
#include "ir/program.hpp"

namespace germ::numeric {

// Row-major extents. An extent below 0 counts as 0.
class Shape {
 public:
  Shape() = default;
  explicit Shape(std::vector<std::int64_t> extents);
  const std::vector<std::int64_t>& extents() const { return extents_; }
  std::size_t size() const { return size_; }
  // The place of an entry; nullopt outside of the extents.
  std::optional<std::size_t> offset(std::span<const std::int64_t> indices) const;
  std::vector<std::int64_t> indices(std::size_t offset) const;

 private:
  std::vector<std::int64_t> extents_;
  std::size_t size_ = 1;
};

template <class Entry>
struct Dense {
  Shape shape;
  std::vector<Entry> entries;
};

using Tensor = Dense<Rational>;
using Map = Dense<std::int64_t>;        // a given integer map
using Condition = Dense<std::uint8_t>;  // a given predicate: 0 or 1

struct Instance {
  std::vector<std::int64_t> sizes;    // in the order of Program::sizes()
  std::vector<Rational> scalars;      // by ScalarId; unused for constants such as pi
  std::vector<Tensor> tensors;        // by TensorId; empty entries for what is computed
  std::vector<Map> maps;              // by FunctionId; given ones only
  std::vector<Condition> conditions;  // by PredicateId
};

// Sizes of all of the program from values for those without a definition (in order): definitions followed, and every
// fact that speaks of sizes alone checked. nullopt where a fact fails or a definition leaves 64 bits.
std::optional<std::vector<std::int64_t>> complete_sizes(const ir::Program& program,
                                                        std::span<const std::int64_t> free_sizes);
// How many sizes have no definition.
std::size_t free_size_count(const ir::Program& program);

// An instance at these sizes (all of them): shapes set, every entry 0, every map at the low end of its range.
Instance blank_instance(const ir::Program& program, std::vector<std::int64_t> sizes,
                        std::size_t most_entries = 50'000'000);

// The value of an index expression that mentions sizes only.
std::int64_t evaluate(const ir::Program& program, std::span<const std::int64_t> sizes, ir::Index index);

}  // namespace germ::numeric
