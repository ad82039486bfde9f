#include "refute/account.hpp"

#include <algorithm>

#include "ir/printer.hpp"
#include "refute/owed.hpp"
#include "refute/readable.hpp"

namespace germ::refute {

using namespace ir;

namespace {

class Writer {
 public:
  Writer(const prover::Result& proof, const kernel::Context& context)
      : statement_(*proof.statement),
        program_(*statement_.program),
        attempt_(proof.attempt),
        reasons_(statement_, context) {}

  void claim(Account& out);
  void steps(Account& out);

 private:
  std::string name(TensorId tensor) const { return program_[tensor].name; }
  std::string sliced(TensorId tensor, Formula slice);
  StepLine step(std::size_t number);
  void made_below(Real r, std::vector<TensorId>& into);
  ComparisonLine comparison(const kernel::Compared& compared);

  const Statement& statement_;
  Program& program_;
  const kernel::Attempt& attempt_;
  Reasons reasons_;
};

std::string Writer::sliced(TensorId tensor, Formula slice) {
  if (slice == program_.terms().truth()) return name(tensor);
  return name(tensor) + " where " + to_string(program_, slice);
}

void Writer::claim(Account& out) {
  Terms& terms = program_.terms();
  out.kind = statement_.kind;
  out.script = statement_.script;
  std::vector<Formula> plain;
  bool all_plain = true;
  for (const Size& size : program_.sizes()) {
    out.sizes.push_back(size.name);
    plain.push_back(terms.at_most(terms.integer(1), terms.variable(size.variable)));
    const auto& facts = program_.facts();
    all_plain = all_plain && (size.definition || std::find(facts.begin(), facts.end(), plain.back()) != facts.end());
  }
  if (!all_plain) plain.clear();
  out.from_one = all_plain;
  for (Formula fact : program_.facts())
    if (std::find(plain.begin(), plain.end(), fact) == plain.end()) out.facts.push_back(to_string(program_, fact));
  out.domain = reasons_.clauses();
  for (TensorId output : statement_.outputs) out.outputs.push_back(name(output));
  const bool forward = statement_.kind == StatementKind::jvp;
  for (const Adjoint& adjoint : statement_.adjoints)
    if (!forward) out.variables.push_back(sliced(adjoint.of, adjoint.slice));
  for (const VariableTangent& tangent : statement_.tangents)
    if (forward) {
      out.variables.push_back(sliced(tangent.of, tangent.slice));
      out.given.push_back(name(tangent.tangent));
    }
  for (TensorId cotangent : statement_.cotangents)
    if (!forward) out.given.push_back(name(cotangent));
  if (forward)
    for (const OutputTangent& tangent : statement_.output_tangents) out.declared.push_back(name(tangent.declared));
  for (const Adjoint& adjoint : statement_.adjoints)
    if (!forward) out.declared.push_back(name(adjoint.declared));
  if (statement_.left.valid()) out.left = name(statement_.left);
  if (statement_.right.valid()) out.right = name(statement_.right);
  if (statement_.conclusion) out.conclusion = to_string(program_, statement_.conclusion);
  for (TensorId tensor : statement_.wrt) out.moving.push_back(name(tensor));
  if (statement_.near && statement_.near != terms.truth()) out.near = to_string(program_, statement_.near);
  out.kink = ir::name(statement_.kink);
}

// Tensors that the calculus made: no name of the text has a blank.
void Writer::made_below(Real r, std::vector<TensorId>& into) {
  if (r->kind == RealKind::read && program_[r->tensor].name.find(' ') != std::string::npos &&
      std::find(into.begin(), into.end(), r->tensor) == into.end())
    into.push_back(r->tensor);
  for (Real child : r->children) made_below(child, into);
}

ComparisonLine Writer::comparison(const kernel::Compared& compared) {
  ComparisonLine out;
  out.left = name(compared.left);
  out.right = name(compared.right);
  out.span = program_[compared.right].span;
  out.declared = on_one_line(out.span.text());
  if (out.declared.empty()) out.declared = readable_definition(program_, compared.right);
  std::vector<TensorId> made = {compared.left};
  for (std::size_t k = 0; k < made.size(); ++k) {
    out.formulas.push_back(readable_definition(program_, made[k]));
    if (program_[made[k]].body) made_below(*program_[made[k]].body, made);
  }
  std::vector<std::string*> texts;
  for (std::string& formula : out.formulas) texts.push_back(&formula);
  out.winners = give_names(program_, texts);
  for (TensorId tensor : compared.opaque) out.symbols.push_back(name(tensor));
  out.queries = compared.queries;
  out.equal = compared.equal;
  return out;
}

StepLine Writer::step(std::size_t number) {
  const kernel::ProofStep& step = attempt_.steps[number];
  const bool last = number + 1 == attempt_.steps.size();
  const std::size_t end = last ? attempt_.obligations.size() : attempt_.steps[number + 1].first;
  StepLine out;
  out.rule = step.rule;
  out.shown = step.shown && (!last || attempt_.theorem);
  for (TensorId tensor : step.about) out.about.push_back(name(tensor));
  for (std::size_t k = step.first; k < end; ++k) {
    Owed owed = reasons_.of(attempt_.obligations[k]);
    for (const kernel::Open& open : attempt_.open)
      if (owed.why == Why::open && open.obligation.goal == attempt_.obligations[k].owed.goal)
        owed.open_reason = open.reason;
    out.owed.push_back(std::move(owed));
  }
  for (const kernel::Compared& compared : step.compared) out.compared.push_back(comparison(compared));
  return out;
}

void Writer::steps(Account& out) {
  for (std::size_t k = 0; k < attempt_.steps.size(); ++k) out.steps.push_back(step(k));
  out.reason = attempt_.reason;
  for (const auto& group : attempt_.groups) out.left_over.push_back(group.text);
}

}  // namespace

Account account(const prover::Result& proof, const std::string& member, const kernel::Context& context) {
  Account out;
  out.member = member;
  Writer writer(proof, context);
  writer.claim(out);
  writer.steps(out);
  return out;
}

ExecutedLine executed(const Program& program, const GateReport& report) {
  ExecutedLine out;
  out.inside = report.inside;
  out.decided = report.decided;
  if (report.witness)
    for (std::size_t k = 0; k < program.sizes().size(); ++k)
      out.sizes.emplace_back(program.sizes()[k].name, report.witness->sizes[k]);
  return out;
}

}  // namespace germ::refute
