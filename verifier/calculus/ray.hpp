#pragma once
// Ray jets: what a term does along x + t v for small t > 0, as terms at the base point x. They say where a map has *no*
// derivative, so nothing is generalised: the slope of a defined tensor is worked out, never left free.
//
//   e(x + t v) = limit + slope * t + o(t) as t -> 0+        wherever `valid` holds at x
//
// `limit` is e(x) unless e jumps at x along v. Where `valid` fails nothing is said (a kink that first order does not
// decide, a root at 0, a live winner that may move).
// The slope of a maximum is the greatest slope of the cells that attain it. It is a free value with facts: it is at
// least each of these slopes (`bounds`), and some cell of the window has it (`attained`; the cell is named by given
// maps). It exists because the window has a cell, finitely many, which the definedness pass owes.

#include <unordered_map>

#include "calculus/traits.hpp"

namespace germ::calculus {

struct RayJet {
  ir::Real limit;
  ir::Real slope;
  ir::Formula valid;
  bool affine;  // e(x + t v) = limit + slope * t exactly, for small t > 0
  // Of the free values in `slope` and `valid`: true wherever the program's values exist.
  ir::Formula bounds;
  ir::Formula attained;
};

// An opaque function is known to first order at the base point only: nothing is affine then, and what it is applied to
// must be continuous. False: it is applied to a defined tensor, which may jump.
bool has_rays(const ir::Program& program);

class Rays {
 public:
  // A family of directions: the tangent of a read of a moving tensor, over the variables of `parameters`.
  using OfRead = std::function<ir::Real(ir::Real read)>;
  Rays(ir::Program& program, std::vector<ir::TensorId> moving, std::vector<ir::Binder> parameters, OfRead of_read);
  Rays(const Rays&) = delete;
  Rays& operator=(const Rays&) = delete;

  RayJet of(ir::Real real);

 private:
  // A condition for small t > 0: its truth value, where that is decided to first order and its atoms have jets.
  struct Condition {
    ir::Formula truth;
    ir::Formula decided;
    bool affine;
    ir::Formula bounds;
    ir::Formula attained;
  };
  RayJet still(ir::Real real);
  RayJet made(ir::Real real);
  RayJet undecided(ir::Real real);
  RayJet of_read(ir::Real real);
  RayJet of_total(ir::Real real);
  RayJet of_product(ir::Real real);
  RayJet of_power(ir::Real real);
  RayJet of_smooth(ir::Real real, ir::Formula where, ir::Real slope);
  RayJet of_choice(ir::Real real);
  RayJet of_sum(ir::Real real);
  RayJet of_maximum(ir::Real real);
  void take_facts(RayJet& into, const RayJet& part);
  Condition of(ir::Formula condition);
  Condition of_quantifier(ir::Formula condition);
  bool depends(const std::vector<ir::Index>& indices);
  // The free value and the cell that has it, over the direction's parameters and the window's.
  struct Steepest {
    ir::TensorId slope;
    std::vector<ir::FunctionId> cell;
  };
  // None where a range is not over sizes alone.
  const Steepest* steepest(ir::ReductionId reduction);

  ir::Program& program_;
  ir::Terms& terms_;
  Dependence dependence_;
  Unfolding unfolding_;
  std::vector<ir::Binder> parameters_;
  OfRead tangent_;
  bool first_order_;  // an opaque function may be among the terms
  std::unordered_map<ir::Real, RayJet> jets_;
  std::unordered_map<ir::ReductionId, Steepest> steepest_;
};

}  // namespace germ::calculus
