#pragma once
// What a value could depend on in any way: reads, conditions, indices, and the windows of winners, frozen ones too. A
// derivative does not see a frozen winner move (traits.hpp, Dependence); a statement "for every value of t" does.

#include <set>
#include <unordered_set>

#include "ir/program.hpp"

namespace germ::calculus {

class Mentions {
 public:
  explicit Mentions(const ir::Program& program) : program_(program) {}

  void visit(ir::TensorId tensor);
  void visit(ir::Real real);
  void visit(ir::Formula formula);
  bool any_of(const std::vector<ir::TensorId>& tensors) const;

 private:
  void visit(ir::Index index);
  void visit(ir::ReductionId reduction);

  const ir::Program& program_;
  std::set<ir::TensorId> tensors_;
  std::set<ir::ReductionId> reductions_;
  std::unordered_set<ir::Real> reals_;
  std::unordered_set<ir::Formula> formulas_;
};

}  // namespace germ::calculus
