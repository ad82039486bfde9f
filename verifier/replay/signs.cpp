// Conditions on reals: e > 0 becomes a comparison of the sign map of a named sum.

#include <algorithm>
#include <functional>

#include "base/check.hpp"
#include "replay/expansion.hpp"
#include "replay/written.hpp"

namespace germ::replay {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Real;
using ir::RealKind;
using ir::Substitution;

namespace {

bool mentions_reals(Formula formula) {
  return formula->kind == FormulaKind::positive ||
         std::any_of(formula->children.begin(), formula->children.end(), mentions_reals);
}

Formula both(ir::Terms& terms, Formula a, Formula b) {
  Guard parts;
  if (!conjoin(terms, parts, a) || !conjoin(terms, parts, b)) return terms.falsity();
  return terms.and_(parts);
}

// A real that the solver reads: no sum, no maximum, no quantified condition.
bool readable(Real real);
bool readable(Formula formula) {
  if (formula->kind == FormulaKind::all || formula->kind == FormulaKind::any) return false;
  if (formula->real && !readable(formula->real)) return false;
  return std::all_of(formula->children.begin(), formula->children.end(), [](Formula part) { return readable(part); });
}
bool readable(Real real) {
  if (real->kind == RealKind::sum || real->kind == RealKind::maximum) return false;
  if (real->condition && !readable(real->condition)) return false;
  return std::all_of(real->children.begin(), real->children.end(), [](Real child) { return readable(child); });
}

// A polynomial in reads, sizes and scalars as a real.
std::optional<Real> polynomial(ir::Terms& terms, const Sum& sum) {
  std::vector<Real> parts;
  for (const Term& term : sum) {
    std::vector<Real> product{terms.constant(term.coefficient)};
    if (!term.bound.empty()) return std::nullopt;
    for (const auto& [symbol, exponent] : term.monomial) {
      auto number = static_cast<std::uint32_t>(symbol.value);
      if (symbol.kind != SymbolKind::size && symbol.kind != SymbolKind::scalar) return std::nullopt;
      Real base = symbol.kind == SymbolKind::size ? terms.from_index(terms.variable(ir::Var{number}))
                                                  : terms.scalar(ir::ScalarId{number});
      product.push_back(terms.power(base, exponent));
    }
    for (const Factor& factor : term.factors) {
      if (factor.kind != FactorKind::read || !factor.exponent.is_integer() || factor.exponent.sign() < 0)
        return std::nullopt;
      product.push_back(terms.power(terms.read(ir::TensorId{factor.symbol}, factor.arguments), factor.exponent));
    }
    Real written = terms.mul(std::move(product));
    parts.push_back(terms.choose(terms.and_(term.guard), written, terms.constant(0)));
  }
  return terms.add(std::move(parts));
}

// The applications of maps in formulas and in the reals that they compare.
class Applications {
 public:
  std::vector<ir::Atom> found;
  void visit(Formula formula) {
    if (!formulas_.insert(formula).second) return;
    if (formula->index) visit(formula->index);
    for (Index index : formula->indices) visit(index);
    if (formula->real) visit(formula->real);
    for (Formula child : formula->children) visit(child);
  }

