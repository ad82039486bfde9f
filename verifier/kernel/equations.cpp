#include "kernel/equations.hpp"

#include <algorithm>

#include "calculus/rewriting.hpp"
#include "calculus/traits.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

// sum(m) t[b, m] == e, for all b: the tensor, which of its axes are summed, e over the tensor's other formals.
struct Equation {
  TensorId tensor;
  std::vector<bool> summed;
  Real value;
};

std::optional<Equation> equation_of(Program& program, Formula f) {
  Terms& terms = program.terms();
  std::vector<Binder> outer;
  if (f->kind == FormulaKind::all && f->children[0] == terms.truth()) {
    outer = f->binders;
    f = f->children[1];
  }
  if (f->kind != FormulaKind::conjunction || f->children.size() != 2) return std::nullopt;
  Formula first = f->children[0];
  if (first->kind != FormulaKind::negation || first->children[0]->kind != FormulaKind::positive) return std::nullopt;
  Real difference = first->children[0]->real;
  if (terms.not_(terms.nonzero(difference)) != f) return std::nullopt;
  if (difference->kind != RealKind::add || difference->children.size() != 2) return std::nullopt;
  Real sum = difference->children[0];
  Real minus = difference->children[1];
  if (sum->kind != RealKind::sum || sum->condition != terms.truth() || minus->kind != RealKind::mul ||
      minus->children.size() != 2)
    return std::nullopt;
  if (minus->children[0] != terms.constant(-1)) return std::nullopt;
  Real read = sum->children[0];
  if (read->kind != RealKind::read || program[read->tensor].body || program[read->tensor].base_of) return std::nullopt;
  Equation out{read->tensor, {}, minus->children[1]};
  const std::vector<Binder> axes = program[read->tensor].axes;
  if (axes.size() != outer.size() + sum->binders.size() || axes.size() != read->indices.size()) return std::nullopt;
  // Each axis is one of the bound indices, over its whole range.
  Substitution formals;
  std::vector<Index> used;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    auto is_it = [&](const Binder& binder) {
      return terms.variable(binder.variable) == read->indices[i] && binder.extent == axes[i].extent;
    };
    auto bound = std::find_if(outer.begin(), outer.end(), is_it);
    const bool here = bound != outer.end();
    if (!here && std::none_of(sum->binders.begin(), sum->binders.end(), is_it)) return std::nullopt;
    if (std::find(used.begin(), used.end(), read->indices[i]) != used.end()) return std::nullopt;
    used.push_back(read->indices[i]);
    out.summed.push_back(!here);
    if (here) formals.set(bound->variable, terms.variable(axes[i].variable));
  }
  calculus::Dependence dependence(program, {read->tensor});
  if (dependence.depends(out.value)) return std::nullopt;
  out.value = terms.substitute(out.value, formals);
  return out;
}

TensorId solved_tensor(Program& program, const Equation& equation) {
  Terms& terms = program.terms();
  Tensor made = program[equation.tensor];
  made.name += " by the domain";
  made.role = TensorRole::let;
  std::vector<Index> at, others;
  std::vector<Binder> binders;
  std::vector<Formula> first, elsewhere;
  for (std::size_t i = 0; i < made.axes.size(); ++i) {
    Index index = terms.variable(made.axes[i].variable);
    at.push_back(index);
    others.push_back(index);
    if (!equation.summed[i]) continue;
    binders.push_back({terms.fresh(terms.name(made.axes[i].variable)), made.axes[i].extent});
    others.back() = terms.variable(binders.back().variable);
    first.push_back(terms.equal(index, terms.integer(0)));
    elsewhere.push_back(terms.equal(others.back(), terms.integer(0)));
  }
  Real rest = terms.sum(binders, terms.not_(terms.and_(elsewhere)), terms.read(equation.tensor, others));
  made.body = terms.choose(terms.and_(first), terms.sub(equation.value, rest), terms.read(equation.tensor, at));
  return program.add_tensor(std::move(made));
}

// A tensor with the reads of t replaced, through what it is made of.
TensorId replaced(Program& program, TensorId side, TensorId tensor, TensorId by) {
  calculus::Unfolding unfolding(program);
  calculus::Rewriting* self = nullptr;
  calculus::Rewriting rewriting(program, [&](Real read) {
    if (read->tensor == tensor) return program.terms().read(by, read->indices);
    if (!program[read->tensor].body) return read;
    Real body = unfolding.at(read->tensor, read->indices);
    Real rewritten = self->of(body);
    return rewritten == body ? read : rewritten;
  });
  self = &rewriting;
  Tensor made = program[side];
  std::vector<Index> at;
  for (const Binder& axis : made.axes) at.push_back(program.terms().variable(axis.variable));
  made.body = rewriting.of(program.terms().read(side, at));
  return program.add_tensor(std::move(made));
}

}  // namespace

std::optional<Question> solved(Program& program, const std::vector<Formula>& domain, const Question& question) {
  Question out = question;
  bool any = false;
  for (Formula part : domain) {
    auto equation = equation_of(program, part);
    if (!equation) continue;
    TensorId by = solved_tensor(program, *equation);
    out.left = replaced(program, out.left, equation->tensor, by);
    out.right = replaced(program, out.right, equation->tensor, by);
    any = true;
  }
  if (!any) return std::nullopt;
  out.opaque.clear();
  return out;
}

}  // namespace germ::kernel
