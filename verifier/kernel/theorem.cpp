#include "kernel/theorem.hpp"

#include "base/check.hpp"
#include "calculus/definedness.hpp"
#include "calculus/germ.hpp"
#include "calculus/name_conditions.hpp"
#include "kernel/adjoints.hpp"
#include "kernel/steps.hpp"

namespace germ::kernel {

using namespace ir;

void Theorem::conclude(StatementKind kind, Attempt& attempt) {
  check(attempt.open.empty() && !attempt.vacuous && attempt.reason.empty(), "a theorem has nothing left to show");
  attempt.theorem = std::shared_ptr<const Theorem>(new Theorem(kind, attempt.ledger));
}

Attempt Theorem::vjp(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::vjp, "the vjp rule proves vjp statements");
    attempt.claims_backward = true;
    check(statement.script == Script::automatic, "a pairing has a rule of its own");
    check_vjp_parts(statement);
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    for (const Adjoint& adjoint : statement.adjoints)
      if (!claims_something(program, discharge, adjoint, attempt)) return;
    std::vector<TensorId> variables;
    for (const Adjoint& adjoint : statement.adjoints) variables.push_back(adjoint.of);
    if (!differentiable(statement, variables, form, discharge, defined, attempt)) return;
    if (!Adjoints(statement, discharge, defined, attempt).shown()) return;
    conclude(StatementKind::vjp, attempt);
  });
}

std::shared_ptr<const Theorem> Theorem::for_one_variable(const Theorem& joint) {
  check(joint.kind_ == StatementKind::vjp, "only a vjp is about variables");
  Ledger ledger = joint.ledger_;
  ledger.add("joint", "what holds jointly holds for each variable alone");
  return std::shared_ptr<const Theorem>(new Theorem(StatementKind::vjp, std::move(ledger)));
}

Attempt Theorem::equal(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::equal, "the equality rule proves equal statements");
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    attempt.begin(Rule::definedness);
    for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
    discharge.all(defined.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "a value of the two sides is not shown to exist";
      return;
    }
    attempt.ledger.add("definedness", "every value of both sides exists");
    calculus::freeze(program);  // at one point a maximum is its winner's value
    for (Formula meaning : calculus::name_conditions(program)) discharge.define(meaning);
    attempt.begin(Rule::entries_equal);
    Formula everywhere = program.terms().truth();
    if (compared_equal(program, discharge, defined, {statement.left, statement.right, everywhere, {}}, attempt))
      conclude(StatementKind::equal, attempt);
  });
}

Attempt Theorem::implies(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::implies, "the implication rule proves implies statements");
    Discharge discharge(*statement.program, statement.domain, context, attempt);
    calculus::Definedness defined(*statement.program);
    if (!starts(statement, discharge, defined, attempt)) return;
    attempt.begin(Rule::definedness);
    defined.require(statement.conclusion, statement.span);
    discharge.all(defined.of_domain(), false);
    if (!attempt.open.empty()) {
      attempt.reason = "the conclusion is not shown to be defined";
      return;
    }
    attempt.begin(Rule::implication);
    Formula truth = statement.program->terms().truth();
    for (Formula part : statement.program->terms().conjuncts(statement.conclusion))
      discharge.consequence(truth, part, "conclusion", statement.span);
    if (!attempt.open.empty()) {
      attempt.reason = "the conclusion was not found to follow";
      return;
    }
    conclude(StatementKind::implies, attempt);
  });
}

}  // namespace germ::kernel
