#include "kernel/discharge.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"
#include "calculus/traits.hpp"
#include "calculus/triggers.hpp"
#include "ir/printer.hpp"
#include "smt/guarded.hpp"

namespace germ::kernel {

using namespace ir;
using calculus::Obligation;

namespace {

// The first cell of every range that a formula quantifies over: where a contradiction shows without other cells to look
// at.
void first_cells(Terms& terms, Formula f, std::vector<Obligation::Generic>& into) {
  if (!f->binders.empty()) {
    Obligation::Generic first;
    for (const Binder& binder : f->binders) {
      first.extents.push_back(binder.extent);
      first.cell.push_back(terms.integer(0));
    }
    into.push_back(std::move(first));
  }
  for (Formula child : f->children) first_cells(terms, child, into);
}

}  // namespace

Discharge::Discharge(Program& program, Formula domain, const Context& context, Attempt& attempt)
    : program_(program),
      context_(context),
      terms_(program.terms()),
      base_point_(program),
      domain_(program.terms().conjuncts(base_point_.of(domain))),
      attempt_(attempt),
      solver_(smt::guarded(context.make_solver(program, context.budget))),
      grounding_(program, domain_),
      free_grounding_(program, {}) {}

smt::Solver& Discharge::second_solver() {
  if (!second_solver_) second_solver_ = smt::guarded(context_.make_solver(program_, context_.budget));
  return *second_solver_;
}

// The one door for a solver's answer: only `unsat` counts, and it is written down.
bool Discharge::refuted(const Formulas& assertions, std::string& reason, std::shared_ptr<const smt::Model>& model) {
  smt::Answer answer = solver_->check(assertions);
  if (std::holds_alternative<smt::Unsat>(answer)) {
    attempt_.ledger.add(solver_->identity(), "unsat");
    return true;
  }
  if (auto* sat = std::get_if<smt::Sat>(&answer)) {
    reason = "the solver found values for which it fails";
    model = sat->model;
  } else {
    reason = "the solver gave up: " + std::get<smt::Unknown>(answer).reason;
    model = nullptr;
  }
  return false;
}

void Discharge::add_first_cells(const Formulas& forms, bool under_domain, std::vector<Obligation::Generic>& into) {
  for (Formula f : forms) first_cells(terms_, f, into);
  if (under_domain)
    for (Formula f : domain_) first_cells(terms_, f, into);
}

bool Discharge::contradictory() {
  std::string reason;
  std::shared_ptr<const smt::Model> model;
  std::vector<Obligation::Generic> first;
  add_first_cells({}, true, first);
  return refuted(grounding_.ground({}, first, false), reason, model);
}

bool Discharge::contradicts_facts(Formula integers) {
  std::string reason;
  std::shared_ptr<const smt::Model> model;
  return refuted({integers}, reason, model);
}

std::vector<Formula> Discharge::facts_at(std::span<const Formula> guards, std::span<const Formula> facts) {
  return grounding_.facts(guards, facts);
}

void Discharge::record(const Obligation& obligation, Because because) {
  attempt_.obligations.push_back({name(obligation.kind), to_string(program_, obligation.goal), obligation.text,
                                  obligation.span, because != Because::open, because, obligation});
  attempt_.obligations.back().owed.otherwise = nullptr;  // it is of the room that made it
}

// not goal, where an existential over integers in the goal is tried at the lower ends of its binders only: a stronger
// assumption-free query that needs no quantifier. (If no end lies in the window the answer is `sat` and proves
// nothing.)
Formula Discharge::negated_at_ends(Formula goal) {
  if (goal->kind == FormulaKind::conjunction || goal->kind == FormulaKind::disjunction) {
    Formulas parts;
    for (Formula child : goal->children) parts.push_back(negated_at_ends(child));
    return goal->kind == FormulaKind::conjunction ? terms_.or_(parts) : terms_.and_(parts);
  }
  if (goal->kind != FormulaKind::any) return terms_.not_(goal);
  std::vector<std::vector<Index>> cells = {{}};
  auto guard = terms_.conjuncts(goal->children[0]);
  for (const Binder& binder : goal->binders) {
    auto ends = calculus::lower_ends(terms_, binder, guard);
    std::vector<std::vector<Index>> longer;
    for (const auto& cell : cells) {
      for (Index end : ends) {
        longer.push_back(cell);
        longer.back().push_back(end);
      }
    }
    cells = std::move(longer);
    if (cells.size() > 64) return terms_.not_(goal);
  }
  Formulas parts;
  for (const auto& cell : cells) {
    Substitution values;
    Formulas outside;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      outside.push_back(terms_.not_(terms_.in_range(cell[i], terms_.substitute(goal->binders[i].extent, values))));
      values.set(goal->binders[i].variable, cell[i]);
    }
    outside.push_back(terms_.not_(terms_.substitute(goal->children[0], values)));
    outside.push_back(terms_.not_(terms_.substitute(goal->children[1], values)));
    parts.push_back(terms_.or_(std::move(outside)));
  }
  return terms_.and_(std::move(parts));
}

// Several obligations about integers in one query: can any of them fail under the integer part of its path?
Because Discharge::by_integers(const std::vector<const Obligation*>& obligations) {
  Formulas failures;
  for (const Obligation* obligation : obligations) {
    Formulas parts;
    for (Formula f : obligation->path)
      if (calculus::integer_only(f) && !calculus::has_quantifier(f)) parts.push_back(f);
    parts.push_back(negated_at_ends(obligation->goal));
    failures.push_back(terms_.and_(std::move(parts)));
  }
  Formula any_failure = terms_.or_(std::move(failures));
  if (any_failure == terms_.falsity()) return Because::at_once;
  std::string reason;
  std::shared_ptr<const smt::Model> model;
  return refuted({any_failure}, reason, model) ? Because::integers : Because::open;
}

