#pragma once
// Reverse-mode derivation: adds to the program the tensors that *are* the VJP, by the chain rule over the defined
// tensors (G1, G2). The bodies must be germs already (germ.hpp), which the obligations of the local form justify.
//   adjoint of n at k = sum over users u of n, over u's indices and the binders on the way to each read n[f],
//                       [path and f = k] * adjoint of u * d body_u / d read

#include <map>
#include <vector>

#include "ir/program.hpp"

namespace germ::calculus {

struct Seed {
  ir::TensorId output;
  ir::TensorId cotangent;  // same axes
};

// The adjoints of defined tensors that are known already: tensor, and the tensor that holds its adjoint.
using KnownAdjoints = std::map<ir::TensorId, ir::TensorId>;

// The tensor that holds the derivative of sum_o <cotangent_o, output_o> in `wrt`, an input or a defined tensor taken as
// a variable. What reaches `wrt` through a tensor with a known adjoint is that adjoint's share (G1).
ir::TensorId derive_vjp(ir::Program& program, const std::vector<Seed>& seeds, ir::TensorId wrt,
                        const KnownAdjoints& known = {});

// The defined tensors below `outputs`, each after those that its body reads.
std::vector<ir::TensorId> definition_order(const ir::Program& program, const std::vector<ir::TensorId>& outputs);

}  // namespace germ::calculus
