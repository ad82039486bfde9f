#include "derive/tidy.hpp"

#include <algorithm>

#include "ir/alike.hpp"

namespace germ::derive {

using namespace ir;

namespace {

bool is_constant(Real real, std::int64_t value) {
  return real->kind == RealKind::constant && real->value == Rational(value);
}

void append_conjuncts(Terms& terms, Formula formula, std::vector<Formula>& into) {
  for (Formula part : terms.conjuncts(formula))
    if (std::find(into.begin(), into.end(), part) == into.end()) into.push_back(part);
}

}  // namespace

std::pair<Rational, Real> split_constant(Terms& terms, Real real) {
  if (real->kind == RealKind::constant) return {real->value, terms.constant(1)};
  if (real->kind != RealKind::mul || real->children[0]->kind != RealKind::constant) return {Rational(1), real};
  return {real->children[0]->value, terms.mul(std::vector<Real>(real->children.begin() + 1, real->children.end()))};
}

bool mentions_winner(const Program& program, Index index) {
  return std::any_of(index->terms.begin(), index->terms.end(), [&](const IndexNode::Term& term) {
    const IndexAtom& atom = *term.atom;
    if (atom.kind == AtomKind::application && program[atom.function].reduction.valid()) return true;
    if (atom.left && mentions_winner(program, atom.left)) return true;
    if (atom.right && mentions_winner(program, atom.right)) return true;
    return std::any_of(atom.arguments.begin(), atom.arguments.end(),
                       [&](Index argument) { return mentions_winner(program, argument); });
  });
}

bool Tidy::is_padded_read(Real real) const {
  if (real->kind != RealKind::choose || real->children[0]->kind != RealKind::read) return false;
  if (!is_constant(real->children[1], 0)) return false;
  std::vector<Formula> inside = ranges_.inside(real->children[0]);
  std::vector<Formula> found = t_.conjuncts(real->condition);
  std::erase_if(found, [&](Formula part) { return ranges_.implied(part); });
  auto in = [](const std::vector<Formula>& all) {
    return [&all](Formula part) { return std::find(all.begin(), all.end(), part) != all.end(); };
  };
  return !found.empty() && std::all_of(found.begin(), found.end(), in(inside)) &&
         std::all_of(inside.begin(), inside.end(), in(found));
}

Real Tidy::of(Real real) {
  if (auto known = known_.find(real); known != known_.end()) return known->second;
  Real result = rebuild(real);
  known_.emplace(real, result);
  return result;
}

Formula Tidy::of(Formula f) {
  std::vector<Formula> children;
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
      return f;
    case FormulaKind::zero:
      return t_.equal(of(f->index), t_.integer(0));
    case FormulaKind::predicate:
      return t_.predicate(f->predicate, of(f->indices));
    case FormulaKind::at_most_zero: {
      Formula reduced = t_.at_most(of(f->index), t_.integer(0));
      return ranges_.implied(reduced) ? t_.truth() : reduced;
    }
    case FormulaKind::positive:
      return positive(of(f->real));
    case FormulaKind::negation:
      return t_.not_(of(f->children[0]));
    case FormulaKind::all:
    case FormulaKind::any:
      ranges_.add(f->binders);
      return f->kind == FormulaKind::all ? t_.all(f->binders, of(f->children[0]), of(f->children[1]))
                                         : t_.any(f->binders, of(f->children[0]), of(f->children[1]));
    case FormulaKind::conjunction:
    case FormulaKind::disjunction:
      for (Formula child : f->children) children.push_back(of(child));
      return f->kind == FormulaKind::conjunction ? t_.and_(std::move(children)) : t_.or_(std::move(children));
  }
  return f;
}

// match: u^2 > 0   result: u != 0
Formula Tidy::positive(Real real) {
  auto [factor, rest] = split_constant(t_, real);
  auto exponent = rest->kind == RealKind::power ? rest->value.to_int64() : std::nullopt;
  if (!exponent || *exponent <= 0 || *exponent % 2 != 0) return t_.positive(real);
  return factor.sign() > 0 ? t_.nonzero(rest->children[0]) : t_.falsity();
}

Real Tidy::rebuild(Real r) {
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::maximum:
      return r;
    case RealKind::from_index:
      return t_.from_index(of(r->index));
    case RealKind::read:
      return read(r);
    case RealKind::add:
      return add(r);
    case RealKind::mul:
      return multiply(r);
    case RealKind::power:
      return power(of(r->children[0]), r->value);
    case RealKind::apply:
      return t_.apply(*r->function, of(r->children[0]));
    case RealKind::choose:
      return choose(of(r->condition), of(r->children[0]), of(r->children[1]));
    case RealKind::sum:
      return sum(r);
    case RealKind::stop:
      return of(r->children[0]);  // a value here: nothing is differentiated any more
  }
  return r;
}

Real Tidy::read(Real r) {
  if (auto other = other_names_.find(r->tensor); other != other_names_.end())
    return t_.read(other->second, of(r->indices));
  if (!written_out_.contains(r->tensor)) return t_.read(r->tensor, of(r->indices));
  Real body = program_.at(r->tensor, r->indices);
  ranges_.collect(body);
  return of(body);
}