Because Discharge::one(const Obligation& owed, bool under_domain, Open& open) {
  Obligation obligation = owed;
  for (Formula& f : obligation.path) f = base_point_.of(f);
  obligation.goal = base_point_.of(obligation.goal);
  bool integers = calculus::integer_only(obligation.goal);
  if (integers)
    if (Because because = by_integers({&obligation}); because != Because::open) return because;
  calculus::Grounding& grounding = under_domain ? grounding_ : free_grounding_;
  Formulas forms = obligation.path;
  forms.push_back(terms_.not_(obligation.goal));
  std::vector<Obligation::Generic> generic = obligation.generic;
  for (bool corners : {false, true}) {
    if (corners) add_first_cells(forms, under_domain, generic);
    if (refuted(grounding.ground(forms, generic, corners), open.reason, open.model)) return Because::solver;
    if (!open.model) break;
  }
  // An integer goal with a quantifier that the ends did not settle: the solver's own quantifiers, for the model.
  if (integers && calculus::has_quantifier(obligation.goal)) {
    Formulas parts;
    for (Formula f : obligation.path)
      if (calculus::integer_only(f)) parts.push_back(f);
    parts.push_back(terms_.not_(obligation.goal));
    if (refuted(parts, open.reason, open.model)) return Because::integers;
  }
  return Because::open;
}

// The same from other goals, each of which is enough.
bool Discharge::otherwise(const Obligation& obligation, bool under_domain) {
  if (!obligation.otherwise) return false;
  for (Formula goal : obligation.otherwise()) {
    Obligation other = obligation;
    other.goal = goal;
    Open open{other, "", nullptr};
    if (goal == terms_.truth() || one(other, under_domain, open) != Because::open) return true;
  }
  return false;
}

void Discharge::all(const std::vector<Obligation>& obligations, bool under_domain) {
  std::vector<const Obligation*> integers;
  std::vector<const Obligation*> others;
  for (const Obligation& obligation : obligations)
    (calculus::integer_only(obligation.goal) ? integers : others).push_back(&obligation);
  Because together = integers.empty() ? Because::open : by_integers(integers);
  if (together != Because::open) {
    for (const Obligation* obligation : integers) record(*obligation, together);
  } else {
    others.insert(others.begin(), integers.begin(), integers.end());
  }
  for (const Obligation* obligation : others) {
    Open open{*obligation, "", nullptr};
    // A derivative's weaker goal first: where it holds it is found at once, where the other one fails that takes long.
    const bool weaker_first = obligation->kind == calculus::ObligationKind::one_derivative;
    Because because =
        weaker_first && otherwise(*obligation, under_domain) ? Because::solver : one(*obligation, under_domain, open);
    if (because == Because::open && !weaker_first && otherwise(*obligation, under_domain)) because = Because::solver;
    record(*obligation, because);
    if (because == Because::open) attempt_.open.push_back(std::move(open));
  }
}

// Tried also with the ends of windows, or with the first cells of ranges (both together make very many instances). What
// makes too many is not tried.
bool Discharge::impossible(Formulas forms, Effort effort) {
  constexpr std::size_t most_instances = 20'000;
  for (Formula& form : forms) form = base_point_.of(form);
  std::string reason;
  std::shared_ptr<const smt::Model> model;
  std::vector<Obligation::Generic> generic;
  const int tries = effort == Effort::once ? 1 : 3;
  grounding_.limit_instances(most_instances);
  bool shown = false;
  for (int widened = 0; widened < tries && !shown; ++widened) {
    if (widened == 2) add_first_cells(forms, true, generic);
    try {
      shown = refuted(grounding_.ground(forms, generic, widened == 1), reason, model);
      if (!shown && !model) break;
    } catch (const LimitReached&) {
      if (widened == 0) break;
    }
  }
  grounding_.limit_instances(std::numeric_limits<std::size_t>::max());
  return shown;
}

bool Discharge::follows(Formula premise, Formula goal, Open& open) {
  Formulas forms = {premise, terms_.not_(goal)};
  std::vector<Obligation::Generic> generic;
  for (bool corners : {false, true}) {
    if (corners) add_first_cells(forms, true, generic);
    if (refuted(grounding_.ground(forms, generic, corners), open.reason, open.model)) return true;
    if (!open.model) break;
  }
  return false;
}

bool Discharge::consequence(Formula if_true, Formula wanted, const char* kind, Span span, Formula otherwise) {
  Formula premise = base_point_.of(if_true);
  Formula goal = base_point_.of(wanted);
  Open open{{calculus::ObligationKind::pieces_agree, {premise}, goal, span, kind, {}, {}}, "", nullptr};
  bool proved = follows(premise, goal, open);
  if (!proved && otherwise && otherwise != wanted) {
    Open second = open;
    proved = follows(premise, base_point_.of(otherwise), second);
  }
  const Because because = proved ? Because::solver : Because::open;
  attempt_.obligations.push_back({kind, to_string(program_, goal), "", span, proved, because, open.obligation});
  if (!proved) attempt_.open.push_back(std::move(open));
  return proved;
}

}  // namespace germ::kernel
