#include "smt/recording.hpp"

#include <doctest/doctest.h>

namespace germ::smt {

TEST_CASE("a recorded query has its answer, its assertions and its script") {
  ir::Program program;
  ir::Terms& terms = program.terms();
  const ir::Index size = terms.variable(program.add_size("N"));
  std::vector<Recorded> log;
  auto solver = recording(make_z3, log)(program, {});
  const std::vector<ir::Formula> possible{terms.at_most(size, terms.integer(3))};
  CHECK(std::holds_alternative<Sat>(solver->check(possible)));
  REQUIRE(log.size() == 1);
  CHECK(log[0].status == "sat");
  REQUIRE(log[0].assertions.size() == 1);
  CHECK(log[0].assertions[0].find("N") != std::string::npos);
  CHECK(log[0].script.find("(set-logic ALL)\n(set-info :status sat)\n") == 0);
  CHECK(log[0].script.find("(check-sat)\n") != std::string::npos);
  std::vector<ir::Formula> both = possible;
  both.push_back(terms.at_most(terms.integer(4), size));
  CHECK(std::holds_alternative<Unsat>(solver->check(both)));
  REQUIRE(log.size() == 2);
  CHECK(log[1].status == "unsat");
  CHECK(log[1].assertions.size() == 2);
}

}  // namespace germ::smt
