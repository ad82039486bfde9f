#include "question.hpp"

namespace germ::smt {

TEST_CASE("division by a constant rounds towards minus infinity") {
  Question q;
  ir::Index i = q.index("i");
  ir::Formula minus_one = q.t.equal(i, q.t.integer(-1));
  ir::Index half = q.t.quotient(i, 2);
  CHECK(q.unsat({minus_one, q.t.not_(q.t.equal(half, q.t.integer(-1)))}));
  CHECK(q.sat({minus_one, q.t.equal(half, q.t.integer(-1))}));
}

TEST_CASE("a remainder lies in its range for every integer") {
  Question q;
  ir::Index r = q.t.remainder(q.index("i"), 3);
  CHECK(q.unsat({q.t.not_(q.t.in_range(r, q.t.integer(3)))}));
  CHECK(q.sat({q.t.equal(r, q.t.integer(2))}));
}

TEST_CASE("the ceiling of a quotient is the least integer that is not below it") {
  Question q;
  ir::Index i = q.index("i"), k = q.index("k");
  ir::Index above = q.t.ceiling(i, 2);
  CHECK(q.unsat({q.t.at_most(i, q.t.scale(k, 2)), q.t.less(k, above)}));
  CHECK(q.unsat({q.t.less(q.t.scale(above, 2), i)}));
}

TEST_CASE("the program's facts about sizes are part of every query") {
  Question q;
  ir::Index n = q.size("N");
  CHECK(q.unsat({q.t.at_most(n, q.t.integer(0))}));
  CHECK(q.sat({q.t.at_most(n, q.t.integer(1))}));
}

TEST_CASE("facts added after the first query are part of the next") {
  Question q;
  ir::Index n = q.size("N");
  CHECK(q.sat({q.t.equal(n, q.t.integer(7))}));
  q.program.add_fact(q.t.at_most(n, q.t.integer(6)));
  CHECK(q.unsat({q.t.equal(n, q.t.integer(7))}));
}

TEST_CASE("a product of two indices is their product") {
  Question q;
  ir::Index a = q.index("a"), b = q.index("b");
  ir::Formula small = q.t.and_({q.t.equal(a, q.t.integer(3)), q.t.equal(b, q.t.integer(-5))});
  CHECK(q.unsat({small, q.t.not_(q.t.equal(q.t.multiply(a, b), q.t.integer(-15)))}));
}

TEST_CASE("a given map has a value in its range where its argument is in range") {
  Question q;
  ir::Index n = q.size("N"), k = q.size("K"), i = q.index("i");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), k);
  ir::Formula outside = q.t.not_(q.t.in_range(q.t.apply(sigma, {i}), k));
  CHECK(q.unsat({q.t.in_range(i, n), outside}));
}

TEST_CASE("a given map may have any value where its argument is out of range") {
  Question q;
  ir::Index n = q.size("N"), k = q.size("K"), i = q.index("i");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), k);
  ir::Formula outside = q.t.not_(q.t.in_range(q.t.apply(sigma, {i}), k));
  CHECK(q.sat({q.t.equal(i, n), outside}));
}

TEST_CASE("equal arguments give equal values, different ones need not") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i"), j = q.index("j");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), n);
  ir::Formula differ = q.t.not_(q.t.equal(q.t.apply(sigma, {i}), q.t.apply(sigma, {j})));
  CHECK(q.unsat({q.t.equal(i, j), differ}));
  CHECK(q.sat({differ}));
}

TEST_CASE("an application inside an application has its fact too") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i");
  ir::FunctionId sigma = q.map({n}, q.t.integer(0), n);
  ir::Index twice = q.t.apply(sigma, {q.t.apply(sigma, {i})});
  CHECK(q.unsat({q.t.in_range(i, n), q.t.not_(q.t.in_range(twice, n))}));
}

TEST_CASE("the facts of applications that occur only in a range are instantiated") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i");
  ir::FunctionId length = q.map({n}, q.t.integer(5), q.t.integer(9));
  // tau: values below length(0), a map whose range is itself an application.
  ir::FunctionId tau = q.map({n}, q.t.integer(0), q.t.apply(length, {q.t.integer(0)}));
  ir::Index value = q.t.apply(tau, {i});
  CHECK(q.unsat({q.t.in_range(i, n), q.t.at_most(q.t.integer(8), value)}));
  CHECK(q.sat({q.t.in_range(i, n), q.t.equal(q.t.integer(7), value)}));
}

TEST_CASE("a winner of an empty window contradicts nothing") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i");
  ir::FunctionId winner = q.map({n}, q.t.integer(0), q.t.integer(0), ir::FunctionRole::winner);
  CHECK(q.sat({q.t.in_range(i, n), q.t.equal(q.t.apply(winner, {i}), q.t.integer(3))}));
}

TEST_CASE("a winner's component lies in its window's box") {
  Question q;
  ir::Index n = q.size("N"), k = q.size("K"), i = q.index("i");
  for (ir::FunctionRole role : {ir::FunctionRole::winner, ir::FunctionRole::live}) {
    ir::FunctionId winner = q.map({n}, q.t.integer(0), k, role);
    CHECK(q.unsat({q.t.in_range(i, n), q.t.at_most(k, q.t.apply(winner, {i}))}));
  }
}

TEST_CASE("a predicate is a free truth value per argument") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i"), j = q.index("j");
  ir::PredicateId keep = q.program.add_predicate({.name = "keep", .extents = {n}, .span = {}});
  ir::Formula here = q.t.predicate(keep, {i}), there = q.t.not_(q.t.predicate(keep, {j}));
  CHECK(q.sat({here, there}));
  CHECK(q.unsat({here, there, q.t.equal(i, j)}));
}

}  // namespace germ::smt
