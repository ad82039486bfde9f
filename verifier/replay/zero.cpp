#include "replay/zero.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/check.hpp"
#include "replay/counting.hpp"

namespace germ::replay {

using ir::Formula;
using ir::Index;
using ir::Substitution;

namespace {

constexpr std::size_t most_reorderings = 720;
constexpr std::size_t most_cheap_reorderings = 24;

// Factors without their arguments, which are slots; `loose`: bound variables that are left, further slots.
struct Product {
  std::vector<Factor> factors;
  std::vector<Power> monomial;
  std::size_t loose;
  friend bool operator==(const Product&, const Product&) = default;
};

struct Group {
  Product product;
  std::vector<std::size_t> arity;
  std::vector<Piece> entries;
};

void add(std::vector<Piece>& entries, Piece piece) {
  for (Piece& entry : entries) {
    if (entry.guard != piece.guard || entry.counts != piece.counts) continue;
    entry.coefficient += piece.coefficient;
    return;
  }
  entries.push_back(std::move(piece));
}

bool reorder(ir::Terms& terms, Piece& piece, const Substitution& values) {
  for (Count& count : piece.counts) {
    substitute(terms, count.lows, values);
    substitute(terms, count.highs, values);
  }
  return substitute(terms, piece.guard, values);
}

// Every way to exchange equal factors with each other, as values for their slots; the first changes nothing. One only
// where there are more than `most`.
std::vector<Substitution> reorderings(World& world, const Group& group, std::size_t most) {
  std::vector<Substitution> result(1);
  const auto& factors = group.product.factors;
  for (std::size_t begin = 0, end = 0; begin < factors.size(); begin = end) {
    while (end < factors.size() && factors[end] == factors[begin] && group.arity[end] == group.arity[begin]) ++end;
    if (group.arity[begin] == 0) continue;
    std::vector<std::size_t> order(end - begin);
    std::iota(order.begin(), order.end(), begin);
    std::vector<Substitution> longer;
    do {
      for (Substitution values : result) {
        for (std::size_t i = 0; i < order.size(); ++i)
          for (std::size_t j = 0; order[i] != begin + i && j < group.arity[begin]; ++j)
            values.set(world.slot(begin + i, j)->terms[0].atom->variable, world.slot(order[i], j));
        longer.push_back(std::move(values));
        if (longer.size() > most) return std::vector<Substitution>(1);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    result = std::move(longer);
  }
  return result;
}

class Groups {
 public:
  Groups(World& world, const Guard& facts) : world_(world), terms_(world.terms), facts_(facts) {}

  void add(const Term& term) {
    std::vector<Factor> factors;
    for (const Factor& factor : term.factors) {
      auto whole = factor.exponent.to_int64();
      bool copies = whole && *whole > 1 && factor.kind != FactorKind::base;
      demand(!copies || *whole <= 16, "a power is too large to write out");
      Factor one = factor;
      if (copies) one.exponent = 1;
      factors.insert(factors.end(), copies ? static_cast<std::size_t>(*whole) : 1, one);
    }
    std::stable_sort(factors.begin(), factors.end(), [](const Factor& a, const Factor& b) {
      return std::tuple(a.kind, a.symbol, a.exponent) < std::tuple(b.kind, b.symbol, b.exponent);
    });
    Group made;
    Guard facts = facts_;
    Piece start{term.coefficient, term.monomial, term.bound, term.guard, {}};
    for (std::size_t n = 0; n < factors.size(); ++n) {
      std::vector<Index> slots;
      for (std::size_t j = 0; j < factors[n].arguments.size(); ++j) {
        slots.push_back(world_.slot(n, j));
        if (!conjoin(terms_, start.guard, terms_.equal(slots[j], factors[n].arguments[j]))) return;
      }
      if (factors[n].kind == FactorKind::read)
        for (Formula part : world_.ranges(factors[n].symbol, slots)) facts.push_back(part);
      made.arity.push_back(slots.size());
      made.product.factors.push_back(factors[n]);
      made.product.factors.back().arguments.clear();
    }
    for (Piece& piece : counted(world_, std::move(start), facts)) add(made, std::move(piece));
  }

  std::vector<Group> groups;

 private:
  void add(Group made, Piece piece) {
    Substitution loose;
    for (std::size_t i = 0; i < piece.bound.size(); ++i)
      loose.set(piece.bound[i], world_.slot(made.arity.size() + i, 0));
    if (!reorder(terms_, piece, loose)) return;
    made.product.loose = piece.bound.size();
    made.product.monomial = piece.monomial;
    // Of all orders of equal factors, the one whose guard comes first.
    std::optional<Piece> first;
    for (const Substitution& values : reorderings(world_, made, most_cheap_reorderings)) {
      Piece other = piece;
      if (!reorder(terms_, other, values)) return;
      if (!first || other.guard < first->guard) first = std::move(other);
    }
    auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.product == made.product && group.arity == made.arity;
    });
    if (same == groups.end()) same = groups.insert(groups.end(), made);
    replay::add(same->entries, std::move(*first));
  }

  World& world_;
  ir::Terms& terms_;
  const Guard& facts_;
};

// Can the guarded coefficients of the entries add up to something else than 0?
class Question {
 public:
  explicit Question(ir::Terms& terms) : terms_(terms) {}

