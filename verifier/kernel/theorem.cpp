#include "kernel/theorem.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/definedness.hpp"
#include "calculus/distribute.hpp"
#include "calculus/germ.hpp"
#include "calculus/local_form.hpp"
#include "calculus/name_conditions.hpp"
#include "calculus/traits.hpp"
#include "kernel/adjoints.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

// Contradictory hypotheses prove everything, so they prove nothing: `vacuous`.
bool starts(Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt) {
  defined.require(statement.domain, statement.span);
  discharge.all(defined.of_domain(), false);
  if (!attempt.open.empty()) {
    attempt.reason = "the domain itself is not shown to be defined";
    return false;
  }
  if (discharge.contradictory()) {
    attempt.vacuous = true;
    attempt.reason = "no sizes and tensors satisfy the facts and the domain";
    return false;
  }
  return true;
}

// A claim about no entry at all (an empty slice, an axis of extent 0 for all sizes) is true of anything.
bool claims_something(Program& program, Discharge& discharge, const Adjoint& adjoint, Attempt& attempt) {
  Terms& terms = program.terms();
  std::vector<Formula> entry;
  for (const Binder& axis : program[adjoint.declared].axes) {
    const auto& facts = program.facts();
    if (std::find(facts.begin(), facts.end(), terms.at_most(terms.integer(1), axis.extent)) == facts.end() ||
        adjoint.slice != terms.truth())
      entry.push_back(terms.in_range(terms.variable(axis.variable), axis.extent));
  }
  if (calculus::integer_only(adjoint.slice)) entry.push_back(adjoint.slice);
  Formula exists = terms.and_(std::move(entry));
  if (exists == terms.truth() || !discharge.contradicts_facts(exists)) return true;
  attempt.vacuous = true;
  attempt.reason = "no entry of `" + program[adjoint.of].name + "` is claimed, at any sizes";
  return false;
}

// A limit reached, or the solver gone: an honest `unknown`, never a pass.
template <class Body>
Attempt guarded(Body body) {
  Attempt attempt;
  try {
    body(attempt);
  } catch (const LimitReached& limit) {
    attempt.theorem = nullptr;
    attempt.reason = limit.what();
  }
  return attempt;
}

}  // namespace

void Theorem::conclude(StatementKind kind, Attempt& attempt) {
  check(attempt.open.empty() && !attempt.vacuous && attempt.reason.empty(), "a theorem has nothing left to show");
  attempt.theorem = std::shared_ptr<const Theorem>(new Theorem(kind, attempt.ledger));
}

Attempt Theorem::vjp(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::vjp, "the vjp rule proves vjp statements");
    attempt.claims_backward = true;
    check(!statement.adjoints.empty() && !statement.outputs.empty(), "a vjp statement has outputs and adjoints");
    check(statement.outputs.size() == statement.cotangents.size(), "each output has a cotangent");
    if (statement.tainted) {
      attempt.reason = "an output depends on `stop`, whose derivative is a decree and not the derivative";
      return;
    }
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    for (const Adjoint& adjoint : statement.adjoints)
      if (!claims_something(program, discharge, adjoint, attempt)) return;

    // Every tensor that the text defines, read or not: an `aux` output and a saved value are results too.
    for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
    discharge.all(defined.obligations(), true);
    if (form == Form::distributed && calculus::distribute(program))
      attempt.ledger.add("G9", "products moved into the branches of `if`");
    std::vector<TensorId> wrt;
    for (const Adjoint& adjoint : statement.adjoints) wrt.push_back(adjoint.of);
    calculus::LocalForm local(program, wrt);
    for (TensorId output : statement.outputs) local.require_differentiable(output);
    discharge.all(local.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "a side condition is not shown";
      return;
    }
    attempt.ledger.add("definedness", "every value of forward and backward exists");
    attempt.ledger.add("G13-G16, G19", "differentiable, jointly in all variables");

    calculus::freeze(program);
    for (Formula meaning : calculus::name_conditions(program)) discharge.define(meaning);
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
    for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
    discharge.all(defined.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "a value of the two sides is not shown to exist";
      return;
    }
    attempt.ledger.add("definedness", "every value of both sides exists");
    calculus::freeze(program);  // at one point a maximum is its winner's value
    for (Formula meaning : calculus::name_conditions(program)) discharge.define(meaning);
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
    defined.require(statement.conclusion, statement.span);
    discharge.all(defined.of_domain(), false);
    if (!attempt.open.empty()) {
      attempt.reason = "the conclusion is not shown to be defined";
      return;
    }
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
