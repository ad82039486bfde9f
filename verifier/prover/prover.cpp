#include "prover/prover.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::prover {

using namespace ir;
using calculus::ObligationKind;
using kernel::Form;
using kernel::Theorem;

namespace {

Result attempt(const Source& source, const kernel::Context& context, Form form) {
  Result result;
  result.statement = std::make_shared<Statement>(source());
  if (result.statement->script == Script::pairing) {
    result.attempt = Theorem::pairing(*result.statement, context, form);
    return result;
  }
  const auto& steps = result.statement->script_steps;
  result.attempt = !steps.empty() && steps[0].kind == Step::Kind::cases
                       ? Theorem::cases(source, context, form)
                       : Theorem::of_kind(*result.statement, context, form);
  return result;
}

// Only a kink that a factor may excuse is worth the second form.
bool kink_left(const kernel::Attempt& attempt) {
  return std::any_of(attempt.open.begin(), attempt.open.end(), [](const kernel::Open& open) {
    switch (open.obligation.kind) {
      case ObligationKind::pieces_agree:
      case ObligationKind::slopes_agree:
        return true;
      case ObligationKind::read_in_range:
      case ObligationKind::argument_in_range:
      case ObligationKind::window_nonempty:
      case ObligationKind::divisor:
      case ObligationKind::root_value:
      case ObligationKind::root_slope:
      case ObligationKind::function_domain:
      case ObligationKind::germs_agree:
      case ObligationKind::one_derivative:
      case ObligationKind::one_germ:
      case ObligationKind::stays_true:
      case ObligationKind::stable_filter:
        return false;
    }
    return false;
  });
}

}  // namespace

Result prove(const Source& source, const kernel::Context& context) {
  Result first = attempt(source, context, Form::as_written);
  const bool differentiates = first.statement->of_derivative() || first.statement->kind == StatementKind::exact;
  if (first.attempt.theorem || first.attempt.vacuous || !differentiates) return first;
  if (!kink_left(first.attempt)) return first;
  Result second = attempt(source, context, Form::distributed);
  return second.attempt.theorem ? std::move(second) : std::move(first);
}

}  // namespace germ::prover
