#include "calculus/germ.hpp"

#include "base/check.hpp"

namespace germ::calculus {

using namespace ir;

Index Germ::of(Index index) {
  Terms& t = program_.terms();
  Index result = t.integer(index->constant);
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    Index value = t.from_atom(term.atom);
    switch (atom.kind) {
      case AtomKind::variable:
        break;
      case AtomKind::quotient:
        value = t.quotient(of(atom.left), atom.divisor);
        break;
      case AtomKind::product:
        value = t.multiply(of(atom.left), of(atom.right));
        break;
      case AtomKind::application: {
        const Function& function = program_[atom.function];
        bool live = function.role == FunctionRole::live;
        FunctionId frozen = live ? program_[function.reduction].winner[function.component] : atom.function;
        value = t.apply(frozen, of(atom.arguments));
        break;
      }
    }
    result = t.add(result, t.scale(value, term.coefficient));
  }
  return result;
}

std::vector<Index> Germ::of(const std::vector<Index>& indices) {
  std::vector<Index> out;
  for (Index index : indices) out.push_back(of(index));
  return out;
}

Formula Germ::of(Formula f) {
  if (auto known = formulas_.find(f); known != formulas_.end()) return known->second;
  Terms& t = program_.terms();
  Formula result = f;
  std::vector<Formula> children;
  for (Formula child : f->children) children.push_back(of(child));
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
      break;
    case FormulaKind::at_most_zero:
      result = t.at_most(of(f->index), t.integer(0));
      break;
    case FormulaKind::zero:
      result = t.equal(of(f->index), t.integer(0));
      break;
    case FormulaKind::predicate:
      result = t.predicate(f->predicate, of(f->indices));
      break;
    case FormulaKind::positive:
      result = t.positive(of(f->real));
      break;
    case FormulaKind::negation:
      result = t.not_(children[0]);
      break;
    case FormulaKind::conjunction:
      result = t.and_(std::move(children));
      break;
    case FormulaKind::disjunction:
      result = t.or_(std::move(children));
      break;
    case FormulaKind::all:
      result = t.all(f->binders, children[0], children[1]);
      break;
    case FormulaKind::any:
      result = t.any(f->binders, children[0], children[1]);
      break;
  }
  formulas_.emplace(f, result);
  return result;
}

Real Germ::of(Real r) {
  if (auto known = reals_.find(r); known != reals_.end()) return known->second;
  Terms& t = program_.terms();
  Real result = r;
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(of(child));
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      break;
    case RealKind::from_index:
      result = t.from_index(of(r->index));
      break;
    case RealKind::read:
      result = t.read(r->tensor, of(r->indices));
      break;
    case RealKind::add:
      result = t.add(std::move(children));
      break;
    case RealKind::mul:
      result = t.mul(std::move(children));
      break;
    case RealKind::power:
      result = t.power(children[0], r->value);
      break;
    case RealKind::apply:
      result = t.apply(*r->function, children[0]);
      break;
    case RealKind::choose:
      result = t.choose(of(r->condition), children[0], children[1]);
      break;
    case RealKind::sum:
      result = t.sum(r->binders, of(r->condition), children[0]);
      break;
    case RealKind::maximum: {
      std::vector<Index> arguments = of(r->indices);
      result = of(program_.at(r->reduction, arguments, program_.winner(r->reduction, arguments)).body);
      break;
    }
    case RealKind::stop:
      result = t.stop(children[0]);
      break;
  }
  reals_.emplace(r, result);
  return result;
}

void freeze(Program& program) {
  Germ germ(program);
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) {
    TensorId tensor{i};
    if (program[tensor].body) program.set_body(tensor, germ.of(*program[tensor].body));
  }
}

}  // namespace germ::calculus
