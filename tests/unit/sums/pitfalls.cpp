// The pitfalls of SUMS section 3: answers a normal form gave, or nearly gave, that were wrong.

#include <doctest/doctest.h>

#include "unit/sums/world.hpp"

using namespace germ;
using namespace germ::sums::test;
using germ::sums::Outcome;

TEST_CASE("A1: the mask -x > 0 is not the mask x > 0") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto dy = w.input("dy", {n});
  auto plus = [&](const Indices& k) { return w.choose(w.positive(x(k[0])), dy(k[0])); };
  auto minus = [&](const Indices& k) { return w.choose(w.positive(-x(k[0])), dy(k[0])); };
  auto scaled = [&](const Indices& k) { return w.choose(w.positive(3 * x(k[0])), dy(k[0])); };
  CHECK(w.equal({n}, plus, scaled));
  CHECK_FALSE(w.equal({n}, plus, minus));
}

TEST_CASE("A1: the signs of x and -x exclude each other, and both may be absent") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto both = [&](const Indices& k) {
    return w.choose(w.positive(x(k[0])), w.real(1)) + w.choose(w.positive(-x(k[0])), w.real(1));
  };
  auto product = [&](const Indices& k) { return w.choose(w.positive(x(k[0])) && w.positive(-x(k[0])), w.real(1)); };
  CHECK(w.equal({n}, product, [&](const Indices&) { return w.real(0); }));
  CHECK_FALSE(w.equal({n}, both, [&](const Indices&) { return w.real(1); }));
}

TEST_CASE("A1: a sign of relu(x) is the sign of x where that is positive") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor y = w.let("y", {n}, [&](const Indices& k) { return w.choose(w.positive(x(k[0])), x(k[0])); });
  auto of_x = [&](const Indices& k) { return w.choose(w.positive(x(k[0])), w.real(1)); };
  auto of_y = [&](const Indices& k) { return w.choose(w.positive(y(k[0])), w.real(1)); };
  auto below = [&](const Indices& k) { return w.choose(w.positive(-y(k[0])), w.real(1)); };
  CHECK(w.equal({n}, of_x, of_y));
  CHECK(w.equal({n}, below, [&](const Indices&) { return w.real(0); }));
  CHECK_FALSE(w.equal({n}, of_y, [&](const Indices&) { return w.real(1); }));
}

TEST_CASE("A2: a square root elsewhere does not make its base positive") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  R b = w.sum({n}, [&](const Indices& k) { return x(k[0]); });
  R left = (((1 / b) ^ 2) ^ Rational(1, 2)) + (b ^ Rational(1, 2));
  R right = 1 / b + (b ^ Rational(1, 2));
  CHECK_FALSE(w.equal(left, right));
  CHECK_FALSE(w.equal((b ^ 2) ^ Rational(1, 2), b));
}

TEST_CASE("A2: the root of a square is its base where the base is a sum of squares and a positive scalar") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  R eps = w.positive_scalar("eps");
  R b = w.sum({n}, [&](const Indices& k) { return x(k[0]) ^ 2; }) + eps;
  CHECK(w.equal(((1 / b) ^ 2) ^ Rational(1, 2), 1 / b));
}

TEST_CASE("A2: a root of a product is not split where both factors may be negative") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor y = w.input("y", {n});
  R a = w.sum({n}, [&](const Indices& k) { return x(k[0]); });
  R b = w.sum({n}, [&](const Indices& k) { return y(k[0]); });
  Rational half(1, 2);
  CHECK_FALSE(w.equal((a * b) ^ half, (a ^ half) * (b ^ half)));
  R c = x(0);
  R d = y(0);
  CHECK_FALSE(w.equal((c * d) ^ half, (c ^ half) * (d ^ half)));
}

TEST_CASE("A2: a scalar without a declared sign is not taken out of a root") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  R a = w.scalar("a");
  R e = w.positive_scalar("e");
  Rational half(1, 2);
  R s = w.sum({n}, [&](const Indices& k) { return x(k[0]); });
  CHECK_FALSE(w.equal((a * a * s) ^ half, a * (s ^ half)));
  CHECK(w.equal((e * e * s) ^ half, e * (s ^ half)));
}

TEST_CASE("A2: a size that may be 0 is not divided out of a sum that does not have it") {
  World w;
  I n = w.size("N");
  I p = w.size("P", 0);
  Tensor x = w.input("x", {n});
  // At P = 0 the first summand is absent and the base is x[0].
  auto guarded = [&](R value) { return w.choose(1 <= p, value); };
  R b = guarded(x(0) / w.number(p)) + x(0);
  R scaled = guarded(x(0)) + w.number(p) * x(0);
  CHECK_FALSE(w.equal(1 / b, w.number(p) / scaled));
}

