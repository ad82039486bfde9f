#pragma once
// Sums of products as plain values: what a certificate is written in. A term is
//     sum over `bound` (all integers) of [guard] coefficient * monomial * product of factors.

#include <compare>
#include <cstdint>
#include <vector>

#include "base/rational.hpp"
#include "ir/nodes.hpp"

namespace germ::certificate {

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

using Power = std::pair<Symbol, Rational>;

enum class FactorKind : std::uint8_t {
  read,         // entry of a tensor that is not expanded; symbol: the tensor
  base,         // value of a defined sum; symbol: the definition
  exponential,  // exp of a defined sum
  logarithm,    // log of a defined sum
  function,     // another function of the table, of a defined sum
};

struct Factor {
  FactorKind kind;
  std::uint32_t symbol;
  std::vector<ir::Index> arguments;
  Rational exponent;
  friend bool operator==(const Factor&, const Factor&) = default;
};

struct Term {
  Rational coefficient = 1;
  std::vector<Power> monomial;  // sorted by symbol
  std::vector<ir::Var> bound;
  std::vector<ir::Formula> guard;  // a conjunction
  std::vector<Factor> factors;
  friend bool operator==(const Term&, const Term&) = default;
};

using Sum = std::vector<Term>;

}  // namespace germ::certificate
