#pragma once
// What the encoder writes and the adapters read: first-order terms with the meaning that SMT-LIB 2.6 gives them (Core,
// Ints, Reals, UF). Append-only; a term's children come before it.

#include <cstdint>
#include <string>
#include <vector>

#include "base/rational.hpp"

namespace germ::smt {

enum class Sort : std::uint8_t { boolean, integer, real };

enum class Op : std::uint8_t {
  truth,
  falsity,
  numeral,         // value, an integer or a real
  application,     // symbol(children); a constant where there are none
  add,             // two or more
  multiply,        // two or more
  floor_division,  // children[0] div value, value a positive integer
  to_real,
  at_most,  // children[0] <= children[1]
  less,     // children[0] < children[1]
  equal,    // of numbers
  negation,
  conjunction,  // two or more
  disjunction,  // two or more
  choose,       // children[1] if children[0] else children[2]
  for_all,      // over the integer constants `bound`: children[0]
  exists,
};

using TermId = std::uint32_t;
using SymbolId = std::uint32_t;

struct Symbol {
  std::string name;  // letters, digits, underscores; no two symbols share one
  std::vector<Sort> arguments;
  Sort result;
};

struct Term {
  Op op;
  Sort sort;
  Rational value{};
  SymbolId symbol = 0;
  std::vector<TermId> children{};
  std::vector<SymbolId> bound{};
};

class TermTable {
 public:
  TermTable();
  SymbolId declare(std::string name, std::vector<Sort> arguments, Sort result);

  TermId truth() const { return 0; }
  TermId falsity() const { return 1; }
  TermId integer(const Rational& value);
  TermId real(const Rational& value);
  TermId apply(SymbolId symbol, std::vector<TermId> arguments);
  TermId add(std::vector<TermId> parts);       // one or more, of one sort
  TermId multiply(std::vector<TermId> parts);  // one or more, of one sort
  TermId floor_division(TermId dividend, const Rational& divisor);
  TermId to_real(TermId integer);
  TermId at_most(TermId a, TermId b);
  TermId less(TermId a, TermId b);
  TermId equal(TermId a, TermId b);
  TermId negation(TermId a);
  TermId conjunction(const std::vector<TermId>& parts);
  TermId disjunction(const std::vector<TermId>& parts);
  TermId implication(TermId a, TermId b) { return disjunction({negation(a), b}); }
  TermId choose(TermId condition, TermId then, TermId otherwise);
  TermId quantify(Op quantifier, std::vector<SymbolId> bound, TermId body);

  const Term& operator[](TermId id) const { return terms_[id]; }
  const Symbol& symbol(SymbolId id) const { return symbols_[id]; }
  std::size_t size() const { return terms_.size(); }
  std::size_t symbol_count() const { return symbols_.size(); }

 private:
  TermId append(Term term);
  TermId join(Op op, const std::vector<TermId>& parts, TermId neutral, TermId absorbing);
  std::vector<Term> terms_;
  std::vector<Symbol> symbols_;
};

}  // namespace germ::smt
