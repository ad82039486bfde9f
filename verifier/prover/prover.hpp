#pragma once
// Room `prover`: which rule to try, and in which form; from a claim to a theorem or an honest account of what is left.
// It makes no theorem itself and is not trusted.

#include <functional>
#include <memory>

#include "kernel/theorem.hpp"

namespace germ::prover {

// A fresh copy of the statement at each call (a rule rewrites the program that it is given).
using Source = std::function<ir::Statement()>;

struct Result {
  kernel::Attempt attempt;
  std::shared_ptr<ir::Statement> statement;  // the copy that the attempt's terms and models speak of
};

Result prove(const Source& source, const kernel::Context& context);

}  // namespace germ::prover
