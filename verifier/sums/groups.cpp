// Slots, counts and the canonical order of equal factors: SUMS steps 7 and 8.

#include "sums/groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "sums/algebra.hpp"
#include "sums/group_ranges.hpp"
#include "sums/hidden.hpp"

namespace germ::sums {

using ir::Formula;
using ir::Index;
using ir::Substitution;
using ir::Var;

namespace {

// Factors in canonical order, whole powers above 1 written out, so that each copy has slots of its own.
std::vector<Factor> unit_factors(const Term& term) {
  std::vector<Factor> result;
  for (const Factor& factor : term.factors) {
    auto whole = factor.exponent.to_int64();
    if (whole && *whole > 1 && factor.kind != FactorKind::base) {
      if (*whole > 16) throw Unsupported("a power that is too large to write out");
      Factor one = factor;
      one.exponent = 1;
      result.insert(result.end(), static_cast<std::size_t>(*whole), one);
    } else {
      result.push_back(factor);
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const Factor& a, const Factor& b) {
    return std::tuple(a.kind, a.symbol, a.exponent) < std::tuple(b.kind, b.symbol, b.exponent);
  });
  return result;
}

class Collector {
 public:
  Collector(Context& context, const std::vector<Formula>& facts) : context_(context), facts_(facts) {}

  void add(const Term& term) {
    std::vector<Factor> factors = unit_factors(term);
    std::vector<SlotFactor> slots;
    Counted start{term.coefficient, term.monomial, term.bound, term.guard, {}};
    for (std::size_t n = 0; n < factors.size(); ++n) {
      slots.push_back({factors[n].kind, factors[n].symbol, factors[n].arguments.size(), factors[n].exponent});
      for (std::size_t j = 0; j < factors[n].arguments.size(); ++j) {
        Index slot = context_.terms.variable(context_.slot(n, j));
        if (!restrict(context_.terms, start.guard, context_.terms.equal(slot, factors[n].arguments[j]))) return;
      }
    }
    std::vector<Formula> facts = slot_ranges(context_, slots);
    facts.insert(facts.end(), facts_.begin(), facts_.end());
    for (Counted& part : count_hidden(context_, std::move(start), facts)) add(slots, std::move(part));
  }

  std::vector<Group> result() {
    std::vector<Group> groups;
    for (Group& group : groups_) {
      std::erase_if(group.entries, [](const Entry& entry) { return entry.coefficient.is_zero(); });
      if (group.entries.empty()) {
        context_.oracle.count_syntactic();
      } else {
        groups.push_back(std::move(group));
      }
    }
    return groups;
  }

 private:
  void add(const std::vector<SlotFactor>& slots, Counted part) {
    Substitution hidden;
    for (std::size_t i = 0; i < part.bound.size(); ++i)
      hidden.set(part.bound[i], context_.terms.variable(context_.slot(slots.size() + i, 0)));
    if (!part.bound.empty() && !rename(part, hidden)) return;
    Substitution order = canonical_order(slots, part.guard);
    if (!order.empty() && !rename(part, order)) return;
    Group& group = find(slots, part.bound.size(), part.monomial);
    for (Entry& entry : group.entries) {
      if (entry.guard != part.guard || entry.counts != part.counts) continue;
      entry.coefficient += part.coefficient;
      return;
    }
    group.entries.push_back({std::move(part.guard), std::move(part.counts), part.coefficient});
  }

  bool rename(Counted& part, const Substitution& values) {
    for (Count& count : part.counts) {
      for (Index& low : count.lows) low = context_.terms.substitute(low, values);
      for (Index& high : count.highs) high = context_.terms.substitute(high, values);
    }
    return substitute(context_.terms, part.guard, values);
  }

  Group& find(const std::vector<SlotFactor>& slots, std::size_t hidden, const Monomial& monomial) {
    Key key{static_cast<std::int64_t>(slots.size()), static_cast<std::int64_t>(hidden)};
    for (const SlotFactor& slot : slots) {
      key.push_back(static_cast<std::int64_t>(slot.kind));
      key.push_back(slot.symbol);
      append(key, slot.exponent);
    }
    append(key, monomial);
    auto [known, fresh] = places_.try_emplace(std::move(key), groups_.size());
    if (fresh) groups_.push_back({slots, hidden, monomial, {}});
    return groups_[known->second];
  }

  // Equal factors may be permuted: they are ordered by what the guard says of their slots.
  Substitution canonical_order(const std::vector<SlotFactor>& slots, const std::vector<Formula>& guard) {
    Substitution order;
    for (std::size_t begin = 0, end = 0; begin < slots.size(); begin = end) {
      while (end < slots.size() && slots[end] == slots[begin]) ++end;
      if (end - begin < 2 || slots[begin].arity == 0) continue;
      std::vector<std::pair<std::vector<std::uint32_t>, std::size_t>> signed_slots;
      for (std::size_t n = begin; n < end; ++n) signed_slots.emplace_back(signature(slots, begin, end, n, guard), n);
      std::sort(signed_slots.begin(), signed_slots.end());
      for (std::size_t i = 0; i < signed_slots.size(); ++i) {
        if (signed_slots[i].second == begin + i) continue;
        for (std::size_t j = 0; j < slots[begin].arity; ++j)
          order.set(context_.slot(signed_slots[i].second, j), context_.terms.variable(context_.slot(begin + i, j)));
      }
    }
    return order;
  }

  // The guard's parts on factor n, its slots marked by place, those of its equals [begin, end) all alike.
  std::vector<std::uint32_t> signature(const std::vector<SlotFactor>& slots, std::size_t begin, std::size_t end,
                                       std::size_t n, const std::vector<Formula>& guard) {
    Substitution marks;
    std::vector<Var> own;
    for (std::size_t m = begin; m < end; ++m) {
      for (std::size_t j = 0; j < slots[begin].arity; ++j) {
        marks.set(context_.slot(m, j), context_.terms.variable(context_.mark(m == n ? j + 1 : 0)));
        if (m == n) own.push_back(context_.slot(m, j));
      }
    }
    std::vector<std::uint32_t> result;
    for (Formula part : guard) {
      if (std::any_of(own.begin(), own.end(), [&](Var v) { return ir::occurs(v, part->free); }))
        result.push_back(context_.terms.substitute(part, marks).id());
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  Context& context_;
  const std::vector<Formula>& facts_;
  std::vector<Group> groups_;
  std::map<Key, std::size_t> places_;
};

}  // namespace

std::vector<Formula> slot_ranges(Context& context, const std::vector<SlotFactor>& factors) {
  std::vector<Formula> ranges;
  for (std::size_t n = 0; n < factors.size(); ++n) {
    if (factors[n].kind != FactorKind::read) continue;
    const auto& axes = context.program[ir::TensorId{factors[n].symbol}].axes;
    for (std::size_t j = 0; j < axes.size(); ++j) {
      Index slot = context.terms.variable(context.slot(n, j));
      Index extent = context.terms.substitute(axes[j].extent, context.sizes);
      if (!context.sizes_only(extent->free)) continue;
      for (Formula part : context.terms.conjuncts(context.terms.in_range(slot, extent))) ranges.push_back(part);
    }
  }
  return ranges;
}

std::vector<Group> collect_groups(Context& context, const Expression& expression, const std::vector<Formula>& facts) {
  Collector collector(context, facts);
  for (const Term& term : expression) collector.add(term);
  return collector.result();
}

}  // namespace germ::sums
