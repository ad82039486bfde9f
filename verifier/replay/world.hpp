#pragma once
// What one replay works with: the program, the certificate, a solver of its own, and the arithmetic of terms.

#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "certificate/certificate.hpp"
#include "smt/solver.hpp"

namespace germ::replay {

using certificate::Factor;
using certificate::FactorKind;
using certificate::Power;
using certificate::Sum;
using certificate::Symbol;
using certificate::SymbolKind;
using certificate::Term;
using Guard = std::vector<ir::Formula>;  // a conjunction, sorted, no conjunct twice

// A step that is wrong, or that was not seen to be right.
class Rejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
inline void demand(bool seen, const char* step) {
  if (!seen) throw Rejected(step);
}

class World {
 public:
  World(ir::Program& program, smt::Solver& solver, const certificate::Certificate& written);

  ir::Program& program;
  ir::Terms& terms;
  const certificate::Certificate& written;
  ir::Substitution sizes;

  // Are the program's facts and `assumptions` contradictory, proved so? (Sign maps have values -1, 0, 1.)
  bool contradictory(const Guard& assumptions);
  bool implied(Guard assumptions, ir::Formula goal);
  bool is_leaf(ir::TensorId tensor) const;
  bool sizes_only(const std::vector<ir::Var>& free) const;
  bool positive(const Symbol& symbol);
  bool nonzero(const Symbol& symbol);
  // Argument j of factor n of a group.
  ir::Index slot(std::size_t n, std::size_t j);
  // Each read stands inside its tensor's axes.
  Guard ranges(std::uint32_t tensor, const std::vector<ir::Index>& arguments);
  std::uint64_t queries = 0;

 private:
  smt::Solver& solver_;
  std::map<std::pair<std::size_t, std::size_t>, ir::Var> slots_;
  std::map<std::vector<std::uint32_t>, bool> answers_;
};

bool contains(const std::vector<ir::Var>& variables, ir::Var variable);
bool meets(const std::vector<ir::Var>& free, const std::vector<ir::Var>& bound);

// Adds the conjuncts of `formula`; false where the guard is then seen to be false.
[[nodiscard]] bool conjoin(ir::Terms& terms, Guard& guard, ir::Formula formula);
[[nodiscard]] bool substitute(ir::Terms& terms, Guard& guard, const ir::Substitution& values);
void substitute(ir::Terms& terms, std::vector<ir::Index>& indices, const ir::Substitution& values);

void multiply(std::vector<Power>& monomial, Symbol symbol, const Rational& exponent);
void multiply(std::vector<Power>& monomial, const std::vector<Power>& other);
// value > 0 as a product of powers of primes (a factor too large to split stays whole).
std::vector<std::pair<std::int64_t, std::int64_t>> primes(const Rational& value);
Rational exponent_of(const Term& term, Symbol symbol);

// `values` for free variables, fresh names for bound ones.
Sum instance(World& world, const Sum& sum, const ir::Substitution& values);
Sum times(World& world, const Sum& a, const Sum& b);
Sum scaled(Sum sum, const Rational& factor);
Sum restricted(World& world, Sum sum, ir::Formula formula);
void append(Sum& to, Sum more);
Sum difference(Sum a, Sum b);
Sum constant(const Rational& value);
// The sum that a definition names, at `arguments`.
Sum value(World& world, std::uint32_t definition, const std::vector<ir::Index>& arguments);

// Takes out of a guard the first equation that gives a bound variable with coefficient 1 or -1. Nothing where there is
// none.
std::optional<ir::Substitution> unit_equation(World& world, std::vector<ir::Var>& bound, Guard& guard);

// Bound variables with unit equations replaced, powers of equal factors merged, whole powers of named sums written out.
Sum tidy(World& world, const Sum& sum);

}  // namespace germ::replay
