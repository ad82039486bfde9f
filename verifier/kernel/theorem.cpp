#include "kernel/theorem.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/definedness.hpp"
#include "calculus/derive.hpp"
#include "calculus/distribute.hpp"
#include "calculus/germ.hpp"
#include "calculus/local_form.hpp"
#include "calculus/name_conditions.hpp"
#include "calculus/traits.hpp"
#include "kernel/discharge.hpp"
#include "kernel/replayed.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

// The normal form's answer enters here, and nowhere else.
bool compared_equal(Program& program, Discharge& discharge, const calculus::Definedness& defined, TensorId left,
                    TensorId right, Formula slice, Attempt& attempt) {
  auto hypotheses = [&](std::span<const Formula> guards, std::span<const Formula> facts) {
    return discharge.facts_at(guards, facts);
  };
  sums::Options options;
  options.certificate = discharge.replays();
  sums::Outcome outcome = sums::compare(program, discharge.solver(), left, right, slice, hypotheses, options);
  for (const auto& premise : outcome.premises)
    if (!defined.covers(premise.tensor)) {
      attempt.reason = "the normal form relied on a value whose definedness was not owed";
      return false;
    }
  if (outcome.kind == sums::Outcome::Kind::equal) {
    attempt.ledger.add("normal form", "equal");
    attempt.ledger.add(discharge.solver().identity(), "unsat, of a group of the normal form", outcome.queries);
    return !options.certificate || replayed(program, discharge, defined, left, right, slice, outcome, attempt);
  }
  attempt.groups = outcome.failing;
  bool backward = attempt.claims_backward;
  std::string subject = backward ? "`" + program[right].name + "`" : "the two sides";
  attempt.reason = outcome.kind == sums::Outcome::Kind::unknown
                       ? "the normal form could not decide " + subject + ": " + outcome.reason
                       : subject + (backward ? " was not found equal to the derivative" : " were not found equal");
  return false;
}

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
    std::vector<calculus::Seed> seeds;
    for (std::size_t i = 0; i < statement.outputs.size(); ++i)
      seeds.push_back({statement.outputs[i], statement.cotangents[i]});
    std::vector<TensorId> derived;
    std::size_t owed = defined.obligations().size();
    for (const Adjoint& adjoint : statement.adjoints) {
      derived.push_back(calculus::derive_vjp(program, seeds, adjoint.of));
      defined.require(derived.back());
    }
    auto first = defined.obligations().begin() + static_cast<std::ptrdiff_t>(owed);
    discharge.all({first, defined.obligations().end()}, true);
    if (!attempt.open.empty()) {
      attempt.reason = "a value of the derivative is not shown to exist";
      return;
    }
    attempt.ledger.add("G1, G2", "chain rule in reverse", derived.size());
    for (std::size_t i = 0; i < derived.size(); ++i) {
      const Adjoint& adjoint = statement.adjoints[i];
      if (!compared_equal(program, discharge, defined, derived[i], adjoint.declared, adjoint.slice, attempt)) return;
    }
    conclude(StatementKind::vjp, attempt);
  });
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
    if (compared_equal(program, discharge, defined, statement.left, statement.right, everywhere, attempt))
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
