#pragma once
// The base point: tensors that keep their values there (`Tensor::base_of`) replaced by the tensors whose values they
// keep, in terms that are about the base point. At the base point the two are equal, entry by entry; near it they are
// not, so that a term about a nearby point has its moving reads made first (Tangent::moved).

#include "calculus/rewriting.hpp"

namespace germ::calculus {

class BasePoint {
 public:
  explicit BasePoint(ir::Program& program);
  BasePoint(const BasePoint&) = delete;
  BasePoint& operator=(const BasePoint&) = delete;

  bool trivial() const { return trivial_; }  // no tensor keeps its value
  ir::Real of(ir::Real real) { return trivial_ ? real : rewriting_.of(real); }
  ir::Formula of(ir::Formula formula) { return trivial_ ? formula : rewriting_.of(formula); }
  ir::Index of(ir::Index index) { return trivial_ ? index : rewriting_.of(index); }
  // A defined tensor with its body rewritten: itself, an earlier one that is alike, or a new one.
  ir::TensorId of(ir::TensorId tensor);

 private:
  ir::Real of_read(ir::Real read);

  ir::Program& program_;
  bool trivial_;
  std::unordered_map<ir::TensorId, ir::TensorId> tensors_;
  Rewriting rewriting_;
};

}  // namespace germ::calculus
