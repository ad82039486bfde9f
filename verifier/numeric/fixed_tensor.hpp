#pragma once
// Tensors on grids: what compiled code reads and writes.

#include <optional>
#include <vector>

#include "numeric/fixed_code.hpp"
#include "tensors/array.hpp"

namespace germ::numeric::fixed {

// What the compiler knows of a tensor.
struct TensorShape {
  std::vector<std::int64_t> extents;
  Width width = Width::narrow;
  Grid grid;
};

// The entries in C order, in the vector that its width names. With `first`, only the entries whose first index is it.
struct TensorValues {
  TensorShape shape;
  std::optional<std::int64_t> first;
  std::vector<std::int64_t> strides;  // of each axis; 0 for the first one where `first` is set
  std::vector<std::int64_t> narrow;
  std::vector<Wide> wide;
  std::vector<Rational> exact;

  TensorValues(TensorShape shape_of_all, std::optional<std::int64_t> only);
  std::size_t count() const { return count_; }
  template <class Number>
  const Number* entries() const;
  template <class Number>
  Number* entries();

 private:
  std::size_t count_ = 0;
};

// The coarsest grid on which every entry lies.
Grid grid_of(const tensors::Array& array);
// The array on the grid of `shape` (which has been made with grid_of; its extents have the array's count).
TensorValues to_values(const tensors::Array& array, const TensorShape& shape, std::optional<std::int64_t> first);
// The same values on the coarsest grid, where that makes them cheaper to compute with.
TensorValues regridded(TensorValues values);

// A given map into the integers, or a given predicate (0 or 1).
struct GivenValues {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> entries;
};

}  // namespace germ::numeric::fixed
