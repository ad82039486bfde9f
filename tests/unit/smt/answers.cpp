#include "question.hpp"

namespace germ::smt {

namespace {

// Twelve different integers among eleven: true of none, and no solver of this kind finds out soon.
std::vector<ir::Formula> pigeons(Question& q) {
  std::vector<ir::Index> holes;
  std::vector<ir::Formula> assertions;
  for (int k = 0; k < 12; ++k) {
    holes.push_back(q.index("hole"));
    assertions.push_back(q.t.in_range(holes.back(), q.t.integer(11)));
    for (int other = 0; other < k; ++other)
      assertions.push_back(q.t.not_(q.t.equal(holes[static_cast<std::size_t>(other)], holes.back())));
  }
  return assertions;
}

}  // namespace

TEST_CASE("no assertion at all is satisfiable") {
  Question q;
  CHECK(q.sat({}));
}

TEST_CASE("a query that exceeds its resource units is unknown") {
  Question q(Budget{.resource_units = 20'000, .wall = std::chrono::milliseconds(60'000)});
  Answer answer = q.solver->check(pigeons(q));
  REQUIRE(std::holds_alternative<Unknown>(answer));
  CHECK(std::get<Unknown>(answer).reason == "resource limit");
}

TEST_CASE("a query that exceeds its wall time is unknown") {
  Question q(Budget{.resource_units = 4'000'000'000u, .wall = std::chrono::milliseconds(200)});
  Answer answer = q.solver->check(pigeons(q));
  REQUIRE(std::holds_alternative<Unknown>(answer));
  CHECK(std::get<Unknown>(answer).reason == "timeout");
}

TEST_CASE("a solver answers after it ran out of its budget once") {
  Question q(Budget{.resource_units = 20'000, .wall = std::chrono::milliseconds(60'000)});
  REQUIRE(std::holds_alternative<Unknown>(q.solver->check(pigeons(q))));
  ir::Index i = q.index("i");
  CHECK(q.unsat({q.t.less(i, q.t.integer(0)), q.t.less(q.t.integer(0), i)}));
}

TEST_CASE("a solver answers rightly after it was interrupted") {
  Question q(Budget{.resource_units = 4'000'000'000u, .wall = std::chrono::milliseconds(50)});
  REQUIRE(std::holds_alternative<Unknown>(q.solver->check(pigeons(q))));
  ir::Index i = q.index("i");
  for (int k = 0; k < 3; ++k) {
    CHECK(q.unsat({q.t.less(i, q.t.integer(k)), q.t.less(q.t.integer(k), i)}));
    CHECK(q.sat({q.t.equal(i, q.t.integer(k))}));
  }
}

TEST_CASE("a nonlinear query that is beyond the solver is unknown") {
  // x, y, z > 0, x^3 + y^3 = z^3 over the integers.
  Question q(Budget{.resource_units = 2'000'000, .wall = std::chrono::milliseconds(500)});
  std::vector<ir::Index> cubes;
  std::vector<ir::Formula> assertions;
  for (const char* name : {"x", "y", "z"}) {
    ir::Index v = q.index(name);
    assertions.push_back(q.t.less(q.t.integer(0), v));
    cubes.push_back(q.t.multiply(v, q.t.multiply(v, v)));
  }
  assertions.push_back(q.t.equal(q.t.add(cubes[0], cubes[1]), cubes[2]));
  CHECK(std::holds_alternative<Unknown>(q.solver->check(assertions)));
}

TEST_CASE("a model gives the values that satisfy the query") {
  Question q;
  ir::Index n = q.size("N"), i = q.index("i");
  ir::TensorId x = q.tensor("x", {n});
  ir::Real entry = q.t.read(x, {i});
  Answer answer = q.ask({q.t.equal(n, q.t.integer(5)), q.t.equal(q.t.scale(i, 3), q.t.integer(12)),
                         q.t.equal(q.t.mul({q.number(7), entry}), q.number(-2))});
  REQUIRE(std::holds_alternative<Sat>(answer));
  const Model& model = *std::get<Sat>(answer).model;
  CHECK(model.value(n) == 5);
  CHECK(model.value(i) == 4);
  CHECK(model.value(q.t.quotient(i, 3)) == 1);
  CHECK(model.value(entry) == Rational(-2, 7));
  CHECK(model.value(q.t.less(i, n)) == true);
  CHECK(model.value(q.t.positive(entry)) == false);
}

TEST_CASE("a model has no value where it is not an exact rational in range") {
  Question q;
  ir::Real x = q.real("x");
  ir::Index i = q.index("i");
  Answer irrational = q.ask({q.t.equal(q.t.mul({x, x}), q.number(2))});
  REQUIRE(std::holds_alternative<Sat>(irrational));
  CHECK_FALSE(std::get<Sat>(irrational).model->value(x).has_value());
  ir::Index great = q.t.integer(4'000'000'000'000'000'000);
  Answer large = q.ask({q.t.less(great, i)});
  REQUIRE(std::holds_alternative<Sat>(large));
  CHECK_FALSE(std::get<Sat>(large).model->value(q.t.multiply(i, i)).has_value());
}

TEST_CASE("a model has no value for a sum") {
  Question q;
  ir::Index n = q.size("N");
  ir::Var v = q.t.fresh("v");
  Answer answer = q.ask({});
  REQUIRE(std::holds_alternative<Sat>(answer));
  CHECK_FALSE(std::get<Sat>(answer).model->value(q.t.sum({{v, n}}, q.t.truth(), q.number(1))).has_value());
}

TEST_CASE("a model outlives its solver") {
  Question q;
  ir::Index i = q.index("i");
  Answer answer = q.ask({q.t.equal(i, q.t.integer(11))});
  q.solver.reset();
  CHECK(std::get<Sat>(answer).model->value(i) == 11);
}

TEST_CASE("the solver counts its queries and says which it is") {
  Question q;
  CHECK(q.solver->queries() == 0);
  q.ask({});
  q.ask({q.t.falsity()});
  CHECK(q.solver->queries() == 2);
  CHECK(q.solver->identity().rfind("z3 4.", 0) == 0);
}

}  // namespace germ::smt
