#include "sums/lift.hpp"

#include <algorithm>
#include <map>

#include "sums/algebra.hpp"
#include "sums/definitions.hpp"
#include "sums/normal_form.hpp"
#include "sums/record.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Var;

namespace {

// Does the guard hold for some values of the bound variables, whatever the free ones are? Tried: each at its lower end.
bool inhabited(Context& context, const Term& term) {
  std::vector<Formula> guard = term.guard;
  for (Var variable : term.bound) {
    for (Formula part : guard) {
      if (part->kind != ir::FormulaKind::at_most_zero) continue;
      const auto& terms = part->index->terms;
      auto mine = std::find_if(terms.begin(), terms.end(), [&](const auto& t) {
        return t.atom->kind == ir::AtomKind::variable && t.atom->variable == variable && t.coefficient == -1;
      });
      if (mine == terms.end()) continue;
      Index low = context.terms.add(part->index, context.terms.variable(variable));
      if (ir::occurs(variable, low->free)) continue;
      if (!substitute(context.terms, guard, {{variable, low}})) return false;
      break;
    }
  }
  return std::all_of(guard.begin(), guard.end(), [&](Formula part) {
    return std::none_of(term.bound.begin(), term.bound.end(), [&](Var v) { return ir::occurs(v, part->free); }) &&
           context.oracle.implied({}, part);
  });
}

bool is_positive_term(Context& context, const Term& term) {
  return term.coefficient.sign() > 0 &&
         std::all_of(term.monomial.powers().begin(), term.monomial.powers().end(),
                     [&](const auto& power) { return context.is_positive(power.first); }) &&
         std::all_of(term.factors.begin(), term.factors.end(),
                     [&](const Factor& factor) {
                       if (factor.kind == FactorKind::exponential) return true;
                       return factor.kind == FactorKind::base &&
                              is_positive(context, context.definitions[factor.symbol].value);
                     }) &&
         inhabited(context, term);
}

// Is every power in the sum defined for all values of its free variables? Then it may be multiplied out anywhere.
bool is_entire(Context& context, const Expression& value) {
  return std::all_of(value.begin(), value.end(), [&](const Term& term) {
    auto natural = [](const Rational& exponent) { return exponent.is_integer() && exponent.sign() > 0; };
    return std::all_of(term.monomial.powers().begin(), term.monomial.powers().end(),
                       [&](const auto& power) { return natural(power.second) || context.is_positive(power.first); }) &&
           std::all_of(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
             if (factor.kind == FactorKind::exponential) return true;
             if (factor.kind != FactorKind::base) return natural(factor.exponent);
             const Expression& inner = context.definitions[factor.symbol].value;
             return is_entire(context, inner) && is_positive(context, inner);
           });
  });
}

// Where an argument of a factor stands, in words that make sense in every term: an index of the comparison, or argument
// j of the one read of an anchor tensor.
struct Place {
  bool anchored = false;
  Index closed;              // not anchored
  std::uint32_t tensor = 0;  // anchored
  std::size_t argument = 0;
  friend bool operator<(const Place& a, const Place& b) {
    if (a.anchored != b.anchored) return a.anchored < b.anchored;
    return a.anchored ? std::pair(a.tensor, a.argument) < std::pair(b.tensor, b.argument) : a.closed < b.closed;
  }
};
using Places = std::vector<Place>;

class Lift {
 public:
  Lift(Context& context, const Expression& expression, const std::vector<Var>& index)
      : context_(context), index_(index), terms_(expression) {
    // An anchor is read exactly once in every term.
    for (const Term& term : terms_) {
      std::vector<std::uint32_t> once;
      for (const Factor& factor : term.factors) {
        auto same = std::count_if(term.factors.begin(), term.factors.end(), [&](const Factor& f) {
          return f.kind == FactorKind::read && f.symbol == factor.symbol;
        });
        if (factor.kind == FactorKind::read && same == 1 && factor.exponent == Rational(1))
          once.push_back(factor.symbol);
      }
      if (&term == &terms_.front()) anchors_ = once;
      std::erase_if(anchors_,
                    [&](std::uint32_t tensor) { return std::find(once.begin(), once.end(), tensor) == once.end(); });
    }
  }

  Rewritten run() {
    // Later sums are made of earlier ones.
    for (auto i = context_.definitions.size(); i-- > 0;)
      if (context_.definitions[i].kind == DefinitionKind::base) lift(static_cast<std::uint32_t>(i));
    return {std::move(terms_), changed_};
  }

 private:
  using Class = std::pair<Places, Rational>;  // the fractional part of the exponent

  static Rational fraction(const Rational& exponent) { return exponent - exponent.floor(); }

