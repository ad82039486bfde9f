#include "refute/decide.hpp"

#include <algorithm>
#include <chrono>

#include "base/check.hpp"
#include "prover/prover.hpp"
#include "refute/account.hpp"
#include "refute/group_hints.hpp"
#include "refute/model_hint.hpp"
#include "smt/guarded.hpp"

namespace germ::refute {

using namespace ir;

namespace {

// What became of one member of the family.
struct Outcome {
  Verdict verdict = Verdict::unknown;
  std::string reason;
  std::optional<Counterexample> counterexample;
  bool zero_backward = false;
  std::shared_ptr<const kernel::Theorem> theorem;
  std::vector<std::string> nonzero;
  std::optional<ExecutedLine> executed = std::nullopt;
  std::shared_ptr<const Account> account = nullptr;
};

std::vector<Hint> hints_of(const prover::Result& proof, const Statement& target) {
  std::vector<Hint> hints;
  Program& program = *proof.statement->program;
  for (const auto& open : proof.attempt.open) {
    if (!open.model) continue;
    std::vector<Formula> formulas = open.obligation.path;
    formulas.push_back(open.obligation.goal);
    hints.push_back(model_hint(program, target, formulas, *open.model));
  }
  for (const auto& group : proof.attempt.groups)
    if (group.model) hints.push_back(model_hint(program, target, group.query, *group.model));
  return hints;
}

std::string why_unknown(const kernel::Attempt& attempt) {
  std::string reason = attempt.reason;
  if (!attempt.open.empty()) {
    const auto& open = attempt.open.front();
    reason +=
        ": " + std::string(name(open.obligation.kind)) + ", of `" + open.obligation.text + "` (" + open.reason + ")";
  } else if (!attempt.groups.empty()) {
    reason += ": left over: " + attempt.groups.front().text;
  }
  return reason;
}

// Sizes that the facts allow, as small as the solver can be made to say: for shapes beyond those that are tried anyway.
std::vector<Hint> feasible_sizes(const Statement& statement, const kernel::Context& context) {
  Program& program = *statement.program;
  Terms& terms = program.terms();
  auto solver = smt::guarded(context.make_solver(program, context.budget));
  for (std::int64_t most : {4, 8, 12, 16, 24, 32, 64}) {
    for (std::int64_t least : {2, 1, 0}) {
      std::vector<Formula> asked;
      for (const Size& size : program.sizes()) {
        if (size.definition) continue;
        Index value = terms.variable(size.variable);
        asked.push_back(terms.at_most(terms.integer(least), value));
        asked.push_back(terms.at_most(value, terms.integer(most)));
      }
      smt::Answer answer = solver->check(asked);
      if (auto* sat = std::get_if<smt::Sat>(&answer)) return {model_hint(program, statement, {}, *sat->model)};
    }
  }
  return {};
}

bool witnessed(const GateReport& report) {
  return report.decided > 0 && (report.sizes_from_two || !report.sizes_can_be_two);
}

// Is every declared entry 0, for all sizes and tensors? By the kernel, as an equality.
bool proved_zero(const Task& task, const Member& member, const kernel::Context& context) {
  std::size_t count = task.make(member).declared().size();
  for (std::size_t i = 0; i < count; ++i) {
    Statement zero = task.make(member);
    const TensorId declared = zero.declared()[i];
    Program& program = *zero.program;
    Tensor nothing;
    nothing.name = "0";
    nothing.role = TensorRole::let;
    nothing.axes = program.terms().rename(program[declared].axes).first;
    nothing.body = program.terms().constant(0);
    zero.kind = StatementKind::equal;
    zero.script = Script::automatic;
    zero.script_steps.clear();
    zero.left = declared;
    zero.right = program.add_tensor(std::move(nothing));
    if (!kernel::Theorem::equal(zero, context).theorem) return false;
  }
  return true;
}

// Do all declared lines say 0?
bool written_as_zero(const Statement& statement) {
  const Program& program = *statement.program;
  std::vector<TensorId> declared = statement.declared();
  return std::all_of(declared.begin(), declared.end(), [&](TensorId tensor) {
    const auto& body = program[tensor].body;
    return body && (*body)->kind == RealKind::constant && (*body)->value.is_zero();
  });
}

// Shape by shape, each with a budget of its own, until a point is found: all sizes alike, and sizes that are feasible.
GateReport patient_gate(const Task& task, const Member& member, const Options& options,
                        const std::function<bool(const GateReport&)>& satisfied, bool small = false) {
  Statement statement = task.make(member);
  std::vector<Hint> hints;
  for (std::int64_t alike : small ? std::vector<std::int64_t>{2, 3} : std::vector<std::int64_t>{2, 3, 5, 8, 12}) {
    Hint hint;
    for (const Size& size : statement.program->sizes())
      if (!size.definition) hint.sizes.emplace_back(size.variable, alike);
    hints.push_back(std::move(hint));
  }
  if (!small)
    for (Hint& hint : feasible_sizes(statement, options.kernel)) hints.insert(hints.begin() + 2, std::move(hint));
  GateOptions patient = options.gate;
  patient.hints_alone = true;
  patient.steps = options.gate.full_steps;  // such shapes are large
  GateReport report;
  for (const Hint& hint : hints) {
    report = gate(statement, patient, {&hint, 1});
    if (report.failure || satisfied(report)) break;
  }
  return report;
}

Outcome after_proof(const Task& task, const Member& member, const Options& options, const prover::Result& proof) {
  Outcome outcome;
  Statement statement = task.make(member);
  bool derivative = statement.of_derivative();
  GateReport report = gate(statement, options.gate);
  auto missing = [&] { return !report.failure && derivative && !report.nonzero_backward; };
  auto nonzero = [](const GateReport& found) { return witnessed(found) && found.nonzero_backward; };
  if (missing() && written_as_zero(statement)) outcome.zero_backward = proved_zero(task, member, options.kernel);
  if (missing() &&
      !outcome.zero_backward) {  // a point where it is not 0 is found sooner than a proof that there is none
    GateReport small = patient_gate(task, member, options, nonzero, true);
    if (small.failure || small.decided > 0) report = std::move(small);
  }
  if (missing() && !outcome.zero_backward) outcome.zero_backward = proved_zero(task, member, options.kernel);
  const bool exact = statement.kind == StatementKind::exact;
  auto satisfied = [&](const GateReport& found) {
    if (exact && !(found.on_domain && found.off_domain)) return false;
    return witnessed(found) && (!derivative || found.nonzero_backward || outcome.zero_backward);
  };
  if (!report.failure && !satisfied(report)) report = patient_gate(task, member, options, satisfied);
  if (report.failure)
    throw InternalError("the gate contradicts a proof of `" + task.claim.name + "`: " + report.failure->sentence);
  outcome.executed = executed(*statement.program, report);
  if (!satisfied(report)) {
    const char* zero = statement.kind == StatementKind::jvp
                           ? "proved symbolically, but no point with an output tangent other than 0 was found"
                           : "proved symbolically, but no point with a backward other than 0 was found";
    outcome.reason = exact ? "proved symbolically, but no points on both sides were found to execute it at"
                     : witnessed(report) ? zero
                                         : "proved symbolically, but no point of the domain was found to execute it at";
    return outcome;
  }
  outcome.verdict = Verdict::proved;
  outcome.theorem = proof.attempt.theorem;
  for (std::size_t adjoint : report.nonzero)
    outcome.nonzero.push_back((*statement.program)[statement.adjoints[adjoint].of].name);
  return outcome;
}

Outcome without_proof(const Task& task, const Member& member, const Options& options, const prover::Result& proof) {
  Outcome outcome;
  outcome.reason = why_unknown(proof.attempt);
  if (proof.attempt.vacuous) {
    outcome.verdict = Verdict::vacuous;
    return outcome;
  }
  Statement statement = task.make(member);
  std::vector<Hint> hints = hints_of(proof, statement);
  for (Hint& hint : group_hints(proof, statement, options.kernel)) hints.push_back(std::move(hint));
  outcome.counterexample = search(statement, options.search, hints);
  if (outcome.counterexample) {
    outcome.verdict = Verdict::refuted;
    outcome.reason = outcome.counterexample->sentence;
  } else if (statement.tainted) {
    outcome.verdict = Verdict::invalid;
  }
  return outcome;
}

Outcome try_member(const Task& task, const Member& member, const Options& options, Decision& decision, bool first) {
  prover::Result proof = prover::prove([&] { return task.make(member); }, options.kernel);
  if (first || !proof.attempt.theorem) {
    decision.obligations.clear();
    for (const auto& record : proof.attempt.obligations)
      decision.obligations.push_back({record.kind, record.goal, record.about, record.proved, record.span});
  }
  for (const auto& entry : proof.attempt.ledger.entries()) {
    auto same = [&](const LedgerLine& line) { return line.rule == entry.rule && line.detail == entry.detail; };
    auto known = std::find_if(decision.ledger.begin(), decision.ledger.end(), same);
    if (known == decision.ledger.end()) {
      decision.ledger.push_back({entry.rule, entry.detail, entry.count});
    } else {
      known->count += entry.count;
    }
  }
  Outcome outcome =
      proof.attempt.theorem ? after_proof(task, member, options, proof) : without_proof(task, member, options, proof);
  if (!options.account) return outcome;
  auto made = std::make_shared<Account>(account(proof, member.to_string(), options.kernel));
  made->executed = outcome.executed;
  outcome.account = std::move(made);
  return outcome;
}

// A limit reached in executing, after or instead of a proof, is an `unknown` like any other.
Outcome decide_member(const Task& task, const Member& member, const Options& options, Decision& decision, bool first) {
  try {
    return try_member(task, member, options, decision, first);
  } catch (const LimitReached& limit) {
    return {Verdict::unknown, std::string("a limit was reached: ") + limit.what(), std::nullopt, false, {}, {}};
  }
}

CounterexampleText text_of(const Counterexample& found) {
  CounterexampleText out;
  out.kind = name(found.kind);
  out.where = found.where;
  out.declared = found.declared;
  out.truth = found.truth;
  out.sentence = found.sentence;
  out.text = describe(found);
  for (const auto& size : found.sizes) out.sizes.emplace_back(size.name, size.value);
  for (const auto& scalar : found.scalars) out.scalars.emplace_back(scalar.name, scalar.value);
  auto list = [&](const std::vector<Counterexample::Listing>& listings) {
    for (const auto& listing : listings) {
      for (const auto& entry : listing.entries) {
        std::string at;
        for (std::int64_t index : entry.indices) at += (at.empty() ? "[" : ", ") + std::to_string(index);
        out.tensors.emplace_back(listing.name + (at.empty() ? "" : at + "]"), entry.value);
      }
    }
  };
  list(found.tensors);
  list(found.givens);
  for (const auto& line : found.lines) out.lines.push_back(line.span);
  return out;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string constants_of(const Claim& claim) {
  std::string names;
  for (const auto& [constant, value] : claim.members.front().constants) names += (names.empty() ? "" : ", ") + constant;
  return names;
}

}  // namespace

namespace {

// The theorems that a script cites, where they are proved: by the kernel, and seen at a point by the gate.
void decide_cited(const Task& task, const Options& given, Options& options) {
  for (const Task& cited : task.cites) {
    auto make = [&, quiet = given]() mutable {
      quiet.account = false;
      return decide(cited, quiet);
    };
    const Decision decision = given.shelf ? given.shelf->decide(cited.claim.name, make) : make();
    if (decision.verdict == Verdict::proved && decision.theorems.size() == 1)
      options.kernel.premises.emplace_back(cited.claim.name, decision.theorems.front());
  }
}

}  // namespace

const Decision& Shelf::decide(const std::string& claim, const std::function<Decision()>& make) {
  Entry* entry = nullptr;
  {
    const std::lock_guard lock(mutex_);
    auto& known = entries_[claim];
    if (!known) known = std::make_unique<Entry>();
    entry = known.get();
  }
  std::call_once(entry->once, [&] { entry->decision = std::make_unique<const Decision>(make()); });
  return *entry->decision;
}

Decision decide(const Task& task, const Options& given) {
  Options options = given;
  decide_cited(task, given, options);
  if (task.claim.members.size() > 1) options.gate.steps /= 3;  // each member has a gate of its own
  auto start = std::chrono::steady_clock::now();
  const Claim& claim = task.claim;
  check(!claim.members.empty(), "a claim has at least one member");
  Decision decision;
  decision.name = claim.name;
  decision.file = claim.span.file ? claim.span.file->path() : "";
  decision.line = claim.span.line();
  decision.span = claim.span;
  decision.kind = claim.word.empty() ? name(claim.kind) : claim.word;
  decision.expect = claim.expect;
  decision.region = "the whole domain";
  decision.verdict = Verdict::proved;
  bool family = !claim.members.front().constants.empty();
  bool zero_backward = true;
  std::size_t proved = 0;
  for (const Member& member : claim.members) {
    Outcome outcome = decide_member(task, member, options, decision, proved == 0);
    zero_backward = zero_backward && outcome.zero_backward;
    if (outcome.verdict == Verdict::proved) {
      if (proved++ == 0) decision.nonzero = outcome.nonzero;
      if (decision.verdict == Verdict::proved && !decision.account) decision.account = outcome.account;
      std::erase_if(decision.nonzero, [&](const std::string& name) { return !contains(outcome.nonzero, name); });
      decision.theorems.push_back(outcome.theorem);
      continue;
    }
    // An unknown member does not hide a refuted one behind it.
    if (decision.verdict != Verdict::proved && outcome.verdict == Verdict::unknown) continue;
    decision.verdict = outcome.verdict;
    decision.reason = outcome.reason;
    decision.account = outcome.account;
    if (family) decision.region = "at " + member.to_string();
    if (outcome.counterexample) {
      decision.counterexample = text_of(*outcome.counterexample);
      decision.executed = std::make_shared<const Counterexample>(*std::move(outcome.counterexample));
    }
    if (outcome.verdict != Verdict::unknown) break;
  }
  std::string of = std::to_string(proved) + " of " + std::to_string(claim.members.size()) + " (" +
                   (family ? constants_of(claim) : "") + ")";
  decision.sizes = family ? of : "all";
  if (family) decision.notes.push_back("family_only");
  if (decision.verdict == Verdict::proved && zero_backward &&
      (claim.kind == StatementKind::vjp || claim.kind == StatementKind::jvp))
    decision.notes.push_back(claim.kind == StatementKind::vjp ? "zero_backward" : "zero_jvp");
  decision.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return decision;
}

std::optional<Decision> decide_part(const Decision& joint, const Claim& part) {
  check(part.part && part.wrt.size() == 1, "a part is one variable of a joint claim");
  if (joint.verdict != Verdict::proved || !contains(joint.nonzero, part.wrt[0])) return std::nullopt;
  check(joint.theorems.size() == part.members.size(), "a proved claim has a theorem for each member");
  Decision decision = joint;
  decision.name = part.name;
  decision.span = part.span;
  decision.line = part.span.line();
  decision.expect = part.expect;
  for (auto& theorem : decision.theorems) theorem = kernel::Theorem::for_one_variable(*theorem);
  decision.ledger.push_back({"joint", "what holds jointly holds for each variable alone", joint.theorems.size()});
  decision.ms = 0;
  return decision;
}

}  // namespace germ::refute
