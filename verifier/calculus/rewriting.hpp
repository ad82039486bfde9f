#pragma once
// A term with its reads replaced, through the bodies of maxima and the winners that stand for them. What a read becomes
// is the caller's to say.

#include <functional>
#include <unordered_map>

#include "ir/program.hpp"

namespace germ::calculus {

class Rewriting {
 public:
  // `of_read` is given a read whose indices are rewritten already.
  using OfRead = std::function<ir::Real(ir::Real read)>;
  Rewriting(ir::Program& program, OfRead of_read) : program_(program), of_read_(std::move(of_read)) {}

  ir::Real of(ir::Real real);
  ir::Formula of(ir::Formula formula);
  ir::Index of(ir::Index index);

 private:
  std::vector<ir::Index> of(const std::vector<ir::Index>& indices);
  // The same maximum with its body and guard rewritten, and its arguments as terms of the old one's parameters.
  const ir::Program::Closure& of(ir::ReductionId reduction);
  std::pair<ir::ReductionId, std::vector<ir::Index>> at(ir::ReductionId reduction,
                                                        const std::vector<ir::Index>& arguments);

  ir::Program& program_;
  OfRead of_read_;
  std::unordered_map<ir::Real, ir::Real> reals_;
  std::unordered_map<ir::Formula, ir::Formula> formulas_;
  std::unordered_map<ir::ReductionId, ir::Program::Closure> reductions_;
};

}  // namespace germ::calculus
