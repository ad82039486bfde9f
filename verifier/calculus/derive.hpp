#pragma once
// Reverse-mode derivation: adds to the program the tensors that *are* the VJP, by the chain rule over the defined
// tensors (G1, G2). The bodies must be germs already (germ.hpp), which the obligations of the local form justify.
//   adjoint of n at k = sum over users u of n, over u's indices and the binders on the way to each read n[f],
//                       [path and f = k] * adjoint of u * d body_u / d read

#include <vector>

#include "ir/program.hpp"

namespace germ::calculus {

struct Seed {
  ir::TensorId output;
  ir::TensorId cotangent;  // same axes
};

// The tensor that holds the derivative of sum_o <cotangent_o, output_o> in `wrt`.
ir::TensorId derive_vjp(ir::Program& program, const std::vector<Seed>& seeds, ir::TensorId wrt);

}  // namespace germ::calculus
