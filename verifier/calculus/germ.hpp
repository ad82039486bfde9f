#pragma once
// The germ of a term at the base point: every maximum replaced by the winning cell's body, every live winner by the
// frozen one. Legal only together with the obligations of the local form (G10, G16), which make it the term near the
// point, or the term to first order.

#include <unordered_map>

#include "ir/program.hpp"

namespace germ::calculus {

class Germ {
 public:
  explicit Germ(ir::Program& program) : program_(program) {}
  ir::Real of(ir::Real real);
  ir::Formula of(ir::Formula formula);
  ir::Index of(ir::Index index);

 private:
  std::vector<ir::Index> of(const std::vector<ir::Index>& indices);
  ir::Program& program_;
  std::unordered_map<ir::Real, ir::Real> reals_;
  std::unordered_map<ir::Formula, ir::Formula> formulas_;
};

// Rewrites every defined tensor's body to its germ.
void freeze(ir::Program& program);

}  // namespace germ::calculus
