// The rules for not_differentiable and exact statements.

#include "kernel/no_derivative.hpp"
#include "kernel/steps.hpp"
#include "kernel/theorem.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

void check_parts(const Statement& statement) {
  check(!statement.outputs.empty() && !statement.wrt.empty(), "the statement is about outputs and variables");
}

bool has_slopes(const Statement& statement, Attempt& attempt) {
  if (statement.tainted)
    attempt.reason = "an output depends on `stop`, whose derivative is a decree and not the derivative";
  else if (!calculus::has_rays(*statement.program))
    attempt.reason = "an opaque function is applied to a defined tensor, which may jump along a ray";
  return attempt.reason.empty();
}

// No derivative at any point of the statement's domain, which is defined and not contradictory.
bool nowhere(Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt) {
  for (std::uint32_t i = 0; i < statement.program->tensors().size(); ++i) defined.require(TensorId{i});
  discharge.all(defined.obligations(), true);
  if (!attempt.open.empty()) {
    attempt.reason = "a value is not shown to exist";
    return false;
  }
  attempt.ledger.add("definedness", "every value exists");
  return NoDerivative(statement, discharge, attempt).shown();
}

}  // namespace

Attempt Theorem::not_differentiable(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::not_differentiable, "the rule proves not_differentiable statements");
    check_parts(statement);
    if (!has_slopes(statement, attempt)) return;
    Discharge discharge(*statement.program, statement.domain, context, attempt);
    calculus::Definedness defined(*statement.program);
    if (!starts(statement, discharge, defined, attempt)) return;
    if (nowhere(statement, discharge, defined, attempt)) conclude(StatementKind::not_differentiable, attempt);
  });
}

// match: a domain D within C
// result: at the points of C the outputs are differentiable, jointly, exactly where D holds
// when: differentiable where C and D hold; no derivative where C holds and D does not. A part without points has
// nothing
//       to show; one of them has points.
Attempt Theorem::exact(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::exact, "the rule proves exact statements");
    check_parts(statement);
    if (!has_slopes(statement, attempt)) return;
    Terms& terms = statement.program->terms();
    const Formula inside = statement.domain;
    int parts = 0;
    // Outside first: the other part rewrites the program.
    for (bool holds : {false, true}) {
      statement.domain = terms.and_({statement.within, holds ? inside : terms.not_(inside)});
      Discharge discharge(*statement.program, statement.domain, context, attempt);
      calculus::Definedness defined(*statement.program);
      if (!starts(statement, discharge, defined, attempt)) {
        if (!attempt.vacuous) return;
        attempt.vacuous = false;
        attempt.reason.clear();
        continue;
      }
      ++parts;
      const bool shown = holds ? differentiable(statement, statement.wrt, form, discharge, defined, attempt)
                               : nowhere(statement, discharge, defined, attempt);
      if (shown) continue;
      attempt.reason = std::string(holds ? "on the domain: " : "outside of the domain: ") + attempt.reason;
      return;
    }
    if (parts > 0) return conclude(StatementKind::exact, attempt);
    attempt.vacuous = true;
    attempt.reason = "no sizes and tensors satisfy the facts and the hypotheses";
  });
}

}  // namespace germ::kernel
