#pragma once
// A solver whose queries are kept as text, with the answers they got.

#include <string>
#include <vector>

#include "smt/solver.hpp"

namespace germ::smt {

struct Recorded {
  std::vector<std::string> assertions;  // in the language's notation
  std::string status;                   // "sat", "unsat", "unknown"
  std::string script;                   // SMT-LIB2, with the status
};

// Every solver that `make` gives writes to `log`, in the order of the answers. `log` outlives them; one thread.
SolverFactory recording(SolverFactory make, std::vector<Recorded>& log);

}  // namespace germ::smt