TEST_CASE("A3: a guard that is false makes the term vanish, not hold everywhere") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto never = [&](const Indices& k) { return w.choose(k[0] < k[0], x(k[0])); };
  auto always = [&](const Indices& k) { return x(k[0]); };
  CHECK(w.equal({n}, never, [&](const Indices&) { return w.real(0); }));
  CHECK_FALSE(w.equal({n}, never, always));
  auto excluded = [&](const Indices& k) { return w.choose(k[0] < n && n <= k[0], x(k[0])); };
  CHECK(w.equal({n}, excluded, never));
}

TEST_CASE("A4: a read out of range counts as 0, so the range of reads is a question of its own") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto beyond = [&](const Indices& k) { return x(k[0] + n); };
  CHECK(w.equal({n}, beyond, [&](const Indices&) { return w.real(0); }));
}

TEST_CASE("A5: the square of a sum is not the sum of squares") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  R s = w.sum({n}, [&](const Indices& k) { return x(k[0]); });
  R squares = w.sum({n}, [&](const Indices& k) { return x(k[0]) * x(k[0]); });
  R pairs = w.sum({n, n}, [&](const Indices& k) { return x(k[0]) * x(k[1]); });
  CHECK_FALSE(w.equal(s * s, squares));
  CHECK(w.equal(s * s, pairs));
  CHECK(w.equal(s ^ 2, pairs));
}

TEST_CASE("A5: a sum inside a sum with the same binder keeps the two apart") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  ir::Var k = w.t.fresh("k");
  R xk{&w, w.t.read(x.id, {w.t.variable(k)})};
  R inner{&w, w.t.sum({{k, n.index}}, w.t.truth(), xk.real)};
  R outer{&w, w.t.sum({{k, n.index}}, w.t.truth(), (xk * inner).real)};
  R pairs = w.sum({n, n}, [&](const Indices& i) { return x(i[0]) * x(i[1]); });
  CHECK(w.equal(outer, pairs));
}

TEST_CASE("A6: quotients round down for negative numbers too") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto left = [&](const Indices& k) { return w.choose((k[0] - n) / 2 == -1, x(k[0])); };
  auto right = [&](const Indices& k) { return w.choose(n - 2 <= k[0], x(k[0])); };
  CHECK(w.equal({n}, left, right));
}

TEST_CASE("A7: an index used as a number is not the same for all values of the index") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto weighted = [&](const Indices& k) { return w.number(k[0]) * x(k[0]); };
  auto next = [&](const Indices& k) { return w.number(k[0] + 1) * x(k[0]); };
  CHECK_FALSE(w.equal({n}, weighted, [&](const Indices& k) { return x(k[0]); }));
  CHECK_FALSE(w.equal({n}, weighted, next));
  CHECK(w.equal(
      {n}, [&](const Indices& k) { return weighted(k) + x(k[0]); }, next));
}

TEST_CASE("A8: without a solver's answer nothing that needs one is equal") {
  struct Silent : smt::Solver {
    smt::Answer check(std::span<const ir::Formula>) override { return smt::Unknown{"no budget"}; }
    std::string identity() const override { return "silent"; }
    std::uint64_t queries() const override { return 0; }
  };
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {2 * n});
  auto left = w.let("left", {n}, [&](const Indices& k) { return w.choose(k[0] + n < 2 * n + 1, x(k[0])); });
  auto right = w.let("right", {n}, [&](const Indices& k) { return x(k[0]); });
  Silent silent;
  auto outcome = sums::compare(w.program, silent, left.id, right.id, w.t.truth());
  CHECK(outcome.kind == Outcome::Kind::unknown);
  CHECK(w.equal(left, right));
  // Nor are two sums under a root.
  auto root = [&](Tensor y) {
    return w.let("root", {}, [&](const Indices&) {
      return w.sum({n}, [&](const Indices& k) { return y(k[0]); }) ^ Rational(1, 2);
    });
  };
  Tensor a = root(left);
  Tensor b = root(right);
  CHECK(sums::compare(w.program, silent, a.id, b.id, w.t.truth()).kind == Outcome::Kind::unknown);
  CHECK(w.equal(a, b));
}

TEST_CASE("B1: the range of a given map is known wherever it is applied") {
  World w;
  I n = w.size("N");
  I m = w.size("M");
  auto s = w.map("s", {n}, m);
  Tensor dy = w.input("dy", {n});
  auto scatter = [&](const Indices& i) {
    return w.sum(
        {n}, [&](const Indices& k) { return dy(k[0]); }, [&](const Indices& k) { return s({k[0]}) == i[0]; });
  };
  auto guarded = [&](const Indices& i) {
    return w.sum(
        {n}, [&](const Indices& k) { return dy(k[0]); },
        [&](const Indices& k) { return s({k[0]}) == i[0] && between(s({k[0]}), 0, m); });
  };
  CHECK(w.equal({m}, scatter, guarded));
}

