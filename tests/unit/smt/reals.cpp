#include "question.hpp"

namespace germ::smt {

TEST_CASE("x / x may differ from 1 where x is 0, and nowhere else") {
  Question q;
  ir::Real x = q.real("x");
  ir::Formula not_one = q.differ(q.t.divide(x, x), q.number(1));
  CHECK(q.sat({not_one, q.t.equal(x, q.number(0))}));
  CHECK(q.unsat({not_one, q.t.nonzero(x)}));
}

TEST_CASE("nothing is known of 1 / 0") {
  Question q;
  ir::Real by_zero = q.inverse(q.number(0));
  CHECK(q.sat({q.t.positive(by_zero)}));
  CHECK(q.sat({q.t.negative(by_zero)}));
  CHECK(q.sat({q.differ(by_zero, q.number(0))}));
}

TEST_CASE("1 / b has the sign of b") {
  Question q;
  ir::Real b = q.real("b");
  CHECK(q.unsat({q.t.positive(b), q.t.not_(q.t.positive(q.inverse(b)))}));
  CHECK(q.unsat({q.t.negative(b), q.t.not_(q.t.negative(q.inverse(b)))}));
}

TEST_CASE("the root of (1/B)^2 is 1/B for B > 0 and not for B < 0") {
  Question q;
  ir::Real b = q.real("B");
  ir::Real one_over = q.inverse(b);
  ir::Real root = q.t.power(q.t.mul({one_over, one_over}), Rational(1, 2));
  CHECK(q.unsat({q.t.positive(b), q.differ(root, one_over)}));
  CHECK(q.sat({q.t.negative(b), q.differ(root, one_over)}));
  CHECK(q.unsat({q.t.negative(b), q.t.equal(root, one_over)}));
}

TEST_CASE("nothing is known of the root of a negative number") {
  Question q;
  ir::Real b = q.real("b");
  ir::Real root = q.t.power(b, Rational(1, 2));
  CHECK(q.sat({q.t.negative(b), q.t.negative(root)}));
  CHECK(q.sat({q.t.negative(b), q.differ(q.t.mul({root, root}), b)}));
}

TEST_CASE("b^(-3/2) times b^(3/2) is never anything but 1 for b > 0") {
  Question q;
  ir::Real b = q.real("b");
  ir::Real product = q.t.mul({q.t.power(b, Rational(-3, 2)), q.t.power(b, Rational(3, 2))});
  CHECK_FALSE(q.sat({q.t.positive(b), q.differ(product, q.number(1))}));  // the normal form shows it; Z3 may give up
}

TEST_CASE("powers of literals are their values") {
  Question q;
  CHECK(q.unsat({q.differ(q.t.power(q.number(-2), Rational(-3)), q.number(-1, 8))}));
  CHECK(q.unsat({q.differ(q.t.power(q.number(4, 9), Rational(1, 2)), q.number(2, 3))}));
  CHECK(q.unsat({q.differ(q.t.power(q.real("a"), Rational(0)), q.number(1))}));
}

TEST_CASE("a high power of a positive number is positive, and nothing else is claimed") {
  Question q;
  ir::Real b = q.real("b");
  ir::Real high = q.t.power(b, Rational(100));
  CHECK(q.unsat({q.t.positive(b), q.t.not_(q.t.positive(high))}));
  CHECK(q.sat({q.t.negative(b), q.t.negative(high)}));
}

TEST_CASE("the exponential is positive, and 1 at 0 only") {
  Question q;
  ir::Real u = q.real("u");
  ir::Real e = q.apply("exp", u);
  CHECK(q.unsat({q.t.not_(q.t.positive(e))}));
  CHECK(q.unsat({q.t.equal(u, q.number(0)), q.differ(e, q.number(1))}));
  CHECK(q.sat({q.differ(e, q.number(1))}));
}

TEST_CASE("nothing is known of the logarithm outside of its domain") {
  Question q;
  ir::Real u = q.real("u");
  ir::Real l = q.apply("log", u);
  ir::Formula nearly_one = q.t.positive(q.t.sub(u, q.number(1, 2)));
  CHECK(q.unsat({nearly_one, q.t.negative(q.t.sub(u, q.number(1))), q.t.positive(l)}));
  CHECK(q.sat({q.t.negative(u), q.t.positive(l)}));
  CHECK(q.sat({q.t.equal(u, q.number(0)), q.t.positive(l)}));
}

TEST_CASE("a function of equal arguments has equal values") {
  Question q;
  ir::Real u = q.real("u"), v = q.real("v");
  ir::Formula differ = q.differ(q.apply("tanh", u), q.apply("tanh", v));
  CHECK(q.unsat({q.t.equal(u, v), differ}));
  CHECK(q.sat({differ}));
}

TEST_CASE("pi lies between 3.1415 and 3.1416, another scalar anywhere") {
  Question q;
  ir::Real pi = q.t.scalar(q.program.add_scalar({.name = "pi", .constant = "pi", .span = {}}));
  CHECK(q.unsat({q.t.not_(q.t.positive(q.t.sub(pi, q.number(31415, 10000))))}));
  CHECK(q.unsat({q.t.not_(q.t.positive(q.t.sub(q.number(31416, 10000), pi)))}));
  CHECK(q.sat({q.t.positive(pi)}));
  CHECK(q.sat({q.t.negative(q.real("pie"))}));
}

TEST_CASE("a declared sign of a scalar is part of every query") {
  Question q;
  ir::Real eps = q.real("eps");
  q.program.add_fact(q.t.positive(eps));
  CHECK(q.unsat({q.t.negative(eps)}));
}

TEST_CASE("a choice takes the branch of its condition") {
  Question q;
  ir::Real x = q.real("x");
  ir::Real relu = q.t.choose(q.t.positive(x), x, q.number(0));
  CHECK(q.unsat({q.t.negative(relu)}));
  CHECK(q.unsat({q.t.positive(relu), q.t.not_(q.t.positive(x))}));
  CHECK(q.sat({q.differ(relu, x)}));
}

TEST_CASE("a choice may depend on a quantified condition over integers") {
  Question q;
  ir::Index n = q.size("N");
  ir::Var v = q.t.fresh("v");
  ir::Formula has_two = q.t.any({{v, n}}, q.t.truth(), q.t.equal(q.t.variable(v), q.t.integer(2)));
  ir::Real chosen = q.t.choose(has_two, q.number(1), q.number(0));
  CHECK(q.unsat({q.t.positive(chosen), q.t.at_most(n, q.t.integer(2))}));
  CHECK(q.unsat({q.t.not_(q.t.positive(chosen)), q.t.at_most(q.t.integer(3), n)}));
}

TEST_CASE("an index read as a number is that number") {
  Question q;
  ir::Index i = q.index("i");
  ir::Real half = q.t.divide(q.t.from_index(i), q.number(2));
  CHECK(q.unsat({q.t.equal(i, q.t.integer(3)), q.differ(half, q.number(3, 2))}));
}

TEST_CASE("reads at equal indices are equal, at others free") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i"), j = q.index("j");
  ir::TensorId x = q.tensor("x", {n});
  ir::Formula differ = q.differ(q.t.read(x, {i}), q.t.read(x, {j}));
  CHECK(q.unsat({q.t.equal(i, j), differ}));
  CHECK(q.sat({differ}));
}

