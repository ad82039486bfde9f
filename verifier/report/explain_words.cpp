// The sentences of an explanation that depend on the claim.

#include "report/explain.hpp"

namespace germ::report {

using refute::Account;
using refute::Owed;
using refute::Why;

namespace {

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (k > 0) out += k + 1 == items.size() ? " and " : ", ";
    out += items[k];
  }
  return out;
}

std::string where_it_holds(const Account& account) {
  std::string out = account.sizes.empty() ? "At" : "For all sizes " + listed(account.sizes);
  if (!account.sizes.empty() && account.from_one) out += " >= 1";
  if (!account.member.empty()) out += " with " + account.member;
  if (!account.facts.empty()) out += (account.sizes.empty() ? " all reals with " : " with ") + listed(account.facts);
  out += account.sizes.empty() && account.facts.empty() ? " every point" : ", at every point";
  for (std::size_t k = 0; k < account.domain.size(); ++k)
    out += (k == 0 ? " where `" : " and `") + account.domain[k] + '`';
  return out + ": ";
}

std::string plural(const std::vector<std::string>& items, const char* one, const char* several) {
  return items.size() == 1 ? one : several;
}

// A claim about a derivative and what is declared for it.
std::string derivative_in_words(const Account& account) {
  const bool vjp = account.kind != ir::StatementKind::jvp;
  std::string out = listed(account.outputs) + plural(account.outputs, " is", " are") + " differentiable" +
                    plural(account.variables, " in ", ", jointly in ") + listed(account.variables) + "; and " +
                    (account.given.empty() ? "" : "for every value of " + listed(account.given) + ", ") +
                    listed(account.declared) + plural(account.declared, " is", " are") +
                    (vjp ? " the transposed derivative applied to " : " the derivative applied to ") +
                    (account.given.size() == 1 ? "it" : "them");
  return out + (account.script == ir::Script::pairing ? ". To be shown by pairing." : ".");
}

std::string near_the_point(const Account& account) {
  std::string out = "for all values of " + listed(account.moving) + " near it";
  return out + (account.near.empty() ? "" : " at which `" + account.near + '`');
}

}  // namespace

std::string claim_in_words(const Account& account) {
  const std::string where = where_it_holds(account);
  switch (account.kind) {
    case ir::StatementKind::vjp:
    case ir::StatementKind::jvp:
      return where + derivative_in_words(account);
    case ir::StatementKind::equal:
      return where + "each entry of " + account.left + " is equal to that of " + account.right + ".";
    case ir::StatementKind::implies:
      return where + account.conclusion + ".";
    case ir::StatementKind::local_equality:
      return where + "each entry of " + account.left + " is equal to that of " + account.right + ", " +
             near_the_point(account) + ".";
    case ir::StatementKind::continuous:
      return where + listed(account.outputs) + plural(account.outputs, " is", " are") + " continuous in " +
             listed(account.moving) + ".";
    case ir::StatementKind::open:
      return where + "if " + account.conclusion + " holds there, it holds " + near_the_point(account) + ".";
    case ir::StatementKind::not_differentiable:
      return where + listed(account.outputs) + " has no derivative in " + listed(account.moving) + ".";
    case ir::StatementKind::exact:
      return where + listed(account.outputs) + " has a derivative in " + listed(account.moving) +
             ", and at no other point.";
    case ir::StatementKind::kink:
      return where + "what the backward returns for " + listed(account.variables) + " is of the class `" +
             account.kink + "`.";
    case ir::StatementKind::unique:
      return where + "the two backwards of one forward return the same for " + listed(account.variables) + ".";
    case ir::StatementKind::faithful:
      return where + account.left + " and " + account.right + " are one term of the inputs, operation by operation.";
  }
  return where;
}

std::string reason_in_words(const Owed& owed, const Account& account) {
  const bool whole = owed.clauses.size() == account.domain.size() && owed.clauses.size() > 1;
  std::string clauses = "the domain";
  if (!whole) {
    clauses = "";
    for (const std::string& clause : owed.clauses) clauses += (clauses.empty() ? "`" : " and `") + clause + '`';
  }
  switch (owed.why) {
    case Why::open:
      return "not shown: " + owed.open_reason;
    case Why::at_once:
      return "plain, or among its conditions";
    case Why::integers:
      if (owed.ranges.empty() && owed.guards.empty())
        return "by integer arithmetic: its contrary is contradictory (solver: unsat)";
      return "by integer arithmetic: no integers meet the conditions and not this (solver: unsat)";
    case Why::everywhere:
      return "at every point, whatever the domain: the contrary is contradictory (solver: unsat)";
    case Why::never_arises:
      return "the case does not arise: " + clauses + (owed.clauses.size() > 1 && !whole ? " exclude" : " excludes") +
             " it (solver: unsat)";
    case Why::by_all:
      return "follows from the hypotheses and what was shown before (solver: unsat)";
    case Why::by_clauses:
      return "follows from " + clauses + ": the contrary contradicts it (solver: unsat)";
  }
  return "";
}

std::string executed_in_words(const refute::ExecutedLine& line, const Account& account) {
  const bool derivative = account.kind == ir::StatementKind::vjp || account.kind == ir::StatementKind::jvp;
  std::string out = "Before the verdict left, both sides were executed at " + std::to_string(line.decided) +
                    (line.decided == 1 ? " point" : " points") +
                    " inside the domain, in exact arithmetic, by an engine "
                    "that knows values and no derivatives";
  if (derivative) out += " (it takes difference quotients)";
  out += "; they agree.";
  if (line.sizes.empty()) return out;
  out += line.decided == 1 ? " Its sizes:" : " The largest sizes:";
  for (std::size_t k = 0; k < line.sizes.size(); ++k)
    out += (k ? ", " : " ") + line.sizes[k].first + " = " + std::to_string(line.sizes[k].second);
  return out + ".";
}

}  // namespace germ::report
