#pragma once
// A failure made easy to read: few nonzero entries, small integers. Every step is executed.

#include "refute/point.hpp"

namespace germ::refute {

struct Found {
  numeric::Instance instance;
  Failure failure;
};

// The sizes stay as they are.
Found minimise(const ir::Statement& statement, Found found, Budget& budget);

}  // namespace germ::refute
