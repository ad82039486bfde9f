#pragma once
// The numeric side of a claim, without any proof: what the gate and the search find.

#include <doctest/doctest.h>

#include "refute/gate.hpp"
#include "refute/search.hpp"
#include "support/elaborated.hpp"

namespace germ::refute_test {

inline std::optional<refute::Counterexample> found(const std::string& text, const std::string& claim) {
  ir::Statement statement = test::statement(text, claim);
  return refute::search(statement, {.steps = 6'000'000});
}

inline refute::GateReport sampled(const std::string& text, const std::string& claim) {
  ir::Statement statement = test::statement(text, claim);
  return refute::gate(statement, {});
}

// The gate lets it pass, with points at which every comparison was made, and no counterexample is found.
inline void passes(const std::string& text, const std::string& claim) {
  CAPTURE(text);
  CAPTURE(claim);
  refute::GateReport report = sampled(text, claim);
  CHECK_FALSE(report.failure);
  CHECK(report.decided > 0);
  CHECK_FALSE(found(text, claim));
}

// A counterexample of this kind is found, says this, and the gate does not let it pass either.
inline void fails(const std::string& text, const std::string& claim, refute::Kind kind, const std::string& sentence) {
  CAPTURE(text);
  CAPTURE(claim);
  auto counterexample = found(text, claim);
  REQUIRE(counterexample);
  CHECK(std::string(name(counterexample->kind)) == name(kind));
  CHECK(counterexample->sentence == sentence);
  CHECK(sampled(text, claim).failure);
}

}  // namespace germ::refute_test
