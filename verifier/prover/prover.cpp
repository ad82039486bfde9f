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
  switch (result.statement->kind) {
    case StatementKind::vjp:
      result.attempt = Theorem::vjp(*result.statement, context, form);
      break;
    case StatementKind::jvp:
      result.attempt = Theorem::jvp(*result.statement, context, form);
      break;
    case StatementKind::equal:
      result.attempt = Theorem::equal(*result.statement, context);
      break;
    case StatementKind::implies:
      result.attempt = Theorem::implies(*result.statement, context);
      break;
    case StatementKind::local_equality:
    case StatementKind::continuous:
    case StatementKind::open:
    case StatementKind::not_differentiable:
    case StatementKind::exact:
    case StatementKind::kink:
    case StatementKind::unique:
    case StatementKind::faithful:
      result.attempt.reason = std::string("no rule shows a `") + name(result.statement->kind) + "` yet";
      break;
  }
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
      case ObligationKind::stable_filter:
        return false;
    }
    return false;
  });
}

}  // namespace

Result prove(const Source& source, const kernel::Context& context) {
  Result first = attempt(source, context, Form::as_written);
  if (first.attempt.theorem || first.attempt.vacuous || !first.statement->of_derivative()) return first;
  if (!kink_left(first.attempt)) return first;
  Result second = attempt(source, context, Form::distributed);
  return second.attempt.theorem ? std::move(second) : std::move(first);
}

}  // namespace germ::prover
