#include "refute/group_hints.hpp"

#include <algorithm>

#include "refute/model_hint.hpp"
#include "smt/guarded.hpp"

namespace germ::refute {

using namespace ir;

namespace {

constexpr std::size_t most_groups = 2;
constexpr std::size_t most_hints = 2;

// Every free size in least..most.
std::vector<Formula> bounds(Program& program, std::int64_t least, std::int64_t most) {
  Terms& terms = program.terms();
  std::vector<Formula> out;
  for (const Size& size : program.sizes()) {
    if (size.definition) continue;
    Index value = terms.variable(size.variable);
    out.push_back(terms.at_most(terms.integer(least), value));
    out.push_back(terms.at_most(value, terms.integer(most)));
  }
  return out;
}

// Some free size differs from the model's.
Formula another_shape(Program& program, const smt::Model& model) {
  Terms& terms = program.terms();
  std::vector<Formula> differs;
  for (const Size& size : program.sizes()) {
    Index variable = terms.variable(size.variable);
    auto value = size.definition ? std::nullopt : model.value(variable);
    if (value) differs.push_back(terms.not_(terms.equal(variable, terms.integer(*value))));
  }
  return terms.or_(std::move(differs));
}

}  // namespace

std::vector<Hint> group_hints(const prover::Result& proof, const Statement& target, const kernel::Context& context) {
  std::vector<Hint> hints;
  if (proof.attempt.groups.empty()) return hints;
  Program& program = *proof.statement->program;
  auto solver = smt::guarded(context.make_solver(program, context.budget));
  struct Window {
    std::int64_t least, most;
  };
  for (std::size_t g = 0; g < std::min(most_groups, proof.attempt.groups.size()); ++g) {
    std::vector<Formula> asked = proof.attempt.groups[g].query;
    for (Window window : {Window{2, 3}, {1, 3}, {2, 8}, {1, 16}, {1, 64}, {1, 512}, {1, 4096}}) {
      const std::size_t before = hints.size();
      while (hints.size() < most_hints) {
        std::vector<Formula> here = asked;
        for (Formula bound : bounds(program, window.least, window.most)) here.push_back(bound);
        smt::Answer answer = solver->check(here);
        auto* sat = std::get_if<smt::Sat>(&answer);
        if (!sat) break;
        hints.push_back(model_hint(program, target, proof.attempt.groups[g].query, *sat->model));
        asked.push_back(another_shape(program, *sat->model));
      }
      if (hints.size() > before || hints.size() == most_hints) break;
    }
  }
  return hints;
}

}  // namespace germ::refute
