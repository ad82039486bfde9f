#include "kernel/replayed.hpp"

#include "replay/replay.hpp"

namespace germ::kernel {

using namespace ir;

bool replayed(Program& program, Discharge& discharge, const calculus::Definedness& defined, TensorId left,
              TensorId right, Formula slice, const sums::Outcome& outcome, Attempt& attempt) {
  auto facts = [&](std::span<const Formula> guards, std::span<const Formula> known) {
    return discharge.facts_at(guards, known);
  };
  replay::Verdict verdict =
      replay::check(program, discharge.second_solver(), left, right, slice, *outcome.certificate, facts);
  for (TensorId tensor : verdict.relied)
    if (!defined.covers(tensor)) {
      attempt.reason = "the replay relied on a value whose definedness was not owed";
      return false;
    }
  if (!verdict.accepted) {
    attempt.reason = "the replay of the normal form's certificate did not accept: " + verdict.step;
    return false;
  }
  attempt.replayed.push_back({left, right, slice, outcome.certificate});
  attempt.ledger.add("replay", "certificate accepted by the second checker");
  attempt.ledger.add(discharge.second_solver().identity(), "unsat, of a step of the replay", verdict.queries);
  return true;
}

}  // namespace germ::kernel
