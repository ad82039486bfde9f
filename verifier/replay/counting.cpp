#include "replay/counting.hpp"

#include <algorithm>

namespace germ::replay {

using ir::AtomKind;
using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Var;

namespace {

constexpr std::size_t most_pieces = 3000;
constexpr std::int64_t widest_window = 64;

class Counting {
 public:
  Counting(World& world, const Guard& facts) : world_(world), terms_(world.terms), facts_(facts) {}

  std::vector<Piece> run(Piece start) {
    open_.push_back(std::move(start));
    while (!open_.empty()) {
      demand(open_.size() + done_.size() <= most_pieces, "a count has too many pieces");
      Piece piece = std::move(open_.back());
      open_.pop_back();
      step(std::move(piece));
    }
    return std::move(done_);
  }

 private:
  void step(Piece piece) {
    while (auto solved = unit_equation(world_, piece.bound, piece.guard))
      if (!substitute(terms_, piece.guard, *solved)) return;
    if (piece.bound.empty()) return done_.push_back(std::move(piece));
    for (Formula part : piece.guard)
      if (meets(part->free, piece.bound) && replaced(piece, part)) return;
    std::vector<std::pair<std::size_t, Var>> order;
    for (Var v : piece.bound)
      order.emplace_back(std::count_if(piece.guard.begin(), piece.guard.end(),
                                       [&](Formula part) { return ir::occurs(v, part->free); }),
                         v);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [occurrences, v] : order)
      if (removed(piece, v)) return;
    done_.push_back(std::move(piece));
  }

  void open(Piece piece, std::initializer_list<Formula> more) {
    for (Formula part : more)
      if (!conjoin(terms_, piece.guard, part)) return;
    open_.push_back(std::move(piece));
  }

  // Is `part`, a conjunct on a bound variable, one that can be replaced?
  bool replaced(const Piece& piece, Formula part) {
    Piece rest = piece;
    std::erase(rest.guard, part);
    switch (part->kind) {
      case FormulaKind::disjunction: {  // [A or B] = [A] + [not A] [B]
        std::vector<Formula> others(part->children.begin() + 1, part->children.end());
        open(rest, {part->children[0]});
        open(rest, {terms_.not_(part->children[0]), terms_.or_(std::move(others))});
        return true;
      }
      case FormulaKind::negation:  // [not e = 0] = 1 - [e = 0]
        if (part->children[0]->kind != FormulaKind::zero) return false;
        rest.whole = false;
        open(rest, {});
        rest.coefficient = -rest.coefficient;
        open(rest, {part->children[0]});
        return true;
      case FormulaKind::zero:
        return divided(rest, part->index) || bounded_quotient(rest, part);
      case FormulaKind::at_most_zero:
        return bounded_quotient(rest, part);
      case FormulaKind::truth:
      case FormulaKind::falsity:
      case FormulaKind::predicate:
      case FormulaKind::positive:
      case FormulaKind::conjunction:
      case FormulaKind::all:
      case FormulaKind::any:
        return false;
    }
    return false;
  }

  // match: k*h = e, k > 1     result: h := floor(e / k), where k divides e
  bool divided(Piece piece, Index zero) {
    for (const auto& term : zero->terms) {
      if (term.atom->kind != AtomKind::variable || !contains(piece.bound, term.atom->variable)) continue;
      Index rest = terms_.sub(zero, terms_.from_atom(term.atom, term.coefficient));
      if (ir::occurs(term.atom->variable, rest->free)) continue;
      std::int64_t k = term.coefficient > 0 ? term.coefficient : -term.coefficient;
      Index e = term.coefficient > 0 ? terms_.scale(rest, -1) : rest;
      std::erase(piece.bound, term.atom->variable);
      if (substitute(terms_, piece.guard, {{term.atom->variable, terms_.quotient(e, k)}}))
        open(std::move(piece), {terms_.equal(terms_.remainder(e, k), terms_.integer(0))});
      return true;
    }
    return false;
  }

  // match: c * floor(e / k) + r <= 0 (or = 0, |c| = 1), bound variables in e only
  // result: for c > 0, floor(e / k) <= floor(-r / c) =: m is e < k*m + k; for c < 0, floor(e / k) >= ceil(r / -c) =: m
  // is k*m <= e; for an equation both
  bool bounded_quotient(const Piece& piece, Formula part) {
    const ir::IndexNode::Term* found = nullptr;
    for (const auto& term : part->index->terms) {
      if (!meets(term.atom->free, piece.bound)) continue;
      if (found || term.atom->kind != AtomKind::quotient) return false;
      found = &term;
    }
    bool equation = part->kind == FormulaKind::zero;
    if (!found || (equation && found->coefficient != 1 && found->coefficient != -1)) return false;
    std::int64_t c = found->coefficient;
    std::int64_t k = found->atom->divisor;
    Index e = found->atom->left;
    Index r = terms_.sub(part->index, terms_.from_atom(found->atom, c));
    Formula above = terms_.truth();
    Formula below = terms_.truth();
    if (equation || c > 0) {
      Index m = c > 0 ? terms_.quotient(terms_.scale(r, -1), c) : r;
      above = terms_.less(e, terms_.add(terms_.scale(m, k), k));
    }
    if (equation || c < 0) {
      Index m = c < 0 ? terms_.ceiling(r, -c) : terms_.scale(r, -1);
      below = terms_.at_most(terms_.scale(m, k), e);
    }
    open(piece, {above, below});
    return true;
  }

