#pragma once
// Grounding: from formulas with quantifiers over cells, maxima and defined tensors to a quantifier-free conjunction
// that they imply, by finite instantiation (GERMS section 3). So `unsat` of the result is `unsat` of the formulas;
// `sat` proves nothing. Everything stays in negation normal form: a universal is instantiated on a pool of cells, an
// existential gets Skolem constants, a condition with a quantifier under a real `if` is named by a boolean with two
// implications.
//
// What is added are facts true at every point: winners of windows (in range, in the window, at least every cell of the
// pool, first among equals). Windows must be shown not empty by their own obligations.

#include <limits>
#include <map>
#include <set>
#include <span>

#include "calculus/germ.hpp"
#include "calculus/obligation.hpp"
#include "calculus/traits.hpp"

namespace germ::calculus {

class Grounding {
 public:
  // `hypotheses` hold at the base point (the domain).
  Grounding(ir::Program& program, std::vector<ir::Formula> hypotheses);

  // One hypothesis more.
  void assume(ir::Formula hypothesis) { hypotheses_.push_back(hypothesis); }

  // The conjunction of `forms` and the hypotheses, grounded. `corners`: the ends of each window's binders join the
  // pools.
  std::vector<ir::Formula> ground(std::span<const ir::Formula> forms, std::span<const Obligation::Generic> generic,
                                  bool corners);
  // Throws LimitReached from the next `ground` on where it would make more instances than this.
  void limit_instances(std::size_t most) { most_instances_ = most; }
  // `facts`, the hypotheses and the facts of winners, grounded where they bear on the terms of `about`, which is not
  // assumed.
  std::vector<ir::Formula> facts(std::span<const ir::Formula> about, std::span<const ir::Formula> facts);

 private:
  using Cell = std::vector<ir::Index>;
  struct Instance {
    ir::Formula range;
    ir::Formula filter;
    ir::Formula body;
  };

  std::vector<ir::Formula> run(std::span<const ir::Formula> forms, std::span<const ir::Formula> about,
                               std::span<const Obligation::Generic> generic);
  ir::Formula formula(ir::Formula formula);
  ir::Formula quantifier(ir::Formula formula);
  ir::Real real(ir::Real real);
  ir::Real read(ir::Real real);
  ir::Real choose(ir::Real real);
  ir::Real abstract_sum(ir::Real real);
  ir::Index index(ir::Index index);
  void note(ir::Index index);
  std::vector<Cell> pooled(const Cell& extents) const;
  void use_winner(ir::ReductionId reduction, const Cell& arguments);
  void add_corners(ir::ReductionId reduction, const Cell& arguments);
  ir::Formula winner_facts(ir::ReductionId reduction, const Cell& arguments);
  ir::Formula beats(const Cell& winner, ir::Real best, const Cell& cell, ir::Real value);
  void add_to_pools(const Cell& extents, const Cell& cell);
  const Instance& instance(ir::Formula quantified, const Cell& cell);
  std::vector<Cell> candidates(const Cell& extents, const std::vector<ir::Binder>& binders, ir::Real real_body,
                               ir::Formula formula_body);
  void seed(ir::Formula formula, const std::vector<ir::Var>& bound);
  void seed(ir::Real real, const std::vector<ir::Var>& bound);
  std::vector<std::uint32_t> range_key(Cell extents) const;
  std::size_t extent_of_pools() const;

  ir::Program& program_;
  ir::Terms& terms_;
  std::vector<ir::Formula> hypotheses_;
  Unfolding unfolding_;
  Germ germ_;
  std::map<std::vector<std::uint32_t>, std::vector<Cell>> pools_;  // keyed by the ids of the extents
  std::vector<std::pair<ir::ReductionId, Cell>> winners_;
  std::map<ir::Formula, Cell> skolems_;
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, Instance> instances_;
  std::map<ir::Formula, ir::Formula> names_;
  std::vector<std::pair<ir::Real, ir::TensorId>> sums_;
  std::unordered_map<ir::TensorId, bool> has_sum_;
  std::unordered_map<ir::Real, ir::Real> reals_;
  std::unordered_map<ir::Formula, ir::Formula> formulas_;
  std::vector<ir::Formula> extra_;
  bool closed_ = false;  // no new cells any more
  bool corners_ = false;
  std::size_t most_instances_ = std::numeric_limits<std::size_t>::max();
  std::size_t made_ = 0;
};

}  // namespace germ::calculus
