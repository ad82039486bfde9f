#include "sums/equality.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/printer.hpp"
#include "sums/algebra.hpp"
#include "sums/lift.hpp"
#include "sums/normal_form.hpp"
#include "sums/record.hpp"
#include "sums/signs.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::TensorId;
using ir::Var;

namespace {

class Comparison {
 public:
  Comparison(ir::Program& program, smt::Solver& solver, const Options& options)
      : context_(program, solver, options.limits), terms_(context_.terms) {
    context_.opaque = options.opaque;
    if (!options.certificate) return;
    outcome_.certificate = std::make_shared<certificate::Certificate>();
    context_.record = outcome_.certificate.get();
    context_.record->opaque = options.opaque;
    for (const auto& [size, value] : context_.sizes.pairs()) context_.record->sizes.push_back({size, value});
  }

  Outcome run(TensorId left, TensorId right, Formula slice, const HypothesisSource& hypotheses) {
    try {
      prove(difference(left, right, slice), hypotheses);
      if (context_.record) record_names();
    } catch (const Unsupported& limit) {
      give_up(limit.what());
    } catch (const LimitReached& limit) {
      give_up(limit.what());
    }
    outcome_.queries = context_.oracle.queries();
    outcome_.syntactic = context_.oracle.syntactic();
    outcome_.premises = context_.premises;
    for (const Premise& premise : context_.premises) outcome_.premise_texts.push_back(text(premise));
    return std::move(outcome_);
  }

 private:
  void give_up(const char* reason) {
    outcome_.kind = Outcome::Kind::unknown;
    outcome_.reason = reason;
  }

  void record_names() {
    for (const auto& [tensor, form] : context_.forms) context_.record->forms.push_back({tensor, recorded(form)});
    for (const Definition& known : context_.definitions)
      context_.record->definitions.push_back(
          {known.kind, known.function, known.parameters, recorded(known.value), known.sign});
    context_.record->index = index_;
  }

  // left - right at a generic index; sets the facts on that index.
  Expression difference(TensorId left, TensorId right, Formula slice) {
    const auto& axes = context_.program[right].axes;
    const auto& other = context_.program[left].axes;
    if (axes.size() != other.size()) throw Unsupported("tensors of different rank");
    std::vector<Index> index;
    ir::Substitution formals;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      Index extent = terms_.substitute(axes[i].extent, context_.sizes);
      Index other_extent = terms_.substitute(other[i].extent, context_.sizes);
      if (!context_.oracle.implied({}, terms_.equal(extent, other_extent)))
        throw Unsupported("tensors whose shapes are not proved equal");
      Var variable = terms_.fresh(terms_.name(axes[i].variable));
      index_.push_back(variable);
      index.push_back(terms_.variable(variable));
      formals.set(axes[i].variable, index.back());
      add_fact(terms_.in_range(index.back(), extent));
    }
    if (slice) add_fact(resolve(context_, terms_.substitute(terms_.substitute(slice, formals), context_.sizes)));
    Expression result = normal_form(context_, terms_.read(left, index));
    append(result, scale(normal_form(context_, terms_.read(right, index)), -1));
    return tidy(context_, std::move(result));
  }

  void add_fact(Formula formula) {
    if (formula == terms_.falsity()) facts_.push_back(formula);
    for (Formula part : terms_.conjuncts(formula)) facts_.push_back(part);
  }

  // The groups as they are; where some fail, again with factors of equal arguments merged, then with powers lifted.
  void prove(Expression difference, const HypothesisSource& hypotheses) {
    if (context_.record) context_.record->difference = recorded(difference);
    decide_all(difference, hypotheses);
    if (outcome_.kind == Outcome::Kind::equal || !has_powers(difference)) return;
    Rewritten unified = unified_of(difference);
    if (unified.changed) decide_all(unified.value, hypotheses);
    if (outcome_.kind == Outcome::Kind::equal) return;
    Rewritten lifted = lift(context_, unified.value, index_);
    if (!lifted.changed) return;
    if (unified.changed) lifted = unified_of(lifted.value);
    decide_all(lifted.value, hypotheses);
  }

