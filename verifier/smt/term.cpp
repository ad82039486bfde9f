#include "smt/term.hpp"

#include <utility>

#include "base/check.hpp"

namespace germ::smt {

TermTable::TermTable() {
  terms_.push_back({.op = Op::truth, .sort = Sort::boolean});
  terms_.push_back({.op = Op::falsity, .sort = Sort::boolean});
}

TermId TermTable::append(Term term) {
  if (terms_.size() >= 20'000'000) throw LimitReached("the query has too many terms");
  terms_.push_back(std::move(term));
  return static_cast<TermId>(terms_.size() - 1);
}

SymbolId TermTable::declare(std::string name, std::vector<Sort> arguments, Sort result) {
  symbols_.push_back({std::move(name), std::move(arguments), result});
  return static_cast<SymbolId>(symbols_.size() - 1);
}

TermId TermTable::integer(const Rational& value) {
  check(value.is_integer(), "an integer numeral has an integer value");
  return append({.op = Op::numeral, .sort = Sort::integer, .value = value});
}

TermId TermTable::real(const Rational& value) {
  return append({.op = Op::numeral, .sort = Sort::real, .value = value});
}

TermId TermTable::apply(SymbolId symbol, std::vector<TermId> arguments) {
  const Symbol& declared = symbols_[symbol];
  check(declared.arguments.size() == arguments.size(), "a symbol is applied to as many arguments as declared");
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    check(terms_[arguments[k]].sort == declared.arguments[k], "arguments have their declared sorts");
  }
  return append({.op = Op::application, .sort = declared.result, .symbol = symbol, .children = std::move(arguments)});
}

TermId TermTable::add(std::vector<TermId> parts) {
  if (parts.size() == 1) return parts.front();
  const Sort sort = terms_[parts.front()].sort;
  return append({.op = Op::add, .sort = sort, .children = std::move(parts)});
}

TermId TermTable::multiply(std::vector<TermId> parts) {
  if (parts.size() == 1) return parts.front();
  const Sort sort = terms_[parts.front()].sort;
  return append({.op = Op::multiply, .sort = sort, .children = std::move(parts)});
}

// For a positive divisor SMT-LIB's `div` is the floor of the quotient; for others it is not.
TermId TermTable::floor_division(TermId dividend, const Rational& divisor) {
  check(divisor.is_integer() && divisor.sign() > 0, "floor division is by a positive integer");
  return append({.op = Op::floor_division, .sort = Sort::integer, .value = divisor, .children = {dividend}});
}

TermId TermTable::to_real(TermId integer) {
  if (terms_[integer].op == Op::numeral) return real(terms_[integer].value);
  return append({.op = Op::to_real, .sort = Sort::real, .children = {integer}});
}

TermId TermTable::at_most(TermId a, TermId b) {
  return append({.op = Op::at_most, .sort = Sort::boolean, .children = {a, b}});
}

TermId TermTable::less(TermId a, TermId b) {
  return append({.op = Op::less, .sort = Sort::boolean, .children = {a, b}});
}

TermId TermTable::equal(TermId a, TermId b) {
  return append({.op = Op::equal, .sort = Sort::boolean, .children = {a, b}});
}

TermId TermTable::negation(TermId a) {
  if (a == truth()) return falsity();
  if (a == falsity()) return truth();
  return append({.op = Op::negation, .sort = Sort::boolean, .children = {a}});
}

TermId TermTable::join(Op op, const std::vector<TermId>& parts, TermId neutral, TermId absorbing) {
  std::vector<TermId> kept;
  for (TermId part : parts) {
    if (part == absorbing) return absorbing;
    if (part != neutral) kept.push_back(part);
  }
  if (kept.empty()) return neutral;
  if (kept.size() == 1) return kept.front();
  return append({.op = op, .sort = Sort::boolean, .children = std::move(kept)});
}

TermId TermTable::conjunction(const std::vector<TermId>& parts) {
  return join(Op::conjunction, parts, truth(), falsity());
}

TermId TermTable::disjunction(const std::vector<TermId>& parts) {
  return join(Op::disjunction, parts, falsity(), truth());
}

TermId TermTable::choose(TermId condition, TermId then, TermId otherwise) {
  return append({.op = Op::choose, .sort = terms_[then].sort, .children = {condition, then, otherwise}});
}

TermId TermTable::quantify(Op quantifier, std::vector<SymbolId> bound, TermId body) {
  if (bound.empty()) return body;
  return append({.op = quantifier, .sort = Sort::boolean, .children = {body}, .bound = std::move(bound)});
}

}  // namespace germ::smt
