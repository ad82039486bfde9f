#include "question.hpp"

namespace germ::smt {

TEST_CASE("all ranges over its box under its filter") {
  Question q;
  ir::Index n = q.size("N"), k = q.index("k");
  ir::Var v = q.t.fresh("v");
  ir::Formula even = q.t.equal(q.t.remainder(q.t.variable(v), 2), q.t.integer(0));
  ir::Formula all = q.t.all({{v, n}}, even, q.t.not_(q.t.equal(q.t.variable(v), k)));
  CHECK(q.unsat({all, q.t.equal(k, q.t.integer(2)), q.t.less(k, n)}));
  CHECK(q.sat({all, q.t.equal(k, q.t.integer(3)), q.t.less(k, n)}));
  CHECK(q.sat({all, q.t.equal(k, q.t.integer(2)), q.t.equal(k, n)}));
}

TEST_CASE("any has a witness in its box that passes its filter") {
  Question q;
  ir::Index n = q.size("N"), k = q.index("k");
  ir::Var v = q.t.fresh("v");
  ir::Formula any = q.t.any({{v, n}}, q.t.less(q.t.variable(v), k), q.t.truth());
  CHECK(q.unsat({any, q.t.at_most(k, q.t.integer(0))}));
  CHECK(q.sat({any, q.t.equal(k, q.t.integer(1))}));
}

TEST_CASE("a map applied under a quantifier has its range there") {
  Question q;
  ir::Index n = q.size("N"), m = q.size("M");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), m);
  ir::Var v = q.t.fresh("v");
  ir::Index value = q.t.apply(sigma, {q.t.variable(v)});
  CHECK(q.unsat({q.t.any({{v, n}}, q.t.truth(), q.t.at_most(m, value))}));
  CHECK(q.sat({q.t.any({{v, n}}, q.t.truth(), q.t.equal(value, q.t.integer(0)))}));
}

TEST_CASE("a map applied under a quantifier to what stands outside has its range outside") {
  Question q;
  ir::Index n = q.size("N"), m = q.size("M"), i = q.index("i");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), m);
  ir::Var v = q.t.fresh("v");
  ir::Index value = q.t.apply(sigma, {i});
  // The witness v = sigma(i) exceeds a box of extent m only if sigma(i) does.
  ir::Formula none = q.t.all({{v, m}}, q.t.truth(), q.t.not_(q.t.equal(q.t.variable(v), value)));
  CHECK(q.unsat({none, q.t.in_range(i, n)}));
  CHECK(q.sat({none, q.t.equal(i, n)}));
}

TEST_CASE("nested quantifiers keep their scopes apart") {
  Question q;
  ir::Index n = q.size("N");
  ir::Var v = q.t.fresh("v"), w = q.t.fresh("w");
  ir::Formula above = q.t.any({{w, n}}, q.t.truth(), q.t.less(q.t.variable(v), q.t.variable(w)));
  CHECK(q.unsat({q.t.all({{v, n}}, q.t.truth(), above)}));  // the last one has none above it
  CHECK(q.sat({q.t.any({{v, n}}, q.t.truth(), above)}));
}

TEST_CASE("a quantifier over reals is refused, not dropped") {
  Question q;
  ir::Index n = q.size("N");
  ir::TensorId x = q.tensor("x", {n});
  ir::Var v = q.t.fresh("v");
  ir::Formula positive = q.t.positive(q.t.read(x, {q.t.variable(v)}));
  CHECK(q.unknown({q.t.all({{v, n}}, q.t.truth(), positive)}) == "quantifier over reals reached the solver");
  CHECK(q.unknown({q.t.any({{v, n}}, positive, q.t.truth())}) == "quantifier over reals reached the solver");
}

TEST_CASE("a real quantifier in the condition of a choice is refused") {
  Question q;
  ir::Index n = q.size("N");
  ir::TensorId x = q.tensor("x", {n});
  ir::Var v = q.t.fresh("v");
  ir::Formula some = q.t.any({{v, n}}, q.t.truth(), q.t.positive(q.t.read(x, {q.t.variable(v)})));
  ir::Real chosen = q.t.choose(some, q.number(1), q.number(0));
  CHECK(q.unknown({q.t.positive(chosen), q.t.falsity()}) == "quantifier over reals reached the solver");
}

TEST_CASE("a range that depends on a variable of its own quantifier is refused") {
  Question q;
  ir::Index n = q.size("N");
  ir::Var v = q.t.fresh("v"), w = q.t.fresh("w");
  ir::Formula body = q.t.less(q.t.variable(w), q.t.variable(v));
  CHECK(q.unknown({q.t.all({{v, n}, {w, q.t.variable(v)}}, q.t.truth(), body)}) ==
        "a range depends on a variable of its own quantifier");
}

}  // namespace germ::smt
