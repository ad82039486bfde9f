#pragma once
// SIGINT: the first one is noted, so that a command can finish its line and leave; the second one kills.

#include <ostream>

namespace germ::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Leaves with exit code 130 if SIGINT came; what `out` has is written first. Other threads are not waited for: they
  // may be deep in a solver.
  void leave_if_asked(std::ostream& out, std::ostream& err) const;
};

}  // namespace germ::cli
