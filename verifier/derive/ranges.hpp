#pragma once
// The ranges of bound variables, and the integer facts that they settle without a solver.

#include <map>
#include <vector>

#include "ir/program.hpp"

namespace germ::derive {

class Ranges {
 public:
  explicit Ranges(ir::Program& program);

  void add(const std::vector<ir::Binder>& binders);
  // Every binder inside the term.
  void collect(ir::Real real);
  void collect(ir::Formula formula);
  const ir::Index* extent(ir::Var variable) const;

  // Does it hold wherever its variables are bound? `false` says nothing.
  bool implied(ir::Formula formula) const;
  // The parts of 0 <= index < extent that are not implied.
  std::vector<ir::Formula> open_range(ir::Index index, ir::Index extent) const;
  // What puts a read in range, as far as it is not implied.
  std::vector<ir::Formula> inside(ir::Real read) const;

 private:
  bool never_positive(ir::Index index) const;
  ir::Index end(ir::Index index, bool greatest, int depth) const;

  ir::Program& program_;
  ir::Terms& terms_;
  std::map<ir::Var, ir::Index> extents_;
  std::map<ir::Var, std::int64_t> least_;  // of sizes
};

}  // namespace germ::derive
