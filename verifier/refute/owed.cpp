#include "refute/owed.hpp"

#include <algorithm>
#include <set>

#include "base/check.hpp"
#include "calculus/traits.hpp"
#include "ir/printer.hpp"
#include "refute/linear_solver.hpp"
#include "refute/readable.hpp"

namespace germ::refute {

using namespace ir;
using calculus::Obligation;
using kernel::Because;

namespace {

// 0 <= v, with nothing else: v.
Var nonnegative(Formula f) {
  if (f->kind != FormulaKind::at_most_zero || f->index->constant != 0 || f->index->terms.size() != 1) return {};
  const auto& term = f->index->terms.front();
  return term.coefficient == -1 && term.atom->kind == AtomKind::variable ? term.atom->variable : Var{};
}

// v + 1 <= extent.
Index extent_above(Terms& terms, Formula f, Var v) {
  if (f->kind != FormulaKind::at_most_zero) return {};
  for (const auto& term : f->index->terms)
    if (term.atom->kind == AtomKind::variable && term.atom->variable == v && term.coefficient == 1)
      return terms.sub(terms.add(terms.variable(v), terms.integer(1)), f->index);
  return {};
}

}  // namespace

Reasons::Reasons(const Statement& statement, const kernel::Context& context)
    : program_(*statement.program), terms_(program_.terms()), context_(context), domain_(statement.domain) {
  context_.replay = false;
  context_.make_solver = linear(context.make_solver);
  for (const ir::Clause& clause : statement.clauses) {
    clauses_.push_back({on_one_line(clause.text), clause.formula});
  }
  if (statement.clauses.empty() && domain_ != terms_.truth())
    for (Formula part : terms_.conjuncts(domain_)) clauses_.push_back({to_string(program_, part), part});
  std::erase_if(clauses_, [&](const Clause& clause) { return clause.formula == terms_.truth(); });
}

std::vector<std::string> Reasons::clauses() const {
  std::vector<std::string> out;
  for (const Clause& clause : clauses_) out.push_back(clause.text);
  return out;
}

bool Reasons::shown(const Obligation& obligation, Formula domain) {
  kernel::Attempt scratch;
  try {
    kernel::Discharge(program_, domain, context_, scratch).all({obligation}, true);
  } catch (const LimitReached&) {
    return false;  // less may be harder to see
  }
  return scratch.open.empty();
}

void Reasons::explain(const Obligation& obligation, Owed& owed) {
  Obligation contrary = obligation;
  contrary.goal = terms_.falsity();
  auto tried = [&](const Obligation& asked, Why why) {
    for (const Clause& clause : clauses_) {
      if (!shown(asked, clause.formula)) continue;
      owed.why = why;
      owed.clauses = {clause.text};
      return true;
    }
    return false;
  };
  if (shown(obligation, terms_.truth())) {
    owed.why = Why::everywhere;
    return;
  }
  if (tried(contrary, Why::never_arises) || tried(obligation, Why::by_clauses)) return;
  owed.clauses = clauses();
  owed.why = Why::by_all;
  if (clauses_.empty()) return;
  if (shown(contrary, domain_)) {
    owed.why = Why::never_arises;
  } else if (shown(obligation, domain_)) {
    owed.why = Why::by_clauses;
  }
}

// The ranges of indices apart from what else its path says.
void Reasons::guards(const Obligation& obligation, Owed& owed) {
  std::set<Formula> left(obligation.path.begin(), obligation.path.end());
  left.erase(terms_.truth());
  for (Formula low : obligation.path) {
    const Var v = nonnegative(low);
    if (!v.valid() || !left.contains(low)) continue;
    for (Formula high : obligation.path) {
      Index extent = extent_above(terms_, high, v);
      if (!extent || !left.contains(high)) continue;
      owed.ranges.push_back(terms_.name(v) + " < " + to_string(program_, extent));
      left.erase(low);
      left.erase(high);
      break;
    }
  }
  std::vector<Formula> conditions;
  for (Formula f : obligation.path)
    if (left.erase(f)) conditions.push_back(f);
  owed.guards = readable_conditions(program_, conditions);
}

// For integers only the part of the path over integers was used, and of that often nothing.
Obligation Reasons::used(const kernel::Record& record) {
  Obligation out = record.owed;
  if (record.because != Because::integers && record.because != Because::at_once) return out;
  std::erase_if(out.path, [](Formula f) { return !calculus::integer_only(f); });
  Obligation alone = out;
  alone.path.clear();
  if (shown(alone, terms_.truth())) out.path.clear();
  return out;
}

// No two variables of one name.
Obligation Reasons::distinct(Obligation obligation) {
  std::vector<Formula> formulas = obligation.path;
  formulas.push_back(obligation.goal);
  std::set<Var> seen;
  std::set<std::string> names;
  Substitution primes;
  for (Formula f : formulas)
    for (Var v : f->free) {
      if (program_.is_size(v) || !seen.insert(v).second) continue;
      std::string name(terms_.name(v));
      while (!names.insert(name).second) name += '\'';
      if (name != terms_.name(v)) primes.set(v, terms_.variable(terms_.fresh(name)));
    }
  for (Formula& f : obligation.path) f = terms_.substitute(f, primes);
  obligation.goal = terms_.substitute(obligation.goal, primes);
  return obligation;
}

Owed Reasons::of(const kernel::Record& record) {
  Owed out;
  out.kind = record.kind;
  out.about = record.about;
  out.span = record.span;
  if (!record.owed.goal) {  // its terms are no more
    out.goal = record.goal;
    out.why = record.because == Because::integers ? Why::integers : record.proved ? Why::by_all : Why::open;
    return out;
  }
  const Obligation shown_as = distinct(used(record));
  for (std::string& part : readable_conditions(program_, terms_.conjuncts(shown_as.goal)))
    out.goal += (out.goal.empty() ? "" : " and ") + std::move(part);
  guards(shown_as, out);
  switch (record.because) {
    case Because::open:
      out.why = Why::open;
      break;
    case Because::at_once:
      out.why = Why::at_once;
      break;
    case Because::integers:
      out.why = Why::integers;
      break;
    case Because::solver:
      explain(record.owed, out);
      break;
  }
  std::vector<std::string*> texts{&out.about, &out.goal};
  for (std::string& range : out.ranges) texts.push_back(&range);
  for (std::string& guard : out.guards) texts.push_back(&guard);
  out.winners = give_names(program_, texts);
  return out;
}

}  // namespace germ::refute
