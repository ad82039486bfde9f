#include "kernel/comparison.hpp"

#include <algorithm>
#include <set>

#include "calculus/base_point.hpp"
#include "kernel/equations.hpp"
#include "kernel/replayed.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

constexpr int most_tries = 4;

// The opaque tensors that a tensor's value is made of, written out down to them.
class Ingredients {
 public:
  Ingredients(const Program& program, const std::vector<TensorId>& opaque) : program_(program), opaque_(opaque) {}
  std::set<TensorId> found;

  void of(TensorId tensor) {
    if (!seen_.insert(tensor).second || !program_[tensor].body) return;
    if (std::find(opaque_.begin(), opaque_.end(), tensor) != opaque_.end()) {
      found.insert(tensor);
    } else {
      of(*program_[tensor].body);
    }
  }

 private:
  void of(Real real) {
    if (real->kind == RealKind::read) of(real->tensor);
    for (Real child : real->children) of(child);
  }

  const Program& program_;
  const std::vector<TensorId>& opaque_;
  std::set<TensorId> seen_;
};

// Takes one tensor from the opaque ones: the latest that only one side is made of; else the latest that a failing group
// reads; else the latest. False: none is left.
bool write_one_out(const Program& program, Question& question, const std::vector<sums::FailingGroup>& failing) {
  Ingredients left(program, question.opaque);
  Ingredients right(program, question.opaque);
  left.of(question.left);
  right.of(question.right);
  auto on_one_side = [&](TensorId tensor) { return left.found.contains(tensor) != right.found.contains(tensor); };
  auto is_read = [&](TensorId tensor) {
    return std::any_of(failing.begin(), failing.end(), [&](const sums::FailingGroup& group) {
      return std::any_of(group.reads.begin(), group.reads.end(),
                         [&](const sums::SlotRead& read) { return read.tensor == tensor; });
    });
  };
  auto& opaque = question.opaque;
  if (opaque.empty()) return false;
  auto chosen = std::find_if(opaque.rbegin(), opaque.rend(), on_one_side);
  if (chosen == opaque.rend()) chosen = std::find_if(opaque.rbegin(), opaque.rend(), is_read);
  if (chosen == opaque.rend()) chosen = opaque.rbegin();
  opaque.erase(std::prev(chosen.base()));
  return true;
}

// Both sides at the base point: tensors that keep their values are the tensors whose values they keep.
bool at_base_point(Program& program, Discharge& discharge, calculus::Definedness& defined, Question& question,
                   Attempt& attempt) {
  calculus::BasePoint base(program);
  if (base.trivial()) return true;
  const std::vector<Binder> formals = program[question.right].axes;
  const std::size_t owed = defined.obligations().size();
  const Question before = question;
  for (TensorId* side : {&question.left, &question.right}) {
    const bool nearby = defined.is_nearby(*side);
    *side = base.of(*side);
    if (nearby) defined.nearby(*side);
  }
  for (TensorId& opaque : question.opaque) opaque = base.of(opaque);
  if (question.left == before.left && question.right == before.right) return true;
  Substitution renaming;
  for (std::size_t i = 0; i < formals.size(); ++i)
    renaming.set(formals[i].variable, program.terms().variable(program[question.right].axes[i].variable));
  question.slice = program.terms().substitute(question.slice, renaming);
  for (TensorId side : {question.left, question.right}) defined.require(side);
  auto first = defined.obligations().begin() + static_cast<std::ptrdiff_t>(owed);
  discharge.all({first, defined.obligations().end()}, true);
  if (attempt.open.empty()) return true;
  attempt.reason = "a value of the two sides is not shown to exist at the base point";
  return false;
}

bool decided_equal(Program& program, Discharge& discharge, calculus::Definedness& defined, Question question,
                   Attempt& attempt) {
  auto hypotheses = [&](std::span<const Formula> guards, std::span<const Formula> facts) {
    return discharge.facts_at(guards, facts);
  };
  sums::Outcome outcome;
  int given_up = 0;
  for (int tries = 0; tries < most_tries && given_up < 2; ++tries) {
    if (tries > 0 && !write_one_out(program, question, outcome.failing)) break;
    sums::Options options;
    options.opaque = question.opaque;
    options.certificate = discharge.replays();
    outcome =
        sums::compare(program, discharge.solver(), question.left, question.right, question.slice, hypotheses, options);
    for (const auto& premise : outcome.premises)
      if (!defined.covers(premise.tensor)) {
        attempt.reason = "the normal form relied on a value whose definedness was not owed";
        return false;
      }
    if (outcome.kind == sums::Outcome::Kind::unknown) ++given_up;
    if (outcome.kind != sums::Outcome::Kind::equal) continue;
    if (!attempt.steps.empty())
      attempt.steps.back().compared.push_back({question.left, question.right, question.opaque, outcome.queries, true});
    attempt.ledger.add("normal form", "equal");
    attempt.ledger.add(discharge.solver().identity(), "unsat, of a group of the normal form", outcome.queries);
    return !options.certificate ||
           replayed(program, discharge, defined, question.left, question.right, question.slice, outcome, attempt);
  }
  attempt.groups = outcome.failing;
  if (!attempt.steps.empty())
    attempt.steps.back().compared.push_back({question.left, question.right, question.opaque, outcome.queries, false});
  bool backward = attempt.claims_backward;
  std::string subject = backward ? "`" + program[question.right].name + "`" : "the two sides";
  attempt.reason = outcome.kind == sums::Outcome::Kind::unknown
                       ? "the normal form could not decide " + subject + ": " + outcome.reason
                       : subject + (backward ? " was not found equal to the derivative" : " were not found equal");
  return false;
}

}  // namespace

bool compared_equal(Program& program, Discharge& discharge, calculus::Definedness& defined, Question question,
                    Attempt& attempt) {
  if (!at_base_point(program, discharge, defined, question, attempt)) return false;
  if (decided_equal(program, discharge, defined, question, attempt)) return true;
  if (!attempt.open.empty()) return false;
  auto other = solved(program, discharge.domain(), question);
  if (!other) return false;
  Attempt first;
  std::swap(first.reason, attempt.reason);
  std::swap(first.groups, attempt.groups);
  const std::size_t owed = defined.obligations().size();
  for (TensorId side : {other->left, other->right}) defined.require(side);
  auto begin = defined.obligations().begin() + static_cast<std::ptrdiff_t>(owed);
  discharge.all({begin, defined.obligations().end()}, true);
  if (attempt.open.empty() && decided_equal(program, discharge, defined, *other, attempt)) {
    attempt.ledger.add("normal form", "an equation of the domain solved for an entry");
    return true;
  }
  attempt.open.clear();
  attempt.reason = first.reason;
  attempt.groups = first.groups;
  return false;
}

}  // namespace germ::kernel
