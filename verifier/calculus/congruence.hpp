#pragma once
// Congruence (MATH B5, S15): two terms of one shape are equal where their parts are. What the parts owe is a formula
// about values without sums: for a sum over the same range, one generic summand (a quantifier over its index).
//   match: a, b with the same operations
//   result: a formula that implies that the germs of a and b have, at the nearby point (`germ`) or to first order, one
//           value. At leaves it asks for one value at the base point, and for one nearby value or one tangent.

#include "calculus/tangent.hpp"

namespace germ::calculus {

class Congruence {
 public:
  Congruence(ir::Program& program, Unfolding& unfolding, Dependence& dependence, Tangent& tangent, bool germ)
      : program_(program),
        terms_(program.terms()),
        unfolding_(unfolding),
        dependence_(dependence),
        tangent_(tangent),
        germ_(germ) {}

  ir::Formula of(ir::Real a, ir::Real b);

 private:
  ir::Formula of(ir::Formula a, ir::Formula b);
  ir::Formula of_sum(ir::Real a, ir::Real b);
  ir::Formula of_read(ir::Real a, ir::Real b);
  ir::Formula children(ir::Real a, ir::Real b);
  ir::Formula leaf(ir::Real a, ir::Real b);
  ir::Formula equal(const std::vector<ir::Index>& a, const std::vector<ir::Index>& b);
  bool has_sum(ir::Real real);

  ir::Program& program_;
  ir::Terms& terms_;
  Unfolding& unfolding_;
  Dependence& dependence_;
  Tangent& tangent_;
  bool germ_;
  std::unordered_map<ir::Real, bool> sums_;
};

// The conjuncts of a formula, the two of an equation together.
std::vector<ir::Formula> conjuncts_and_equations(ir::Terms& terms, ir::Formula f);

// A formula that implies that `f` holds at the nearby point: `f` there, or for an equation in it what its sides' parts
// owe. Nothing where `f` has conditions of its own that depend on what moves.
std::optional<ir::Formula> from_parts(ir::Terms& terms, Tangent& nearby, Congruence& congruence, ir::Formula f);

}  // namespace germ::calculus
