// Structure: two tensors are one term of the inputs; two backwards of one forward.
#include "base/check.hpp"
#include "kernel/adjoints.hpp"
#include "kernel/script.hpp"
#include "kernel/steps.hpp"
#include "kernel/written_out.hpp"

namespace germ::kernel {

using namespace ir;

// match: left, right with the same axes
// result: they are equal entry by entry, operation by operation
// when: with every defined tensor written out the entries at one generic index are the same term, but for the names of
//       bound indices.
Attempt Theorem::faithful(Statement& statement, const Context&) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::faithful, "the rule compares graphs");
    Program& program = *statement.program;
    check(program[statement.left].axes.size() == program[statement.right].axes.size(), "the two sides have one rank");
    attempt.begin(Rule::one_term, {statement.left, statement.right});
    if (!WrittenOut(program).same(statement.left, statement.right)) {
      attempt.reason = "the two sides are not one term: they differ in their operations or their order";
      return;
    }
    attempt.ledger.add("S23", "one term, defined tensors written out");
    conclude(StatementKind::faithful, attempt);
  });
}

// match: two backwards of one forward, adjoints and others, at the same cotangents
// result: adjoints = others at every point of the domain
// when: both are shown to be its vjp there (a derivative is one).
Attempt Theorem::unique(Statement& statement, const Context& context, Form form) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::unique, "the rule compares two backwards");
    check(statement.adjoints.size() == statement.others.size(), "each variable has two adjoints");
    for (std::size_t i = 0; i < statement.others.size(); ++i) {
      check(statement.adjoints[i].of == statement.others[i].of, "both adjoints are of one variable");
      check(statement.adjoints[i].slice == statement.program->terms().truth(), "whole variables are compared");
    }
    attempt.claims_backward = true;
    check_vjp_parts(statement);
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    std::vector<TensorId> variables;
    for (const Adjoint& adjoint : statement.adjoints) {
      if (!claims_something(program, discharge, adjoint, attempt)) return;
      variables.push_back(adjoint.of);
    }
    // A script is about the first backward: it may be that of a map which is locally equal to the forward (G4).
    const std::vector<TensorId> outputs = statement.outputs;
    if (!scripted(statement, variables, {Step::Kind::chain, Step::Kind::normalise}, discharge, defined, context,
                  attempt))
      return;
    const std::vector<TensorId> transported = statement.outputs;
    statement.outputs.insert(statement.outputs.end(), outputs.begin(), outputs.end());
    if (!differentiable(statement, variables, form, discharge, defined, attempt)) return;
    statement.outputs = transported;
    if (!Adjoints(statement, discharge, defined, attempt).shown()) return;
    statement.outputs = outputs;
    std::swap(statement.adjoints, statement.others);
    std::swap(statement.steps, statement.other_steps);
    const bool second = Adjoints(statement, discharge, defined, attempt).shown();
    std::swap(statement.adjoints, statement.others);
    std::swap(statement.steps, statement.other_steps);
    if (!second) return;
    attempt.begin(Rule::uniqueness, variables);
    attempt.ledger.add("G12", "both are the vjp of one forward, so they are equal", statement.adjoints.size());
    conclude(StatementKind::unique, attempt);
  });
}

}  // namespace germ::kernel
