#include "variants/repairs.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/check.hpp"
#include "refute/known_entry.hpp"

namespace germ::variants {

namespace {

using syntax::Edit;
using syntax::EditedBackward;

bool holds(const std::vector<std::size_t>& numbers, std::size_t number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

// The lines in which the fault may lie: those that the counterexample names, with what they read. An entry of an
// adjoint depends on no other line.
std::set<std::size_t> suspects(const EditedBackward& backward, const refute::CounterexampleText& found) {
  std::set<std::size_t> lines;
  for (const EditedBackward::Line& line : backward.lines)
    for (const Span& blamed : found.lines)
      if (blamed.file == line.span.file && line.span.begin <= blamed.begin && blamed.begin < line.span.end)
        lines.insert(line.reads.begin(), line.reads.end());
  return lines;
}

// Smallest first; of equal ones those of the lines that the counterexample names before those of helpers.
std::vector<const Edit*> in_order(const EditedBackward& backward, const std::set<std::size_t>& suspects,
                                  const refute::CounterexampleText& found) {
  auto blamed = [&](const Edit& edit) {
    const Span& line = backward.lines[edit.line].span;
    return std::any_of(found.lines.begin(), found.lines.end(),
                       [&](const Span& each) { return each.file == line.file && each.begin == line.begin; });
  };
  std::vector<const Edit*> out;
  for (const Edit& edit : backward.edits)
    if (suspects.contains(edit.line)) out.push_back(&edit);
  std::stable_sort(out.begin(), out.end(), [&](const Edit* a, const Edit* b) {
    return a->size != b->size ? a->size < b->size : blamed(*a) && !blamed(*b);
  });
  return out;
}

// An edit of a helper must leave right what else reads it: the claim in every variable whose adjoint depends on the
// line.
ir::Claim widened(const ir::Claim& claim, const EditedBackward& backward, std::size_t line) {
  ir::Claim out = claim;
  if (claim.wrt.empty()) return out;
  for (const EditedBackward::Line& reader : backward.lines) {
    const std::string variable = reader.name.substr(1);
    const bool known = std::find(out.wrt.begin(), out.wrt.end(), variable) != out.wrt.end();
    if (reader.adjoint && !known && holds(reader.reads, line)) out.wrt.push_back(variable);
  }
  return out;
}

ir::Member failing_member(const ir::Claim& claim, const refute::Decision& decision) {
  for (const ir::Member& member : claim.members)
    if (decision.region == "at " + member.to_string()) return member;
  return claim.members.front();
}

class Search {
 public:
  Search(const syntax::Library& library, const ir::Claim& claim, const refute::Decision& decision,
         const refute::Options& options, const RepairOptions& limits)
      : claim_(claim),
        member_(failing_member(claim, decision)),
        excerpt_(syntax::excerpt(library, claim)),
        whole_(syntax::whole_texts(library)),
        options_(options),
        limits_(limits),
        left_(limits.steps),
        deadline_(std::chrono::steady_clock::now() + limits.watchdog) {
    // A candidate that is not proved soon is of no interest.
    options_.search.steps = 100'000;
    options_.kernel.budget.resource_units = std::min<std::uint64_t>(options_.kernel.budget.resource_units, 500'000);
    learn(library, *decision.executed);
  }

  // Once there is one, much larger ones say no more.
  std::vector<refute::Repair> run(const EditedBackward& backward, const std::vector<const Edit*>& edits) {
    std::size_t proofs = 0;
    std::size_t largest = std::numeric_limits<std::size_t>::max();
    std::vector<refute::Repair> out;
    for (const Edit* each : edits) {
      const Edit& edit = *each;
      if (edit.size > largest) break;
      if (left_ == 0 || proofs == limits_.proofs || std::chrono::steady_clock::now() > deadline_) break;
      const ir::Claim claim = widened(claim_, backward, edit.line);
      if (!survives(edit, claim)) continue;
      ++proofs;
      if (!proved(edit, claim)) continue;
      if (out.empty()) largest = 2 * edit.size + 2;
      out.push_back(shown(edit));
      out.back().text += ": proved";
      if (out.size() == limits_.shown) break;
    }
    return out;
  }

 private:
  void spend(std::uint64_t steps) { left_ -= std::min(left_, steps); }

  // Points with a known entry: the counterexample, and others where the backward as written is wrong.
  void learn(const syntax::Library& library, const refute::Counterexample& found) {
    const auto statement = syntax::elaborate(library, claim_, member_);
    if (!statement) return;
    auto add = [&](const refute::Counterexample& counterexample) {
      if (auto known = refute::known_entry(*statement, counterexample)) known_.push_back(*std::move(known));
    };
    add(found);
    for (std::uint64_t seed = 1; seed < limits_.points; ++seed) {
      refute::GateOptions sample = options_.gate;
      sample.seed = seed;
      const refute::GateReport report = refute::gate(*statement, sample);
      spend(report.steps);
      if (report.failure) add(*report.failure);
    }
  }

  bool survives(const Edit& edit, const ir::Claim& claim) {
    spend(limits_.steps_reading);
    const auto library = with_edit(excerpt_, edit);
    if (!library) return false;
    auto statement = syntax::elaborate(*library, claim, member_);
    if (!statement) return false;
    try {
      for (const refute::KnownEntry& known : known_)
        if (!refute::agrees(*statement, known, left_)) return false;
      refute::GateOptions sample = options_.gate;
      sample.steps = std::min(limits_.steps_each, left_);
      const refute::GateReport report = refute::gate(*statement, sample);
      spend(report.steps);
      return !report.failure;
    } catch (const LimitReached&) {
      return false;
    }
  }

  bool proved(const Edit& edit, const ir::Claim& claim) const {
    const auto library = with_edit(whole_, edit);
    if (!library) return false;
    const auto decision = decide(*library, claim, options_);
    return decision && decision->verdict == ir::Verdict::proved;
  }

  const ir::Claim& claim_;
  ir::Member member_;
  std::vector<syntax::Text> excerpt_;
  std::vector<syntax::Text> whole_;
  refute::Options options_;
  RepairOptions limits_;
  std::vector<refute::KnownEntry> known_;
  std::uint64_t left_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace

std::vector<refute::Repair> repairs(const syntax::Library& library, const ir::Claim& claim,
                                    const refute::Decision& decision, const refute::Options& options,
                                    const RepairOptions& limits) {
  if (decision.verdict != ir::Verdict::refuted || !decision.executed || claim.members.empty()) return {};
  const auto backward = syntax::edits_of(library, claim);
  if (!backward) return {};
  const std::set<std::size_t> lines = suspects(*backward, *decision.counterexample);
  if (lines.empty()) return {};
  return Search(library, claim, decision, options, limits)
      .run(*backward, in_order(*backward, lines, *decision.counterexample));
}

}  // namespace germ::variants
