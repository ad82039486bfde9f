// An explanation as JSON: the same words, apart.

#include <nlohmann/json.hpp>

#include "report/explain.hpp"
#include "report/report.hpp"
#include "report/rules.hpp"

namespace germ::report {

namespace {

using Json = nlohmann::ordered_json;  // keys in the order of writing

Json obligation(const refute::Owed& owed, const refute::Account& account) {
  Json out{{"kind", owed.kind}, {"about", owed.about}, {"goal", owed.goal}, {"for_all", owed.ranges}};
  out["where"] = owed.guards;
  out["with"] = owed.winners;
  out["line"] = owed.span.line();
  out["status"] = owed.why == refute::Why::open ? "open" : "proved";
  out["because"] = reason_in_words(owed, account);
  return out;
}

Json comparison(const refute::ComparisonLine& line) {
  Json out{{"derived", line.formulas}, {"declared", line.declared}, {"line", line.span.line()}};
  out["with"] = line.winners;
  out["equal"] = line.equal;
  out["queries"] = line.queries;
  out["symbols"] = line.symbols;
  return out;
}

Json step(const refute::StepLine& step, const refute::Account& account) {
  const RuleWords& rule = words(step.rule);
  Json out{{"rule", rule.id}, {"title", rule.title}, {"mathematics", rule.mathematics}, {"about", step.about}};
  out["shown"] = step.shown;
  out["obligations"] = Json::array();
  for (const auto& owed : step.owed) out["obligations"].push_back(obligation(owed, account));
  out["comparisons"] = Json::array();
  for (const auto& line : step.compared) out["comparisons"].push_back(comparison(line));
  return out;
}

Json explained(const refute::Decision& decision) {
  Json out{{"name", decision.name}, {"file", decision.file}, {"line", decision.line}};
  out["verdict"] = ir::name(decision.verdict);
  out["as_expected"] = decision.as_expected();
  if (!decision.reason.empty()) out["reason"] = decision.reason;
  if (decision.counterexample) out["counterexample"] = decision.counterexample->text;
  if (!decision.account) return out;
  const refute::Account& account = *decision.account;
  out["claim"] = claim_in_words(account);
  out["steps"] = Json::array();
  for (const auto& line : account.steps) out["steps"].push_back(step(line, account));
  out["left_over"] = account.left_over;
  out["ledger"] = Json::array();
  for (const auto& line : decision.ledger)
    out["ledger"].push_back(Json{{"rule", line.rule}, {"words", plain_words(line)}, {"count", line.count}});
  if (account.executed) out["executed_points"] = account.executed->decided;
  out["not_modelled"] = not_modelled;
  return out;
}

}  // namespace

std::string explanation_as_json(std::span<const refute::Decision> decisions) {
  Json out;
  out["version"] = version;
  out["explanations"] = Json::array();
  for (const auto& decision : decisions) out["explanations"].push_back(explained(decision));
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace germ::report