TEST_CASE("B2: nothing is known of a given map outside of its domain") {
  World w;
  I n = w.size("N");
  I m = w.size("M");
  auto s = w.map("s", {n}, m);
  auto outside = [&](const Indices&) { return w.choose(between(s({n + 1}), 0, m), w.real(1)); };
  CHECK_FALSE(w.equal({}, outside, [&](const Indices&) { return w.real(1); }));
}

TEST_CASE("C1: the two formulas for the variance agree, also under a root") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  R eps = w.positive_scalar("eps");
  Tensor mean = w.let(
      "mean", {}, [&](const Indices&) { return w.sum({n}, [&](const Indices& k) { return x(k[0]); }) / w.number(n); });
  auto centred = w.sum({n}, [&](const Indices& k) { return (x(k[0]) - mean()) ^ 2; }) / w.number(n);
  auto squares = w.sum({n}, [&](const Indices& k) { return x(k[0]) ^ 2; }) / w.number(n) - (mean() ^ 2);
  CHECK(w.equal(centred, squares));
  CHECK(w.equal((centred + eps) ^ Rational(-1, 2), (squares + eps) ^ Rational(-1, 2)));
  CHECK_FALSE(w.equal((centred + eps) ^ Rational(-1, 2), squares ^ Rational(-1, 2)));
}

TEST_CASE("C3: an argument that is equal by its guard only is merged") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto ratio = [&](const Indices& i) {
    return w.sum(
        {n}, [&](const Indices& k) { return x(k[0]) / x(i[0]); },
        [&](const Indices& k) { return 2 * k[0] <= 2 * i[0] && i[0] <= k[0]; });
  };
  CHECK(w.equal({n}, ratio, [&](const Indices&) { return w.real(1); }));
}

TEST_CASE("C4: weights that are indices add up") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto difference = [&](const Indices& i) {
    return w.sum({n}, [&](const Indices& k) { return w.number(k[0] - i[0]) * x(k[0]); });
  };
  auto apart = [&](const Indices& i) {
    return w.sum({n}, [&](const Indices& k) { return w.number(k[0]) * x(k[0]); }) -
           w.number(i[0]) * w.sum({n}, [&](const Indices& k) { return x(k[0]); });
  };
  CHECK(w.equal({n}, difference, apart));
}

TEST_CASE("C4: an index as divisor is told from the next one") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto mean = [&](int count) { return [&w, x, count](const Indices& h) { return x(h[0]) / w.number(h[0] + count); }; };
  CHECK(w.equal({n}, mean(1), mean(1)));
  CHECK_FALSE(w.equal({n}, mean(1), mean(2)));
}

TEST_CASE("C5: a size defined as a product of sizes is that product") {
  World w;
  I a = w.size("A");
  I b = w.size("B");
  I m = w.defined_size("M", a * b);
  CHECK(w.equal(w.number(m), w.number(a) * w.number(b)));
  CHECK(w.equal(1 / w.number(m), 1 / (w.number(a) * w.number(b))));
  CHECK_FALSE(w.equal(w.number(m), w.number(a) + w.number(b)));
}

TEST_CASE("C6: a form in five equal factors is compared in one query") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto form = [&](bool reversed) {
    return w.sum(
        {n, n, n, n, n}, [&](const Indices& k) { return x(k[0]) * x(k[1]) * x(k[2]) * x(k[3]) * x(k[4]); },
        [&](const Indices& k) {
          return reversed ? k[4] < k[3] && k[3] < k[2] && k[2] < k[1] && k[1] < k[0]
                          : k[0] < k[1] && k[1] < k[2] && k[2] < k[3] && k[3] < k[4];
        });
  };
  CHECK(w.equal(form(false), form(true)));
}

TEST_CASE("C8: bases that are equal in range only are multiplied out") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor dy = w.input("dy", {n});
  R one = w.real(1);
  auto squash = [&](const Indices& k) { return dy(k[0]) / (one + w.apply("exp", x(k[0]))); };
  auto other = [&](const Indices& k) { return dy(k[0]) - dy(k[0]) * w.apply("sigmoid", x(k[0])); };
  CHECK(w.equal({n}, squash, other));
}

TEST_CASE("D: a negative power of an expression that is 0 everywhere is never equal to anything") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto broken = [&](const Indices& k) { return 1 / (x(k[0]) - x(k[0])); };
  CHECK(w.compare(w.let("a", {n}, broken), w.let("b", {n}, broken)).kind == Outcome::Kind::unknown);
}
