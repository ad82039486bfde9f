#pragma once
// Forward mode. `Differential` has the rules by which a term's derivative along a direction is made (G1, G2); it says
// nothing of reads, whose derivative the caller tells. `derive_jvp` adds to the program the tensors that *are* the JVP.
// Bodies must be germs already (germ.hpp), which the obligations of the local form justify.
//   tangent of n at k = the derivative of n's body at k, where a read u[f] has the tangent of u at f,
//                       a variable its own tangent, and everything else 0

#include <functional>
#include <unordered_map>

#include "ir/statement.hpp"

namespace germ::calculus {

class Differential {
 public:
  using OfRead = std::function<ir::Real(ir::Real read)>;
  Differential(ir::Terms& terms, OfRead of_read) : terms_(terms), of_read_(std::move(of_read)) {}

  // d/dt of a germ at t = 0.
  ir::Real of(ir::Real germ);

 private:
  ir::Real made(ir::Real germ);
  ir::Real of_product(ir::Real product);

  ir::Terms& terms_;
  OfRead of_read_;
  std::unordered_map<ir::Real, ir::Real> memo_;
};

// For each output, in order, the tensor that holds its derivative along `tangents`, each 0 outside of its slice.
std::vector<ir::TensorId> derive_jvp(ir::Program& program, const std::vector<ir::VariableTangent>& tangents,
                                     const std::vector<ir::TensorId>& outputs);

}  // namespace germ::calculus
