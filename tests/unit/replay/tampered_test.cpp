// Each kind of datum of a certificate, tampered with: the replay must notice, at the step that the datum is for.

#include "unit/replay/tampered.hpp"

#include "unit/sums/world.hpp"

using namespace germ;
using namespace germ::sums::test;
using certificate::Certificate;
using certificate::Factor;
using certificate::FactorKind;
using certificate::Purpose;
using certificate::Term;
using replay::test::Tampered;

namespace {

const std::string entry = "a tensor's entry as a sum of terms";
const std::string difference = "the difference";
const std::string product = "a sum as a product";

// A strided convolution in one dimension against its transpose: borders, and a division.
struct Convolution {
  World w;
  I n = w.size("N"), h = w.size("H"), oh = w.defined_size("OH", (h + 2 - 3) / 2 + 1);
  Tensor dy = w.input("dy", {n, oh});
  Tensor weight = w.input("w", {w.integer(3)});
  Tensor scattered = w.let("scattered", {n, h}, [&](const Indices& x) {
    return w.sum(
        {oh, w.integer(3)}, [&](const Indices& s) { return dy(x[0], s[0]) * weight(s[1]); },
        [&](const Indices& s) { return 2 * s[0] + s[1] - 1 == x[1]; });
  });
  Tensor gathered = w.let("gathered", {n, h}, [&](const Indices& x) {
    return w.sum(
        {w.integer(3)}, [&](const Indices& a) { return dy(x[0], (x[1] + 1 - a[0]) / 2) * weight(a[0]); },
        [&](const Indices& a) { return (x[1] + 1 - a[0]) % 2 == 0 && between((x[1] + 1 - a[0]) / 2, 0, oh); });
  });
  Tampered equality{w, scattered, gathered};
};

// The root of a mean of squares, whose parts have names.
struct Norm {
  World w;
  I n = w.size("N");
  R eps = w.positive_scalar("eps");
  Tensor x = w.input("x", {n});
  R mean() {
    return w.sum({n}, [&](const Indices& k) { return x(k[0]) ^ 2; }) / w.number(n);
  }
  Tensor left = w.let("left", {n}, [&](const Indices& i) { return x(i[0]) * ((mean() + eps) ^ Rational(-1, 2)); });
  Tensor right = w.let("right", {n}, [&](const Indices& i) {
    return x(i[0]) * ((w.real(4) * mean() + 4 * eps) ^ Rational(-1, 2)) * w.real(2);
  });
  Tampered equality{w, left, right};
};

certificate::Product& product_for(Certificate& written, Purpose purpose) {
  for (auto& known : written.products)
    if (known.purpose == purpose) return known;
  FAIL("the certificate has no such product");
  return written.products[0];
}

}  // namespace

TEST_CASE("a coefficient of a tensor's form is checked") {
  Convolution c;
  CHECK(c.equality.step([&](Certificate& s) { c.equality.form(s, c.scattered)[0].coefficient *= 2; }) == entry);
}

TEST_CASE("a guard of a tensor's form is checked") {
  Convolution c;
  // Whether 2 divides x + 1 - a is what no range of a read says.
  CHECK(c.equality.step([&](Certificate& s) { c.equality.form(s, c.gathered)[0].guard.clear(); }) == entry);
  CHECK(c.equality.step([&](Certificate& s) {
    auto& guard = c.equality.form(s, c.gathered)[0].guard;
    guard = {c.w.t.falsity()};
  }) == entry);
}

TEST_CASE("an index of a read is checked") {
  Convolution c;
  CHECK(c.equality.step([&](Certificate& s) {
    Factor& read = c.equality.form(s, c.gathered)[0].factors[0];
    REQUIRE(read.arguments.size() == 2);
    read.arguments[1] = c.w.t.add(read.arguments[1], 1);
  }) == entry);
  CHECK(c.equality.step([&](Certificate& s) {
    Factor& read = c.equality.form(s, c.gathered)[0].factors[0];
    std::swap(read.arguments[0], read.arguments[1]);
  }) == entry);
}

TEST_CASE("a missing term, a missing form and a form of another tensor are noticed") {
  Convolution c;
  CHECK(c.equality.step([&](Certificate& s) { c.equality.form(s, c.gathered).clear(); }) == entry);
  CHECK(c.equality.step([&](Certificate& s) { s.forms.clear(); }) == entry);
  CHECK(c.equality.step([&](Certificate& s) {
    for (auto& term : c.equality.form(s, c.gathered)) term.factors[0].symbol = c.weight.id.value;
  }) != "");
}