  // The bounds that a guard gives a variable h: k*h + r <= 0 is h <= floor(-r / k), or h >= ceil(r / -k) for k < 0.
  struct Range {
    std::vector<Index> lows;
    std::vector<Index> highs;
    bool other = false;  // h stands elsewhere too
    Guard rest;
  };
  Range range(const Guard& guard, Var h) {
    Range result;
    for (Formula part : guard) {
      if (!ir::occurs(h, part->free)) {
        result.rest.push_back(part);
        continue;
      }
      bool bound = false;
      for (std::size_t i = 0; part->kind == FormulaKind::at_most_zero && i < part->index->terms.size(); ++i) {
        auto [atom, k] = part->index->terms[i];
        if (atom->kind != AtomKind::variable || atom->variable != h) continue;
        Index r = terms_.sub(part->index, terms_.from_atom(atom, k));
        if (ir::occurs(h, r->free)) break;
        bound = true;
        if (k > 0) result.highs.push_back(terms_.quotient(terms_.scale(r, -1), k));
        if (k < 0) result.lows.push_back(terms_.ceiling(r, -k));
      }
      if (!bound) result.other = true;
    }
    return result;
  }

  bool removed(const Piece& piece, Var h) {
    Range range = this->range(piece.guard, h);
    if (range.lows.empty() || range.highs.empty()) return false;
    Piece rest = piece;
    std::erase(rest.bound, h);
    auto reads_others = [&](Index bound) { return meets(bound->free, rest.bound); };
    bool entangled = range.other || std::any_of(range.lows.begin(), range.lows.end(), reads_others) ||
                     std::any_of(range.highs.begin(), range.highs.end(), reads_others);
    if (entangled) return expanded(rest, range, h);
    Piece outside = rest;
    outside.guard = range.rest;
    Guard known = range.rest;
    known.insert(known.end(), facts_.begin(), facts_.end());
    keep_tightest(range.lows, known, [&](Index a, Index b) { return terms_.at_most(a, b); });
    keep_tightest(range.highs, known, [&](Index a, Index b) { return terms_.at_most(b, a); });
    if (range.lows.size() == 1 && range.highs.size() == 1 && multiplied(outside, range, known)) return true;
    bool several = piece.bound.size() > 1 || !piece.counts.empty();
    if (several && expanded(rest, range, h)) return true;
    outside.counts.push_back({range.lows, range.highs});
    open_.push_back(std::move(outside));
    return true;
  }

  // Drops a bound that another one makes idle: `idle(a, b)` says that b makes a idle.
  template <class Idle>
  void keep_tightest(std::vector<Index>& bounds, const Guard& known, Idle idle) {
    for (std::size_t i = 0; i < bounds.size() && bounds.size() > 1;) {
      bool dropped = false;
      for (std::size_t j = 0; j < bounds.size() && !dropped; ++j)
        dropped = j != i && world_.implied(known, idle(bounds[i], bounds[j]));
      if (dropped) {
        bounds.erase(bounds.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  // match: sum over h in [low, low + n), n a constant     result: h := low, ..., h := low + n - 1
  bool expanded(const Piece& rest, const Range& range, Var h) {
    std::optional<std::pair<Index, std::int64_t>> window;
    for (Index low : range.lows) {
      for (Index high : range.highs) {
        Index length = terms_.add(terms_.sub(high, low), 1);
        if (length->terms.empty() && (!window || length->constant < window->second)) window = {low, length->constant};
      }
    }
    if (!window || window->second > widest_window) return false;
    for (std::int64_t i = 0; i < window->second; ++i) {
      Piece point = rest;
      if (substitute(terms_, point.guard, {{h, terms_.add(window->first, i)}})) open_.push_back(std::move(point));
    }
    return true;
  }

  // match: the number of h in [low, high]     result: high - low + 1, a polynomial in sizes, where it is not negative
  bool multiplied(const Piece& outside, const Range& range, const Guard& known) {
    Index length = terms_.add(terms_.sub(range.highs[0], range.lows[0]), 1);
    Piece one = outside;
    std::vector<Piece> pieces;
    if (!times_sizes(one, length, pieces)) return false;
    if (!world_.implied(known, terms_.at_most(terms_.integer(0), length))) return false;
    for (Piece& piece : pieces) open_.push_back(std::move(piece));
    return true;
  }

  bool times_sizes(const Piece& piece, Index index, std::vector<Piece>& into) {
    Piece part = piece;
    part.coefficient = piece.coefficient * index->constant;
    if (index->constant != 0) into.push_back(part);
    for (const auto& [atom, k] : index->terms) {
      part = piece;
      part.coefficient *= k;
      if (atom->kind == AtomKind::product) {
        std::vector<Piece> inner;
        if (!times_sizes(part, atom->left, inner)) return false;
        for (const Piece& each : inner)
          if (!times_sizes(each, atom->right, into)) return false;
      } else {
        if (atom->kind != AtomKind::variable || !world_.program.is_size(atom->variable)) return false;
        multiply(part.monomial, {SymbolKind::size, atom->variable.value}, 1);
        into.push_back(part);
      }
    }
    return true;
  }

  World& world_;
  ir::Terms& terms_;
  const Guard& facts_;
  std::vector<Piece> open_;
  std::vector<Piece> done_;
};

}  // namespace

std::vector<Piece> counted(World& world, Piece start, const Guard& facts) {
  return Counting(world, facts).run(std::move(start));
}

}  // namespace germ::replay
