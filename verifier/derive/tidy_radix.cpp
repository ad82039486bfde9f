// Sums over a position that is read by quotient and remainder: the two are the indices that a person sums over.

#include <algorithm>

#include "derive/tidy.hpp"

namespace germ::derive {

using namespace ir;

namespace {

bool mentions(const std::vector<Binder>& binders, const std::vector<Var>& free) {
  return std::any_of(binders.begin(), binders.end(),
                     [&](const Binder& binder) { return occurs(binder.variable, free); });
}

}  // namespace

// match: sum(.., v < e | v / R == s and f) a, no v in s
// result: sum(.., u < R | R*s + u < e and f[R*s + u / v]) a[R*s + u / v]
bool Tidy::split_quotient(Sum& sum) {
  for (std::size_t e = 0; e < sum.filter.size(); ++e) {
    if (sum.filter[e]->kind != FormulaKind::zero) continue;
    Index equation = sum.filter[e]->index;
    for (const auto& term : equation->terms) {
      if (term.atom->kind != AtomKind::quotient || (term.coefficient != 1 && term.coefficient != -1)) continue;
      for (std::size_t b = 0; b < sum.binders.size(); ++b) {
        Binder old = sum.binders[b];
        Index rest = t_.sub(equation, t_.from_atom(term.atom, term.coefficient));
        if (term.atom->left != t_.variable(old.variable) || occurs(old.variable, rest->free)) continue;
        Binder fresh{t_.fresh(t_.name(old.variable)), t_.integer(term.atom->divisor)};
        ranges_.add({fresh});
        Index quotient = t_.scale(rest, -term.coefficient);
        Index whole = t_.add(t_.scale(quotient, term.atom->divisor), t_.variable(fresh.variable));
        substitute(sum, e, b, whole, ranges_.open_range(whole, old.extent));
        sum.binders.insert(sum.binders.begin() + static_cast<std::ptrdiff_t>(b), fresh);
        return true;
      }
    }
  }
  return false;
}

// match: sum(.., u < E | R*x + u == s and f) a, E <= R numbers, the other summation indices in x only
// result: sum(.. | s % R < E and x == s / R and f[s % R / u]) a[s % R / u]
bool Tidy::split_remainder(Sum& sum) {
  for (std::size_t e = 0; e < sum.filter.size(); ++e) {
    if (sum.filter[e]->kind != FormulaKind::zero) continue;
    for (std::size_t b = 0; b < sum.binders.size(); ++b)
      if (auto radix = radix_of(sum.filter[e]->index, sum.binders, b)) {
        sum.filter.push_back(t_.equal(radix->quotient, t_.quotient(radix->whole, radix->divisor)));
        Index rest = t_.remainder(radix->whole, radix->divisor);
        Index extent = sum.binders[b].extent;
        std::vector<Formula> range;
        if (extent->constant < radix->divisor) range.push_back(t_.less(rest, extent));
        substitute(sum, e, b, rest, range);
        return true;
      }
  }
  return false;
}

std::optional<Tidy::Radix> Tidy::radix_of(Index equation, const std::vector<Binder>& binders, std::size_t which) {
  const Binder& binder = binders[which];
  if (!binder.extent->terms.empty()) return std::nullopt;
  std::int64_t sign = 0;
  std::int64_t divisor = 0;
  Index inner = t_.integer(0);  // R*x
  Index outer = t_.integer(equation->constant);
  for (const auto& term : equation->terms) {
    Index part = t_.from_atom(term.atom, term.coefficient);
    bool own = occurs(binder.variable, term.atom->free);
    if (own && (term.atom->kind != AtomKind::variable || (term.coefficient != 1 && term.coefficient != -1)))
      return std::nullopt;
    if (own) {
      sign = term.coefficient;
    } else if (mentions(binders, term.atom->free)) {
      inner = t_.add(inner, part);
      std::int64_t size = term.coefficient < 0 ? -term.coefficient : term.coefficient;
      divisor = divisor == 0 ? size : std::min(divisor, size);
    } else {
      outer = t_.add(outer, part);
    }
  }
  if (sign == 0 || divisor < 2 || binder.extent->constant > divisor) return std::nullopt;
  for (const auto& term : inner->terms)
    if (term.coefficient % divisor != 0) return std::nullopt;
  return Radix{divisor, t_.quotient(t_.scale(inner, sign), divisor), t_.scale(outer, -sign)};
}

// match: a / R, 0 <= a < R   result: 0
Index Tidy::of(Index index) {
  Index result = t_.integer(index->constant);
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    Index value = t_.from_atom(term.atom);
    if (atom.kind == AtomKind::quotient) {
      Index dividend = of(atom.left);
      bool small = ranges_.open_range(dividend, t_.integer(atom.divisor)).empty();
      value = small ? t_.integer(0) : t_.quotient(dividend, atom.divisor);
    } else if (atom.kind == AtomKind::application) {
      value = t_.apply(atom.function, of(atom.arguments));
    } else if (atom.kind == AtomKind::product) {
      value = t_.multiply(of(atom.left), of(atom.right));
    }
    result = t_.add(result, t_.scale(value, term.coefficient));
  }
  return result;
}

std::vector<Index> Tidy::of(const std::vector<Index>& indices) {
  std::vector<Index> out;
  for (Index index : indices) out.push_back(of(index));
  return out;
}

}  // namespace germ::derive
