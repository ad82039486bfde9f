// What the solver may know of sign functions: their values as reals.

#include <algorithm>
#include <set>

#include "sums/definitions.hpp"
#include "sums/signs.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Real;
using ir::RealKind;
using ir::Substitution;
using ir::Var;

namespace {

// A real that the solver reads: no sum, no maximum, no quantified condition.
bool readable(Formula formula);
bool readable(Real real) {
  if (real->kind == RealKind::sum || real->kind == RealKind::maximum) return false;
  if (real->condition && !readable(real->condition)) return false;
  return std::all_of(real->children.begin(), real->children.end(), [](Real child) { return readable(child); });
}
bool readable(Formula formula) {
  if (formula->kind == ir::FormulaKind::all || formula->kind == ir::FormulaKind::any) return false;
  if (formula->real && !readable(formula->real)) return false;
  return std::all_of(formula->children.begin(), formula->children.end(), [](Formula part) { return readable(part); });
}

class Facts {
 public:
  explicit Facts(Context& context) : context_(context), terms_(context.terms) {}

  void visit(Formula formula) {
    if (!formulas_.insert(formula.id()).second) return;
    if (formula->index) visit(formula->index);
    for (Index index : formula->indices) visit(index);
    if (formula->real) visit(formula->real);
    for (Formula child : formula->children) visit(child);
  }

  std::vector<Formula> facts;

 private:
  void visit(Index index) {
    for (const auto& term : index->terms) visit(term.atom);
  }
  void visit(ir::Atom atom) {
    if (atom->kind == ir::AtomKind::variable || !atoms_.insert(atom.id()).second) return;
    if (atom->left) visit(atom->left);
    if (atom->right) visit(atom->right);
    for (Index argument : atom->arguments) visit(argument);
    if (atom->kind == ir::AtomKind::application && context_.program[atom->function].role == ir::FunctionRole::sign)
      add_facts(atom);
  }
  void visit(Real real) {
    if (real->condition) visit(real->condition);
    for (Index index : real->indices) visit(index);
    if (real->index) visit(real->index);
    for (Real child : real->children) visit(child);
  }

  void add_facts(ir::Atom application) {
    auto known = std::find_if(context_.definitions.begin(), context_.definitions.end(),
                              [&](const Definition& d) { return d.sign == application->function; });
    if (known == context_.definitions.end()) return;
    auto definition = static_cast<std::uint32_t>(known - context_.definitions.begin());
    if (auto value = polynomial(value_of(context_, definition, application->arguments))) add(application, *value, 1);
    for (const SignOccurrence& occurrence : context_.occurrences) {
      if (occurrence.definition != definition || !readable(occurrence.value)) continue;
      if (auto value = instance(occurrence, application->arguments)) add(application, *value, occurrence.direction);
    }
  }

  // direction * sign >= 1 iff value > 0, direction * sign <= -1 iff value < 0
  void add(ir::Atom application, Real value, int direction) {
    Index sign = terms_.from_atom(application, direction);
    Formula above = terms_.at_most(terms_.integer(1), sign);
    Formula below = terms_.at_most(sign, terms_.integer(-1));
    for (auto [left, right] : {std::pair{above, terms_.positive(value)}, std::pair{below, terms_.negative(value)}}) {
      Formula fact = terms_.and_({terms_.implies(left, right), terms_.implies(right, left)});
      facts.push_back(fact);
      visit(fact);
    }
  }

  // The value as written, at other arguments: possible where it was written with plain variables.
  std::optional<Real> instance(const SignOccurrence& occurrence, const std::vector<Index>& arguments) {
    Substitution values;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      Index pattern = occurrence.arguments[i];
      bool plain = pattern->constant == 0 && pattern->terms.size() == 1 && pattern->terms[0].coefficient == 1 &&
                   pattern->terms[0].atom->kind == ir::AtomKind::variable;
      if (!plain) return std::nullopt;
      Var variable = pattern->terms[0].atom->variable;
      if (const Index* other = values.find(variable); other && *other != arguments[i]) return std::nullopt;
      values.set(variable, arguments[i]);
    }
    for (Var variable : occurrence.value->free)
      if (!context_.program.is_size(variable) && !values.find(variable)) return std::nullopt;
    return terms_.substitute(occurrence.value, values);
  }

  std::optional<Real> symbol(const Symbol& s) {
    switch (s.kind) {
      case SymbolKind::size:
        return terms_.from_index(terms_.variable(Var{static_cast<std::uint32_t>(s.value)}));
      case SymbolKind::scalar:
        return terms_.scalar(ir::ScalarId{static_cast<std::uint32_t>(s.value)});
      case SymbolKind::radical:
        return terms_.constant(s.value);
      case SymbolKind::log_scalar:
      case SymbolKind::log_size:
      case SymbolKind::log_integer:
        return std::nullopt;
    }
    return std::nullopt;
  }

  // A polynomial in reads as a real.
  std::optional<Real> polynomial(const Expression& value) {
    std::vector<Real> parts;
    for (const Term& term : value) {
      if (!term.bound.empty()) return std::nullopt;
      std::vector<Real> product{terms_.constant(term.coefficient)};
      for (const auto& [s, exponent] : term.monomial.powers()) {
        auto base = symbol(s);
        if (!base) return std::nullopt;
        product.push_back(terms_.power(*base, exponent));
      }
      for (const Factor& factor : term.factors) {
        if (factor.kind != FactorKind::read || !factor.exponent.is_integer() || factor.exponent.sign() < 0)
          return std::nullopt;
        product.push_back(terms_.power(terms_.read(ir::TensorId{factor.symbol}, factor.arguments), factor.exponent));
      }
      Real written = terms_.mul(std::move(product));
      if (!term.guard.empty()) written = terms_.choose(terms_.and_(term.guard), written, terms_.constant(0));
      parts.push_back(written);
    }
    return terms_.add(std::move(parts));
  }

  Context& context_;
  ir::Terms& terms_;
  std::set<std::uint32_t> formulas_;
  std::set<std::uint32_t> atoms_;
};

}  // namespace

std::vector<Formula> sign_facts(Context& context, std::span<const Formula> formulas) {
  Facts facts(context);
  for (Formula formula : formulas) facts.visit(formula);
  return std::move(facts.facts);
}

}  // namespace germ::sums
