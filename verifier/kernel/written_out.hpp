#pragma once
// Terms with every defined tensor written out, to be compared as terms. For the files of this room only.

#include "calculus/rewriting.hpp"
#include "calculus/traits.hpp"

namespace germ::kernel {

class WrittenOut {
 public:
  explicit WrittenOut(ir::Program& program)
      : program_(program), unfolding_(program), rewriting_(program, [this](ir::Real read) { return of_read(read); }) {}

  ir::Real of(ir::TensorId tensor, const std::vector<ir::Index>& at) {
    return rewriting_.of(program_.terms().read(tensor, at));
  }
  // Are the entries of the two tensors, which have one rank, the same term but for the names of bound indices?
  bool same(ir::TensorId a, ir::TensorId b);

 private:
  ir::Real of_read(ir::Real read);

  ir::Program& program_;
  calculus::Unfolding unfolding_;
  calculus::Rewriting rewriting_;
};

}  // namespace germ::kernel