  Guard ask(const std::vector<Piece>& entries) {
    Guard common = entries[0].guard;
    for (const Piece& entry : entries) {
      Guard both;
      std::set_intersection(common.begin(), common.end(), entry.guard.begin(), entry.guard.end(),
                            std::back_inserter(both));
      common = std::move(both);
    }
    result_ = common;
    Rational denominator = 1;
    for (const Piece& entry : entries) denominator = lcm(denominator, entry.coefficient.denominator());
    std::vector<Formula> own;
    for (const Piece& entry : entries) {
      Guard rest;
      std::set_difference(entry.guard.begin(), entry.guard.end(), common.begin(), common.end(),
                          std::back_inserter(rest));
      own.push_back(terms_.and_(std::move(rest)));
    }
    if (entries.size() == 2 && entries[0].counts.empty() && entries[1].counts.empty() &&
        (entries[0].coefficient + entries[1].coefficient).is_zero()) {
      result_.push_back(
          terms_.or_({terms_.and_({own[0], terms_.not_(own[1])}), terms_.and_({terms_.not_(own[0]), own[1]})}));
      return std::move(result_);
    }
    Index total = terms_.integer(0);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      auto coefficient = (entries[i].coefficient * denominator).to_int64();
      demand(coefficient.has_value(), "a coefficient leaves 64 bits");
      Index points = terms_.integer(1);
      for (const Count& count : entries[i].counts) points = terms_.multiply(points, length(count));
      total = terms_.add(total, where(own[i], terms_.scale(points, *coefficient)));
    }
    result_.push_back(terms_.not_(terms_.equal(total, terms_.integer(0))));
    return std::move(result_);
  }

 private:
  // `value` where `guard` holds, else 0.
  Index where(Formula guard, Index value) {
    if (guard == terms_.truth()) return value;
    Index t = terms_.variable(terms_.fresh("t"));
    result_.push_back(terms_.or_({terms_.and_({guard, terms_.equal(t, value)}),
                                  terms_.and_({terms_.not_(guard), terms_.equal(t, terms_.integer(0))})}));
    return t;
  }

  Index length(const Count& count) {
    Index low = count.lows[0];
    Index high = count.highs[0];
    for (Index other : count.lows) low = other == low ? low : best(low, other, terms_.at_most(other, low));
    for (Index other : count.highs) high = other == high ? high : best(high, other, terms_.at_most(high, other));
    Index length = terms_.add(terms_.sub(high, low), 1);
    return where(terms_.at_most(terms_.integer(1), length), length);
  }

  // a where `first` holds, else b.
  Index best(Index a, Index b, Formula first) {
    Index t = terms_.variable(terms_.fresh("t"));
    result_.push_back(
        terms_.or_({terms_.and_({first, terms_.equal(t, a)}), terms_.and_({terms_.not_(first), terms_.equal(t, b)})}));
    return t;
  }

  ir::Terms& terms_;
  Guard result_;
};

std::vector<ir::Real> reads_of(World& world, const Group& group) {
  std::vector<ir::Real> reads;
  for (std::size_t n = 0; n < group.arity.size(); ++n) {
    if (group.product.factors[n].kind != FactorKind::read) continue;
    std::vector<Index> slots;
    for (std::size_t j = 0; j < group.arity[n]; ++j) slots.push_back(world.slot(n, j));
    reads.push_back(world.terms.read(ir::TensorId{group.product.factors[n].symbol}, slots));
  }
  return reads;
}

Guard ranges_of(World& world, const Group& group) {
  Guard result;
  for (ir::Real read : reads_of(world, group))
    for (Formula part : world.ranges(read->tensor.value, read->indices)) result.push_back(part);
  return result;
}

bool entries_cancel(World& world, const Group& group, const std::vector<Piece>& entries, const Guard& facts,
                    const MoreFacts& more) {
  if (entries.empty()) return true;
  Guard known = ranges_of(world, group);
  known.insert(known.end(), facts.begin(), facts.end());
  Guard question = Question(world.terms).ask(entries);
  question.insert(question.end(), known.begin(), known.end());
  if (world.contradictory(question)) return true;
  if (!more) return false;
  for (const Piece& entry : entries) known.insert(known.end(), entry.guard.begin(), entry.guard.end());
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  Guard extra = more(known, reads_of(world, group));
  if (extra.empty()) return false;
  question.insert(question.end(), extra.begin(), extra.end());
  return world.contradictory(question);
}

bool cancels(World& world, const Group& group, const Guard& facts, const MoreFacts& more) {
  std::vector<Piece> entries = group.entries;
  auto clear = [&] { std::erase_if(entries, [](const Piece& entry) { return entry.coefficient.is_zero(); }); };
  clear();
  if (entries_cancel(world, group, entries, facts, more)) return true;
  // The product does not change when equal factors are exchanged: the sum of all orders is 0 where the product is.
  auto orders = reorderings(world, group, most_reorderings);
  if (orders.size() == 1) return false;
  std::vector<Piece> all;
  for (const Substitution& values : orders)
    for (Piece entry : entries)
      if (reorder(world.terms, entry, values)) add(all, std::move(entry));
  entries = std::move(all);
  clear();
  return entries_cancel(world, group, entries, facts, more);
}

}  // namespace