TEST_CASE("the difference must be that of the two tensors: no term missing, changed or put in") {
  Convolution c;
  REQUIRE_FALSE(c.equality.written.difference.empty());
  CHECK(c.equality.step([](Certificate& s) { s.difference.clear(); }) == "");  // both are 0: nothing is claimed falsely
  CHECK(c.equality.step([](Certificate& s) { s.difference.pop_back(); }) == difference);
  CHECK(c.equality.step([](Certificate& s) { s.difference[0].coefficient += 1; }) == difference);
  CHECK(c.equality.step([](Certificate& s) { s.difference.back().guard.clear(); }) == difference);
  CHECK(c.equality.step([](Certificate& s) { s.difference[0].factors.pop_back(); }) == difference);
  CHECK(c.equality.step([](Certificate& s) { s.difference.push_back(s.difference[0]); }) == difference);
}

TEST_CASE("a sum's fresh names must be names of the same sum") {
  Convolution c;
  const std::string opened = "a sum under fresh names";
  REQUIRE_FALSE(c.equality.written.openings.empty());
  CHECK(c.equality.step([](Certificate& s) { s.openings.clear(); }) == opened);
  CHECK(c.equality.step([&](Certificate& s) {
    for (auto& opening : s.openings) opening.filter = c.w.t.truth();
  }) == opened);
  CHECK(c.equality.step([&](Certificate& s) {
    for (auto& opening : s.openings) opening.binders[0].extent = c.w.t.add(opening.binders[0].extent, 1);
  }) == opened);
  CHECK(c.equality.step([&](Certificate& s) {
    for (auto& opening : s.openings) opening.body = c.w.t.add({opening.body, opening.body});
  }) == opened);
}

TEST_CASE("a tensor's body must be its body") {
  Convolution c;
  REQUIRE(c.equality.written.bodies.size() > 1);
  CHECK(c.equality.step([](Certificate& s) { std::swap(s.bodies[0].value, s.bodies[1].value); }) ==
        "the body of a tensor");
}

TEST_CASE("the entry compared is a generic one") {
  Convolution c;
  CHECK(c.equality.step([](Certificate& s) { s.index[1] = s.index[0]; }) == "indices of the entry compared");
  CHECK(c.equality.step([&](Certificate& s) { s.index[0] = c.n.index->terms[0].atom->variable; }) ==
        "an index of the entry compared");
  CHECK(c.equality.step([](Certificate& s) { s.index.pop_back(); }) == "tensors of one rank");
}

TEST_CASE("a size's value must be its definition") {
  World w;
  I a = w.size("A"), b = w.size("B"), m = w.defined_size("M", a * b);
  Tampered equality(w, w.let("left", {}, [&](const Indices&) { return w.number(m); }),
                    w.let("right", {}, [&](const Indices&) { return w.number(a) * w.number(b); }));
  REQUIRE(equality.written.sizes.size() == 1);
  CHECK(equality.step([&](Certificate& s) { s.sizes[0].value = w.t.add(s.sizes[0].value, 1); }) ==
        "a size's definition");
  CHECK(equality.step([&](Certificate& s) { s.sizes[0].size = a.index->terms[0].atom->variable; }) ==
        "a size's definition");
}

TEST_CASE("a definition is a function of its parameters, made of earlier ones") {
  Norm m;
  REQUIRE_FALSE(m.equality.written.definitions.empty());
  CHECK(m.equality.step([](Certificate& s) { s.definitions[0].value[0].coefficient *= 2; }) == product);
  CHECK(m.equality.step([](Certificate& s) { s.definitions[0].value.pop_back(); }) == product);
  CHECK(m.equality.step([](Certificate& s) { s.definitions.clear(); }) != "");
  CHECK(m.equality.step([&](Certificate& s) {
    Term alien;
    alien.factors = {{FactorKind::read, m.x.id.value, {m.w.t.variable(s.index[0])}, 1}};
    s.definitions[0].value.push_back(alien);
  }) == "a variable is bound or free");
  CHECK(m.equality.step([](Certificate& s) {
    Term itself;
    itself.factors = {{FactorKind::base, 0, {}, -1}};
    s.definitions[0].value.push_back(itself);
  }) == "a factor names an earlier definition");
}

