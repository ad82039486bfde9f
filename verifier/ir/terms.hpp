#pragma once
// The term arena: the only maker of nodes. One arena per theorem; not shared between threads.
// Integers are normalised on construction (floor semantics), formulas are kept in negation normal form, reals are kept
// as written (nothing is folded away, so a division by 0 in a term times 0 stays visible to the definedness checks).
// Coefficients that leave 64 bits throw LimitReached, a divisor below 1 throws InternalError.
// Shapes are not looked at: a read has one index per axis, from 0, in the order of the axes; that it is in range, and
// that a divisor, root or logarithm has a value, is an obligation of whoever proves something about the term. Handles
// live as long as their arena; those of two arenas must not be mixed.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/nodes.hpp"

namespace germ::ir {

// Values for variables. Small: looked up linearly.
class Substitution {
 public:
  Substitution() = default;
  Substitution(std::initializer_list<std::pair<Var, Index>> pairs) : pairs_(pairs) {}
  void set(Var variable, Index value) { pairs_.emplace_back(variable, value); }
  const Index* find(Var variable) const;
  bool touches(const std::vector<Var>& free) const;
  bool empty() const { return pairs_.empty(); }
  const std::vector<std::pair<Var, Index>>& pairs() const { return pairs_; }

 private:
  std::vector<std::pair<Var, Index>> pairs_;
};

class Terms {
 public:
  Terms();
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  // -------------------------------------------------------------- variables
  // A fresh variable; `name` is for printing only.
  Var fresh(std::string_view name);
  const std::string& name(Var variable) const;
  // The k-th canonical variable: the same in every call. For keys of bound things.
  Var canonical(std::size_t k);

  // -------------------------------------------------------------- integers
  Index integer(std::int64_t value);
  Index variable(Var variable);
  Index add(Index a, Index b);
  Index sub(Index a, Index b);
  Index scale(Index a, std::int64_t factor);
  Index add(Index a, std::int64_t b) { return add(a, integer(b)); }
  Index multiply(Index a, Index b);                // a product atom where both have atoms
  Index quotient(Index a, std::int64_t divisor);   // floor; divisor >= 1
  Index remainder(Index a, std::int64_t divisor);  // a - divisor * floor(a / divisor)
  Index ceiling(Index a, std::int64_t divisor);    // -floor(-a / divisor)
  Index apply(FunctionId function, std::vector<Index> arguments);
  Index from_atom(Atom atom, std::int64_t coefficient = 1);

  // -------------------------------------------------------------- formulas
  Formula truth() const { return true_; }
  Formula falsity() const { return false_; }
  Formula at_most(Index a, Index b);  // a <= b
  Formula less(Index a, Index b);     // a < b
  Formula equal(Index a, Index b);
  Formula in_range(Index a, Index extent);  // 0 <= a < extent
  Formula predicate(PredicateId predicate, std::vector<Index> arguments);
  Formula positive(Real a);       // a > 0
  Formula negative(Real a);       // a < 0
  Formula nonzero(Real a);        // a > 0 or a < 0
  Formula equal(Real a, Real b);  // neither difference is positive
  Formula not_(Formula a);
  Formula and_(std::vector<Formula> parts);
  Formula or_(std::vector<Formula> parts);
  Formula implies(Formula a, Formula b) { return or_({not_(a), b}); }
  Formula all(std::vector<Binder> binders, Formula filter, Formula body);
  Formula any(std::vector<Binder> binders, Formula filter, Formula body);
  // The conjuncts of a formula: none for truth.
  std::vector<Formula> conjuncts(Formula a) const;

  // -------------------------------------------------------------- reals
  Real constant(const Rational& value);
  Real scalar(ScalarId scalar);
  Real from_index(Index index);
  Real read(TensorId tensor, std::vector<Index> indices);
  Real add(std::vector<Real> parts);  // of none: 0; of one: itself
  Real mul(std::vector<Real> parts);  // of none: 1; of one: itself
  Real negate(Real a) { return mul({constant(-1), a}); }
  Real sub(Real a, Real b) { return add({a, negate(b)}); }
  Real divide(Real a, Real b) { return mul({a, power(b, Rational(-1))}); }
  Real power(Real base, const Rational& exponent);
  Real apply(const FunctionRow& function, Real argument);
  Real choose(Formula condition, Real then, Real otherwise);
  Real sum(std::vector<Binder> binders, Formula filter, Real body);
  Real maximum(ReductionId reduction, std::vector<Index> arguments);
  Real stop(Real a);

  // -------------------------------------------------------------- substitution (capture-free: binders are renamed)
  Index substitute(Index a, const Substitution& values);
  Formula substitute(Formula a, const Substitution& values);
  Real substitute(Real a, const Substitution& values);
  // Fresh copies of `binders` and the substitution that renames them.
  std::pair<std::vector<Binder>, Substitution> rename(const std::vector<Binder>& binders);

 private:
  friend class Substituter;
  struct Storage;
  Index make_index(std::int64_t constant, std::vector<IndexNode::Term> terms);
  Atom make_atom(IndexAtom atom);
  Formula make_formula(FormulaNode node);
  Real make_real(RealNode node);
  std::unique_ptr<Storage> storage_;
  Formula true_;
  Formula false_;
};

// Does the variable occur free?
bool occurs(Var variable, const std::vector<Var>& free);

}  // namespace germ::ir
