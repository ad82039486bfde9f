#pragma once
// What an evaluation can end in, besides a value. Both are thrown inside the room and come out of it as alternatives of
// an Outcome: no evaluation crashes on a user's text.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/handles.hpp"

namespace germ::numeric {

// Why a term has no value.
enum class Fault : std::uint8_t {
  division_by_zero,  // a negative power of 0
  root_of_negative,  // a fractional power of a negative number
  outside_function,  // a table function outside the set where it has a value (log of 0)
  tensor_range,      // a tensor read outside of its extents
  map_range,         // a given map applied outside of its extents
  empty_window,      // a maximum, or its winner, over no cell
};
const char* describe(Fault fault);  // "division by 0"

// The text has no value here: a fact about the text, with the innermost tensor entry that was being computed.
struct Undefined {
  Fault fault = Fault::division_by_zero;
  std::string object = {};            // the tensor or map read out of range; else empty
  std::vector<std::int64_t> at = {};  // the indices of that read
  ir::TensorId tensor = {};           // the defined entry that failed; invalid: outside of every definition
  std::vector<std::int64_t> indices = {};
  std::string to_string() const;  // "y[3] is read out of range"
};

// This way of computing cannot tell: a fact about the evaluation, never about the text.
struct Undecided {
  enum class Why : std::uint8_t { irrational, truncated, too_close, too_costly } why;
};

template <class T>
using Outcome = std::variant<T, Undefined, Undecided>;

// The value of `compute()`, or what it threw.
template <class Compute>
auto outcome_of(Compute&& compute) -> Outcome<decltype(compute())> {
  using Value = decltype(compute());
  try {
    return Outcome<Value>(std::in_place_index<0>, compute());
  } catch (Undefined& fault) {
    return Outcome<Value>(std::in_place_index<1>, std::move(fault));
  } catch (Undecided& doubt) {
    return Outcome<Value>(std::in_place_index<2>, doubt);
  }
}

}  // namespace germ::numeric
