// Ray jets against the map itself: random piecewise terms in two variables, evaluated exactly at points of the ray.

#include "calculus/ray.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

using namespace germ;
using namespace germ::ir;

namespace {

struct Point {
  std::map<TensorId, Rational> at;
};

// Exact values of terms without sums, indices and functions.
bool holds(Formula f, const Point& point);
Rational value(Real r, const Point& point) {
  switch (r->kind) {
    case RealKind::constant:
      return r->value;
    case RealKind::read:
      return point.at.at(r->tensor);
    case RealKind::add: {
      Rational total(0);
      for (Real child : r->children) total = total + value(child, point);
      return total;
    }
    case RealKind::mul: {
      Rational product(1);
      for (Real child : r->children) product = product * value(child, point);
      return product;
    }
    case RealKind::power: {
      Rational product(1);
      for (Rational i(0); i < r->value; i = i + Rational(1)) product = product * value(r->children[0], point);
      return product;
    }
    case RealKind::choose:
      return value(r->children[holds(r->condition, point) ? 0 : 1], point);
    default:
      FAIL("no such term here");
  }
  return Rational(0);
}

bool holds(Formula f, const Point& point) {
  auto sub = [&](Formula child) { return holds(child, point); };
  switch (f->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::falsity:
      return false;
    case FormulaKind::positive:
      return value(f->real, point).sign() > 0;
    case FormulaKind::negation:
      return !holds(f->children[0], point);
    case FormulaKind::conjunction:
      return std::all_of(f->children.begin(), f->children.end(), sub);
    case FormulaKind::disjunction:
      return std::any_of(f->children.begin(), f->children.end(), sub);
    default:
      FAIL("no such formula here");
  }
  return false;
}

class Random {
 public:
  explicit Random(Terms& terms, std::vector<Real> leaves) : t_(terms), leaves_(std::move(leaves)) {}

  Real real(int depth) {
    switch (depth == 0 ? below(2) : below(6)) {
      case 0:
        return t_.constant(below(3) - 1);
      case 1:
        return leaves_[static_cast<std::size_t>(below(static_cast<int>(leaves_.size())))];
      case 2:
        return t_.add({real(depth - 1), real(depth - 1)});
      case 3:
        return t_.mul({real(depth - 1), real(depth - 1)});
      case 4:
        return t_.sub(real(depth - 1), real(depth - 1));
      default:
        return t_.choose(formula(depth - 1), real(depth - 1), real(depth - 1));
    }
  }
  Formula formula(int depth) {
    switch (below(4)) {
      case 0:
        return t_.equal(real(depth), real(depth));
      case 1:
        return t_.or_({t_.positive(real(depth)), t_.negative(real(depth))});
      case 2:
        return t_.not_(t_.positive(real(depth)));
      default:
        return t_.positive(real(depth));
    }
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }

 private:
  Terms& t_;
  std::vector<Real> leaves_;
  std::mt19937 engine_{20240517};
};

}  // namespace

// The ray meets finitely many kinks of a polynomial piece; with small integers all lie beyond t = 1/1000000 or at 0.
TEST_CASE("where a jet is valid the map is limit + slope t + o(t), and exactly that where the jet is affine") {
  Program program;
  Terms& t = program.terms();
  auto input = [&](const char* name) {
    Tensor made;
    made.name = name;
    return program.add_tensor(std::move(made));
  };
  const TensorId x = input("x"), y = input("y"), frozen = input("c"), v = input("v"), w = input("w");
  Random random(t, {t.read(x, {}), t.read(y, {}), t.read(frozen, {})});
  int valid = 0, affine = 0, kinked = 0, jumps = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const Real e = random.real(4);
    calculus::Rays rays(program, {x, y}, {}, [&](Real read) { return t.read(read->tensor == x ? v : w, {}); });
    const calculus::RayJet jet = rays.of(e);
    Point here;
    for (TensorId tensor : {x, y, frozen, v, w}) here.at[tensor] = Rational(random.below(3) - 1);
    if (!holds(jet.valid, here)) continue;
    ++valid;
    const Rational limit = value(jet.limit, here), slope = value(jet.slope, here);
    for (int power : {6, 7}) {
      Rational small(1);
      for (int i = 0; i < power; ++i) small = small / Rational(10);
      Point near = here;
      near.at[x] = here.at[x] + small * here.at[v];
      near.at[y] = here.at[y] + small * here.at[w];
      const Rational rest = value(e, near) - limit - small * slope;
      if (jet.affine) CHECK(rest.is_zero());
      CHECK(rest.abs() <= Rational(100000) * small * small);
    }
    if (jet.affine) ++affine;
    if (!(limit == value(e, here))) ++jumps;
    Point back = here;
    back.at[v] = Rational(0) - here.at[v];
    back.at[w] = Rational(0) - here.at[w];
    if (holds(jet.valid, back) && !(value(jet.slope, back) + slope).is_zero()) ++kinked;
  }
  // The sample has what it is meant to try.
  CHECK(valid > 3000);
  CHECK(affine > 1000);
  CHECK(kinked > 20);
  CHECK(jumps > 20);
}
