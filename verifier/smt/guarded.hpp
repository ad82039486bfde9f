#pragma once
// A solver that may die: whatever it throws becomes `unknown`.

#include <memory>

#include "smt/solver.hpp"

namespace germ::smt {

std::unique_ptr<Solver> guarded(std::unique_ptr<Solver> solver);

}  // namespace germ::smt