TEST_CASE("stop has the value of what it stops") {
  Question q;
  ir::Real x = q.real("x");
  CHECK(q.unsat({q.differ(q.t.stop(x), x)}));
}

TEST_CASE("a sum is refused: it never comes out as a contradiction") {
  Question q;
  ir::Index n = q.size("N");
  ir::TensorId x = q.tensor("x", {n});
  ir::Var v = q.t.fresh("v");
  ir::Real sum = q.t.sum({{v, n}}, q.t.truth(), q.t.read(x, {q.t.variable(v)}));
  CHECK(q.unknown({q.t.positive(sum), q.t.falsity()}) == "a sum reached the solver");
  CHECK(q.unknown({q.differ(sum, sum)}) == "a sum reached the solver");
}

TEST_CASE("a maximum is refused") {
  Question q;
  ir::Index n = q.size("N");
  ir::TensorId x = q.tensor("x", {n});
  ir::Var v = q.t.fresh("v");
  auto closure = q.program.reduce({{v, n}}, q.t.truth(), q.t.read(x, {q.t.variable(v)}), {}, {});
  ir::Real maximum = q.t.maximum(closure.reduction, closure.arguments);
  CHECK(q.unknown({q.differ(maximum, maximum)}) == "a maximum reached the solver");
}

}  // namespace germ::smt
