#include "syntax/elaborate_taint.hpp"

#include <algorithm>
#include <set>

namespace germ::syntax {

namespace {

// Everything that a term depends on, through the bodies of tensors and of maxima.
class Reach {
 public:
  explicit Reach(const ir::Program& program) : program_(program) {}
  std::set<ir::TensorId> tensors;
  std::vector<ir::Real> stops;
  bool maps = false;  // given integers or truth values, or an argmax
  bool quantifiers = false;
  std::set<ir::ReductionId> live;

  void visit(ir::TensorId tensor) {
    if (!tensors.insert(tensor).second) return;
    if (program_[tensor].body) visit(*program_[tensor].body);
  }
  void visit(ir::Real real) {
    if (!reals_.insert(real.id()).second) return;
    if (real->kind == ir::RealKind::stop) stops.push_back(real->children[0]);
    if (real->kind == ir::RealKind::read) visit(real->tensor);
    if (real->kind == ir::RealKind::maximum) visit(real->reduction);
    if (real->index) visit(real->index);
    if (real->condition) visit(real->condition);
    for (ir::Index index : real->indices) visit(index);
    for (ir::Real child : real->children) visit(child);
  }

  void visit(ir::Formula formula) {
    if (!formulas_.insert(formula.id()).second) return;
    maps = maps || formula->kind == ir::FormulaKind::predicate;
    quantifiers = quantifiers || !formula->binders.empty();
    if (formula->index) visit(formula->index);
    if (formula->real) visit(formula->real);
    for (ir::Index index : formula->indices) visit(index);
    for (ir::Formula child : formula->children) visit(child);
  }

 private:
  void visit(ir::Index index) {
    for (const auto& term : index->terms) {
      const ir::IndexAtom& atom = *term.atom;
      maps = maps || atom.kind == ir::AtomKind::application;
      if (atom.left) visit(atom.left);
      if (atom.right) visit(atom.right);
      for (ir::Index argument : atom.arguments) visit(argument);
      if (atom.kind == ir::AtomKind::application && program_[atom.function].role == ir::FunctionRole::live)
        live.insert(program_[atom.function].reduction);
      if (atom.kind == ir::AtomKind::application && program_[atom.function].reduction.valid())
        visit(program_[atom.function].reduction);
    }
  }
  void visit(ir::ReductionId reduction) {
    if (!reductions_.insert(reduction).second) return;
    visit(program_[reduction].guard);
    visit(program_[reduction].body);
  }

  const ir::Program& program_;
  std::set<std::uint32_t> reals_;
  std::set<std::uint32_t> formulas_;
  std::set<ir::ReductionId> reductions_;
};

}  // namespace

bool is_tainted(const ir::Program& program, const std::vector<ir::TensorId>& outputs,
                const std::vector<ir::TensorId>& variables) {
  Reach reach(program);
  for (ir::TensorId output : outputs) reach.visit(output);
  return std::any_of(reach.stops.begin(), reach.stops.end(), [&](ir::Real stopped) {
    Reach below(program);
    below.visit(stopped);
    return std::any_of(variables.begin(), variables.end(), [&](ir::TensorId v) { return below.tensors.contains(v); });
  });
}

bool follows(const ir::Program& program, ir::TensorId tensor, const std::vector<ir::TensorId>& variables) {
  Reach reach(program);
  reach.visit(tensor);
  return std::any_of(reach.live.begin(), reach.live.end(), [&](ir::ReductionId reduction) {
    Reach below(program);
    below.visit(program[reduction].body);
    below.visit(program[reduction].guard);
    return std::any_of(variables.begin(), variables.end(), [&](ir::TensorId v) { return below.tensors.contains(v); });
  });
}

bool is_about_sizes(const ir::Program& program, ir::Formula formula) {
  Reach reach(program);
  reach.visit(formula);
  return reach.tensors.empty() && !reach.maps && !reach.quantifiers;
}

bool has_real_atom(const ir::Formula& formula) {
  if (formula->kind == ir::FormulaKind::positive) return true;
  return std::any_of(formula->children.begin(), formula->children.end(), has_real_atom);
}

}  // namespace germ::syntax
