#include "kernel/adjoints.hpp"

#include <algorithm>

namespace germ::kernel {

using namespace ir;

Adjoints::Adjoints(Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt)
    : program_(*statement.program),
      statement_(statement),
      discharge_(discharge),
      defined_(defined),
      attempt_(attempt),
      owed_(defined.obligations().size()) {
  for (std::size_t i = 0; i < statement.outputs.size(); ++i)
    seeds_.push_back({statement.outputs[i], statement.cotangents[i]});
  std::vector<TensorId> variables;
  for (const Adjoint& adjoint : statement.adjoints) variables.push_back(adjoint.of);
  calculus::Dependence dependence(program_, variables);
  for (TensorId tensor : calculus::definition_order(program_, statement.outputs))
    for (const Adjoint& adjoint : statement.steps)
      if (adjoint.of == tensor && dependence.depends(tensor)) steps_.push_back(adjoint);
}

bool Adjoints::shown() {
  for (auto adjoint = steps_.rbegin(); adjoint != steps_.rend(); ++adjoint) step(*adjoint);
  for (const Adjoint& adjoint : statement_.adjoints) {
    if (one(adjoint, Rule::reverse_chain)) continue;
    if (!failed_step_.empty()) attempt_.reason += "; `" + failed_step_ + "` was not found equal to its derivative";
    return false;
  }
  attempt_.ledger.add("G1, G2", "chain rule in reverse", statement_.adjoints.size());
  return true;
}

// A later tensor that depends on the variable is written out; the others, and the adjoints shown, stay as they are.
std::vector<TensorId> Adjoints::opaque_for(TensorId variable) {
  std::vector<TensorId> opaque;
  calculus::Dependence dependence(program_, {variable});
  for (const Adjoint& adjoint : steps_)
    if (adjoint.of == variable || !dependence.depends(adjoint.of)) opaque.push_back(adjoint.of);
  opaque.insert(opaque.end(), declared_.begin(), declared_.end());
  return opaque;
}

// What the derived tensors made since then owe.
bool Adjoints::owes_nothing() {
  auto first = defined_.obligations().begin() + static_cast<std::ptrdiff_t>(owed_);
  owed_ = defined_.obligations().size();
  discharge_.all({first, defined_.obligations().end()}, true);
  return attempt_.open.empty();
}

bool Adjoints::one(const Adjoint& adjoint, Rule rule) {
  attempt_.begin(rule, {adjoint.of});
  TensorId derived = calculus::derive_vjp(program_, seeds_, adjoint.of, known_);
  defined_.require(derived);
  if (!owes_nothing()) {
    attempt_.reason = "a value of the derivative is not shown to exist";
    return false;
  }
  return compared_equal(program_, discharge_, defined_,
                        {derived, adjoint.declared, adjoint.slice, opaque_for(adjoint.of)}, attempt_);
}

void Adjoints::step(const Adjoint& adjoint) {
  if (one(adjoint, Rule::adjoint_on_way)) {
    known_[adjoint.of] = adjoint.declared;
    declared_.push_back(adjoint.declared);
    attempt_.ledger.add("G1, G2", "chain rule in reverse, up to a declared intermediate adjoint");
    return;
  }
  attempt_.steps.back().shown = false;
  if (failed_step_.empty()) failed_step_ = program_[adjoint.declared].name;
  attempt_.open.clear();
  attempt_.groups.clear();
  attempt_.reason.clear();
}

}  // namespace germ::kernel
