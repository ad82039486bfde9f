// A query as SMT-LIB 2.6 text.

#include <algorithm>
#include <set>

#include "base/check.hpp"
#include "smt/encoder.hpp"
#include "smt/solver.hpp"

namespace germ::smt {

namespace {

const char* name(Sort sort) {
  switch (sort) {
    case Sort::boolean:
      return "Bool";
    case Sort::integer:
      return "Int";
    case Sort::real:
      return "Real";
  }
  throw InternalError("a sort of no kind");
}

class Writer {
 public:
  explicit Writer(const TermTable& table) : table_(table), uses_(table.size(), 0), open_(table.size(), 0) {}

  std::string script(const std::vector<TermId>& assertions) {
    for (TermId assertion : assertions) count(assertion);
    mark_open();
    std::string out = "(set-logic ALL)\n";
    for (SymbolId symbol : symbols_) out += declaration(table_.symbol(symbol));
    for (TermId id = 0; id < table_.size(); ++id)
      if (shared(id)) out += "(define-fun " + alias(id) + " () " + name(table_[id].sort) + ' ' + body(id) + ")\n";
    for (TermId assertion : assertions) out += "(assert " + text(assertion) + ")\n";
    return out + "(check-sat)\n";
  }

 private:
  void count(TermId id) {
    if (uses_[id]++ > 0) return;
    const Term& term = table_[id];
    if (term.op == Op::application) symbols_.insert(term.symbol);
    bound_.insert(term.bound.begin(), term.bound.end());
    for (TermId child : term.children) count(child);
  }

  // A term that mentions a symbol which some quantifier binds is written where it stands: an alias would leave the
  // scope.
  void mark_open() {
    for (TermId id = 0; id < table_.size(); ++id) {
      const Term& term = table_[id];
      const bool bound_here = term.op == Op::application && bound_.contains(term.symbol);
      const bool bound_below =
          std::any_of(term.children.begin(), term.children.end(), [&](TermId child) { return open_[child] != 0; });
      open_[id] = bound_here || bound_below ? 1 : 0;
    }
  }

  bool shared(TermId id) const { return uses_[id] > 1 && !open_[id] && !table_[id].children.empty(); }
  static std::string alias(TermId id) { return "t_" + std::to_string(id); }

  static std::string declaration(const Symbol& symbol) {
    std::string out = "(declare-fun " + symbol.name + " (";
    for (std::size_t k = 0; k < symbol.arguments.size(); ++k)
      out += (k ? " " : "") + std::string(name(symbol.arguments[k]));
    return out + ") " + name(symbol.result) + ")\n";
  }

  std::string text(TermId id) const { return shared(id) ? alias(id) : body(id); }

  static std::string numeral(const Rational& value, Sort sort) {
    const std::string point = sort == Sort::real ? ".0" : "";
    std::string out = value.abs().numerator().to_string() + point;
    if (!value.is_integer()) out = "(/ " + out + ' ' + value.denominator().to_string() + point + ')';
    return value.sign() < 0 ? "(- " + out + ')' : out;
  }

  std::string list(const std::string& head, const Term& term) const {
    std::string out = '(' + head;
    for (TermId child : term.children) out += ' ' + text(child);
    return out + ')';
  }

  std::string quantified(const char* quantifier, const Term& term) const {
    std::string out = std::string("(") + quantifier + " (";
    for (SymbolId symbol : term.bound) out += '(' + table_.symbol(symbol).name + " Int)";
    return out + ") " + text(term.children[0]) + ')';
  }

  std::string body(TermId id) const {
    const Term& term = table_[id];
    switch (term.op) {
      case Op::truth:
        return "true";
      case Op::falsity:
        return "false";
      case Op::numeral:
        return numeral(term.value, term.sort);
      case Op::application: {
        const std::string& head = table_.symbol(term.symbol).name;
        return term.children.empty() ? head : list(head, term);
      }
      case Op::add:
        return list("+", term);
      case Op::multiply:
        return list("*", term);
      case Op::floor_division:
        return "(div " + text(term.children[0]) + ' ' + numeral(term.value, Sort::integer) + ')';
      case Op::to_real:
        return list("to_real", term);
      case Op::at_most:
        return list("<=", term);
      case Op::less:
        return list("<", term);
      case Op::equal:
        return list("=", term);
      case Op::negation:
        return list("not", term);
      case Op::conjunction:
        return list("and", term);
      case Op::disjunction:
        return list("or", term);
      case Op::choose:
        return list("ite", term);
      case Op::for_all:
        return quantified("forall", term);
      case Op::exists:
        return quantified("exists", term);
    }
    throw InternalError("a term of no kind");
  }

  const TermTable& table_;
  std::vector<std::uint32_t> uses_;
  std::vector<char> open_;
  std::set<SymbolId> symbols_;
  std::set<SymbolId> bound_;
};

}  // namespace

std::string to_smtlib2(ir::Program& program, std::span<const ir::Formula> assertions) {
  Encoder encoder(program);
  const std::vector<TermId> query = encoder.query(assertions);
  return Writer(encoder.table()).script(query);
}

}  // namespace germ::smt
