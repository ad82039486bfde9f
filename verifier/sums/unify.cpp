#include <deque>

#include "base/check.hpp"
#include "sums/algebra.hpp"
#include "sums/lift.hpp"
#include "sums/record.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;

namespace {

bool is_plain(const Factor& factor) { return factor.exponent.is_integer() && factor.exponent.sign() > 0; }

class Unification {
 public:
  Unification(Context& context, const std::vector<Formula>& facts)
      : context_(context), terms_(context.terms), facts_(facts) {}

  Rewritten run(const Expression& expression) {
    std::deque<Term> open(expression.begin(), expression.end());
    Rewritten result;
    while (!open.empty()) {
      Term term = std::move(open.front());
      open.pop_front();
      Expression parts;
      if (!split(term, parts)) {
        result.value.push_back(std::move(term));
        continue;
      }
      result.changed = true;
      open.insert(open.begin(), parts.begin(), parts.end());
      if (open.size() + result.value.size() > context_.limits.terms)
        throw LimitReached("an expression has too many terms");
    }
    result.value = tidy(context_, std::move(result.value));
    return result;
  }

 private:
  // Two factors of one name that are no plain powers: parts where they are equal and where they are not.
  bool split(const Term& term, Expression& parts) {
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
      for (std::size_t j = i + 1; j < term.factors.size(); ++j) {
        const Factor& a = term.factors[i];
        const Factor& b = term.factors[j];
        if (a.kind != b.kind || a.symbol != b.symbol || (is_plain(a) && is_plain(b))) continue;
        if (split(term, i, j, parts)) return true;
      }
    }
    return false;
  }

  bool split(const Term& term, std::size_t i, std::size_t j, Expression& parts) {
    std::vector<Formula> equations;
    for (std::size_t k = 0; k < term.factors[i].arguments.size(); ++k)
      equations.push_back(terms_.equal(term.factors[i].arguments[k], term.factors[j].arguments[k]));
    Formula equal = terms_.and_(std::move(equations));
    Formula unequal = terms_.not_(equal);
    if (equal == terms_.falsity() || std::binary_search(term.guard.begin(), term.guard.end(), unequal)) return false;
    std::vector<Formula> known = facts_;
    known.insert(known.end(), term.guard.begin(), term.guard.end());
    add_read_ranges(term, known);
    Term together = term;
    together.factors[j].arguments = together.factors[i].arguments;
    if (context_.oracle.implied(known, equal)) {
      append(parts, tidy(context_, {together}));
      note({recorded(term), i, j, true, recorded(parts)});
      return true;
    }
    known.push_back(equal);
    if (context_.oracle.contradictory(known)) return false;
    Term apart = term;
    if (restrict(terms_, together.guard, equal)) append(parts, tidy(context_, {together}));
    note({recorded(term), i, j, false, recorded(parts)});
    if (restrict(terms_, apart.guard, unequal)) parts.push_back(std::move(apart));
    return true;
  }

  void note(certificate::Split split) {
    if (context_.rewriting) context_.rewriting->splits.push_back(std::move(split));
  }

  void add_read_ranges(const Term& term, std::vector<Formula>& known) {
    for (const Factor& factor : term.factors) {
      if (factor.kind != FactorKind::read) continue;
      const auto& axes = context_.program[ir::TensorId{factor.symbol}].axes;
      for (std::size_t k = 0; k < axes.size(); ++k) {
        Index extent = terms_.substitute(axes[k].extent, context_.sizes);
        if (!context_.sizes_only(extent->free)) continue;
        for (Formula part : terms_.conjuncts(terms_.in_range(factor.arguments[k], extent))) known.push_back(part);
      }
    }
  }

  Context& context_;
  ir::Terms& terms_;
  const std::vector<Formula>& facts_;
};

}  // namespace

Rewritten unify(Context& context, const Expression& expression, const std::vector<Formula>& facts) {
  return Unification(context, facts).run(expression);
}

}  // namespace germ::sums
