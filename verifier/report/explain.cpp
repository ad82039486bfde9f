#include "report/explain.hpp"

#include <algorithm>
#include <string_view>

#include "report/report.hpp"
#include "report/rules.hpp"

namespace germ::report {

namespace {

using refute::Account;
using refute::Owed;
using refute::StepLine;

constexpr std::size_t width = 112;

// `text` in lines of at most `width`, the first one behind `first`, the others behind as many blanks.
std::string wrapped(std::string_view first, std::string_view text) {
  std::string out(first);
  std::size_t column = first.size();
  bool begins = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!begins && column + 1 + word.size() > width) {
      out += '\n' + std::string(first.size(), ' ');
      column = first.size();
      begins = true;
    }
    out += (begins ? "" : " ") + std::string(word);
    column += word.size() + (begins ? 0 : 1);
    begins = false;
  }
  return out + '\n';
}

std::string joined(const std::vector<std::string>& items, const char* between) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : between) + item;
  return out;
}

std::string place(const Span& span) { return span.file ? span.file->path() + ':' + std::to_string(span.line()) : ""; }

std::string obligation(const Owed& owed, const Account& account) {
  std::string head = owed.kind;
  if (!owed.about.empty()) head += ", of `" + owed.about + '`';
  if (owed.span.file) head += " (" + place(owed.span) + ')';
  std::string out = wrapped("   - ", head);
  out += wrapped("     asks:    ", owed.goal);
  if (!owed.ranges.empty()) out += wrapped("     for all: ", joined(owed.ranges, ", "));
  if (!owed.guards.empty()) out += wrapped("     where:   ", joined(owed.guards, " and "));
  for (const std::string& winner : owed.winners) out += wrapped("     with:    ", winner);
  return out + wrapped("     because: ", reason_in_words(owed, account));
}

// Obligations with the same words are one, with their number.
std::string obligations(const StepLine& step, const Account& account) {
  std::vector<std::pair<std::string, std::size_t>> grouped;
  for (const Owed& owed : step.owed) {
    std::string text = obligation(owed, account);
    auto same = std::find_if(grouped.begin(), grouped.end(), [&](const auto& group) { return group.first == text; });
    if (same == grouped.end()) {
      grouped.emplace_back(std::move(text), 1);
    } else {
      ++same->second;
    }
  }
  std::string out;
  for (const auto& [text, count] : grouped) {
    out += text;
    if (count > 1) out += "     (" + std::to_string(count) + " times in these words)\n";
  }
  return out;
}

std::string comparison(const refute::ComparisonLine& line, bool derived) {
  std::string out;
  for (const std::string& formula : line.formulas)
    out += wrapped(!out.empty() ? "   with:     " : derived ? "   derived:  " : "   left:     ", formula);
  for (const std::string& winner : line.winners) out += wrapped("   with:     ", winner);
  out += wrapped(derived ? "   declared: " : "   right:    ",
                 line.declared + (line.span.file ? " (" + place(line.span) + ')' : ""));
  std::string found = line.equal ? "one normal form" : "not found equal by the normal form";
  if (line.equal && line.queries > 0)
    found += ", after " + std::to_string(line.queries) + (line.queries == 1 ? " question" : " questions") +
             " whether coefficients can differ (solver: unsat)";
  if (!line.symbols.empty()) found += "; taken as symbols: " + joined(line.symbols, ", ");
  return out + wrapped("   compared: ", found);
}

std::string step_text(const StepLine& step, std::size_t number, const Account& account) {
  const RuleWords& rule = words(step.rule);
  std::string head = rule.title;
  if (!step.about.empty()) head += ": " + joined(step.about, ", ");
  std::string out = wrapped(std::to_string(number) + ". ", head + "  [" + rule.id + ']');
  out += wrapped("   ", rule.mathematics);
  out += obligations(step, account);
  const bool chain = step.rule == kernel::Rule::adjoint_on_way || step.rule == kernel::Rule::reverse_chain ||
                     step.rule == kernel::Rule::forward_chain;
  if (step.owed.empty() && step.compared.empty()) out += "   It owes nothing.\n";
  for (const auto& line : step.compared) out += comparison(line, chain);
  return out;
}

std::string proof(const Account& account, bool proved) {
  std::string out = "\nProof\n";
  for (std::size_t k = 0; k < account.steps.size(); ++k) {
    const StepLine& step = account.steps[k];
    out += '\n' + step_text(step, k + 1, account);
    if (step.shown) continue;
    const bool last = k + 1 == account.steps.size();
    if (!last) out += "   Not shown; not used below.\n";
    if (last) out += wrapped("   Here it stops: ", account.reason);
  }
  if (proved) return out;
  for (const std::string& group : account.left_over) out += wrapped("   left over: ", group);
  return out;
}

std::string legend(const std::string& text) {
  std::string out;
  auto mentions = [&](const char* words) { return text.find(words) != std::string::npos; };
  if (mentions("tangent of "))
    out += wrapped("  ", "`tangent of e`: how e moves as the variables move, to first order.");
  if (mentions("true cotangent of "))
    out += wrapped("  ", "`true cotangent of e`: the derivative in e, derived from the forward.");
  return out.empty() ? "" : "\nIn these words\n" + out;
}

std::string ledger(const refute::Decision& decision) {
  std::string out = "\nWhat it stands on\n";
  for (const refute::LedgerLine& line : decision.ledger) {
    std::string meaning = plain_words(line);
    std::string count = std::to_string(line.count);
    count.insert(0, count.size() < 3 ? 3 - count.size() : 0, ' ');
    out += wrapped("  " + count + " x ", line.rule + ": " + (meaning.empty() ? line.detail : meaning));
  }
  return out;
}

std::string headline(const refute::Decision& decision) {
  std::string out = decision.name + ": " + ir::name(decision.verdict);
  if (decision.verdict == ir::Verdict::proved)
    out += decision.sizes == "all" ? ", for all sizes" : ", for all sizes, for " + decision.sizes;
  if (decision.expect) out += decision.as_expected() ? ", as expected" : ", not as expected";
  if (!decision.file.empty()) out += "  (" + decision.file + ':' + std::to_string(decision.line) + ')';
  return out + '\n';
}

}  // namespace

std::string explanation(const refute::Decision& decision) {
  std::string out = headline(decision);
  const bool proved = decision.verdict == ir::Verdict::proved;
  if (!decision.account) return out + wrapped("  ", decision.reason);
  const Account& account = *decision.account;
  out += "\nClaim\n" + wrapped("  ", claim_in_words(account));
  const std::string steps = proof(account, proved);
  out += steps + legend(steps);
  if (decision.counterexample) {
    const std::string& text = decision.counterexample->text;
    out += "\nIt is false: executed\n" + (text.empty() ? "  " + decision.counterexample->sentence + '\n' : text);
    for (const auto& repair : decision.repairs) out += wrapped("  repair: ", repair.text);
    return out;
  }
  if (!proved && decision.reason != account.reason) out += '\n' + wrapped("Reason: ", decision.reason);
  if (!decision.ledger.empty()) out += ledger(decision);
  if (account.executed && proved) out += "\nExecuted\n" + wrapped("  ", executed_in_words(*account.executed, account));
  return out + '\n' + wrapped("", not_modelled);
}

}  // namespace germ::report
