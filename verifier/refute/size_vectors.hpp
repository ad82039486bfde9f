#pragma once
// Size vectors in the order in which counterexamples are preferred: by sum, then lexicographically.

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/program.hpp"

namespace germ::refute {

using Sizes = std::vector<std::int64_t>;  // all of the program's sizes, definitions followed

// Every vector of free sizes in 0..largest that the facts allow, completed, until `visit` returns false.
// Returns false if it was stopped.
bool each_size_vector(const ir::Program& program, std::int64_t largest, const std::function<bool(const Sizes&)>& visit);

// Larger vectors, a sample: one size, or two alike, at a value (above `beyond`; those in `wanted` and their neighbours
// first) while the others are as small as the facts allow, or 2.
std::vector<Sizes> larger_size_vectors(const ir::Program& program, std::int64_t beyond,
                                       const std::vector<std::int64_t>& wanted);

// The free sizes of a completed vector; smaller by sum, then lexicographically.
Sizes free_sizes(const ir::Program& program, const Sizes& sizes);
bool smaller(const Sizes& a, const Sizes& b);

}  // namespace germ::refute
