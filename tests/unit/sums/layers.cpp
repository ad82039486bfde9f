// Backwards of common layers against the derivative written out, right ones and wrong ones.

#include <doctest/doctest.h>

#include "unit/sums/world.hpp"

using namespace germ;
using namespace germ::sums::test;
using germ::sums::Outcome;

TEST_CASE("a strided convolution's backward is dilate, pad, flip and convolve") {
  World w;
  I n = w.size("N"), c = w.size("C"), o = w.size("O"), h = w.size("H"), k = w.size("K"), pad = w.size("P", 0);
  const int stride = 2;
  w.fact(k <= h + 2 * pad);
  I oh = w.defined_size("OH", (h + 2 * pad - k) / stride + 1);
  Tensor weight = w.input("w", {o, c, k});
  Tensor dy = w.input("dy", {n, o, oh});
  // d y[n, o, j] / d x[n, c, i] = sum over a with stride * j + a - P = i of w[o, c, a]
  Tensor derived = w.let("derived", {n, c, h}, [&](const Indices& x) {
    return w.sum(
        {o, oh, k}, [&](const Indices& s) { return dy(x[0], s[0], s[1]) * weight(s[0], x[1], s[2]); },
        [&](const Indices& s) { return stride * s[1] + s[2] - pad == x[2]; });
  });
  Tensor dilated = w.let("dilated", {n, o, stride * (oh - 1) + 1},
                         [&](const Indices& u) { return w.choose(u[2] % stride == 0, dy(u[0], u[1], u[2] / stride)); });
  I left = k - 1 - pad;
  Tensor padded = w.let("padded", {n, o, h + k - 1}, [&](const Indices& u) {
    return w.choose(between(u[2] - left, 0, stride * (oh - 1) + 1), dilated(u[0], u[1], u[2] - left));
  });
  auto convolved = [&](bool flip) {
    return w.let("dx", {n, c, h}, [&](const Indices& x) {
      return w.sum({o, k}, [&](const Indices& s) {
        return padded(x[0], s[0], x[2] + s[1]) * weight(s[0], x[1], flip ? k - 1 - s[1] : s[1]);
      });
    });
  };
  CHECK(w.equal(derived, convolved(true)));
  CHECK(w.compare(derived, convolved(false)).kind == Outcome::Kind::different_candidate);
  REQUIRE_FALSE(w.last.failing.empty());
  CHECK(w.last.failing[0].model != nullptr);
  CHECK(w.last.failing[0].reads.size() == 2);
  CHECK(w.last.failing[0].index.size() == 3);
}

namespace {

// A batch norm of one channel over N examples, and three ways to write its backward.
struct BatchNorm {
  World w;
  I n = w.size("N");
  R eps = w.positive_scalar("eps");
  Tensor x = w.input("x", {n});
  Tensor dy = w.input("dy", {n});
  R m = w.number(n);
  R over(const std::function<R(I)>& body) {
    return w.sum({n}, [&](const Indices& k) { return body(k[0]); });
  }
  Tensor mean = w.let("mean", {}, [&](const Indices&) { return over([&](I k) { return x(k); }) / m; });
  Tensor variance =
      w.let("variance", {}, [&](const Indices&) { return over([&](I k) { return (x(k) - mean()) ^ 2; }) / m; });
  Tensor r = w.let("r", {}, [&](const Indices&) { return (variance() + eps) ^ Rational(-1, 2); });
  Tensor xh = w.let("xh", {n}, [&](const Indices& i) { return (x(i[0]) - mean()) * r(); });

