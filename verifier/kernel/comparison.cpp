#include "kernel/comparison.hpp"

#include <algorithm>

namespace germ::kernel {

using namespace ir;

namespace {

constexpr int most_tries = 8;

// Writes out the latest opaque tensor that a failing group reads; the latest of all where none does. False: none left.
bool write_one_out(std::vector<TensorId>& opaque, const std::vector<sums::FailingGroup>& failing) {
  auto is_read = [&](TensorId tensor) {
    return std::any_of(failing.begin(), failing.end(), [&](const sums::FailingGroup& group) {
      return std::any_of(group.reads.begin(), group.reads.end(),
                         [&](const sums::SlotRead& read) { return read.tensor == tensor; });
    });
  };
  if (opaque.empty()) return false;
  auto latest = std::find_if(opaque.rbegin(), opaque.rend(), is_read);
  opaque.erase(latest == opaque.rend() ? std::prev(opaque.end()) : std::prev(latest.base()));
  return true;
}

}  // namespace

bool compared_equal(Program& program, Discharge& discharge, const calculus::Definedness& defined, Question question,
                    Attempt& attempt) {
  auto hypotheses = [&](std::span<const Formula> guards, std::span<const Formula> facts) {
    return discharge.facts_at(guards, facts);
  };
  sums::Outcome outcome;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (tries > 0 && !write_one_out(question.opaque, outcome.failing)) break;
    sums::Options options;
    options.opaque = question.opaque;
    outcome =
        sums::compare(program, discharge.solver(), question.left, question.right, question.slice, hypotheses, options);
    for (const auto& premise : outcome.premises)
      if (!defined.covers(premise.tensor)) {
        attempt.reason = "the normal form relied on a value whose definedness was not owed";
        return false;
      }
    if (outcome.kind != sums::Outcome::Kind::equal) continue;
    attempt.ledger.add("normal form", "equal");
    attempt.ledger.add(discharge.solver().identity(), "unsat, of a group of the normal form", outcome.queries);
    return true;
  }
  attempt.groups = outcome.failing;
  bool backward = attempt.claims_backward;
  std::string subject = backward ? "`" + program[question.right].name + "`" : "the two sides";
  attempt.reason = outcome.kind == sums::Outcome::Kind::unknown
                       ? "the normal form could not decide " + subject + ": " + outcome.reason
                       : subject + (backward ? " was not found equal to the derivative" : " were not found equal");
  return false;
}

}  // namespace germ::kernel
