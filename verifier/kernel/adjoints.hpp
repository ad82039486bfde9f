#pragma once
// The declared adjoints of a vjp against the derived ones, along the declared adjoints of intermediate tensors.

#include "calculus/derive.hpp"
#include "kernel/comparison.hpp"

namespace germ::kernel {

// match: layer with outputs y, tensors u defined on the way, declared adjoints du of some of them
// result: each declared adjoint of a variable is the derivative
// when, latest u first: du = the adjoint that the chain rule (G1, G2) gives for u as a variable, where what passes
//   through a later v with a *proved* dv is dv's share; then the same for the variables.
// A step that is not proved is not used. The bodies must be germs (calculus::freeze).
class Adjoints {
 public:
  Adjoints(ir::Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt);

  // Every declared adjoint of a variable is shown; else the attempt says why not.
  bool shown();

 private:
  bool one(const ir::Adjoint& adjoint, Rule rule);
  void step(const ir::Adjoint& adjoint);
  bool owes_nothing();
  std::vector<ir::TensorId> opaque_for(ir::TensorId variable);

  ir::Program& program_;
  const ir::Statement& statement_;
  Discharge& discharge_;
  calculus::Definedness& defined_;
  Attempt& attempt_;
  std::vector<calculus::Seed> seeds_;
  std::vector<ir::Adjoint> steps_;      // that matter, in order of definition
  std::vector<ir::TensorId> declared_;  // of the proved steps, in order of proof
  calculus::KnownAdjoints known_;
  std::size_t owed_;
  std::string failed_step_;
};

}  // namespace germ::kernel
