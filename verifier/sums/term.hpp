#pragma once
// The vocabulary of the normal form: an expression is a sum of terms; a term is
//     sum over `bound` (all integers) of [guard] coefficient * monomial * product of factors.
// The guard confines the bound variables, so every sum is finite.

#include <cstdint>
#include <utility>
#include <vector>

#include "certificate/terms.hpp"

namespace germ::sums {

using certificate::Factor;
using certificate::FactorKind;
using certificate::Symbol;
using certificate::SymbolKind;

// A product of powers of symbols, sorted, no exponent 0.
class Monomial {
 public:
  Monomial() = default;
  explicit Monomial(Symbol symbol) : powers_{{symbol, Rational(1)}} {}
  void multiply(Symbol symbol, const Rational& exponent);
  void multiply(const Monomial& other);
  Monomial raised(const Rational& exponent) const;
  Rational exponent(Symbol symbol) const;
  void erase(Symbol symbol);
  bool empty() const { return powers_.empty(); }
  const std::vector<std::pair<Symbol, Rational>>& powers() const { return powers_; }
  friend bool operator==(const Monomial&, const Monomial&) = default;

 private:
  std::vector<std::pair<Symbol, Rational>> powers_;
};

bool same_value(const Factor& a, const Factor& b);  // equal but for the exponent

struct Term {
  Rational coefficient = 1;
  Monomial monomial;
  std::vector<ir::Var> bound;
  std::vector<ir::Formula> guard;  // a conjunction, sorted, no conjunct twice; a false guard has no term
  std::vector<Factor> factors;
};

using Expression = std::vector<Term>;

// How many integers lie in [max(lows), min(highs)].
struct Count {
  std::vector<ir::Index> lows;
  std::vector<ir::Index> highs;
  friend bool operator==(const Count&, const Count&) = default;
};

// Sort keys: equal keys, equal things.
using Key = std::vector<std::int64_t>;
void append(Key& key, const Rational& value);
void append(Key& key, const Monomial& monomial);

// Moves whole powers under roots into the coefficient: 3 * 2^(3/2) is 6 * 2^(1/2).
void normalise_radicals(Rational& coefficient, Monomial& monomial);
// |value| as a product of prime powers (a factor too large to split stays whole).
std::vector<std::pair<std::int64_t, std::int64_t>> factorise(const Rational& value);

}  // namespace germ::sums
