#pragma once
// Given maps that a domain restricts by integers (a selector names a cell of its window): drawn values are nearly
// always wrong, but few entries decide each condition, and their range can be tried.

#include "refute/point.hpp"

namespace germ::refute {

// A condition on given maps that fails at some values of its binders.
struct Unmet {
  ir::Formula formula;
  numeric::Bindings bindings;
};

// Sets the entries of given maps that the condition reads so that it holds, among all ways one that is drawn; false
// where there is none, or too many to try.
bool mend_maps(const ir::Program& program, numeric::Instance& instance, const Unmet& unmet, Random& random,
               Budget& budget);

}  // namespace germ::refute
