#include "kernel/steps.hpp"

#include <algorithm>

#include "calculus/distribute.hpp"
#include "calculus/germ.hpp"
#include "calculus/local_form.hpp"
#include "calculus/name_conditions.hpp"
#include "calculus/traits.hpp"

namespace germ::kernel {

using namespace ir;

void check_vjp_parts(const Statement& statement) {
  check(!statement.adjoints.empty() && !statement.outputs.empty(), "a vjp statement has outputs and adjoints");
  check(statement.outputs.size() == statement.cotangents.size(), "each output has a cotangent");
}

// Contradictory hypotheses prove everything, so they prove nothing: `vacuous`.
bool starts(Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt) {
  attempt.begin(Rule::hypotheses);
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

bool differentiable(Statement& statement, const std::vector<TensorId>& variables, Form form, Discharge& discharge,
                    calculus::Definedness& defined, Attempt& attempt) {
  if (statement.tainted) {
    attempt.reason = "an output depends on `stop`, whose derivative is a decree and not the derivative";
    return false;
  }
  Program& program = *statement.program;
  attempt.begin(Rule::definedness);
  // Every tensor that the text defines, read or not: an `aux` output and a saved value are results too.
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
  discharge.all(defined.obligations(), true);
  if (form == Form::distributed && calculus::distribute(program)) {
    attempt.begin(Rule::distribution);
    attempt.ledger.add("G9", "products moved into the branches of `if`");
  }
  attempt.begin(Rule::local_form, variables);
  calculus::LocalForm local(program, variables);
  for (TensorId output : statement.outputs) local.require_differentiable(output);
  discharge.all(local.obligations(), true);
  if (!attempt.open.empty()) {
    attempt.reason = "a side condition is not shown";
    return false;
  }
  attempt.ledger.add("definedness", "every value of the forward and of the declared derivative exists");
  attempt.ledger.add("G13-G16, G19", "differentiable, jointly in all variables");
  calculus::freeze(program);
  for (Formula meaning : calculus::name_conditions(program)) discharge.define(meaning);
  return true;
}

}  // namespace germ::kernel
