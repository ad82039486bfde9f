// The text of a query, and whether a second solver reads it as the first one does.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "question.hpp"

namespace germ::smt {

namespace {

bool installed() { return std::system("command -v cvc5 > /dev/null 2>&1") == 0; }

// The first word that cvc5 prints for `script`.
std::string second_answer(const std::string& script) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("germ_query_" + std::to_string(std::rand()) + ".smt2");
  std::ofstream(path) << script;
  FILE* pipe = popen(("cvc5 --tlimit=20000 " + path + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char word[256] = {};
  const bool read = std::fscanf(pipe, "%255s", word) == 1;
  pclose(pipe);
  std::filesystem::remove(path);
  return read ? word : "";
}

std::string first_answer(const Answer& answer) {
  if (std::holds_alternative<Unsat>(answer)) return "unsat";
  return std::holds_alternative<Sat>(answer) ? "sat" : "unknown";
}

using Build = std::function<std::vector<ir::Formula>(Question&)>;

void agree(const char* expected, const Build& build) {
  Question q;
  const std::vector<ir::Formula> assertions = build(q);
  CHECK(first_answer(q.solver->check(assertions)) == expected);
  if (!installed()) {
    MESSAGE("cvc5 is not installed: its answer is not compared");
    return;
  }
  const std::string script = to_smtlib2(q.program, assertions);
  INFO(script);
  CHECK(second_answer(script) == expected);
}

ir::Formula overlap(Question& q, std::int64_t reach) {
  // Two windows of stride 2 share the cell p only if their centres are at most one apart.
  ir::Index i = q.index("i"), j = q.index("j"), p = q.index("p");
  std::vector<ir::Formula> parts{q.t.less(q.t.add(i, reach), j)};
  for (ir::Index centre : {i, j}) {
    ir::Index distance = q.t.sub(p, q.t.scale(centre, 2));
    parts.push_back(q.t.at_most(distance, q.t.integer(1)));
    parts.push_back(q.t.at_most(q.t.integer(-1), distance));
  }
  return q.t.and_(parts);
}

}  // namespace

TEST_CASE("a query's text declares what it mentions and asserts each conjunct") {
  Question q;
  ir::Index n = q.size("N");
  ir::Formula fact = q.t.equal(q.t.quotient(n, 2), q.t.integer(3));
  const std::string text = to_smtlib2(q.program, std::vector{fact});
  const std::string name = "N_v" + std::to_string(n->terms[0].atom->variable.value);
  CHECK(text.find("(declare-fun " + name + " () Int)") != std::string::npos);
  CHECK(text.find("(div " + name + " 2)") != std::string::npos);
  CHECK(text.substr(text.size() - 12) == "(check-sat)\n");
}

TEST_CASE("equal programs give equal texts") {
  auto text = [] {
    Question q;
    ir::Formula sharing = overlap(q, 0);
    return to_smtlib2(q.program, std::vector{sharing});
  };
  CHECK(text() == text());
}

TEST_CASE("a term shared between assertions is written once") {
  Question q;
  ir::Real x = q.real("x");
  ir::Real term = q.t.mul({x, x, x});
  const std::string text = to_smtlib2(
      q.program, std::vector{q.t.positive(q.t.sub(term, q.number(1))), q.t.positive(q.t.sub(term, q.number(2)))});
  const std::size_t first = text.find("(* x");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("(* x", first + 1) == std::string::npos);
}

TEST_CASE("the second solver agrees on windows that share a cell") {
  agree("sat", [](Question& q) { return std::vector{overlap(q, 0)}; });
  agree("unsat", [](Question& q) { return std::vector{overlap(q, 1)}; });
}

TEST_CASE("the second solver agrees on floor division of negative integers") {
  auto differ = [](Question& q, std::int64_t value) {
    ir::Index i = q.index("i");
    return std::vector{q.t.equal(i, q.t.integer(-7)), q.t.not_(q.t.equal(q.t.quotient(i, 2), q.t.integer(value)))};
  };
  agree("unsat", [&](Question& q) { return differ(q, -4); });
  agree("sat", [&](Question& q) { return differ(q, -3); });
}

TEST_CASE("the second solver agrees on maps under quantifiers") {
  auto escape = [](Question& q, std::int64_t above) {
    ir::Index n = q.size("N"), m = q.size("M");
    ir::FunctionId sigma = q.map({n}, q.t.integer(0), m);
    ir::Var v = q.t.fresh("v");
    ir::Index value = q.t.apply(sigma, {q.t.variable(v)});
    return std::vector{q.t.any({{v, n}}, q.t.truth(), q.t.at_most(q.t.add(m, above), value))};
  };
  agree("unsat", [&](Question& q) { return escape(q, 0); });
  agree("sat", [&](Question& q) { return escape(q, -1); });
}

TEST_CASE("a term that depends on a bound variable stays under its quantifier") {
  // Some v below 3 with sigma(v) > v, where sigma is 0, 0, `last`. Each sigma(v) is written twice: body and range.
  auto grows = [](Question& q, std::int64_t last) {
    ir::FunctionId sigma = q.map({q.t.integer(3)}, q.t.integer(0), q.t.integer(5));
    auto at = [&](ir::Index v) { return q.t.apply(sigma, {v}); };
    ir::Var v = q.t.fresh("v");
    ir::Formula some = q.t.any({{v, q.t.integer(3)}}, q.t.truth(), q.t.less(q.t.variable(v), at(q.t.variable(v))));
    return std::vector{some, q.t.equal(at(q.t.integer(0)), q.t.integer(0)),
                       q.t.equal(at(q.t.integer(1)), q.t.integer(0)), q.t.equal(at(q.t.integer(2)), q.t.integer(last))};
  };
  agree("unsat", [&](Question& q) { return grows(q, 2); });
  agree("sat", [&](Question& q) { return grows(q, 3); });
}

TEST_CASE("the second solver agrees on division, roots and functions of the table") {
  agree("unsat", [](Question& q) {
    ir::Real x = q.real("x");
    return std::vector{q.t.nonzero(x), q.differ(q.t.divide(x, x), q.number(1))};
  });
  agree("unsat", [](Question& q) {
    ir::Real u = q.real("u");
    return std::vector{q.t.negative(u),
                       q.t.negative(q.t.sub(q.t.power(q.apply("exp", u), Rational(1, 2)), q.number(-2, 3)))};
  });
  agree("sat", [](Question& q) {
    ir::Real u = q.real("u");
    return std::vector{q.t.negative(u), q.t.positive(q.apply("log", u))};
  });
}

TEST_CASE("the second solver agrees on choices and reads") {
  auto above = [](Question& q, const Rational& bound) {
    ir::Index n = q.size("N"), i = q.index("i");
    ir::Real x = q.t.read(q.tensor("x", {n}), {i});
    ir::Real clamped = q.t.choose(q.t.positive(q.t.sub(x, q.number(6))), q.number(6), x);
    return std::vector{q.t.positive(q.t.sub(clamped, q.t.constant(bound)))};
  };
  agree("unsat", [&](Question& q) { return above(q, Rational(6)); });
  agree("sat", [&](Question& q) { return above(q, Rational(11, 2)); });
}

}  // namespace germ::smt