  // The chain rule through variance and mean.
  Tensor chain() {
    Tensor dvar = w.let("dvar", {}, [&](const Indices&) {
      return over([&](I k) { return dy(k) * (x(k) - mean()); }) * w.real(Rational(-1, 2)) *
             ((variance() + eps) ^ Rational(-3, 2));
    });
    Tensor dmean = w.let("dmean", {}, [&](const Indices&) { return -(over([&](I k) { return dy(k); }) * r()); });
    return w.let("dx", {n},
                 [&](const Indices& i) { return dy(i[0]) * r() + 2 * dvar() * (x(i[0]) - mean()) / m + dmean() / m; });
  }
  Tensor closed(int wrong) {
    return w.let("dx", {n}, [&](const Indices& i) {
      R all = over([&](I k) { return dy(k); });
      R product = over([&](I k) { return dy(k) * xh(k); });
      R divisor = wrong == 1 ? m - w.real(1) : m;
      R sign = w.real(wrong == 2 ? -1 : 1);
      return r() / m * (divisor * dy(i[0]) - all - sign * xh(i[0]) * product);
    });
  }
};

}  // namespace

TEST_CASE("batch norm's closed backward is the chain rule through mean and variance") {
  BatchNorm b;
  CHECK(b.w.equal(b.chain(), b.closed(0)));
  CHECK_FALSE(b.w.equal(b.chain(), b.closed(1)));
  CHECK_FALSE(b.w.equal(b.chain(), b.closed(2)));
}

TEST_CASE("a power that a proof relies on is named as a premise") {
  BatchNorm b;
  REQUIRE(b.w.equal(b.chain(), b.closed(0)));
  auto has = [&](sums::PremiseKind kind, Tensor tensor) {
    for (const auto& premise : b.w.last.premises)
      if (premise.kind == kind && premise.tensor == tensor.id) return true;
    return false;
  };
  CHECK(has(sums::PremiseKind::positive, b.r));
  CHECK(has(sums::PremiseKind::nonzero, b.mean));
  CHECK_FALSE(has(sums::PremiseKind::positive, b.mean));
}

TEST_CASE("an average pool that leaves padding out divides by the cells of the window") {
  World w;
  I h = w.size("H");
  I oh = w.defined_size("OH", (h + 2 - 3) / 2 + 1);
  Tensor dy = w.input("dy", {oh});
  I three = w.integer(3);
  auto inside = [&](I o, I a) { return between(2 * o + a - 1, 0, h); };
  auto by_offset = [&](I o) {
    return w.sum(
        {three}, [&](const Indices&) { return w.real(1); }, [&](const Indices& a) { return inside(o, a[0]); });
  };
  auto by_cell = [&](I o) {
    return w.sum(
        {h}, [&](const Indices&) { return w.real(1); },
        [&](const Indices& i) { return i[0] <= 2 * o + 1 && 2 * o - 1 <= i[0]; });
  };
  Tensor derived = w.let("derived", {h}, [&](const Indices& i) {
    return w.sum(
        {oh, three}, [&](const Indices& s) { return dy(s[0]) / by_offset(s[0]); },
        [&](const Indices& s) { return 2 * s[0] + s[1] - 1 == i[0]; });
  });
  auto gathered = [&](bool count_padding) {
    return w.let("dx", {h}, [&](const Indices& i) {
      return w.sum(
          {oh}, [&](const Indices& s) { return dy(s[0]) / (count_padding ? w.real(3) : by_cell(s[0])); },
          [&](const Indices& s) { return 2 * s[0] - 1 <= i[0] && i[0] <= 2 * s[0] + 1; });
    });
  };
  CHECK(w.equal(derived, gathered(false)));
  CHECK_FALSE(w.equal(derived, gathered(true)));
}

TEST_CASE("softmax does not depend on the shift of its exponents") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor shift = w.input("m", {});
  auto softmax = [&](bool shifted) {
    auto e = [&w, x, shift, shifted](I k) { return w.apply("exp", shifted ? x(k) - shift() : x(k)); };
    return w.let("s", {n},
                 [&](const Indices& i) { return e(i[0]) / w.sum({n}, [&](const Indices& k) { return e(k[0]); }); });
  };
  CHECK(w.equal(softmax(false), softmax(true)));
  Tensor logarithm = w.let("l", {n}, [&](const Indices& i) {
    return w.apply("exp",
                   x(i[0]) - w.apply("log", w.sum({n}, [&](const Indices& k) { return w.apply("exp", x(k[0])); })));
  });
  CHECK(w.equal(softmax(true), logarithm));
}

