// Claims about a neighbourhood of each point: local equality, continuity, open conditions.
#include "kernel/local.hpp"

#include "base/check.hpp"
#include "calculus/definedness.hpp"
#include "calculus/local_form.hpp"
#include "kernel/comparison.hpp"
#include "kernel/script.hpp"
#include "kernel/steps.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

void define_everything(Program& program, calculus::Definedness& defined) {
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
}

// A tensor that holds the germ of `side` at the nearby point.
TensorId germ_nearby(Program& program, calculus::LocalForm& local, calculus::Unfolding& unfolding, TensorId side,
                     calculus::Sums sums) {
  Tensor made;
  made.name = program[side].name + " near the point";
  made.role = TensorRole::let;
  made.span = program[side].span;
  made.stored_axis = program[side].stored_axis;
  made.axes = program.terms().rename(program[side].axes).first;
  std::vector<Index> at;
  for (const Binder& axis : made.axes) at.push_back(program.terms().variable(axis.variable));
  Real entry = program[side].body ? unfolding.at(side, at) : program.terms().read(side, at);
  made.body = local.nearby(sums).moved(entry);
  return program.add_tensor(std::move(made));
}

}  // namespace

namespace {

// Entry by entry, at one generic index, from what holds at the point and near it.
calculus::Obligation entries_agree(Program& program, TensorId left, TensorId right, Span span) {
  Terms& terms = program.terms();
  calculus::Obligation out{calculus::ObligationKind::germs_agree, {}, {}, span, program[left].name, {}, {}};
  calculus::Obligation::Generic generic;
  for (const Binder& axis : terms.rename(program[left].axes).first) {
    generic.extents.push_back(axis.extent);
    generic.cell.push_back(terms.variable(axis.variable));
    out.path.push_back(terms.in_range(generic.cell.back(), axis.extent));
  }
  out.goal = terms.equal(program.at(left, generic.cell), program.at(right, generic.cell));
  out.generic.push_back(std::move(generic));
  return out;
}

// The two germs at the nearby point, by the normal form, or as a consequence of what holds there.
bool germs_equal(Statement& statement, calculus::LocalForm& local, Discharge& discharge, calculus::Definedness& defined,
                 Attempt& attempt) {
  Program& program = *statement.program;
  calculus::Unfolding unfolding(program);
  std::vector<calculus::Obligation> entries;
  for (calculus::Sums sums : {calculus::Sums::kept, calculus::Sums::written_out}) {
    attempt.begin(Rule::germs_equal);
    Question question{germ_nearby(program, local, unfolding, statement.left, sums),
                      germ_nearby(program, local, unfolding, statement.right, sums),
                      program.terms().truth(),
                      {}};
    defined.nearby(question.left);
    defined.nearby(question.right);
    entries.push_back(entries_agree(program, question.left, question.right, statement.span));
    attempt.reason.clear();
    attempt.groups.clear();
    if (compared_equal(program, discharge, defined, question, attempt)) return true;
    if (!attempt.open.empty()) return false;
    attempt.steps.back().shown = false;
  }
  const std::vector<sums::FailingGroup> groups = std::move(attempt.groups);
  attempt.groups.clear();
  attempt.reason.clear();
  for (calculus::Obligation& each : entries) {
    attempt.open.clear();
    attempt.begin(Rule::germs_equal);
    discharge.all({each}, true);
    attempt.steps.back().shown = attempt.open.empty();
    if (!attempt.open.empty()) continue;
    attempt.ledger.add("solver", "the germs are equal at a generic entry");
    return true;
  }
  attempt.groups = groups;
  attempt.reason = "the germs of the two sides were not found equal";
  return false;
}

}  // namespace

bool locally_equal(Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt) {
  Program& program = *statement.program;
  attempt.begin(Rule::definedness);
  define_everything(program, defined);
  discharge.all(defined.obligations(), true);
  attempt.begin(Rule::germs, statement.wrt);
  calculus::LocalForm local(program, statement.wrt);
  local.require_local(statement.left);
  local.require_local(statement.right);
  for (calculus::Sums sums : {calculus::Sums::kept, calculus::Sums::written_out}) {
    auto near = local.nearby(sums).moved(statement.near);
    if (!near) {
      attempt.reason = "the condition on nearby points has conditions of its own that depend on what moves";
      return false;
    }
    discharge.define(*near);
  }
  discharge.all(local.obligations(), true);
  if (!attempt.open.empty()) {
    attempt.reason = "a side condition is not shown";
    return false;
  }
  attempt.ledger.add("definedness", "every value of both sides exists");
  attempt.ledger.add("G10, G13-G15", "both sides are equal to their germs near the point");
  return germs_equal(statement, local, discharge, defined, attempt);
}

Attempt Theorem::local_equality(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::local_equality, "the rule proves local equalities");
    check(!statement.wrt.empty(), "something moves");
    // The base point is one of the points near it.
    statement.domain = statement.program->terms().and_({statement.domain, statement.near});
    Discharge discharge(*statement.program, statement.domain, context, attempt);
    calculus::Definedness defined(*statement.program);
    if (!starts(statement, discharge, defined, attempt)) return;
    if (!scripted(statement, statement.wrt, {Step::Kind::normalise}, discharge, defined, context, attempt)) return;
    if (locally_equal(statement, discharge, defined, attempt)) conclude(StatementKind::local_equality, attempt);
  });
}

Attempt Theorem::continuous(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::continuous, "the rule proves continuity");
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    attempt.begin(Rule::definedness);
    define_everything(program, defined);
    discharge.all(defined.obligations(), true);
    calculus::LocalForm local(program, statement.wrt);
    attempt.begin(Rule::continuity, statement.wrt);
    for (TensorId output : statement.outputs) local.require_continuous(output);
    discharge.all(local.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "a side condition is not shown";
      return;
    }
    attempt.ledger.add("G13", "continuous, jointly in all that moves");
    conclude(StatementKind::continuous, attempt);
  });
}

Attempt Theorem::open(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::open, "the rule proves that conditions are open");
    Program& program = *statement.program;
    const Formula condition = statement.conclusion;
    statement.domain = program.terms().and_({statement.domain, condition});
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    attempt.begin(Rule::definedness);
    define_everything(program, defined);
    discharge.all(defined.obligations(), true);
    calculus::LocalForm local(program, statement.wrt);
    attempt.begin(Rule::openness, statement.wrt);
    local.require_open(condition, statement.span);
    discharge.all(local.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "the condition is not shown to stay true near the point";
      return;
    }
    attempt.ledger.add("G14", "strict comparisons of continuous values, finitely many, stay true near the point");
    conclude(StatementKind::open, attempt);
  });
}

}  // namespace germ::kernel
