#include "sums/oracle.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/check.hpp"

namespace germ::sums {

using ir::Atom;
using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Var;

namespace {

using Bound = std::optional<std::int64_t>;

Bound plus(Bound a, Bound b) {
  std::int64_t sum = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &sum)) return std::nullopt;
  return sum;
}

Bound times(Bound a, std::int64_t factor) {
  std::int64_t product = 0;
  if (!a || __builtin_mul_overflow(*a, factor, &product)) return std::nullopt;
  return product;
}

Bound floor_of(Bound a, std::int64_t divisor) {
  if (!a) return std::nullopt;
  return *a / divisor - (*a % divisor < 0 ? 1 : 0);
}

// The applications of sign functions in a formula, in order of first occurrence.
class SignApplications {
 public:
  explicit SignApplications(const ir::Program& program) : program_(program) {}
  std::vector<Atom> found;

  void visit(Formula formula) {
    if (!formulas_.insert(formula.id()).second) return;
    if (formula->index) visit(formula->index);
    for (Index index : formula->indices) visit(index);
    for (Formula child : formula->children) visit(child);
  }

 private:
  void visit(Index index) {
    for (const auto& term : index->terms) visit(term.atom);
  }
  void visit(Atom atom) {
    if (atom->kind == ir::AtomKind::variable || !atoms_.insert(atom.id()).second) return;
    if (atom->left) visit(atom->left);
    if (atom->right) visit(atom->right);
    for (Index argument : atom->arguments) visit(argument);
    if (atom->kind == ir::AtomKind::application && program_[atom->function].role == ir::FunctionRole::sign)
      found.push_back(atom);
  }

  const ir::Program& program_;
  std::unordered_set<std::uint32_t> formulas_;
  std::unordered_set<std::uint32_t> atoms_;
};

}  // namespace

Oracle::Oracle(ir::Program& program, smt::Solver& solver) : program_(program), solver_(solver) {
  for (Formula fact : program.facts()) {
    for (Formula part : program.terms().conjuncts(fact)) {
      note_bound(facts_, part);
      note_scalar(part);
    }
  }
  for (std::uint32_t i = 0; i < program.scalars().size(); ++i)
    if (program.scalars()[i].constant == "pi") positive_.push_back(ir::ScalarId{i});
}

void Oracle::note_scalar(Formula fact) {
  if (fact->kind != FormulaKind::positive) return;
  ir::Real real = fact->real;
  if (real->kind == ir::RealKind::scalar) positive_.push_back(real->scalar);
  if (real->kind == ir::RealKind::mul && real->children.size() == 2 &&
      real->children[0]->kind == ir::RealKind::constant && real->children[1]->kind == ir::RealKind::scalar &&
      real->children[0]->value.sign() != 0)
    (real->children[0]->value.sign() > 0 ? positive_ : negative_).push_back(real->children[1]->scalar);
}

bool Oracle::is_positive(ir::ScalarId scalar) const {
  return std::find(positive_.begin(), positive_.end(), scalar) != positive_.end();
}

bool Oracle::is_nonzero(ir::ScalarId scalar) const {
  return is_positive(scalar) || std::find(negative_.begin(), negative_.end(), scalar) != negative_.end();
}

std::optional<std::int64_t> Oracle::lower_bound(Var size) const {
  auto known = facts_.find(size);
  return known == facts_.end() ? std::nullopt : known->second.low;
}

// match: k*v + c <= 0     result: v <= floor(-c / k), or v >= ceil(c / -k) for k < 0
void Oracle::note_bound(Bounds& bounds, Formula fact) {
  if (fact->kind != FormulaKind::at_most_zero && fact->kind != FormulaKind::zero) return;
  if (fact->index->terms.size() != 1 || fact->index->terms[0].atom->kind != ir::AtomKind::variable) return;
  auto [atom, k] = fact->index->terms[0];
  std::int64_t c = fact->index->constant;
  if (c == INT64_MIN || k == INT64_MIN) return;
  Interval& known = bounds[atom->variable];
  auto raise = [&](std::int64_t low) { known.low = known.low ? std::max(*known.low, low) : low; };
  auto lower = [&](std::int64_t high) { known.high = known.high ? std::min(*known.high, high) : high; };
  if (k > 0 || fact->kind == FormulaKind::zero) lower(*floor_of(k > 0 ? -c : c, k > 0 ? k : -k));
  if (k < 0 || fact->kind == FormulaKind::zero) raise(-*floor_of(k < 0 ? -c : c, k < 0 ? -k : k));
}