TEST_CASE("the product that is raised must be what the text raises") {
  Norm m;
  auto root = [&](const std::function<void(Term&)>& change) {
    return m.equality.step([&](Certificate& s) { change(product_for(s, Purpose::root).product); });
  };
  CHECK(root([](Term& t) { t.coefficient *= 4; }) == product);
  CHECK(root([](Term& t) { t.factors.clear(); }) == product);
  CHECK(root([](Term& t) { t.factors[0].exponent = 2; }) == product);
  CHECK(m.equality.step([](Certificate& s) { s.products.clear(); }) == "the product that is raised");
}

TEST_CASE("a sign's product and its map are checked") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n}), y = w.input("y", {n});
  auto mask = [&](R value) { return w.choose(w.positive(value), w.real(1)); };
  Tampered equality(
      w, w.let("left", {n}, [&](const Indices& i) { return mask(3 * x(i[0]) - 3 * y(i[0])) * mask(y(i[0])); }),
      w.let("right", {n}, [&](const Indices& i) { return mask(x(i[0]) - y(i[0])) * mask(y(i[0])); }));
  CHECK(equality.step([](Certificate& s) { product_for(s, Purpose::sign).product.coefficient *= -1; }) == product);
  CHECK(equality.step([](Certificate& s) { product_for(s, Purpose::sign).product.coefficient = 0; }) == product);
  CHECK(equality.step([](Certificate& s) {
    REQUIRE(s.definitions.size() == 2);
    s.definitions[1].sign = s.definitions[0].sign;
  }) == "each sign has a map of its own");
  CHECK(equality.step([](Certificate& s) { s.definitions[0].sign = {}; }) == "a sign has a map");
}

TEST_CASE("an exponent's parts and a function's argument are checked") {
  World w;
  Tensor x = w.input("x", {}), y = w.input("y", {});
  Tampered equality(w, w.let("left", {}, [&](const Indices&) { return w.apply("exp", x() + y()); }),
                    w.let("right", {}, [&](const Indices&) { return w.apply("exp", x()) * w.apply("exp", y()); }));
  auto sum = [](Certificate& s) -> certificate::Application& {
    for (auto& known : s.applications)
      if (known.exponents.size() == 2) return known;
    FAIL("no sum under exp");
    return s.applications[0];
  };
  CHECK(equality.step([&](Certificate& s) { sum(s).exponents.pop_back(); }) == "an exponent as a sum of parts");
  CHECK(equality.step([&](Certificate& s) { sum(s).exponents[0].term.coefficient = 2; }) != "");
  CHECK(equality.step([&](Certificate& s) {
    std::swap(sum(s).exponents[0].definition, sum(s).exponents[1].definition);
  }) == "a part of an exponent as a named sum");
  CHECK(equality.step([&](Certificate& s) { s.applications.clear(); }) == "a function's argument as named sums");
}

TEST_CASE("powers brought down, and factors merged, are checked") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto s = [&](I i) { return w.apply("sigmoid", x(i)); };
  auto e = [&](I i) { return w.apply("exp", -x(i)); };
  Tampered lifted(w, w.let("left", {n}, [&](const Indices& i) { return s(i[0]) * (w.real(1) - s(i[0])); }),
                  w.let("right", {n}, [&](const Indices& i) { return e(i[0]) / ((w.real(1) + e(i[0])) ^ 2); }));
  auto with_lifts = [](Certificate& written) -> certificate::Rewriting& {
    for (auto& rewriting : written.rewritings)
      if (!rewriting.lifts.empty()) return rewriting;
    FAIL("nothing was lifted");
    return written.rewritings[0];
  };
  const std::string rewritten = "an expression rewritten";
  CHECK(lifted.step([&](Certificate& c) { with_lifts(c).lifts.clear(); }) == rewritten);
  CHECK(lifted.step([&](Certificate& c) { with_lifts(c).lifts[0].count += 1; }) == rewritten);
  CHECK(lifted.step([&](Certificate& c) { with_lifts(c).lifts[0].definition = 99; }) == "a power to bring down");
  CHECK(lifted.step([&](Certificate& c) { with_lifts(c).result.pop_back(); }) != "");
  CHECK(lifted.step([&](Certificate& c) { c.rewritings.clear(); }) == "a group of equal products");
  // The text's own 1 / (1 + exp(..)), raised as something else.
  CHECK(lifted.step([&](Certificate& c) {
    for (auto& known : c.applications) known.product.coefficient *= 2;
  }) == product);
}
