#pragma once
// From terms to code, in one frame. The scale and the bound of every node are settled here, from those of the tensors
// that it reads.

#include <functional>
#include <map>
#include <stdexcept>

#include "numeric/fixed_frame.hpp"
#include "numeric/fixed_tensor.hpp"

namespace germ::numeric::fixed {

// A term that has no rational value, so that no grid holds it: "`exp` of a tensor".
class NotRational : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What the terms of one layer are compiled against.
struct Setting {
  ir::Program& program;
  ir::Substitution sizes;                                 // every size as a number
  std::map<std::uint32_t, Rational> scalars;              // by the number of the scalar
  std::function<const TensorShape&(ir::TensorId)> shape;  // of a tensor that code reads; compiles it first if need be
};

class Compiler {
 public:
  explicit Compiler(Setting& setting) : setting_(setting), frame_(setting.program, setting.sizes) {}

  Frame& frame() { return frame_; }
  std::size_t slots() const { return frame_.slots(); }

  IndexCode index(ir::Index index);
  RealPtr real(ir::Real real);
  FormulaPtr formula(ir::Formula formula);
  // The loops of `binders` where `guard` holds, with the value of a cell.
  WindowCode window(const std::vector<ir::Binder>& binders, ir::Formula guard, ir::Real value);

  // `term` with every size as a number.
  template <class Term>
  Term sized(Term term) {
    return setting_.program.terms().substitute(term, setting_.sizes);
  }

 private:
  std::shared_ptr<const IndexAtomCode> atom(ir::Atom atom);
  WindowCode reduction(ir::ReductionId reduction, const std::vector<ir::Index>& arguments);
  RealPtr constant(const Rational& value);
  RealPtr read(ir::Real real);
  void locate(RealCode& code, ir::Real real, const TensorShape& shape);
  RealPtr add(ir::Real real);
  RealPtr multiply(ir::Real real);
  RealPtr power(ir::Real real);
  RealPtr choose(ir::Real real);
  RealPtr sum(ir::Real real);
  FormulaPtr sign_of_index(ir::Formula formula);
  FormulaPtr quantified(ir::Formula formula);

  Setting& setting_;
  Frame frame_;
};

}  // namespace germ::numeric::fixed
