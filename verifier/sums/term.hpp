#pragma once
// The vocabulary of the normal form: an expression is a sum of terms; a term is
//     sum over `bound` (all integers) of [guard] coefficient * monomial * product of factors.
// The guard confines the bound variables, so every sum is finite.

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rational.hpp"
#include "ir/nodes.hpp"

namespace germ::sums {

// What stands in a monomial: numbers that no index reaches.
enum class SymbolKind : std::uint8_t {
  size,         // value: number of the size's variable
  scalar,       // value: number of the scalar
  radical,      // value: an integer > 1 under a root; its exponent lies in (0, 1)
  log_scalar,   // the logarithm of a scalar
  log_size,     // the logarithm of a size
  log_integer,  // the logarithm of an integer > 1
};

struct Symbol {
  SymbolKind kind;
  std::int64_t value;
  friend auto operator<=>(const Symbol&, const Symbol&) = default;
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

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

enum class FactorKind : std::uint8_t {
  read,         // entry of a tensor that is not expanded; symbol: the tensor
  base,         // value of a defined sum, under a negative or fractional power; symbol: the definition
  exponential,  // exp of a defined sum
  logarithm,    // log of a defined sum (a definition of kind base)
  function,     // another function of the table, of a defined sum
};

struct Factor {
  FactorKind kind;
  std::uint32_t symbol;
  std::vector<ir::Index> arguments;
  Rational exponent;
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
