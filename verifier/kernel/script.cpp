#include "kernel/script.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/congruence.hpp"
#include "calculus/rewriting.hpp"
#include "kernel/written_out.hpp"

namespace germ::kernel {

using namespace ir;

bool ScriptRun::fail(const Step& step, const std::string& why) {
  std::string text(step.span.text());
  attempt_.reason = "the step `" + (text.empty() ? name(step.kind) : text) + "`: " + why;
  return false;
}

bool ScriptRun::in_hand(const Step& step, StatementKind kind) {
  for (const auto& [known, theorem] : context_.premises)
    if (known == step.cited && theorem && theorem->kind() == kind) return true;
  return fail(step, "`" + step.cited + "` is not proved");
}

bool ScriptRun::prepare() {
  for (; next_ < statement_.script_steps.size(); ++next_) {
    const Step& step = statement_.script_steps[next_];
    bool shown = true;
    switch (step.kind) {
      case Step::Kind::cite:
        shown = cite(step);
        break;
      case Step::Kind::transport:
        shown = transport(step);
        break;
      case Step::Kind::rewrite:
        shown = rewrite(step);
        break;
      case Step::Kind::unfold:  // calls and conditions are written out when a text is read
        break;
      case Step::Kind::cases:
        return fail(step, "a split into cases is the first step");
      case Step::Kind::side:
      case Step::Kind::chain:
      case Step::Kind::normalise:
        return true;
    }
    if (!shown) return false;
  }
  return true;
}

bool ScriptRun::ends_with(std::initializer_list<Step::Kind> stages) {
  std::vector<Step::Kind> left(stages);
  for (; next_ < statement_.script_steps.size(); ++next_) {
    const Step& step = statement_.script_steps[next_];
    if (step.kind == Step::Kind::unfold) continue;
    if (step.kind == Step::Kind::side && (left.empty() || left.front() != Step::Kind::side)) {
      if (left.size() == stages.size()) continue;  // before anything else
      return fail(step, "the side conditions come before this");
    }
    if (left.empty()) return fail(step, "nothing is left to prove");
    if (left.front() != step.kind)
      return fail(step, std::string("it does not stand here; `") + name(left.front()) + "` comes first");
    left.erase(left.begin());
  }
  if (left.empty()) return true;
  std::string names;
  for (Step::Kind kind : left) names += (names.empty() ? "`" : ", `") + std::string(name(kind)) + "`";
  attempt_.reason = "the script ends, and " + names + (left.size() == 1 ? " is" : " are") + " left to do";
  return false;
}

// match: an implication that is a theorem, at its arguments
// result: the implication as a hypothesis. What the cited text asks of its sizes and reals is part of its premise.
bool ScriptRun::cite(const Step& step) {
  if (!in_hand(step, StatementKind::implies)) return false;
  attempt_.begin(Rule::cited);
  discharge_.define(step.condition);
  attempt_.ledger.add("theorem", step.cited);
  return true;
}

bool ScriptRun::same_extents(TensorId a, TensorId b) {
  const std::vector<Binder> left = program_[a].axes;
  const std::vector<Binder> right = program_[b].axes;
  bool same = left.size() == right.size();
  for (std::size_t i = 0; same && i < left.size(); ++i)
    same = left[i].extent == right[i].extent ||
           discharge_.contradicts_facts(program_.terms().not_(program_.terms().equal(left[i].extent, right[i].extent)));
  return same;
}

// The set on which the rule holds contains all points near this one: at a generic nearby point its condition follows
// from what holds at the base point (GERMS A10: never from values at the point that may move).
bool ScriptRun::holds_near(const Step& step, calculus::LocalForm& local) {
  if (step.near == program_.terms().truth()) return true;
  // What stands for an opaque function is its first-order part: no point near this one may be judged by it.
  std::vector<TensorId> kept;
  for (std::uint32_t i = 0; i < program_.tensors().size(); ++i)
    if (program_[TensorId{i}].base_of) kept.push_back(TensorId{i});
  calculus::Dependence opaque(program_, kept);
  for (TensorId argument : step.arguments)
    if (opaque.depends(argument)) return fail(step, "its `where` is not known for what an opaque function enters");
  calculus::Dependence dependence(program_, moving_);
  calculus::Unfolding unfolding(program_);
  calculus::Tangent& nearby = local.nearby(calculus::Sums::written_out);
  calculus::Congruence congruence(program_, unfolding, dependence, nearby, true);
  for (Formula part : calculus::conjuncts_and_equations(program_.terms(), step.near)) {
    auto goal = calculus::from_parts(program_.terms(), nearby, congruence, part);
    if (!goal) return fail(step, "its `where` has conditions of its own that depend on what moves");
    if (!discharge_.consequence(program_.terms().truth(), *goal, "the rule's `where` near the point", step.span))
      return fail(step, "its `where` was not found to hold near the point");
  }
  return true;
}

// match: a rule that is a theorem, L ~ R near h where `when` holds, relative to the set `where`; its instance at h
// result: L.h ~ R.h near the point (G5, G5r)
// when: the domain implies `when`; h is continuous; h maps nearby points into `where`.
bool ScriptRun::applies(const Step& step) {
  if (!in_hand(step, StatementKind::local_equality)) return false;
  attempt_.begin(Rule::pulled_back, {step.left, step.right});
  defined_.require(step.left);
  defined_.require(step.right);
  for (Formula part : program_.terms().conjuncts(step.condition))
    if (!discharge_.consequence(program_.terms().truth(), part, "the rule's `when`", step.span))
      return fail(step, "its `when` was not found to follow from the domain");
  calculus::Dependence moves(program_, moving_);
  for (Real fixed : step.fixed)
    if (moves.depends(fixed)) return fail(step, "a tensor that does not move in the rule moves here");
  calculus::LocalForm local(program_, moving_);
  for (TensorId argument : step.arguments)
    if (program_[argument].body) local.require_continuous(argument);
  discharge_.all(local.obligations(), true);
  if (!attempt_.open.empty()) return fail(step, "what stands for the rule's tensors is not shown to be continuous");
  if (!holds_near(step, local)) return false;
  attempt_.ledger.add("G5", "pulled back: `" + step.cited + "`");
  return true;
}

namespace {

// Tensors with the reads of L replaced by reads of R. A tensor that does not read L, directly or through others, stays.
class Replacement {
 public:
  Replacement(Program& program, TensorId right, std::function<bool(TensorId)> is_left)
      : program_(program),
        right_(right),
        is_left_(std::move(is_left)),
        unfolding_(program),
        rewriting_(program, [this](Real read) { return of_read(read); }) {}

