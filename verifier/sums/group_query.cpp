// Can the guarded coefficients of a group differ? SUMS steps 9 and 10a, as a formula over integers.

#include <algorithm>
#include <numeric>

#include "sums/algebra.hpp"
#include "sums/group_ranges.hpp"
#include "sums/signs.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Substitution;

namespace {

class Query {
 public:
  explicit Query(ir::Terms& terms) : terms_(terms) {}

  // Satisfiable iff sum over entries of [guard] coefficient * counts can differ from 0.
  std::vector<Formula> build(const std::vector<Entry>& entries) {
    std::vector<Formula> common = entries[0].guard;
    for (const Entry& entry : entries) {
      std::vector<Formula> both;
      std::set_intersection(common.begin(), common.end(), entry.guard.begin(), entry.guard.end(),
                            std::back_inserter(both));
      common = std::move(both);
    }
    out_ = common;
    auto own_guard = [&](const Entry& entry) {
      std::vector<Formula> own;
      std::set_difference(entry.guard.begin(), entry.guard.end(), common.begin(), common.end(),
                          std::back_inserter(own));
      return terms_.and_(std::move(own));
    };
    if (entries.size() == 2 && entries[0].counts.empty() && entries[1].counts.empty() &&
        (entries[0].coefficient + entries[1].coefficient).is_zero()) {
      Formula a = own_guard(entries[0]);
      Formula b = own_guard(entries[1]);
      out_.push_back(terms_.or_({terms_.and_({a, terms_.not_(b)}), terms_.and_({terms_.not_(a), b})}));
      return std::move(out_);
    }
    Rational denominator = 1;
    for (const Entry& entry : entries) denominator = lcm(denominator, entry.coefficient.denominator());
    Index total = terms_.integer(0);
    for (const Entry& entry : entries) {
      auto coefficient = (entry.coefficient * denominator).to_int64();
      if (!coefficient) throw Unsupported("a coefficient that leaves 64 bits");
      total = terms_.add(total, guarded(own_guard(entry), terms_.scale(points(entry.counts), *coefficient)));
    }
    out_.push_back(terms_.not_(terms_.equal(total, terms_.integer(0))));
    return std::move(out_);
  }

 private:
  Index fresh(const char* name) { return terms_.variable(terms_.fresh(name)); }

  // A variable equal to `value` where `guard` holds, else to 0.
  Index guarded(Formula guard, Index value) {
    if (guard == terms_.truth()) return value;
    Index t = fresh("t");
    out_.push_back(terms_.or_({terms_.and_({guard, terms_.equal(t, value)}),
                               terms_.and_({terms_.not_(guard), terms_.equal(t, terms_.integer(0))})}));
    return t;
  }

  // The greatest (smallest) of the bounds.
  Index extreme(const std::vector<Index>& bounds, bool greatest) {
    if (bounds.size() == 1) return bounds[0];
    Index result = fresh(greatest ? "max" : "min");
    std::vector<Formula> attained;
    for (Index bound : bounds) {
      out_.push_back(greatest ? terms_.at_most(bound, result) : terms_.at_most(result, bound));
      attained.push_back(terms_.equal(result, bound));
    }
    out_.push_back(terms_.or_(std::move(attained)));
    return result;
  }

  // The product over counts of max(0, highest - lowest + 1).
  Index points(const std::vector<Count>& counts) {
    Index product = terms_.integer(1);
    for (const Count& count : counts) {
      Index length = terms_.add(terms_.sub(extreme(count.highs, false), extreme(count.lows, true)), 1);
      product = terms_.multiply(product, guarded(terms_.at_most(terms_.integer(1), length), length));
    }
    return product;
  }

  ir::Terms& terms_;
  std::vector<Formula> out_;
};

// The group's entries under every permutation of its equal factors, added up: 0 exactly where the polynomial is 0.
// Nothing where there is nothing to permute; Unsupported beyond the limit.
class Symmetriser {
 public:
  Symmetriser(Context& context, const Group& group) : context_(context), group_(group) {}

  std::optional<std::vector<Entry>> run() {
    std::size_t permutations = 1;
    for (std::size_t begin = 0, end = 0; begin < group_.factors.size(); begin = end) {
      while (end < group_.factors.size() && group_.factors[end] == group_.factors[begin]) ++end;
      if (end - begin < 2 || group_.factors[begin].arity == 0) continue;
      classes_.emplace_back(begin, end);
      for (std::size_t k = 2; k <= end - begin; ++k) permutations *= k;
      if (permutations > context_.limits.permutations) throw Unsupported("too many equal factors to permute");
    }
    if (classes_.empty()) return std::nullopt;
    permute(0, {});
    std::erase_if(entries_, [](const Entry& entry) { return entry.coefficient.is_zero(); });
    return std::move(entries_);
  }

