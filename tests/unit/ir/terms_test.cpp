#include "ir/terms.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "base/check.hpp"
#include "ir/alike.hpp"
#include "ir/printer.hpp"

using namespace germ;
using namespace germ::ir;

TEST_CASE("equal integers are one node") {
  Terms t;
  Index i = t.variable(t.fresh("i"));
  Index j = t.variable(t.fresh("j"));
  CHECK(t.add(i, j) == t.add(j, i));
  CHECK(t.sub(t.add(i, j), j) == i);
  CHECK_FALSE(t.add(i, 1) == i);
}

TEST_CASE("division of an index rounds down and pulls out what is divisible") {
  Terms t;
  Index c = t.variable(t.fresh("c"));
  Index r = t.variable(t.fresh("r"));
  CHECK(t.quotient(t.integer(-1), 2) == t.integer(-1));
  CHECK(t.quotient(t.add(t.scale(c, 4), r), 4) == t.add(c, t.quotient(r, 4)));
  CHECK(t.remainder(t.integer(-3), 2) == t.integer(1));
  CHECK(t.ceiling(t.integer(-3), 2) == t.integer(-1));
}

TEST_CASE("comparisons are tightened over the integers") {
  Terms t;
  Index i = t.variable(t.fresh("i"));
  CHECK(t.at_most(t.scale(i, 2), t.integer(5)) == t.at_most(i, t.integer(2)));
  CHECK(t.at_most(t.integer(3), t.scale(i, 2)) == t.at_most(t.integer(2), i));
  CHECK(t.equal(t.scale(i, 2), t.integer(5)) == t.falsity());
  CHECK(t.equal(t.scale(i, -2), t.integer(4)) == t.equal(i, t.integer(-2)));
}

TEST_CASE("truth and falsity have nodes of their own and an empty conjunction is truth") {
  Terms t;
  CHECK(t.and_({}) == t.truth());
  CHECK(t.or_({}) == t.falsity());
  CHECK_FALSE(t.truth() == t.falsity());
  Index i = t.variable(t.fresh("i"));
  CHECK(t.and_({t.equal(i, i), t.falsity()}) == t.falsity());
}

TEST_CASE("negation goes through quantifiers and leaves the filter as it is") {
  Program p;
  Terms& t = p.terms();
  Var i = t.fresh("i");
  Formula filter = t.at_most(t.variable(i), t.integer(3));
  Formula body = t.equal(t.variable(i), t.integer(2));
  Formula all = t.all({{i, t.integer(9)}}, filter, body);
  CHECK(t.not_(all) == t.any({{i, t.integer(9)}}, filter, t.not_(body)));
  CHECK(t.not_(t.not_(all)) == all);
}

TEST_CASE("substitution under a binder of the same variable does not capture") {
  Program p;
  Terms& t = p.terms();
  Var k = t.fresh("k");
  Var i = t.fresh("i");
  TensorId x = p.add_tensor(
      {"x", TensorRole::input, {{t.fresh("a"), t.integer(5)}, {t.fresh("b"), t.integer(5)}}, {}, {}, {}, {}});
  Real sum = t.sum({{k, t.integer(5)}}, t.truth(), t.read(x, {t.variable(i), t.variable(k)}));
  // i := k must not become the bound k.
  Real moved = t.substitute(sum, {{i, t.variable(k)}});
  CHECK_FALSE(moved->binders[0].variable == k);
  CHECK(occurs(k, moved->free));
}

TEST_CASE("terms that differ in bound names only are alike") {
  Program p;
  Terms& t = p.terms();
  TensorId x = p.add_tensor({"x", TensorRole::input, {{t.fresh("a"), t.integer(5)}}, {}, {}, {}, {}});
  auto sum = [&](std::int64_t shift) {
    Var k = t.fresh("k");
    return t.sum({{k, t.integer(4)}}, t.truth(), t.read(x, {t.add(t.variable(k), shift)}));
  };
  CHECK(alike(sum(1), sum(1)));
  CHECK_FALSE(alike(sum(1), sum(0)));
}

TEST_CASE("an index that leaves 64 bits is refused") {
  Terms t;
  Index i = t.variable(t.fresh("i"));
  Index huge = t.scale(i, std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS(t.scale(huge, 2), LimitReached);
  CHECK_THROWS_AS(t.add(huge, i), LimitReached);
}

TEST_CASE("a factor 0 does not fold a division away") {
  Terms t;
  Real zero = t.constant(0);
  Real undefined = t.mul({zero, t.power(zero, Rational(-1))});
  CHECK(undefined->kind == RealKind::mul);
}

TEST_CASE("one window is one reduction, whatever its variables are called") {
  Program p;
  Terms& t = p.terms();
  Var size = p.add_size("H");
  Index extent = t.variable(size);
  TensorId y = p.add_tensor({"y", TensorRole::input, {{t.fresh("p"), t.scale(extent, 2)}}, {}, {}, {}, {}});
  auto window = [&](const char* cell, std::int64_t reach) {
    Var i = t.fresh("i");
    Var q = t.fresh(cell);
    Formula near = t.at_most(t.sub(t.variable(q), t.scale(t.variable(i), 2)), t.integer(reach));
    return p.reduce({{q, t.scale(extent, 2)}}, near, t.read(y, {t.variable(q)}), {{i, extent}}, {}).reduction;
  };
  CHECK(window("q", 1) == window("r", 1));
  CHECK(window("q", 1) != window("q", 2));
}
