#include "refute/linear_solver.hpp"

#include <map>
#include <utility>

namespace germ::refute {

using namespace ir;

namespace {

class Linear : public smt::Solver {
 public:
  Linear(Program& program, std::unique_ptr<smt::Solver> inner)
      : program_(program), t_(program.terms()), inner_(std::move(inner)) {}

  smt::Answer check(std::span<const Formula> assertions) override {
    std::vector<Formula> asked;
    for (Formula assertion : assertions) asked.push_back(of(assertion));
    return inner_->check(asked);
  }
  std::string identity() const override { return inner_->identity(); }
  std::uint64_t queries() const override { return inner_->queries(); }

 private:
  // Under a quantifier a number of its own would be one for all of its range: such formulas stay as they are.
  Formula of(Formula f) {
    switch (f->kind) {
      case FormulaKind::positive:
        return t_.positive(of(f->real));
      case FormulaKind::negation:
        return t_.not_(of(f->children[0]));
      case FormulaKind::conjunction:
      case FormulaKind::disjunction: {
        std::vector<Formula> parts;
        for (Formula child : f->children) parts.push_back(of(child));
        return f->kind == FormulaKind::conjunction ? t_.and_(std::move(parts)) : t_.or_(std::move(parts));
      }
      case FormulaKind::truth:
      case FormulaKind::falsity:
      case FormulaKind::at_most_zero:
      case FormulaKind::zero:
      case FormulaKind::predicate:
      case FormulaKind::all:
      case FormulaKind::any:
        return f;
    }
    return f;
  }

  Real of(Real r) {
    switch (r->kind) {
      case RealKind::add: {
        std::vector<Real> parts;
        for (Real child : r->children) parts.push_back(of(child));
        return t_.add(std::move(parts));
      }
      case RealKind::choose:
        return t_.choose(of(r->condition), of(r->children[0]), of(r->children[1]));
      case RealKind::mul: {
        std::vector<Real> constants, others;
        for (Real child : r->children) (child->kind == RealKind::constant ? constants : others).push_back(child);
        constants.push_back(others.size() == 1 ? of(others.front()) : number(t_.mul(others)));
        return t_.mul(std::move(constants));
      }
      case RealKind::power:
      case RealKind::apply:
        return number(r);
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::read:
      case RealKind::sum:
      case RealKind::maximum:
      case RealKind::stop:
        return r;
    }
    return r;
  }

  Real number(Real r) {
    auto known = numbers_.find(r);
    if (known == numbers_.end())
      known = numbers_.emplace(r, t_.scalar(program_.add_scalar({"a number", std::nullopt, {}}))).first;
    return known->second;
  }

  Program& program_;
  Terms& t_;
  std::unique_ptr<smt::Solver> inner_;
  std::map<Real, Real> numbers_;
};

}  // namespace

smt::SolverFactory linear(smt::SolverFactory inner) {
  return [inner = std::move(inner)](Program& program, const smt::Budget& budget) -> std::unique_ptr<smt::Solver> {
    return std::make_unique<Linear>(program, inner(program, budget));
  };
}

}  // namespace germ::refute
