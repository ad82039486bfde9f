#include "sums/signs.hpp"

#include <algorithm>

#include "sums/algebra.hpp"
#include "sums/definitions.hpp"
#include "sums/normal_form.hpp"
#include "sums/record.hpp"

namespace germ::sums {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Real;
using ir::RealKind;
using ir::Substitution;
using ir::Var;

namespace {

bool mentions_reals(Formula formula) {
  return formula->kind == FormulaKind::positive ||
         std::any_of(formula->children.begin(), formula->children.end(), mentions_reals);
}

// The conjunction; false where two parts contradict each other.
Formula both(ir::Terms& terms, Formula a, Formula b) {
  std::vector<Formula> parts;
  if (!restrict(terms, parts, a) || !restrict(terms, parts, b)) return terms.falsity();
  return terms.and_(std::move(parts));
}

class Signs {
 public:
  explicit Signs(Context& context) : context_(context), terms_(context.terms) {}

  // direction * value > 0
  Formula of(Real value, int direction) {
    written_.emplace_back(value, direction);
    switch (value->kind) {
      case RealKind::constant:
        return value->value.sign() * direction > 0 ? terms_.truth() : terms_.falsity();
      case RealKind::stop:
        return of(value->children[0], direction);
      case RealKind::choose:
        return of_choice(value, direction);
      case RealKind::mul:
        if (auto inner = without_constants(value)) {
          if (inner->second == 0) return terms_.falsity();
          return of(inner->first, inner->second * direction);
        }
        break;
      case RealKind::read:
        if (!context_.is_leaf(value->tensor)) {
          Real body = context_.body(value->tensor, value->indices);
          if (body->kind == RealKind::choose || body->kind == RealKind::read || body->kind == RealKind::mul ||
              body->kind == RealKind::stop || body->kind == RealKind::constant)
            return of(body, direction);
        }
        break;
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::add:
      case RealKind::power:
      case RealKind::apply:
      case RealKind::sum:
      case RealKind::maximum:
        break;
    }
    return literal(value, direction);
  }

 private:
  // match: (a if P else b) > 0     result: P and a > 0, or not P and b > 0
  Formula of_choice(Real value, int direction) {
    Formula condition = resolve(context_, value->condition);
    written_.clear();
    Formula then = of(value->children[0], direction);
    written_.clear();
    Formula otherwise = of(value->children[1], direction);
    written_.clear();
    return terms_.or_({both(terms_, condition, then), both(terms_, terms_.not_(condition), otherwise)});
  }

  // A product of constants and one other factor: that factor and the sign of the constants.
  static std::optional<std::pair<Real, int>> without_constants(Real product) {
    std::optional<Real> other;
    int sign = 1;
    for (Real child : product->children) {
      if (child->kind == RealKind::constant) {
        sign *= child->value.sign();
      } else if (other) {
        return std::nullopt;
      } else {
        other = child;
      }
    }
    if (!other) return std::nullopt;
    return std::pair{*other, sign};
  }

  Formula literal(Real value, int direction) {
    Expression terms = squeeze(context_, normal_form(context_, value));
    Term product;
    product.coefficient = 0;
    if (terms.empty()) {
      note(value, product);
      return terms_.falsity();
    }
    Formula guard = terms_.truth();
    if (terms.size() == 1 && terms[0].bound.empty()) {
      guard = terms_.and_(terms[0].guard);
      product.guard = std::move(terms[0].guard);
      terms[0].guard.clear();
    }
    Content parts = content(context_, std::move(terms), Pull::signed_positive);
    int content_sign = parts.coefficient.sign();
    const Term& first = parts.rest[0];
    product.coefficient = parts.coefficient;
    product.monomial = parts.monomial;
    product.factors = parts.factors;
    if (parts.rest.size() == 1 && first.bound.empty() && first.guard.empty() && first.factors.empty() &&
        first.monomial.empty()) {
      product.coefficient *= first.coefficient;
      note(value, product);
      return product.coefficient.sign() * direction > 0 ? guard : terms_.falsity();
    }
    Named named = name(context_, DefinitionKind::sign, nullptr, parts.rest);
    product.factors.push_back({FactorKind::base, named.definition, named.arguments, 1});
    note(value, product);
    Index sign = terms_.apply(sign_function(named.definition), named.arguments);
    if (guard == terms_.truth()) record(named, direction * content_sign);
    Formula positive = direction * content_sign > 0 ? terms_.at_most(terms_.integer(1), sign)
                                                    : terms_.at_most(sign, terms_.integer(-1));
    return both(terms_, guard, positive);
  }

  void note(Real value, const Term& product) {
    if (context_.record) context_.record->products.push_back({value, certificate::Purpose::sign, recorded(product)});
  }

  // Keeps the forms v in which this sign was written: for each, d * v > 0 iff literal_direction * sgn >= 1.
  void record(const Named& named, int literal_direction) {
    for (const auto& [value, direction] : written_) {
      SignOccurrence occurrence{named.definition, value, direction * literal_direction, named.arguments};
      auto same = [&](const SignOccurrence& o) {
        return o.definition == occurrence.definition && o.value == occurrence.value &&
               o.arguments == occurrence.arguments;
      };
      if (std::none_of(context_.occurrences.begin(), context_.occurrences.end(), same))
        context_.occurrences.push_back(std::move(occurrence));
    }
  }

  ir::FunctionId sign_function(std::uint32_t definition) {
    Definition& known = context_.definitions[definition];
    if (known.sign.valid()) return known.sign;
    ir::Function function;
    function.name = "sgn" + std::to_string(definition);
    function.role = ir::FunctionRole::sign;
    // Extents of nothing: the range -1..1 holds for all arguments and is stated by the oracle, query by query.
    function.extents.assign(known.parameters.size(), terms_.integer(0));
    function.low = terms_.integer(-1);
    function.high = terms_.integer(2);
    return known.sign = context_.program.add_function(std::move(function));
  }

  Context& context_;
  ir::Terms& terms_;
  // Forms v with directions d such that d * v > 0 is the question; all the same one.
  std::vector<std::pair<Real, int>> written_;
};

}  // namespace

Formula resolve(Context& context, Formula condition) {
  ir::Terms& terms = context.terms;
  switch (condition->kind) {
    case FormulaKind::positive:
      return Signs(context).of(condition->real, 1);
    case FormulaKind::negation:
      return terms.not_(resolve(context, condition->children[0]));
    case FormulaKind::conjunction: {
      Formula result = terms.truth();
      for (Formula child : condition->children) result = both(terms, result, resolve(context, child));
      return result;
    }
    case FormulaKind::disjunction: {
      std::vector<Formula> parts;
      for (Formula child : condition->children) parts.push_back(resolve(context, child));
      return terms.or_(std::move(parts));
    }
    case FormulaKind::all:
    case FormulaKind::any:
      if (mentions_reals(condition)) throw Unsupported("a condition with `all` or `any` of reals");
      return condition;
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return condition;
  }
  return condition;
}

}  // namespace germ::sums
