// Sums that an equation of indices collapses. Terms are hash-consed: equal terms are one.

#include "calculus/one_point.hpp"

#include <doctest/doctest.h>

#include "ir/program.hpp"

using namespace germ;
using namespace germ::ir;

namespace {

struct World {
  Program program;
  Terms& t = program.terms();
  Index size = t.variable(program.add_size("N"));
  Var k = t.fresh("k"), l = t.fresh("l"), m = t.fresh("m");
  TensorId w = program.add_tensor({"w", TensorRole::input, {{k, size}, {l, size}}, {}, {}, {}, {}});

  Real read(Index a, Index b) { return t.read(w, {a, b}); }
  Real indicator(Formula f) { return t.choose(f, t.constant(1), t.constant(0)); }
};

}  // namespace

TEST_CASE("an indicator of an equation picks one summand, where the solution is in range") {
  World v;
  Index k = v.t.variable(v.k), m = v.t.variable(v.m);
  Real body = v.t.mul({v.read(m, k), v.indicator(v.t.equal(v.t.add(k, 1), m))});
  Real got = calculus::one_point_sum(v.t, {{v.k, v.size}}, v.t.truth(), body);
  Index picked = v.t.add(m, -1);
  CHECK(got == v.t.choose(v.t.in_range(picked, v.size), v.read(m, picked), v.t.constant(0)));
}

TEST_CASE("the filter and the other binders stay") {
  World v;
  Index k = v.t.variable(v.k), l = v.t.variable(v.l), m = v.t.variable(v.m);
  Real body = v.t.mul({v.indicator(v.t.equal(k, m)), v.read(k, l)});
  Real got = calculus::one_point_sum(v.t, {{v.k, v.size}, {v.l, v.size}}, v.t.less(l, k), body);
  Formula filter = v.t.and_({v.t.less(l, m), v.t.in_range(m, v.size)});
  CHECK(got == v.t.sum({{v.l, v.size}}, filter, v.read(m, l)));
}

TEST_CASE(
    "a sum is left alone where its equation does not determine a binder, and is 0 where there is nothing to add") {
  World v;
  Index k = v.t.variable(v.k), m = v.t.variable(v.m);
  Formula twice = v.t.equal(v.t.scale(k, 2), m);
  Real got = calculus::one_point_sum(v.t, {{v.k, v.size}}, v.t.truth(), v.indicator(twice));
  CHECK(got == v.t.sum({{v.k, v.size}}, twice, v.t.constant(1)));
  CHECK(calculus::one_point_sum(v.t, {{v.k, v.size}}, v.t.truth(), v.t.constant(0)) == v.t.constant(0));
}