  // The tensor itself where it does not read L.
  TensorId of(TensorId tensor) {
    if (matches(tensor)) return right_;
    Tensor made = program_[tensor];
    made.name += " rewritten";
    std::tie(made.axes, std::ignore) = program_.terms().rename(program_[tensor].axes);
    std::vector<Index> at;
    for (const Binder& axis : made.axes) at.push_back(program_.terms().variable(axis.variable));
    Real entry = rewriting_.of(program_.terms().read(tensor, at));
    if (!found_) return tensor;
    made.body = entry;
    return program_.add_tensor(std::move(made));
  }
  bool found() const { return found_; }

 private:
  bool matches(TensorId tensor) {
    auto [known, fresh] = matches_.try_emplace(tensor, false);
    if (fresh && program_[tensor].body && is_left_(tensor)) matches_[tensor] = true;
    found_ = found_ || matches_[tensor];
    return matches_[tensor];
  }
  Real of_read(Real read) {
    if (!program_[read->tensor].body) return read;
    if (matches(read->tensor)) return program_.terms().read(right_, read->indices);
    Real body = unfolding_.at(read->tensor, read->indices);
    Real rewritten = rewriting_.of(body);
    return rewritten == body ? read : rewritten;
  }

  Program& program_;
  TensorId right_;
  std::function<bool(TensorId)> is_left_;
  calculus::Unfolding unfolding_;
  calculus::Rewriting rewriting_;
  std::unordered_map<TensorId, bool> matches_;
  bool found_ = false;
};

}  // namespace

// match: a tensor that reads L of an instance L ~ R; a rule that applies
// result: near the point it is equal to the same with R for L (G6: whatever is done to L)
std::optional<TensorId> ScriptRun::replaced(const Step& step, TensorId tensor) {
  WrittenOut written(program_);
  Replacement replacement(program_, step.right, [&](TensorId other) {
    return other == step.left || (same_extents(other, step.left) && written.same(other, step.left));
  });
  TensorId made = replacement.of(tensor);
  if (!replacement.found()) return std::nullopt;
  return made;
}

// match: outputs that read L of an instance L ~ R; a rule that applies
// result: the derivative of the outputs with R for L is theirs (G4, G6)
bool ScriptRun::transport(const Step& step) {
  if (!same_extents(step.left, step.right)) return fail(step, "the sides of the rule are not shown to have one shape");
  bool found = false;
  for (TensorId& output : statement_.outputs)
    if (auto made = replaced(step, output)) {
      output = *made;
      found = true;
    }
  if (!found) return fail(step, "no output reads the left side of `" + step.cited + "`");
  if (!applies(step)) return false;
  attempt_.begin(Rule::transport, {step.left, step.right});
  attempt_.ledger.add("G4", "transport along `" + step.cited + "`");
  return true;
}

// match: the left side of a local equality reads L of an instance L ~ R; a rule that applies
// result: it is locally equal to the same with R for L (G6, G8)
bool ScriptRun::rewrite(const Step& step) {
  if (statement_.kind != StatementKind::local_equality) return fail(step, "it rewrites a side of a local equality");
  if (!same_extents(step.left, step.right)) return fail(step, "the sides of the rule are not shown to have one shape");
  auto made = replaced(step, statement_.left);
  if (!made) return fail(step, "the left side does not read the left side of `" + step.cited + "`");
  if (!applies(step)) return false;
  attempt_.begin(Rule::pushed_forward, {step.left, step.right});
  statement_.left = *made;
  attempt_.ledger.add("G6, G8", "pushed forward: `" + step.cited + "`");
  return true;
}

bool scripted(Statement& statement, const std::vector<TensorId>& moving, std::initializer_list<Step::Kind> stages,
              Discharge& discharge, calculus::Definedness& defined, const Context& context, Attempt& attempt) {
  if (statement.script != ir::Script::steps) return true;
  ScriptRun script(statement, moving, discharge, defined, context, attempt);
  return script.prepare() && script.ends_with(stages);
}

}  // namespace germ::kernel
