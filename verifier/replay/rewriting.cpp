#include "replay/rewriting.hpp"

#include <algorithm>

#include "replay/written.hpp"
#include "replay/zero.hpp"

namespace germ::replay {

using ir::Formula;

namespace {

// match: f(a)^p * f(b)^q * t
// result: f(a)^p * f(a)^q * t where a = b is implied; else that where a = b, and the term as it is where not
Sum split(World& world, const certificate::Split& step, const Guard& facts) {
  ir::Terms& terms = world.terms;
  const auto& factors = step.term.factors;
  demand(step.i < factors.size() && step.j < factors.size() && step.i != step.j, "two factors of a term");
  const Factor& a = factors[step.i];
  const Factor& b = factors[step.j];
  demand(a.kind == b.kind && a.symbol == b.symbol, "two factors of one name");
  std::vector<Formula> equations;
  for (std::size_t k = 0; k < a.arguments.size(); ++k) equations.push_back(terms.equal(a.arguments[k], b.arguments[k]));
  Formula equal = terms.and_(std::move(equations));
  Term together = step.term;
  together.factors[step.j].arguments = a.arguments;
  Sum parts;
  if (step.always) {
    Guard known = facts;
    known.insert(known.end(), step.term.guard.begin(), step.term.guard.end());
    for (const Factor& factor : factors) {
      if (factor.kind != FactorKind::read) continue;
      for (Formula part : world.ranges(factor.symbol, factor.arguments)) known.push_back(part);
    }
    demand(world.implied(known, equal), "the arguments of two factors are equal");
    parts = {together};
  } else {
    parts = restricted(world, {together}, equal);
  }
  demand(same(world, parts, step.together, facts), "two factors merged");
  Sum result = step.together;
  if (!step.always) append(result, restricted(world, {step.term}, terms.not_(equal)));
  return result;
}

// match: t     result: t * B^n * B^-n, B^n written out
// when: B != 0: t has a negative or fractional power of it, or B is positive and defined everywhere
Sum lifted(World& world, const Term& term, const certificate::Lift& lift, Sum so_far) {
  const auto& definitions = world.written.definitions;
  demand(lift.definition < definitions.size() && lift.count > 0 && lift.count <= 16, "a power to bring down");
  bool present = std::any_of(term.factors.begin(), term.factors.end(), [&](const Factor& factor) {
    return factor.kind == FactorKind::base && factor.symbol == lift.definition && factor.arguments == lift.arguments &&
           (factor.exponent.sign() < 0 || !factor.exponent.is_integer());
  });
  demand(present || is_always_positive(world, definitions[lift.definition].value), "a sum that is not 0");
  for (std::int64_t n = 0; n < lift.count; ++n)
    so_far = times(world, so_far, value(world, lift.definition, lift.arguments));
  for (Term& part : so_far)
    part.factors.push_back({FactorKind::base, lift.definition, lift.arguments, Rational(-lift.count)});
  return so_far;
}

}  // namespace

Sum rewritten(World& world, const Sum& sum, const certificate::Rewriting& rewriting, const Guard& facts) {
  Sum now = sum;
  for (const auto& step : rewriting.splits) {
    auto place = std::find(now.begin(), now.end(), step.term);
    demand(place != now.end(), "a term of the expression");
    now.erase(place);
    append(now, split(world, step, facts));
  }
  if (!rewriting.lifts.empty()) {
    Sum result;
    for (std::size_t i = 0; i < now.size(); ++i) {
      Sum term{now[i]};
      for (const auto& lift : rewriting.lifts)
        if (lift.term == i) term = lifted(world, now[i], lift, std::move(term));
      append(result, std::move(term));
    }
    now = std::move(result);
  }
  demand(same(world, now, rewriting.result, facts), "an expression rewritten");
  return rewriting.result;
}

}  // namespace germ::replay