Oracle::Interval Oracle::interval(const Bounds& bounds, Atom atom) const {
  switch (atom->kind) {
    case ir::AtomKind::variable: {
      Interval result;
      for (const Bounds* source : {&facts_, &bounds}) {
        auto known = source->find(atom->variable);
        if (known == source->end()) continue;
        const Interval& more = known->second;
        if (more.low) result.low = result.low ? std::max(*result.low, *more.low) : more.low;
        if (more.high) result.high = result.high ? std::min(*result.high, *more.high) : more.high;
      }
      return result;
    }
    case ir::AtomKind::quotient: {
      Interval dividend = interval(bounds, atom->left);
      return {floor_of(dividend.low, atom->divisor), floor_of(dividend.high, atom->divisor)};
    }
    case ir::AtomKind::product: {
      Interval left = interval(bounds, atom->left);
      Interval right = interval(bounds, atom->right);
      if (left.low && right.low && *left.low >= 0 && *right.low >= 0)
        return {times(left.low, *right.low), std::nullopt};
      return {};
    }
    case ir::AtomKind::application:
      return {};  // its range depends on its arguments
  }
  return {};
}

Oracle::Interval Oracle::interval(const Bounds& bounds, Index index) const {
  Interval result{index->constant, index->constant};
  for (const auto& term : index->terms) {
    Interval atom = interval(bounds, term.atom);
    std::int64_t k = term.coefficient;
    result.low = plus(result.low, times(k > 0 ? atom.low : atom.high, k));
    result.high = plus(result.high, times(k > 0 ? atom.high : atom.low, k));
  }
  return result;
}

bool Oracle::clearly(const Bounds& bounds, Formula formula) const {
  switch (formula->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::at_most_zero: {
      Interval value = interval(bounds, formula->index);
      return value.high && *value.high <= 0;
    }
    case FormulaKind::conjunction:
      return std::all_of(formula->children.begin(), formula->children.end(),
                         [&](Formula child) { return clearly(bounds, child); });
    case FormulaKind::negation: {
      if (formula->children[0]->kind != FormulaKind::zero) return false;
      Interval value = interval(bounds, formula->children[0]->index);
      return (value.low && *value.low > 0) || (value.high && *value.high < 0);
    }
    case FormulaKind::falsity:
    case FormulaKind::zero:
    case FormulaKind::predicate:
    case FormulaKind::positive:
    case FormulaKind::disjunction:
    case FormulaKind::all:
    case FormulaKind::any:
      return false;
  }
  return false;
}

bool Oracle::implied(std::span<const Formula> assumptions, Formula goal) {
  Bounds bounds;
  for (Formula assumption : assumptions) {
    if (assumption == goal) return true;
    note_bound(bounds, assumption);
  }
  if (clearly(bounds, goal)) {
    ++syntactic_;
    return true;
  }
  std::vector<Formula> assertions(assumptions.begin(), assumptions.end());
  assertions.push_back(program_.terms().not_(goal));
  return contradictory(assertions);
}

bool Oracle::contradictory(std::span<const Formula> assumptions) {
  std::vector<Formula> assertions(assumptions.begin(), assumptions.end());
  std::sort(assertions.begin(), assertions.end());
  assertions.erase(std::unique(assertions.begin(), assertions.end()), assertions.end());
  std::vector<std::uint32_t> key;
  for (Formula assertion : assertions) key.push_back(assertion.id());
  auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  bool answer = std::holds_alternative<smt::Unsat>(ask(std::move(assertions)));
  known_.emplace(std::move(key), answer);
  return answer;
}

std::vector<Formula> Oracle::with_sign_ranges(std::vector<Formula> assertions) {
  SignApplications signs(program_);
  for (Formula assertion : assertions) signs.visit(assertion);
  ir::Terms& terms = program_.terms();
  for (Atom atom : signs.found) {
    Index sign = terms.from_atom(atom);
    assertions.push_back(terms.at_most(terms.integer(-1), sign));
    assertions.push_back(terms.at_most(sign, terms.integer(1)));
  }
  return assertions;
}

smt::Answer Oracle::ask(std::vector<Formula> assertions) {
  constexpr int most_given_up = 4;  // each may have cost the solver's whole budget
  if (given_up_ >= most_given_up) throw LimitReached("the solver gave up too often");
  ++queries_;
  smt::Answer answer = solver_.check(with_sign_ranges(std::move(assertions)));
  if (std::holds_alternative<smt::Unknown>(answer)) ++given_up_;
  return answer;
}

}  // namespace germ::sums
