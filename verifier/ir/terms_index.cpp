// Integers: affine sums of atoms, normalised on construction.

#include <algorithm>

#include "base/check.hpp"
#include "ir/storage.hpp"
#include "ir/terms.hpp"

namespace germ::ir {

namespace {

std::int64_t add_checked(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw LimitReached("an index coefficient leaves 64 bits");
  return sum;
}

std::int64_t multiply_checked(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw LimitReached("an index coefficient leaves 64 bits");
  return product;
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {  // b > 0
  std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

}  // namespace

Index Terms::make_index(std::int64_t constant, std::vector<IndexNode::Term> terms) {
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.atom < b.atom; });
  std::vector<IndexNode::Term> merged;
  for (const auto& term : terms) {
    if (!merged.empty() && merged.back().atom == term.atom) {
      merged.back().coefficient = add_checked(merged.back().coefficient, term.coefficient);
    } else {
      merged.push_back(term);
    }
  }
  std::erase_if(merged, [](const auto& term) { return term.coefficient == 0; });
  Hasher hash;
  hash(static_cast<std::uint64_t>(constant));
  for (const auto& term : merged) hash(term.atom.id())(static_cast<std::uint64_t>(term.coefficient));
  IndexNode node{0, constant, std::move(merged), {}};
  return storage_->indices.intern(
      std::move(node), hash.value(),
      [](const IndexNode& a, const IndexNode& b) {
        return a.constant == b.constant && std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                                                      [](const auto& x, const auto& y) {
                                                        return x.atom == y.atom && x.coefficient == y.coefficient;
                                                      });
      },
      [](IndexNode& fresh) {
        for (const auto& term : fresh.terms) merge_free(fresh.free, term.atom->free);
      });
}

Atom Terms::make_atom(IndexAtom atom) {
  Hasher hash;
  hash(static_cast<std::uint64_t>(atom.kind))(atom.variable.value)(atom.left ? atom.left.id() + 1 : 0);
  hash(atom.right ? atom.right.id() + 1 : 0)(static_cast<std::uint64_t>(atom.divisor))(atom.function.value);
  for (Index argument : atom.arguments) hash(argument.id());
  return storage_->atoms.intern(
      std::move(atom), hash.value(),
      [](const IndexAtom& a, const IndexAtom& b) {
        return a.kind == b.kind && a.variable == b.variable && a.left == b.left && a.right == b.right &&
               a.divisor == b.divisor && a.function == b.function && a.arguments == b.arguments;
      },
      [](IndexAtom& fresh) {
        if (fresh.kind == AtomKind::variable) fresh.free = {fresh.variable};
        if (fresh.left) merge_free(fresh.free, fresh.left->free);
        if (fresh.right) merge_free(fresh.free, fresh.right->free);
        for (Index argument : fresh.arguments) merge_free(fresh.free, argument->free);
      });
}

Index Terms::integer(std::int64_t value) { return make_index(value, {}); }

Index Terms::variable(Var variable) {
  IndexAtom atom{};
  atom.kind = AtomKind::variable;
  atom.variable = variable;
  return from_atom(make_atom(std::move(atom)));
}

Index Terms::from_atom(Atom atom, std::int64_t coefficient) { return make_index(0, {{atom, coefficient}}); }

Index Terms::add(Index a, Index b) {
  auto terms = a->terms;
  terms.insert(terms.end(), b->terms.begin(), b->terms.end());
  return make_index(add_checked(a->constant, b->constant), std::move(terms));
}

Index Terms::sub(Index a, Index b) { return add(a, scale(b, -1)); }

Index Terms::scale(Index a, std::int64_t factor) {
  auto terms = a->terms;
  for (auto& term : terms) term.coefficient = multiply_checked(term.coefficient, factor);
  return make_index(multiply_checked(a->constant, factor), std::move(terms));
}

Index Terms::multiply(Index a, Index b) {
  if (a->terms.empty()) return scale(b, a->constant);
  if (b->terms.empty()) return scale(a, b->constant);
  Index result = integer(multiply_checked(a->constant, b->constant));
  for (const auto& term : a->terms)
    result = add(result, from_atom(term.atom, multiply_checked(term.coefficient, b->constant)));
  for (const auto& term : b->terms)
    result = add(result, from_atom(term.atom, multiply_checked(term.coefficient, a->constant)));
  for (const auto& x : a->terms) {
    for (const auto& y : b->terms) {
      IndexAtom atom{};
      atom.kind = AtomKind::product;
      atom.left = from_atom(x.atom < y.atom ? x.atom : y.atom);
      atom.right = from_atom(x.atom < y.atom ? y.atom : x.atom);
      result = add(result, from_atom(make_atom(std::move(atom)), multiply_checked(x.coefficient, y.coefficient)));
    }
  }
  return result;
}

// match: floor((k*a + r) / k)     result: a + floor(r / k)     (r keeps the part that k does not divide)
Index Terms::quotient(Index a, std::int64_t divisor) {
  check(divisor >= 1, "the divisor of an index is a positive constant");
  if (divisor == 1) return a;
  std::vector<IndexNode::Term> whole;
  std::vector<IndexNode::Term> rest;
  for (const auto& term : a->terms) {
    if (term.coefficient % divisor == 0) {
      whole.push_back({term.atom, term.coefficient / divisor});
    } else {
      rest.push_back(term);
    }
  }
  std::int64_t quotient = floor_divide(a->constant, divisor);
  Index result = make_index(quotient, std::move(whole));
  if (rest.empty()) return result;
  IndexAtom atom{};
  atom.kind = AtomKind::quotient;
  atom.left = make_index(a->constant - quotient * divisor, std::move(rest));
  atom.divisor = divisor;
  return add(result, from_atom(make_atom(std::move(atom))));
}

Index Terms::remainder(Index a, std::int64_t divisor) { return sub(a, scale(quotient(a, divisor), divisor)); }

Index Terms::ceiling(Index a, std::int64_t divisor) { return scale(quotient(scale(a, -1), divisor), -1); }

Index Terms::apply(FunctionId function, std::vector<Index> arguments) {
  IndexAtom atom{};
  atom.kind = AtomKind::application;
  atom.function = function;
  atom.arguments = std::move(arguments);
  return from_atom(make_atom(std::move(atom)));
}

}  // namespace germ::ir
