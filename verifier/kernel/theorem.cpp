#include "kernel/theorem.hpp"

#include "base/check.hpp"
#include "calculus/congruence.hpp"
#include "calculus/definedness.hpp"
#include "calculus/germ.hpp"
#include "calculus/name_conditions.hpp"
#include "kernel/adjoints.hpp"
#include "kernel/script.hpp"
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
    check(statement.script != ir::Script::pairing, "a pairing has a rule of its own");
    check_vjp_parts(statement);
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    for (const Adjoint& adjoint : statement.adjoints)
      if (!claims_something(program, discharge, adjoint, attempt)) return;
    std::vector<TensorId> variables;
    for (const Adjoint& adjoint : statement.adjoints) variables.push_back(adjoint.of);
    if (!scripted(statement, variables, {Step::Kind::chain, Step::Kind::normalise}, discharge, defined, context,
                  attempt))
      return;
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

// match: a claim about each point of a domain, proved on its part where C holds and on its part where C does not
// result: the claim on the domain (G11: every point lies in one of the parts)
// A part without points has nothing to show.
Attempt Theorem::cases(const std::function<Statement()>& source, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    std::optional<StatementKind> kind;
    int shown = 0;
    for (bool holds : {true, false}) {
      Statement part = source();
      check(!part.script_steps.empty() && part.script_steps[0].kind == Step::Kind::cases, "the first step is a split");
      Formula condition = part.script_steps[0].condition;
      Terms& terms = part.program->terms();
      part.domain = terms.and_({part.domain, holds ? condition : terms.not_(condition)});
      part.script_steps.erase(part.script_steps.begin());
      if (part.script_steps.empty()) part.script = ir::Script::automatic;
      Attempt one = of_kind(part, context, form);
      for (const auto& entry : one.ledger.entries()) attempt.ledger.add(entry.rule, entry.detail, entry.count);
      // The part's terms end with it: words alone leave.
      attempt.begin(Rule::cases);
      for (Record& record : one.obligations) attempt.obligations.push_back(std::move(record));
      for (Record& record : attempt.obligations) record.owed = {};
      for (Open& open : one.open) {
        open.obligation = {open.obligation.kind, {}, {}, {}, open.obligation.text, {}, {}};
        open.model = nullptr;
      }
      if (one.vacuous) continue;
      if (!one.theorem) {
        attempt.open = std::move(one.open);
        attempt.reason =
            std::string(holds ? "where the condition holds: " : "where the condition does not hold: ") + one.reason;
        if (attempt.open.empty() && !one.groups.empty()) attempt.reason += ": left over: " + one.groups.front().text;
        return;
      }
      kind = one.theorem->kind();
      ++shown;
    }
    if (!kind) {
      attempt.vacuous = true;
      attempt.reason = "no sizes and tensors satisfy the facts and the domain";
      return;
    }
    attempt.ledger.add("G11", "the domain in parts", static_cast<std::uint64_t>(shown));
    conclude(*kind, attempt);
  });
}

Attempt Theorem::of_kind(Statement& statement, const Context& context, Form form) {
  switch (statement.kind) {
    case StatementKind::vjp:
      return vjp(statement, context, form);
    case StatementKind::jvp:
      return jvp(statement, context, form);
    case StatementKind::equal:
      return equal(statement, context);
    case StatementKind::implies:
      return implies(statement, context);
    case StatementKind::local_equality:
      return local_equality(statement, context);
    case StatementKind::continuous:
      return continuous(statement, context);
    case StatementKind::open:
      return open(statement, context);
    case StatementKind::unique:
      return unique(statement, context, form);
    case StatementKind::faithful:
      return faithful(statement, context);
    case StatementKind::not_differentiable:
      return not_differentiable(statement, context);
    case StatementKind::exact:
      return exact(statement, context, form);
    case StatementKind::kink:
      return kink(statement, context);
  }
  throw InternalError("a statement of no kind");
}

Attempt Theorem::equal(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::equal, "the equality rule proves equal statements");
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    if (!scripted(statement, {}, {Step::Kind::normalise}, discharge, defined, context, attempt)) return;
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

namespace {

// At one point: nothing moves.
class Parts {
 public:
  explicit Parts(Program& program)
      : terms_(program.terms()),
        dependence_(program, {}),
        unfolding_(program),
        tangent_(program, dependence_, unfolding_, calculus::Sums::written_out),
        congruence_(program, unfolding_, dependence_, tangent_, true) {}
  // A formula that implies `f`, from the parts of its equations.
  Formula of(Formula f) { return calculus::from_parts(terms_, tangent_, congruence_, f).value_or(f); }

 private:
  Terms& terms_;
  calculus::Dependence dependence_;
  calculus::Unfolding unfolding_;
  calculus::Tangent tangent_;
  calculus::Congruence congruence_;
};

}  // namespace

Attempt Theorem::implies(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::implies, "the implication rule proves implies statements");
    Discharge discharge(*statement.program, statement.domain, context, attempt);
    calculus::Definedness defined(*statement.program);
    if (!starts(statement, discharge, defined, attempt)) return;
    if (!scripted(statement, {}, {Step::Kind::side}, discharge, defined, context, attempt)) return;
    attempt.begin(Rule::definedness);
    defined.require(statement.conclusion, statement.span);
    discharge.all(defined.of_domain(), false);
    if (!attempt.open.empty()) {
      attempt.reason = "the conclusion is not shown to be defined";
      return;
    }
    attempt.begin(Rule::implication);
    Formula truth = statement.program->terms().truth();
    Parts parts(*statement.program);
    for (Formula part : calculus::conjuncts_and_equations(statement.program->terms(), statement.conclusion))
      discharge.consequence(truth, part, "conclusion", statement.span, parts.of(part));
    if (!attempt.open.empty()) {
      attempt.reason = "the conclusion was not found to follow";
      return;
    }
    conclude(StatementKind::implies, attempt);
  });
}

}  // namespace germ::kernel