  void lift(std::uint32_t definition) {
    std::map<Class, Rational> least;
    for (const Term& term : terms_) {
      for (const Factor& factor : term.factors) {
        if (factor.kind != FactorKind::base || factor.symbol != definition) continue;
        auto places = places_of(term, factor.arguments);
        if (!places) continue;
        auto [known, fresh] = least.try_emplace({*places, fraction(factor.exponent)}, factor.exponent);
        known->second = std::min(known->second, factor.exponent);
      }
    }
    if (least.empty()) return;
    certificate::Rewriting rewriting;
    rewriting_ = context_.record ? &rewriting : nullptr;
    Expression result;
    for (const Term& term : terms_) {
      Expression lifted{term};
      for (const auto& [where, exponent] : least) raise(definition, term, where, exponent, lifted);
      append(result, std::move(lifted));
      context_.check_size(result);
    }
    terms_ = tidy(context_, std::move(result));
    if (rewriting.lifts.empty()) return;
    rewriting.result = recorded(terms_);
    context_.record->rewritings.push_back(std::move(rewriting));
  }

  // match: t     result: t * B^n * B^-n, B^n written out, so that B stands with the exponent `least`
  // when: B != 0: t has a negative or fractional power of it, or its form is positive and
  // defined everywhere
  void raise(std::uint32_t definition, const Term& term, const Class& where, const Rational& least,
             Expression& lifted) {
    std::optional<std::vector<Index>> arguments;
    Rational exponent = 0;
    bool present = false;
    for (const Factor& factor : term.factors) {
      if (factor.kind != FactorKind::base || factor.symbol != definition) continue;
      auto places = places_of(term, factor.arguments);
      if (!places || *places < where.first || where.first < *places) continue;
      present = true;
      exponent = factor.exponent;
      arguments = factor.arguments;
    }
    if (fraction(exponent) != where.second || exponent == least) return;
    if (!present) {
      arguments = arguments_at(term, where.first);
      if (!arguments || !positive(definition)) return;
    }
    auto count = (exponent - least).to_int64();
    if (!count || *count > context_.limits.expanded_power) throw Unsupported("a power that is too large to expand");
    for (std::int64_t n = 0; n < *count; ++n)
      lifted = multiply(context_, lifted, value_of(context_, definition, *arguments));
    for (Term& part : lifted) part.factors.push_back({FactorKind::base, definition, *arguments, Rational(-*count)});
    changed_ = true;
    if (rewriting_)
      rewriting_->lifts.push_back({static_cast<std::size_t>(&term - terms_.data()), definition, *arguments, *count});
  }

  bool positive(std::uint32_t definition) {
    auto known = positive_.find(definition);
    if (known != positive_.end()) return known->second;
    const Expression& value = context_.definitions[definition].value;
    bool answer = is_entire(context_, value) && is_positive(context_, value);
    positive_.emplace(definition, answer);
    return answer;
  }

  bool is_closed(Index index) const {
    return std::all_of(index->free.begin(), index->free.end(), [&](Var v) {
      return context_.program.is_size(v) || std::find(index_.begin(), index_.end(), v) != index_.end();
    });
  }

  std::optional<Places> places_of(const Term& term, const std::vector<Index>& arguments) const {
    Places places;
    for (Index argument : arguments) {
      auto place = place_of(term, argument);
      if (!place) return std::nullopt;
      places.push_back(*place);
    }
    return places;
  }

  std::optional<Place> place_of(const Term& term, Index argument) const {
    Place place;
    place.closed = argument;
    if (is_closed(argument)) return place;
    for (const Factor& factor : term.factors) {
      if (!is_anchor(factor)) continue;
      for (std::size_t j = 0; j < factor.arguments.size(); ++j)
        if (factor.arguments[j] == argument) return Place{true, {}, factor.symbol, j};
    }
    return std::nullopt;
  }

  std::optional<std::vector<Index>> arguments_at(const Term& term, const Places& places) const {
    std::vector<Index> arguments;
    for (const Place& place : places) {
      if (!place.anchored) {
        arguments.push_back(place.closed);
        continue;
      }
      for (const Factor& factor : term.factors)
        if (is_anchor(factor) && factor.symbol == place.tensor) arguments.push_back(factor.arguments[place.argument]);
    }
    if (arguments.size() != places.size()) return std::nullopt;
    return arguments;
  }

  bool is_anchor(const Factor& factor) const {
    return factor.kind == FactorKind::read &&
           std::find(anchors_.begin(), anchors_.end(), factor.symbol) != anchors_.end();
  }

  Context& context_;
  const std::vector<Var>& index_;
  Expression terms_;
  std::vector<std::uint32_t> anchors_;
  std::map<std::uint32_t, bool> positive_;
  certificate::Rewriting* rewriting_ = nullptr;
  bool changed_ = false;
};

}  // namespace

bool is_positive(Context& context, const Expression& value) {
  return is_nonnegative(context, value) &&
         std::any_of(value.begin(), value.end(), [&](const Term& term) { return is_positive_term(context, term); });
}

Rewritten lift(Context& context, const Expression& expression, const std::vector<Var>& index) {
  return Lift(context, expression, index).run();
}

}  // namespace germ::sums
