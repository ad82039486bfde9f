// Integers, windows and formulas.

#include <algorithm>

#include "base/check.hpp"
#include "numeric/fixed_compiler.hpp"

namespace germ::numeric::fixed {

using ir::AtomKind;
using ir::Formula;
using ir::FormulaKind;
using ir::Index;

IndexCode Compiler::index(Index index) {
  frame_.range(index);  // bounds every partial sum
  IndexCode code;
  code.constant = index->constant;
  for (const auto& term : index->terms) {
    if (term.atom->kind != AtomKind::variable) {
      code.atoms.push_back({atom(term.atom), term.coefficient});
      continue;
    }
    const Frame::Variable* variable = frame_.find(term.atom->variable);
    code.slots.push_back({variable->slot, term.coefficient});
    if (variable->lane) code.lane += term.coefficient;
  }
  return code;
}

std::shared_ptr<const IndexAtomCode> Compiler::atom(ir::Atom atom) {
  auto code = std::make_shared<IndexAtomCode>();
  switch (atom->kind) {
    case AtomKind::variable:
      break;
    case AtomKind::quotient:
      code->op = IndexOp::quotient;
      code->left = index(atom->left);
      code->divisor = atom->divisor;
      return code;
    case AtomKind::product:
      code->op = IndexOp::product;
      code->left = index(atom->left);
      code->right = index(atom->right);
      return code;
    case AtomKind::application: {
      const ir::Function& function = setting_.program[atom->function];
      if (function.role == ir::FunctionRole::given) {
        code->op = IndexOp::given;
        code->function = atom->function;
        for (Index argument : atom->arguments) code->arguments.push_back(index(argument));
        return code;
      }
      check(function.role != ir::FunctionRole::sign, "a layer's text mentions no sign function");
      code->op = IndexOp::winner;
      code->component = function.component;
      code->window = reduction(function.reduction, atom->arguments);
      return code;
    }
  }
  throw InternalError("a variable is no compound atom");
}

WindowCode Compiler::window(const std::vector<ir::Binder>& binders, Formula guard, ir::Real value) {
  Frame::Narrowed narrowed = frame_.narrow(binders, guard);
  WindowCode code;
  code.loops = narrowed.loops;
  code.guard = formula(narrowed.guard);
  code.value = real(setting_.program.terms().substitute(value, narrowed.values));
  for (Index coordinate : narrowed.cell) code.cell.push_back(index(coordinate));
  return code;
}

WindowCode Compiler::reduction(ir::ReductionId reduction, const std::vector<Index>& arguments) {
  ir::Program& program = setting_.program;
  auto [binders, renaming] = program.terms().rename(program.binders(reduction, arguments));
  std::vector<Index> cell;
  for (const ir::Binder& binder : binders) cell.push_back(program.terms().variable(binder.variable));
  ir::Program::Cell parts = program.at(reduction, arguments, cell);
  return window(binders, sized(parts.guard), sized(parts.body));
}

namespace {

std::shared_ptr<FormulaCode> node(FormulaOp op) {
  auto code = std::make_shared<FormulaCode>();
  code->op = op;
  return code;
}

bool reads_tensors(const FormulaCode& code) {
  if (code.op == FormulaOp::positive) return true;
  return std::any_of(code.children.begin(), code.children.end(),
                     [](const FormulaPtr& child) { return reads_tensors(*child); });
}

}  // namespace

FormulaPtr Compiler::sign_of_index(Formula formula) {
  Range range = frame_.range(formula->index);
  bool at_most = formula->kind == FormulaKind::at_most_zero;
  if (at_most ? range.high <= 0 : range.low == 0 && range.high == 0) return node(FormulaOp::truth);
  if (range.low > 0 || (!at_most && range.high < 0)) return node(FormulaOp::falsity);
  auto code = node(at_most ? FormulaOp::at_most_zero : FormulaOp::zero);
  code->index = index(formula->index);
  return code;
}

FormulaPtr Compiler::quantified(Formula formula) {
  auto code = node(formula->kind == FormulaKind::all ? FormulaOp::all : FormulaOp::any);
  Frame::Narrowed narrowed = frame_.narrow(formula->binders, formula->children[0]);
  code->loops = narrowed.loops;
  Formula body = setting_.program.terms().substitute(formula->children[1], narrowed.values);
  code->children = {this->formula(narrowed.guard), this->formula(body)};
  return code;
}

FormulaPtr Compiler::formula(Formula formula) {
  switch (formula->kind) {
    case FormulaKind::truth:
      return node(FormulaOp::truth);
    case FormulaKind::falsity:
      return node(FormulaOp::falsity);
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
      return sign_of_index(formula);
    case FormulaKind::predicate: {
      auto code = node(FormulaOp::predicate);
      code->predicate = formula->predicate;
      for (Index argument : formula->indices) code->indices.push_back(index(argument));
      return code;
    }
    case FormulaKind::positive: {
      auto code = node(FormulaOp::positive);
      code->real = real(formula->real);
      return code;
    }
    case FormulaKind::negation: {
      FormulaPtr child = this->formula(formula->children[0]);
      if (child->op == FormulaOp::truth) return node(FormulaOp::falsity);
      if (child->op == FormulaOp::falsity) return node(FormulaOp::truth);
      auto code = node(FormulaOp::negation);
      code->children = {child};
      return code;
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      bool conjunction = formula->kind == FormulaKind::conjunction;
      auto code = node(conjunction ? FormulaOp::conjunction : FormulaOp::disjunction);
      for (Formula part : formula->children) {
        FormulaPtr child = this->formula(part);
        if (child->op == (conjunction ? FormulaOp::falsity : FormulaOp::truth)) return child;
        if (child->op != (conjunction ? FormulaOp::truth : FormulaOp::falsity)) code->children.push_back(child);
      }
      if (code->children.empty()) return node(conjunction ? FormulaOp::truth : FormulaOp::falsity);
      // Integers first: they guard the ranges of the reads.
      std::stable_partition(code->children.begin(), code->children.end(),
                            [](const FormulaPtr& child) { return !reads_tensors(*child); });
      return code;
    }
    case FormulaKind::all:
    case FormulaKind::any:
      return quantified(formula);
  }
  throw InternalError("a formula of no kind");
}

}  // namespace germ::numeric::fixed
