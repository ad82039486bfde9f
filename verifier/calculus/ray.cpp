#include "calculus/ray.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/one_point.hpp"
#include "calculus/tangent.hpp"
#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

Formula same(Terms& terms, Real a, Real b) { return a == b ? terms.truth() : terms.equal(a, b); }

Real either(Terms& terms, Formula condition, Real a, Real b) {
  if (a == b || condition == terms.truth()) return a;
  return condition == terms.falsity() ? b : terms.choose(condition, a, b);
}

// a term as +-1 times another: the slope along -v is then minus the slope along v as a term, where it is linear in v.
struct Signed {
  bool negative;
  Real term;
};
Signed sign_apart(Terms& terms, Real r) {
  if (r->kind == RealKind::constant && r->value.sign() < 0) return {true, terms.constant(-r->value)};
  if (r->kind == RealKind::mul) {
    Signed out{false, terms.constant(1)};
    for (Real child : r->children) {
      Signed part = sign_apart(terms, child);
      out.negative = out.negative != part.negative;
      out.term = times(terms, out.term, part.term);
    }
    return out;
  }
  if (r->kind == RealKind::choose) {
    const Real zero = terms.constant(0);
    Signed a = sign_apart(terms, r->children[0]), b = sign_apart(terms, r->children[1]);
    if (a.term == zero) a.negative = b.negative;
    if (b.term == zero) b.negative = a.negative;
    if (a.negative == b.negative) return {a.negative, terms.choose(r->condition, a.term, b.term)};
  }
  return {false, r};
}

bool is_base(const Tensor& tensor) { return tensor.base_of.has_value(); }

}  // namespace

bool has_rays(const Program& program) {
  return std::none_of(program.tensors().begin(), program.tensors().end(),
                      [&](const Tensor& tensor) { return is_base(tensor) && program[*tensor.base_of].body; });
}

Rays::Rays(Program& program, std::vector<TensorId> moving, std::vector<Binder> parameters, OfRead of_read)
    : program_(program),
      terms_(program.terms()),
      dependence_(program, std::move(moving)),
      unfolding_(program),
      parameters_(std::move(parameters)),
      tangent_(std::move(of_read)),
      first_order_(std::any_of(program.tensors().begin(), program.tensors().end(), is_base)) {}

RayJet Rays::still(Real real) {
  return {real, terms_.constant(0), terms_.truth(), !first_order_, terms_.truth(), terms_.truth()};
}

RayJet Rays::undecided(Real real) {
  return {real, terms_.constant(0), terms_.falsity(), false, terms_.truth(), terms_.truth()};
}

void Rays::take_facts(RayJet& into, const RayJet& part) {
  into.valid = terms_.and_({into.valid, part.valid});
  into.bounds = terms_.and_({into.bounds, part.bounds});
  into.attained = terms_.and_({into.attained, part.attained});
}

RayJet Rays::of(Real real) {
  if (auto known = jets_.find(real); known != jets_.end()) return known->second;
  RayJet result = dependence_.depends(real) ? made(real) : still(real);
  jets_.emplace(real, result);
  return result;
}

bool Rays::depends(const std::vector<Index>& indices) {
  return std::any_of(indices.begin(), indices.end(), [this](Index index) { return dependence_.depends(index); });
}

// Of a term that depends on a moving tensor.
RayJet Rays::made(Real real) {
  switch (real->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:  // a live winner as a number
      return undecided(real);
    case RealKind::read:
      return of_read(real);
    case RealKind::add:
      return of_total(real);
    case RealKind::mul:
      return of_product(real);
    case RealKind::power:
      return of_power(real);
    case RealKind::apply:
      return of_smooth(real, real->function->domain(terms_, real->children[0]),
                       real->function->derivative(terms_, real->children[0]));
    case RealKind::choose:
      return of_choice(real);
    case RealKind::sum:
      return of_sum(real);
    case RealKind::maximum:
      return of_maximum(real);
    case RealKind::stop:  // the map itself; a rule that minds the decree looks at Statement::tainted
      return of(real->children[0]);
  }
  throw InternalError("a real of no kind");
}

RayJet Rays::of_read(Real read) {
  if (depends(read->indices)) return undecided(read);
  if (!program_[read->tensor].body) {
    RayJet jet = still(read);
    jet.slope = tangent_(read);
    return jet;
  }
  Real body = unfolding_.at(read->tensor, read->indices);
  RayJet jet = of(body);
  if (jet.limit == body) jet.limit = read;
  return jet;
}

RayJet Rays::of_total(Real total) {
  RayJet result = still(total);
  std::vector<Real> limits;
  for (Real child : total->children) {
    RayJet part = of(child);
    limits.push_back(part.limit);
    result.slope = plus(terms_, result.slope, part.slope);
    take_facts(result, part);
    result.affine = result.affine && part.affine;
  }
  if (limits != total->children) result.limit = terms_.add(std::move(limits));
  return result;
}

