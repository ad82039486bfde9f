#include "variants/mutants.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "smt/solver.hpp"
#include "support/elaborated.hpp"

namespace germ::variants {

namespace {

refute::Options with_z3() {
  refute::Options options;
  options.kernel.make_solver = smt::make_z3;
  return options;
}

ir::Claim claim_named(const syntax::Library& library, const std::string& name) {
  for (const ir::Claim& claim : syntax::claims(library))
    if (claim.name == name) return claim;
  FAIL("no claim named " << name);
  return {};
}

// Answers as Z3 does once, and `unsat` ever after.
class LyingSolver final : public smt::Solver {
 public:
  LyingSolver(std::unique_ptr<smt::Solver> honest, bool& asked) : honest_(std::move(honest)), asked_(asked) {}
  smt::Answer check(std::span<const ir::Formula> assertions) override {
    if (asked_) return smt::Unsat{};
    asked_ = true;
    return honest_->check(assertions);
  }
  std::string identity() const override { return "liar"; }
  std::uint64_t queries() const override { return 0; }

 private:
  std::unique_ptr<smt::Solver> honest_;
  bool& asked_;
};

const char* const rectifier =
    "function rectifier(x) = x if x > 0 else 0\n  domain x != 0\n  backward dy\n    dx = dy if x > 0 else 0\n";

Mutant mutant_of(const std::string& replaced_sign, const refute::Options& options) {
  const syntax::Library& library = test::library(rectifier);
  const ir::Claim claim = claim_named(library, "rectifier.backward");
  const auto backward = syntax::edits_of(library, claim);
  REQUIRE(backward.has_value());
  for (const syntax::Edit& edit : backward->edits)
    if (edit.span.text() == ">" && edit.replacement == replaced_sign)
      return judge(syntax::excerpt(library, claim), claim, edit, options);
  FAIL("there is no such edit");
  return {};
}

}  // namespace

TEST_CASE("a wrong mutant is refuted, an equal one is proved") {
  CHECK(mutant_of("<", with_z3()).fate == Fate::refuted);
  CHECK(mutant_of(">=", with_z3()).fate == Fate::proved);
}

TEST_CASE("a wrong mutant that a solver's lie proves is contradicted by its execution") {
  bool asked = false;
  refute::Options options;
  options.kernel.make_solver = [&asked](ir::Program& program,
                                        const smt::Budget& budget) -> std::unique_ptr<smt::Solver> {
    return std::make_unique<LyingSolver>(smt::make_z3(program, budget), asked);
  };
  const Mutant mutant = mutant_of("<", options);
  CHECK(mutant.fate == Fate::contradicted);
  CHECK(mutant.reason.find("the gate contradicts") != std::string::npos);
}

TEST_CASE("a sample keeps the order and depends on its seed alone") {
  std::vector<syntax::Edit> edits(50);
  for (std::size_t i = 0; i < edits.size(); ++i) edits[i].line = i;
  auto lines = [&](std::size_t count, std::uint64_t seed) {
    std::vector<std::size_t> out;
    for (const syntax::Edit& edit : sample(edits, count, seed)) out.push_back(edit.line);
    return out;
  };
  CHECK(lines(10, 1) == lines(10, 1));
  CHECK(lines(10, 1) != lines(10, 2));
  CHECK(lines(10, 1).size() == 10);
  const auto chosen = lines(10, 3);
  CHECK(std::is_sorted(chosen.begin(), chosen.end()));
  CHECK(lines(99, 1).size() == 50);
}

}  // namespace germ::variants
