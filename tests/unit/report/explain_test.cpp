#include "report/explain.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/rules.hpp"
#include "support/texts.hpp"

using namespace germ;

namespace {

refute::Account plain_account() {
  refute::Account account;
  account.sizes = {"N"};
  account.facts = {"eps > 0"};
  account.domain = {"no_zero(z)", "y > 0"};
  account.outputs = {"u"};
  account.given = {"du"};
  account.variables = {"z", "w"};
  account.declared = {"dz", "dw"};
  return account;
}

refute::Decision decided(refute::Account account) {
  refute::Decision decision;
  decision.name = "soup.backward";
  decision.verdict = ir::Verdict::proved;
  decision.sizes = "all";
  decision.account = std::make_shared<const refute::Account>(std::move(account));
  return decision;
}

std::size_t count(const std::string& text, const std::string& words) {
  std::size_t out = 0;
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++out;
  return out;
}

}  // namespace

TEST_CASE("each rule of the kernel has a title and its mathematics") {
  for (kernel::Rule rule : kernel::rules) {
    const report::RuleWords& words = report::words(rule);
    CHECK(words.rule == rule);
    CHECK_FALSE(std::string(words.id).empty());
    CHECK_FALSE(std::string(words.title).empty());
    CHECK(std::string(words.mathematics).ends_with('.'));
  }
}

TEST_CASE("each line of a ledger has plain words") {
  const char* text =
      "layer f[N]\n  input x[n < N]\n  output y = sum(n < N) x[n] * abs(x[n])\n"
      "  backward dy\n    dx[n] = 2 * abs(x[n]) * dy\n  jvp tx\n    ty = sum(n < N) 2 * abs(x[n]) * tx[n]\n"
      "theorem paired: vjp f by pairing\n"
      "theorem same[N]\n  input x[n < N]\n  equal (sum(n < N) x[n]), sum(k < N) x[k]\n";
  std::size_t lines = 0;
  for (const char* claim : {"f.backward", "f.jvp", "paired", "same"}) {
    auto& library = test::library(text);
    auto made = test::statement(library, claim);
    for (const auto& entry : test::attempt(made).ledger.entries()) {
      INFO(entry.rule, ": ", entry.detail);
      CHECK_FALSE(report::plain_words({entry.rule, entry.detail, entry.count}).empty());
      ++lines;
    }
  }
  CHECK(lines > 8);
  CHECK(report::plain_words({"no rule", "", 1}).empty());
}

TEST_CASE("the claim of a vjp in words") {
  CHECK(
      report::claim_in_words(plain_account()) ==
      "For all sizes N >= 1 with eps > 0, at every point where `no_zero(z)` and `y > 0`: u is differentiable, jointly "
      "in z and w; and for every value of du, dz and dw are the transposed derivative applied to it.");
}

TEST_CASE("obligations are counted together only if all of their words are the same") {
  refute::Account account = plain_account();
  refute::Owed owed;
  owed.kind = "divisor not 0";
  owed.goal = "N != 0";
  owed.why = refute::Why::integers;
  refute::Owed other = owed;
  other.goal = "N + 1 != 0";
  account.steps.push_back({kernel::Rule::definedness, {}, true, {owed, owed, other}, {}});
  const std::string text = report::explanation(decided(account));
  CHECK(count(text, "- divisor not 0") == 2);
  CHECK(count(text, "(2 times in these words)") == 1);
}

TEST_CASE("a proof that stops says where") {
  refute::Account account = plain_account();
  account.steps.push_back({kernel::Rule::adjoint_on_way, {"v"}, false, {}, {}});
  account.steps.push_back({kernel::Rule::reverse_chain, {"z"}, false, {}, {}});
  account.reason = "`dz` was not found equal to the derivative";
  refute::Decision decision = decided(account);
  decision.verdict = ir::Verdict::unknown;
  const std::string text = report::explanation(decision);
  CHECK(count(text, "Not shown; not used below.") == 1);
  CHECK(count(text, "Here it stops: `dz` was not found equal to the derivative") == 1);
  auto json = nlohmann::json::parse(report::explanation_as_json({&decision, 1}));
  CHECK(json["explanations"][0]["steps"][1]["shown"] == false);
  CHECK(json["explanations"][0]["verdict"] == "unknown");
}

TEST_CASE("the reason of a case that the domain excludes names the clause") {
  refute::Owed owed;
  owed.why = refute::Why::never_arises;
  owed.clauses = {"no_zero(z)"};
  CHECK(report::reason_in_words(owed, plain_account()) ==
        "the case does not arise: `no_zero(z)` excludes it (solver: unsat)");
  owed.clauses = {"no_zero(z)", "y > 0"};
  CHECK(report::reason_in_words(owed, plain_account()) ==
        "the case does not arise: the domain excludes it (solver: unsat)");
}