// match: k*a + l*a                                     result: (k + l)*a
// match: (a if c else b) + (d if c else e)             result: a + d if c else b + e
Real Tidy::add(Real r) {
  std::vector<std::pair<Rational, Real>> parts;
  auto note = [&](Real part) {
    auto [constant, rest] = split_constant(t_, part);
    for (auto& [known, same] : parts)
      if (same == rest || alike(same, rest)) {
        known += constant;
        return;
      }
    for (auto& [known, other] : parts)
      if (auto both = one_choice(t_.mul({t_.constant(known), other}), part)) {
        known = Rational(1);
        other = *both;
        return;
      }
    parts.emplace_back(constant, rest);
  };
  for (Real child : r->children) {
    Real part = of(child);
    if (part->kind == RealKind::add) {
      for (Real inner : part->children) note(inner);
    } else {
      note(part);
    }
  }
  std::erase_if(parts, [](const auto& part) { return part.first.is_zero() || is_constant(part.second, 0); });
  std::stable_partition(parts.begin(), parts.end(), [](const auto& part) { return part.first.sign() > 0; });
  std::vector<Real> out;
  for (const auto& [constant, rest] : parts) out.push_back(multiply(t_.mul({t_.constant(constant), rest})));
  return t_.add(std::move(out));
}

// Two choices by one condition as one; none where a read is padded.
std::optional<Real> Tidy::one_choice(Real a, Real b) {
  auto [k, left] = split_constant(t_, of(a));
  auto [l, right] = split_constant(t_, b);
  if (left->kind != RealKind::choose || right->kind != RealKind::choose) return std::nullopt;
  if (is_padded_read(left) || is_padded_read(right)) return std::nullopt;
  bool opposite = right->condition == t_.not_(left->condition);
  if (!opposite && right->condition != left->condition) return std::nullopt;
  auto branch = [&, k = k, l = l, left = left, right = right](std::size_t i) {
    Real from_right = right->children[opposite ? 1 - i : i];
    return of(t_.add({t_.mul({t_.constant(k), left->children[i]}), t_.mul({t_.constant(l), from_right})}));
  };
  return choose(left->condition, branch(0), branch(1));
}

Real Tidy::power(Real base, const Rational& exponent) {
  if (exponent.is_zero()) return t_.constant(1);
  if (base->kind == RealKind::constant && !base->value.is_zero())
    if (auto whole = exponent.to_int64(); whole && *whole >= -8 && *whole <= 8)
      return t_.constant(base->value.power(*whole));
  if (base->kind == RealKind::power && exponent.is_integer()) return power(base->children[0], base->value * exponent);
  return t_.power(base, exponent);
}

void Tidy::gather(Real factor, const Rational& exponent, Product& into) const {
  bool one = exponent == Rational(1);
  if (factor->kind == RealKind::mul && exponent.is_integer()) {
    for (Real child : factor->children) gather(child, exponent, into);
  } else if (factor->kind == RealKind::constant && exponent.is_integer() &&
             (!factor->value.is_zero() || exponent.sign() > 0)) {
    into.constant *= factor->value.power(*exponent.to_int64());
  } else if (factor->kind == RealKind::power && (one || factor->value.is_integer())) {
    gather(factor->children[0], factor->value * exponent, into);
  } else if (factor->kind == RealKind::choose && one && is_constant(factor->children[1], 0) &&
             !is_padded_read(factor)) {
    append_conjuncts(t_, factor->condition, into.conditions);
    gather(factor->children[0], exponent, into);
  } else {
    auto same =
        std::find_if(into.powers.begin(), into.powers.end(), [&](const auto& power) { return power.first == factor; });
    if (same == into.powers.end()) {
      into.powers.emplace_back(factor, exponent);
    } else {
      same->second += exponent;
    }
  }
}

Real Tidy::made(const Product& product) {
  if (product.constant.is_zero()) return t_.constant(0);
  std::vector<Real> factors;
  if (product.constant != Rational(1)) factors.push_back(t_.constant(product.constant));
  for (const auto& [base, exponent] : product.powers)
    if (!exponent.is_zero()) factors.push_back(power(base, exponent));
  return t_.mul(std::move(factors));
}

Real Tidy::multiply(Real r) {
  Product product;
  for (Real child : r->children) gather(of(child), Rational(1), product);
  Real value = made(product);
  return product.conditions.empty() ? value : choose(t_.and_(product.conditions), value, t_.constant(0));
}

Real Tidy::choose(Formula condition, Real then, Real otherwise) {
  condition = consistent(condition);
  then = of(assuming(then, t_.conjuncts(condition)));
  otherwise = of(assuming(otherwise, t_.conjuncts(t_.not_(condition))));
  if (condition == t_.truth() || then == otherwise) return then;
  if (condition == t_.falsity()) return otherwise;
  if (is_constant(then, 0)) return t_.choose(t_.not_(condition), otherwise, then);
  bool nested = is_constant(otherwise, 0) && then->kind == RealKind::choose && is_constant(then->children[1], 0);
  if (!nested) return t_.choose(condition, then, otherwise);
  return t_.choose(t_.and_({condition, then->condition}), then->children[0], otherwise);
}

}  // namespace germ::derive