TEST_CASE("a comparison on a slice says nothing of the rest") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor left = w.let("left", {n}, [&](const Indices& i) { return x(i[0]); });
  Tensor right = w.let("right", {n}, [&](const Indices& i) { return w.choose(1 <= i[0], x(i[0])); });
  auto solver = smt::make_z3(w.program, {});
  ir::Var formal = w.program[right.id].axes[0].variable;
  ir::Formula slice = w.t.at_most(w.t.integer(1), w.t.variable(formal));
  CHECK(sums::compare(w.program, *solver, left.id, right.id, slice).kind == Outcome::Kind::equal);
  CHECK(sums::compare(w.program, *solver, left.id, right.id, w.t.truth()).kind == Outcome::Kind::different_candidate);
}

TEST_CASE("an opaque tensor is compared by name, not by its body") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  Tensor y = w.let("y", {n}, [&](const Indices& i) { return x(i[0]) + x(i[0]); });
  Tensor left = w.let("left", {n}, [&](const Indices& i) { return y(i[0]) * y(i[0]); });
  Tensor right = w.let("right", {n}, [&](const Indices& i) { return 4 * x(i[0]) * x(i[0]); });
  auto solver = smt::make_z3(w.program, {});
  sums::Options options;
  options.opaque = {y.id};
  CHECK(sums::compare(w.program, *solver, left.id, right.id, w.t.truth(), {}, options).kind != Outcome::Kind::equal);
  CHECK(w.equal(left, right));
}

TEST_CASE("facts of the domain reach the masks of a group") {
  World w;
  I n = w.size("N");
  Tensor z = w.input("z", {n});
  Tensor dy = w.input("dy", {n});
  Tensor strict = w.let("strict", {n}, [&](const Indices& i) { return w.choose(w.positive(z(i[0])), dy(i[0])); });
  Tensor weak = w.let("weak", {n}, [&](const Indices& i) { return w.choose(!w.positive(-z(i[0])), dy(i[0])); });
  CHECK(w.compare(strict, weak).kind == Outcome::Kind::different_candidate);
  // z[k] != 0 at the indices that the guards mention.
  sums::HypothesisSource nonzero = [&](std::span<const ir::Formula> guards, std::span<const ir::Formula> signs) {
    std::vector<ir::Formula> facts(signs.begin(), signs.end());
    for (ir::Formula guard : guards)
      for (ir::Var variable : guard->free)
        if (!w.program.is_size(variable)) facts.push_back(w.t.nonzero(w.t.read(z.id, {w.t.variable(variable)})));
    return facts;
  };
  CHECK(w.compare(strict, weak, nonzero).kind == Outcome::Kind::equal);
}

TEST_CASE("a threshold above another one implies it") {
  World w;
  I n = w.size("N");
  Tensor z = w.input("z", {n});
  R six = w.real(6);
  auto nested = [&](const Indices& i) { return w.choose(w.positive(z(i[0])) && w.positive(z(i[0]) - six), w.real(1)); };
  auto outer = [&](const Indices& i) { return w.choose(w.positive(z(i[0]) - six), w.real(1)); };
  auto inner = [&](const Indices& i) { return w.choose(w.positive(z(i[0])), w.real(1)); };
  CHECK(w.equal({n}, nested, outer));
  CHECK_FALSE(w.equal({n}, nested, inner));
}

TEST_CASE("a maximum that was not replaced is left open") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  ir::Var k = w.t.fresh("k");
  auto closure = w.program.reduce({{k, n.index}}, w.t.truth(), w.t.read(x.id, {w.t.variable(k)}), {}, {});
  R maximum{&w, w.t.maximum(closure.reduction, closure.arguments)};
  Tensor left = w.let("left", {}, [&](const Indices&) { return maximum; });
  Tensor right = w.let("right", {}, [&](const Indices&) { return maximum; });
  CHECK(w.compare(left, right).kind == Outcome::Kind::unknown);
}

TEST_CASE("tensors of different shapes are not compared") {
  World w;
  I n = w.size("N"), m = w.size("M");
  CHECK(w.compare(w.input("a", {n}), w.input("b", {m})).kind == Outcome::Kind::unknown);
}
