#pragma once
// Questions about a term that need no proof: does it contain real conditions, quantifiers, live winners; which tensors
// does it depend on. "Depends" looks into reads, conditions, filters, guards and indices (GERMS A3).

#include <unordered_map>

#include "ir/program.hpp"

namespace germ::calculus {

// No real atom anywhere in it, below quantifiers too (GERMS A6).
bool integer_only(ir::Formula formula);
bool has_quantifier(ir::Formula formula);
// A quantifier over a body or filter with a real atom.
bool has_real_quantifier(ir::Formula formula);

// Does a value depend on one of the chosen tensors, at any point? Through defined tensors, maxima and live winners.
class Dependence {
 public:
  Dependence(const ir::Program& program, std::vector<ir::TensorId> on) : program_(program), on_(std::move(on)) {}

  bool depends(ir::TensorId tensor);
  bool depends(ir::Real real);
  bool depends(ir::Formula formula);
  bool depends(ir::Index index);
  bool depends(ir::ReductionId reduction);

 private:
  enum class State : std::uint8_t { no, yes };
  const ir::Program& program_;
  std::vector<ir::TensorId> on_;
  std::unordered_map<ir::TensorId, State> tensors_;
  std::unordered_map<ir::ReductionId, State> reductions_;
  std::unordered_map<ir::Real, bool> reals_;
  std::unordered_map<ir::Formula, bool> formulas_;
};

// Could the term owe an obligation of its own at some point: a real condition, a maximum, a live winner, a partial
// function, below defined tensors too. False: it is smooth and defined wherever its reads are in range.
class Smoothness {
 public:
  explicit Smoothness(const ir::Program& program) : program_(program) {}
  bool smooth(ir::Real real);
  bool smooth(ir::TensorId tensor);

 private:
  bool plain(ir::Formula formula);
  bool plain(ir::Index index);
  const ir::Program& program_;
  std::unordered_map<ir::Real, bool> reals_;
  std::unordered_map<ir::TensorId, bool> tensors_;
};

// Bodies of defined tensors at indices, one term for each (tensor, indices).
class Unfolding {
 public:
  explicit Unfolding(ir::Program& program) : program_(program) {}
  ir::Real at(ir::TensorId tensor, const std::vector<ir::Index>& indices);

 private:
  ir::Program& program_;
  std::unordered_map<ir::Real, ir::Real> bodies_;  // key: the read
};

}  // namespace germ::calculus