  Rewritten unified_of(const Expression& difference) {
    if (!context_.record) return unify(context_, difference, facts_);
    certificate::Rewriting rewriting;
    context_.rewriting = &rewriting;
    Rewritten result = unify(context_, difference, facts_);
    context_.rewriting = nullptr;
    rewriting.result = recorded(result.value);
    context_.record->rewritings.push_back(std::move(rewriting));
    return result;
  }

  static bool has_powers(const Expression& expression) {
    return std::any_of(expression.begin(), expression.end(), [](const Term& term) {
      return std::any_of(term.factors.begin(), term.factors.end(), [](const Factor& factor) {
        return factor.exponent.sign() < 0 || !factor.exponent.is_integer();
      });
    });
  }

  // Sets the outcome. Failing groups of earlier tries stay: one of them may show a difference best.
  void decide_all(const Expression& difference, const HypothesisSource& hypotheses) {
    std::vector<Group> groups = collect_groups(context_, difference, facts_);
    outcome_.groups = groups.size();
    outcome_.kind = Outcome::Kind::equal;
    outcome_.reason.clear();
    constexpr int most_failing = 3;  // more say nothing new
    int failing = 0;
    for (const Group& group : groups) {
      if (failing == most_failing) break;
      GroupAnswer answer = decide(context_, group, facts_, hypotheses);
      if (answer.kind == GroupAnswer::Kind::equal) continue;
      ++failing;
      bool unknown = answer.kind == GroupAnswer::Kind::unknown;
      if (unknown) outcome_.reason = answer.reason;
      if (unknown) outcome_.kind = Outcome::Kind::unknown;
      if (!unknown && outcome_.kind == Outcome::Kind::equal) outcome_.kind = Outcome::Kind::different_candidate;
      outcome_.failing.push_back({text(group), answer.model, index_, reads(group), std::move(answer.query)});
    }
    if (outcome_.kind == Outcome::Kind::equal) outcome_.failing.clear();
  }

  std::vector<SlotRead> reads(const Group& group) {
    std::vector<SlotRead> result;
    for (std::size_t n = 0; n < group.factors.size(); ++n) {
      if (group.factors[n].kind != FactorKind::read) continue;
      SlotRead read{TensorId{group.factors[n].symbol}, {}};
      for (std::size_t j = 0; j < group.factors[n].arity; ++j)
        read.indices.push_back(terms_.variable(context_.slot(n, j)));
      result.push_back(std::move(read));
    }
    return result;
  }

  std::string text(const Group& group) {
    std::string result;
    for (std::size_t n = 0; n < group.factors.size(); ++n) {
      const SlotFactor& factor = group.factors[n];
      if (!result.empty()) result += " * ";
      std::string number = std::to_string(factor.symbol);
      switch (factor.kind) {
        case FactorKind::read:
          result += context_.program[TensorId{factor.symbol}].name;
          break;
        case FactorKind::base:
          result += "sum" + number;
          break;
        case FactorKind::exponential:
          result += "exp(sum" + number + ")";
          break;
        case FactorKind::logarithm:
          result += "log(sum" + number + ")";
          break;
        case FactorKind::function:
          result += "f(sum" + number + ")";
          break;
      }
      for (std::size_t j = 0; j < factor.arity; ++j)
        result += (j == 0 ? "[" : ", ") + terms_.name(context_.slot(n, j)) + (j + 1 == factor.arity ? "]" : "");
      if (factor.exponent != Rational(1)) result += "^" + factor.exponent.to_string();
    }
    if (result.empty()) result = "1";
    return result + ": " + std::to_string(group.entries.size()) + " coefficients that can differ";
  }

  std::string text(const Premise& premise) {
    std::string where = premise.tensor.valid() ? " in " + context_.program[premise.tensor].name : "";
    const char* what = premise.kind == PremiseKind::nonzero    ? " != 0"
                       : premise.kind == PremiseKind::positive ? " > 0"
                                                               : " is in its function's domain";
    return ir::to_string(context_.program, premise.base) + what + where;
  }

  Context context_;
  ir::Terms& terms_;
  std::vector<Var> index_;
  std::vector<Formula> facts_;
  Outcome outcome_;
};

}  // namespace

Outcome compare(ir::Program& program, smt::Solver& solver, TensorId left, TensorId right, Formula slice,
                const HypothesisSource& hypotheses, const Options& options) {
  return Comparison(program, solver, options).run(left, right, slice, hypotheses);
}

}  // namespace germ::sums