// (a b ..)(t) = (a0 + a1 t)(b0 + b1 t).. + o(t). Affine where one factor moves.
RayJet Rays::of_product(Real product) {
  RayJet result = still(product);
  std::vector<RayJet> factors;
  std::vector<Real> limits;
  std::size_t moving = 0;
  for (Real child : product->children) {
    factors.push_back(of(child));
    limits.push_back(factors.back().limit);
    take_facts(result, factors.back());
    result.affine = result.affine && factors.back().affine;
    if (dependence_.depends(child)) ++moving;
  }
  result.affine = result.affine && moving == 1;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    Real part = factors[i].slope;
    for (std::size_t j = 0; j < factors.size(); ++j)
      if (j != i) part = times(terms_, part, limits[j]);
    result.slope = plus(terms_, result.slope, part);
  }
  if (limits != product->children) result.limit = terms_.mul(std::move(limits));
  return result;
}

// u^n is smooth everywhere, 1/u^n where u != 0, a root where u > 0.
RayJet Rays::of_power(Real power) {
  Real base = power->children[0];
  if (!power->value.is_integer())
    return of_smooth(power, terms_.positive(base), power_slope(terms_, base, power->value));
  if (power->value.sign() < 0) return of_smooth(power, terms_.nonzero(base), power_slope(terms_, base, power->value));
  RayJet jet = of(base);
  jet.slope = times(terms_, jet.slope, power_slope(terms_, jet.limit, power->value));
  jet.limit = jet.limit == base ? power : terms_.power(jet.limit, power->value);
  jet.affine = false;
  return jet;
}

// g(u) with u continuous at x along v, where g is smooth at u(x): `slope` is g'(u(x)).
RayJet Rays::of_smooth(Real real, Formula where, Real slope) {
  Real argument = real->children[0];
  RayJet jet = of(argument);
  jet.valid = terms_.and_({jet.valid, same(terms_, jet.limit, argument), where});
  jet.limit = real;
  jet.slope = times(terms_, jet.slope, slope);
  jet.affine = false;
  return jet;
}

// `if P then a else b`: where P is decided for small t, the branch that it takes; everywhere where both branches have
// one limit and one slope, that limit and that slope, whatever P does (at each t the value is a's or b's).
RayJet Rays::of_choice(Real real) {
  RayJet a = of(real->children[0]);
  RayJet b = of(real->children[1]);
  Condition taken = of(real->condition);
  Formula branch = terms_.and_({terms_.or_({terms_.not_(taken.truth), a.valid}), terms_.or_({taken.truth, b.valid})});
  Formula one = terms_.and_({a.valid, b.valid, same(terms_, a.limit, b.limit), same(terms_, a.slope, b.slope)});
  RayJet result = still(real);
  take_facts(result, a);
  take_facts(result, b);
  result.valid = taken.decided == terms_.truth() ? branch : terms_.or_({terms_.and_({taken.decided, branch}), one});
  result.bounds = terms_.and_({result.bounds, taken.bounds});
  result.attained = terms_.and_({result.attained, taken.attained});
  if (taken.truth != real->condition || a.limit != real->children[0] || b.limit != real->children[1])
    result.limit = either(terms_, taken.truth, a.limit, b.limit);
  result.slope = either(terms_, taken.truth, a.slope, b.slope);
  result.affine = taken.affine && a.affine && b.affine;
  return result;
}

// Finitely many summands. A filter that moves is an `if`.
RayJet Rays::of_sum(Real sum) {
  Real body = sum->children[0];
  for (const Binder& binder : sum->binders)
    if (dependence_.depends(binder.extent)) return undecided(sum);
  if (dependence_.depends(sum->condition)) {
    RayJet jet = of(terms_.sum(sum->binders, terms_.truth(), terms_.choose(sum->condition, body, terms_.constant(0))));
    return jet;
  }
  RayJet inner = of(body);
  auto everywhere = [&](Formula f) { return terms_.all(sum->binders, sum->condition, f); };
  const Signed slope = sign_apart(terms_, inner.slope);
  Real total = one_point_sum(terms_, sum->binders, sum->condition, slope.term);
  // Where no index falls away, the sum as it was written: the domain may speak of it.
  if (total->kind == RealKind::sum && total->binders.size() == sum->binders.size())
    total = terms_.sum(sum->binders, sum->condition, slope.term);
  return {inner.limit == body ? sum : terms_.sum(sum->binders, sum->condition, inner.limit),
          slope.negative ? terms_.negate(total) : total,
          everywhere(inner.valid),
          inner.affine,
          everywhere(inner.bounds),
          everywhere(inner.attained)};
}

}  // namespace germ::calculus