 private:
  void visit(Index index) {
    for (const auto& term : index->terms) visit(term.atom);
  }
  void visit(ir::Atom atom) {
    if (!atoms_.insert(atom).second) return;
    if (atom->left) visit(atom->left);
    if (atom->right) visit(atom->right);
    for (Index argument : atom->arguments) visit(argument);
    if (atom->kind == ir::AtomKind::application) found.push_back(atom);
  }
  void visit(Real real) {
    if (real->condition) visit(real->condition);
    for (Index index : real->indices) visit(index);
    if (real->index) visit(real->index);
    for (Real child : real->children) visit(child);
  }
  std::set<Formula> formulas_;
  std::set<ir::Atom> atoms_;
};

}  // namespace

Formula Expansion::resolved(Formula condition) {
  switch (condition->kind) {
    case FormulaKind::positive:
      return positive(condition->real, 1, {});
    case FormulaKind::negation:
      return terms_.not_(resolved(condition->children[0]));
    case FormulaKind::conjunction: {
      Formula result = terms_.truth();
      for (Formula child : condition->children) result = both(terms_, result, resolved(child));
      return result;
    }
    case FormulaKind::disjunction: {
      std::vector<Formula> parts;
      for (Formula child : condition->children) parts.push_back(resolved(child));
      return terms_.or_(std::move(parts));
    }
    case FormulaKind::all:
    case FormulaKind::any:
      demand(!mentions_reals(condition), "a condition without `all` or `any` of reals");
      return condition;
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return condition;
  }
  throw InternalError("a condition of no kind");
}

// direction * value > 0
Formula Expansion::positive(Real value, int direction, Forms forms) {
  forms.emplace_back(value, direction);
  if (value->kind == RealKind::constant) return value->value.sign() * direction > 0 ? terms_.truth() : terms_.falsity();
  if (value->kind == RealKind::stop) return positive(value->children[0], direction, std::move(forms));
  if (value->kind == RealKind::choose) {
    Formula condition = resolved(value->condition);
    return terms_.or_({both(terms_, condition, positive(value->children[0], direction, {})),
                       both(terms_, terms_.not_(condition), positive(value->children[1], direction, {}))});
  }
  if (value->kind == RealKind::mul) {  // constants times one other factor
    std::vector<Real> others;
    int sign = direction;
    for (Real child : value->children) {
      if (child->kind == RealKind::constant) sign *= child->value.sign();
      if (child->kind != RealKind::constant) others.push_back(child);
    }
    if (others.size() == 1) return sign == 0 ? terms_.falsity() : positive(others[0], sign, std::move(forms));
  }
  if (value->kind == RealKind::read && !world_.is_leaf(value->tensor)) {
    Real inside = body(value->tensor, value->indices);
    if (inside->kind == RealKind::choose || inside->kind == RealKind::read || inside->kind == RealKind::mul ||
        inside->kind == RealKind::stop || inside->kind == RealKind::constant)
      return positive(inside, direction, std::move(forms));
  }
  return sign_literal(value, direction, forms);
}

// match: [g] c * product of positive factors * D > 0     result: g and sgn_D >= 1 (<= -1 for c < 0)
Formula Expansion::sign_literal(Real value, int direction, const Forms& forms) {
  const Term* known = product(value, Purpose::sign);
  demand(known != nullptr, "the product whose sign is asked for");
  int sign = known->coefficient.sign() * direction;
  if (sign == 0) return terms_.falsity();
  Formula guard = terms_.and_(known->guard);
  const Factor* named = nullptr;
  for (const Factor& factor : known->factors)
    if (factor.kind == FactorKind::base) named = &factor;
  if (!named) return sign > 0 ? guard : terms_.falsity();
  Index map = terms_.apply(sign_map(named->symbol), named->arguments);
  if (guard == terms_.truth())
    for (const auto& [form, d] : forms) occurrences_.push_back({named->symbol, named->arguments, form, d * sign});
  return both(terms_, guard,
              sign > 0 ? terms_.at_most(terms_.integer(1), map) : terms_.at_most(map, terms_.integer(-1)));
}

ir::FunctionId Expansion::sign_map(std::uint32_t definition) const {
  ir::FunctionId sign = world_.written.definitions[definition].sign;
  demand(sign.valid(), "a sign has a map");
  return sign;
}

// direction * sign >= 1 iff value > 0, direction * sign <= -1 iff value < 0
Formula Expansion::meaning(ir::Atom sign, Real value, int direction) {
  Index directed = terms_.from_atom(sign, direction);
  auto same = [&](Formula a, Formula b) { return terms_.and_({terms_.implies(a, b), terms_.implies(b, a)}); };
  return terms_.and_({same(terms_.at_most(terms_.integer(1), directed), terms_.positive(value)),
                      same(terms_.at_most(directed, terms_.integer(-1)), terms_.negative(value))});
}

// The value as written, at other arguments: possible where it was written with plain variables.
std::optional<Real> Expansion::instance_at(const Occurrence& occurrence, const std::vector<Index>& arguments) {
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Index pattern = occurrence.arguments[i];
    bool plain = pattern->constant == 0 && pattern->terms.size() == 1 && pattern->terms[0].coefficient == 1 &&
                 pattern->terms[0].atom->kind == ir::AtomKind::variable;
    if (!plain) return std::nullopt;
    ir::Var variable = pattern->terms[0].atom->variable;
    const Index* other = values.find(variable);
    if (world_.program.is_size(variable) || (other && *other != arguments[i])) return std::nullopt;
    values.set(variable, arguments[i]);
  }
  for (ir::Var variable : occurrence.value->free)
    if (!world_.program.is_size(variable) && !values.find(variable)) return std::nullopt;
  return terms_.substitute(occurrence.value, values);
}

Guard Expansion::sign_facts(const Guard& formulas) {
  Guard facts;
  Applications applications;
  for (Formula formula : formulas) applications.visit(formula);
  const auto& definitions = world_.written.definitions;
  for (std::size_t next = 0; next < applications.found.size(); ++next) {
    ir::Atom sign = applications.found[next];
    for (std::uint32_t i = 0; i < definitions.size(); ++i) {
      if (definitions[i].sign != sign->function) continue;
      auto add = [&](Real meant, int direction) {
        facts.push_back(meaning(sign, meant, direction));
        applications.visit(facts.back());
      };
      if (auto named = polynomial(terms_, replay::value(world_, i, sign->arguments))) add(*named, 1);
      for (const Occurrence& occurrence : std::vector<Occurrence>(occurrences_)) {
        if (occurrence.definition != i || !readable(occurrence.value)) continue;
        if (auto meant = instance_at(occurrence, sign->arguments)) add(*meant, occurrence.direction);
      }
    }
  }
  return facts;
}

}  // namespace germ::replay