bool is_zero(World& world, const Sum& sum, const Guard& facts, const MoreFacts& more) {
  Groups groups(world, facts);
  for (const Term& term : tidy(world, sum)) groups.add(term);
  return std::all_of(groups.groups.begin(), groups.groups.end(),
                     [&](const Group& group) { return cancels(world, group, facts, more); });
}

namespace {

bool is_natural(const Rational& exponent) { return exponent.is_integer() && exponent.sign() > 0; }

// Does the term have a factor that is not defined everywhere?
bool owes(World& world, const Term& term) {
  return std::any_of(term.factors.begin(), term.factors.end(),
                     [](const Factor& factor) {
                       return factor.kind == FactorKind::logarithm ||
                              (factor.kind != FactorKind::exponential && !is_natural(factor.exponent));
                     }) ||
         std::any_of(term.monomial.begin(), term.monomial.end(), [&](const Power& power) {
           bool logarithm = power.first.kind == SymbolKind::log_scalar || power.first.kind == SymbolKind::log_size;
           return logarithm || (!is_natural(power.second) && !world.positive(power.first));
         });
}

// Is nothing in the term left to merge or to write out?
bool is_tidy(const Term& term) {
  for (std::size_t i = 0; i < term.factors.size(); ++i) {
    const Factor& a = term.factors[i];
    if (a.kind == FactorKind::base && a.exponent >= Rational(1)) return false;
    for (std::size_t j = i + 1; j < term.factors.size(); ++j) {
      const Factor& b = term.factors[j];
      if (a.kind == b.kind && a.symbol == b.symbol && a.arguments == b.arguments) return false;
    }
  }
  return true;
}

// Where the entry counts, does one of `others`? They have the same factors, in any order of equal ones.
bool covered(World& world, const Group& group, const Piece& entry, const std::vector<Piece>& others,
             const Guard& facts) {
  Guard question = entry.guard;
  for (const Piece& other : others) {
    if (!other.whole || !other.counts.empty()) continue;
    if (std::includes(entry.guard.begin(), entry.guard.end(), other.guard.begin(), other.guard.end())) return true;
    question.push_back(world.terms.not_(world.terms.and_(other.guard)));
  }
  Guard ranges = ranges_of(world, group);
  question.insert(question.end(), ranges.begin(), ranges.end());
  question.insert(question.end(), facts.begin(), facts.end());
  return world.contradictory(question);
}

}  // namespace

bool same(World& world, const Sum& derived, const Sum& given, const Guard& facts) {
  if (!is_zero(world, difference(derived, given), facts)) return false;
  Sum owing;
  for (const Term& term : given)
    if (owes(world, term)) owing.push_back(term);
  if (owing.empty()) return true;
  Groups theirs(world, facts);
  Groups ours(world, facts);
  for (const Term& term : owing) {
    if (!is_tidy(term)) return false;
    theirs.add(term);
  }
  for (const Term& term : tidy(world, derived))
    if (owes(world, term)) ours.add(term);
  return std::all_of(theirs.groups.begin(), theirs.groups.end(), [&](const Group& group) {
    auto known = std::find_if(ours.groups.begin(), ours.groups.end(), [&](const Group& other) {
      return other.product == group.product && other.arity == group.arity;
    });
    if (known == ours.groups.end()) return false;
    std::vector<Piece> others;
    for (const Substitution& values : reorderings(world, *known, most_reorderings)) {
      for (Piece other : known->entries)
        if (reorder(world.terms, other, values)) others.push_back(std::move(other));
    }
    return std::all_of(group.entries.begin(), group.entries.end(),
                       [&](const Piece& entry) { return covered(world, group, entry, others, facts); });
  });
}

}  // namespace germ::replay
