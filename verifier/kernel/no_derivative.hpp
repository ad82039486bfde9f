#pragma once
// What a derivative would say of one-sided slopes, and the refutation of it.

#include "calculus/ray.hpp"
#include "ir/statement.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

// match: outputs f, moving variables x, a family of directions v
// result: at no point of the domain has (f..) a derivative in x jointly
// when: the domain contradicts "for every entry f_o and every v of the family,
//         f_o is continuous at x along v and along -v, and D+(f_o; v) = -D+(f_o; -v)",
//       which a derivative implies. Of a ray whose jet is not valid at the point nothing is supposed.
// Every value must have been shown to exist at the points of the domain.
// The families: the statement's directions, then every unit vector of every moving variable.
class NoDerivative {
 public:
  NoDerivative(ir::Statement& statement, Discharge& discharge, Attempt& attempt);

  bool shown();

 private:
  struct Family {
    std::vector<ir::Binder> parameters;
    calculus::Rays::OfRead forward, backward;
  };
  Family unit_vectors(ir::TensorId variable);
  std::vector<Family> declared();
  Family together(const std::vector<ir::Direction>& directions);
  bool contradicted();
  void suppose(ir::TensorId output, const Family& family);

  ir::Program& program_;
  ir::Terms& terms_;
  const ir::Statement& statement_;
  Discharge& discharge_;
  Attempt& attempt_;
  std::vector<ir::Formula> suppositions_;
  std::vector<ir::Formula> attained_;
};

}  // namespace germ::kernel