 private:
  void permute(std::size_t k, const Substitution& chosen) {
    if (k == classes_.size()) {
      add(chosen);
      return;
    }
    auto [begin, end] = classes_[k];
    std::vector<std::size_t> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    do {
      Substitution values = chosen;
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = 0; j < group_.factors[begin].arity; ++j)
          values.set(context_.slot(begin + i, j), context_.terms.variable(context_.slot(order[i], j)));
      }
      permute(k + 1, values);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  void add(const Substitution& values) {
    for (Entry entry : group_.entries) {
      for (Count& count : entry.counts) {
        for (Index& low : count.lows) low = context_.terms.substitute(low, values);
        for (Index& high : count.highs) high = context_.terms.substitute(high, values);
      }
      if (!substitute(context_.terms, entry.guard, values)) continue;
      auto known = std::find_if(entries_.begin(), entries_.end(),
                                [&](const Entry& e) { return e.guard == entry.guard && e.counts == entry.counts; });
      if (known == entries_.end()) {
        entries_.push_back(std::move(entry));
      } else {
        known->coefficient += entry.coefficient;
      }
    }
  }

  Context& context_;
  const Group& group_;
  std::vector<std::pair<std::size_t, std::size_t>> classes_;
  std::vector<Entry> entries_;
};

std::vector<Formula> guards_of(const std::vector<Entry>& entries) {
  std::vector<Formula> guards;
  for (const Entry& entry : entries) guards.insert(guards.end(), entry.guard.begin(), entry.guard.end());
  std::sort(guards.begin(), guards.end());
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  return guards;
}

GroupAnswer ask(Context& context, std::vector<Formula> query) {
  smt::Answer answer = context.oracle.ask(query);
  if (std::holds_alternative<smt::Unsat>(answer)) return {GroupAnswer::Kind::equal, {}, nullptr, {}};
  if (auto* sat = std::get_if<smt::Sat>(&answer))
    return {GroupAnswer::Kind::different, "coefficients can differ", sat->model, std::move(query)};
  return {GroupAnswer::Kind::unknown, std::get<smt::Unknown>(answer).reason, nullptr, std::move(query)};
}

// The reads of a group as atoms, to say where facts of the domain may bear on it; never assumed.
std::vector<Formula> mentions(Context& context, const std::vector<SlotFactor>& factors) {
  std::vector<Formula> atoms;
  for (std::size_t n = 0; n < factors.size(); ++n) {
    if (factors[n].kind != FactorKind::read) continue;
    std::vector<ir::Index> at;
    for (std::size_t j = 0; j < factors[n].arity; ++j) at.push_back(context.terms.variable(context.slot(n, j)));
    atoms.push_back(context.terms.positive(context.terms.read(ir::TensorId{factors[n].symbol}, std::move(at))));
  }
  return atoms;
}

// First without the domain and the values behind signs, as most groups need none; then with them.
GroupAnswer decide_entries(Context& context, const std::vector<SlotFactor>& factors, const std::vector<Entry>& entries,
                           const std::vector<Formula>& known, const HypothesisSource& hypotheses) {
  if (entries.empty()) {
    context.oracle.count_syntactic();
    return {GroupAnswer::Kind::equal, {}, nullptr, {}};
  }
  std::vector<Formula> query = Query(context.terms).build(entries);
  query.insert(query.end(), known.begin(), known.end());
  GroupAnswer answer = ask(context, query);
  if (answer.kind == GroupAnswer::Kind::equal) return answer;
  std::vector<Formula> guards = guards_of(entries);
  guards.insert(guards.end(), known.begin(), known.end());
  std::vector<Formula> more = sign_facts(context, guards);
  for (Formula atom : mentions(context, factors)) guards.push_back(atom);
  if (hypotheses) more = hypotheses(guards, more);
  if (more.empty()) return answer;
  query.insert(query.end(), more.begin(), more.end());
  return ask(context, std::move(query));
}

}  // namespace

GroupAnswer decide(Context& context, const Group& group, const std::vector<Formula>& facts,
                   const HypothesisSource& hypotheses) {
  std::vector<Formula> known = slot_ranges(context, group.factors);
  known.insert(known.end(), facts.begin(), facts.end());
  GroupAnswer answer = decide_entries(context, group.factors, group.entries, known, hypotheses);
  if (answer.kind == GroupAnswer::Kind::equal) return answer;
  try {
    auto symmetric = Symmetriser(context, group).run();
    if (!symmetric) return answer;
    return decide_entries(context, group.factors, *symmetric, known, hypotheses);
  } catch (const Unsupported& limit) {
    return {GroupAnswer::Kind::unknown, limit.what(), nullptr, std::move(answer.query)};
  }
}

}  // namespace germ::sums
