#include "api/decide.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.hpp"
#include "refute/decide.hpp"
#include "smt/solver.hpp"
#include "variants/repairs.hpp"

namespace germ::api {

namespace {

// Thrown through refute::decide by a statement that there is not.
struct NotWellFormed {
  Diagnostics diagnostics;
};

refute::Decision undecided(const ir::Claim& claim, ir::Verdict verdict, std::string reason) {
  refute::Decision decision;
  decision.name = claim.name;
  decision.file = claim.span.file ? claim.span.file->path() : "";
  decision.line = claim.span.line();
  decision.kind = claim.word.empty() ? ir::name(claim.kind) : claim.word;
  decision.verdict = verdict;
  decision.expect = claim.expect;
  decision.region = "the whole domain";
  decision.reason = std::move(reason);
  decision.span = claim.span;
  return decision;
}

std::string sentence(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return "the statement is not well formed";
  const Diagnostic& first = diagnostics.front();
  std::string out = first.message + " [" + first.id + ']';
  if (first.span.file) out += " (" + first.span.file->path() + ':' + std::to_string(first.span.line()) + ')';
  return out;
}

refute::Options options(bool replay, bool account) {
  refute::Options out;
  out.kernel.make_solver = smt::make_z3;
  out.kernel.replay = replay;
  out.account = account;
  return out;
}

// The claim as a task, with the claims that its script cites. A script that leads back to its own theorem cites nothing
// there: the step then fails.
refute::Task task_of(const syntax::Library& library, const ir::Claim& claim, std::vector<std::string> citing,
                     bool& cyclic) {
  refute::Task task;
  task.claim = claim;
  task.make = [&library, claim](const ir::Member& member) {
    auto statement = syntax::elaborate(library, claim, member);
    if (!statement) throw NotWellFormed{statement.diagnostics()};
    return std::move(*statement);
  };
  citing.push_back(claim.name);
  if (claim.cites.empty()) return task;
  for (const ir::Claim& other : syntax::claims(library)) {
    bool cited = std::find(claim.cites.begin(), claim.cites.end(), other.name) != claim.cites.end();
    bool cycle = std::find(citing.begin(), citing.end(), other.name) != citing.end();
    cyclic = cyclic || (cited && cycle);
    if (cited && !cycle) task.cites.push_back(task_of(library, other, citing, cyclic));
  }
  return task;
}

// Scripts that lead back to their own theorems have no shelf: two of them might wait for each other.
refute::Decision decide_well_formed(const syntax::Library& library, const ir::Claim& claim, bool replay, bool account,
                                    const std::shared_ptr<refute::Shelf>& shelf) {
  bool cyclic = false;
  const refute::Task task = task_of(library, claim, {}, cyclic);
  refute::Options given = options(replay, account);
  if (!cyclic) given.shelf = shelf;
  const bool citable = claim.kind == ir::StatementKind::local_equality || claim.kind == ir::StatementKind::implies;
  refute::Decision decision = given.shelf && citable && !account
                                  ? given.shelf->decide(claim.name, [&] { return refute::decide(task, given); })
                                  : refute::decide(task, given);
  if (!decision.as_expected()) decision.repairs = variants::repairs(library, claim, decision, options(replay, false));
  return decision;
}

}  // namespace

refute::Decision decide_claim(const syntax::Library& library, const ir::Claim& claim, bool replay, bool account,
                              const std::shared_ptr<refute::Shelf>& shelf) {
  if (claim.members.empty())
    return undecided(claim, ir::Verdict::invalid, "the family of its constants has no member, or too many");
  try {
    return decide_well_formed(library, claim, replay, account, shelf);
  } catch (const NotWellFormed& fault) {
    return undecided(claim, ir::Verdict::invalid, sentence(fault.diagnostics));
  } catch (const LimitReached& limit) {
    return undecided(claim, ir::Verdict::unknown, std::string("a limit was reached: ") + limit.what());
  } catch (const InternalError& error) {
    throw InternalError("deciding `" + claim.name + "`: " + error.what());
  }
}

std::vector<std::size_t> groups_of(const std::vector<ir::Claim>& claims) {
  std::vector<std::size_t> groups;
  for (std::size_t k = 0; k < claims.size(); ++k) {
    const ir::Claim* joint = groups.empty() ? nullptr : &claims[groups.back()];
    bool follows = joint && claims[k].part && joint->wrt.empty() && joint->subject == claims[k].subject &&
                   joint->backward == claims[k].backward;
    if (!follows) groups.push_back(k);
  }
  return groups;
}

void decide_group(const syntax::Library& library, const std::vector<ir::Claim>& claims, std::size_t first,
                  std::size_t last, std::vector<refute::Decision>& decisions, bool replay,
                  const std::shared_ptr<refute::Shelf>& shelf) {
  decisions[first] = decide_claim(library, claims[first], replay, false, shelf);
  for (std::size_t k = first + 1; k < last; ++k) {
    auto part = refute::decide_part(decisions[first], claims[k]);
    decisions[k] = part ? std::move(*part) : decide_claim(library, claims[k], replay, false, shelf);
  }
}

Diagnostics unexpected_faults(const syntax::Library& library, const std::vector<ir::Claim>& claims) {
  Diagnostics faults = syntax::check(library);
  for (const ir::Claim& claim : claims) {
    if (faults.empty()) break;
    if (claim.expect != ir::Verdict::invalid) continue;
    for (const ir::Member& member : claim.members) {
      auto statement = syntax::elaborate(library, claim, member);
      if (statement) continue;
      for (const Diagnostic& expected : statement.diagnostics())
        std::erase_if(faults, [&](const Diagnostic& fault) {
          return fault.id == expected.id && fault.message == expected.message &&
                 fault.span.file == expected.span.file && fault.span.begin == expected.span.begin &&
                 fault.span.end == expected.span.end;
        });
    }
  }
  return faults;
}

}  // namespace germ::api
