#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace germ::report {

namespace {

using ir::Verdict;

refute::Decision decided(Verdict verdict, std::optional<Verdict> expect = std::nullopt) {
  refute::Decision decision;
  decision.name = "soup.backward";
  decision.file = "soup.germ";
  decision.line = 7;
  decision.kind = "vjp";
  decision.verdict = verdict;
  decision.expect = expect;
  decision.sizes = "all";
  decision.region = "the whole domain";
  return decision;
}

int exit_of(const std::vector<refute::Decision>& decisions, const Diagnostics& diagnostics = {}) {
  return static_cast<int>(summarise(decisions, diagnostics).exit);
}

Diagnostic error() {
  return {.id = "G101", .message = "a word is missing", .span = {}, .severity = Severity::error, .notes = {}};
}

nlohmann::json json_of(const std::vector<refute::Decision>& decisions, const Diagnostics& diagnostics = {},
                       bool timings = false) {
  return nlohmann::json::parse(to_json(decisions, diagnostics, {.timings = timings}));
}

}  // namespace

TEST_CASE("each verdict has its exit code") {
  CHECK(exit_of({}) == 0);
  CHECK(exit_of({decided(Verdict::proved)}) == 0);
  CHECK(exit_of({decided(Verdict::refuted)}) == 1);
  CHECK(exit_of({decided(Verdict::unknown)}) == 2);
  CHECK(exit_of({decided(Verdict::vacuous)}) == 3);
  CHECK(exit_of({decided(Verdict::invalid)}) == 4);
}

TEST_CASE("what happens as expected exits with 0") {
  for (Verdict verdict : {Verdict::proved, Verdict::refuted, Verdict::unknown, Verdict::vacuous, Verdict::invalid})
    CHECK(exit_of({decided(verdict, verdict)}) == 0);
}

TEST_CASE("a proof of what was to be refuted is a failure") {
  CHECK(exit_of({decided(Verdict::proved, Verdict::refuted)}) == 1);
  CHECK(exit_of({decided(Verdict::proved, Verdict::unknown)}) == 2);
}

TEST_CASE("an unexpected verdict counts as itself, whatever was expected") {
  CHECK(exit_of({decided(Verdict::unknown, Verdict::refuted)}) == 2);
  CHECK(exit_of({decided(Verdict::refuted, Verdict::unknown)}) == 1);
  CHECK(exit_of({decided(Verdict::refuted, Verdict::proved)}) == 1);
}

TEST_CASE("of several exit codes invalid comes before refuted, vacuous and unknown") {
  CHECK(exit_of({decided(Verdict::unknown), decided(Verdict::vacuous)}) == 3);
  CHECK(exit_of({decided(Verdict::unknown), decided(Verdict::refuted), decided(Verdict::vacuous)}) == 1);
  CHECK(exit_of({decided(Verdict::refuted), decided(Verdict::invalid)}) == 4);
  CHECK(exit_of({decided(Verdict::refuted)}, {error()}) == 4);
}

TEST_CASE("a warning is no invalid input") {
  Diagnostic warning = error();
  warning.severity = Severity::warning;
  CHECK(exit_of({decided(Verdict::proved)}, {warning}) == 0);
}

TEST_CASE("a line of text begins with the verdict and names claim and place") {
  const std::string text = to_text(decided(Verdict::proved), {});
  CHECK(text.rfind("proved ", 0) == 0);
  CHECK(text.find("soup.backward, for all sizes") != std::string::npos);
  CHECK(text.find("(soup.germ:7)") != std::string::npos);
  CHECK(text.back() == '\n');
}

TEST_CASE("a family says how many of its members are proved") {
  refute::Decision decision = decided(Verdict::unknown);
  decision.sizes = "3 of 9 (S, D)";
  CHECK(to_text(decision, {}).find("proved for 3 of 9 (S, D)") != std::string::npos);
}

TEST_CASE("an unexpected verdict says what was expected") {
  const std::string text = to_text(decided(Verdict::proved, Verdict::refuted), {});
  CHECK(text.find("expected refuted, found proved") != std::string::npos);
  CHECK(to_text(decided(Verdict::refuted, Verdict::refuted), {}).find("as expected") != std::string::npos);
}

TEST_CASE("only a counterexample is called wrong: unknown says that it could not be proved") {
  refute::Decision decision = decided(Verdict::unknown);
  decision.reason = "a sum stayed open";
  decision.obligations.push_back(
      {.kind = "continuous", .goal = "x != 0", .about = "relu", .proved = false, .span = {}});
  decision.obligations.push_back({.kind = "defined", .goal = "y > 0", .about = "", .proved = true, .span = {}});
  const std::string text = to_text(decision, {});
  CHECK(text.find("could not be proved: a sum stayed open") != std::string::npos);
  CHECK(text.find("x != 0") != std::string::npos);
  CHECK(text.find("y > 0") == std::string::npos);
}

TEST_CASE("times are printed on request only") {
  refute::Decision decision = decided(Verdict::proved);
  decision.ms = 12.5;
  CHECK(to_text(decision, {}).find(" ms") == std::string::npos);
  CHECK(to_text(decision, {.timings = true}).find("12.5 ms") != std::string::npos);
  CHECK_FALSE(json_of({decision})["theorems"][0].contains("ms"));
  CHECK(json_of({decision}, {}, true)["theorems"][0]["ms"] == 12.5);
}

TEST_CASE("the summary counts verdicts and names what was not expected") {
  const Summary summary = summarise(std::vector{decided(Verdict::proved), decided(Verdict::refuted)}, {});
  CHECK(to_text(summary) == "1 proved, 1 refuted; not as expected: soup.backward\n");
  CHECK(to_text(summarise(std::vector{decided(Verdict::proved)}, {})) == "1 proved; all as expected\n");
}

TEST_CASE("JSON has verdict, expectation and counts") {
  const auto json = json_of({decided(Verdict::proved), decided(Verdict::refuted, Verdict::refuted)});
  CHECK(json["version"] == version);
  REQUIRE(json["theorems"].size() == 2);
  CHECK(json["theorems"][0]["verdict"] == "proved");
  CHECK_FALSE(json["theorems"][0].contains("expected"));
  CHECK(json["theorems"][1]["expected"] == "refuted");
  CHECK(json["theorems"][1]["as_expected"] == true);
  CHECK(json["summary"]["proved"] == 1);
  CHECK(json["summary"]["refuted"] == 1);
  CHECK(json["summary"]["invalid"] == 0);
}

TEST_CASE("JSON has the counterexample with sizes and nonzero entries") {
  const SourceFile source("soup.germ", "layer soup\n  dx = 2 * dy\n");
  refute::Decision decision = decided(Verdict::refuted);
  decision.counterexample = refute::CounterexampleText{.kind = "wrong entry",
                                                       .where = "dx[0]",
                                                       .declared = "2",
                                                       .truth = "1",
                                                       .sentence = "dx[0]: declared 2, true 1",
                                                       .text = "",
                                                       .sizes = {{"N", "2"}},
                                                       .scalars = {},
                                                       .tensors = {{"x[0]", "3"}},
                                                       .lines = {{&source, 13, 24}}};
  const auto found = json_of({decision})["theorems"][0]["counterexample"];
  CHECK(found["declared"] == "2");
  CHECK(found["true"] == "1");
  CHECK(found["sizes"]["N"] == "2");
  CHECK(found["tensors"]["x[0]"] == "3");
  CHECK(found["lines"][0]["line"] == 2);
  CHECK(found["lines"][0]["text"] == "dx = 2 * dy");
}

TEST_CASE("JSON has the diagnostics of invalid input with their places") {
  const SourceFile source("soup.germ", "layer\nlayer");
  Diagnostic diagnostic = error();
  diagnostic.span = {&source, 6, 11};
  const auto json = json_of({}, {diagnostic});
  CHECK(json["diagnostics"][0]["id"] == "G101");
  CHECK(json["diagnostics"][0]["line"] == 2);
  CHECK(json["diagnostics"][0]["column"] == 1);
}

TEST_CASE("JSON stays valid where a text is not UTF-8") {
  refute::Decision decision = decided(Verdict::proved);
  decision.file = "so\xffup.germ";
  CHECK(json_of({decision})["theorems"].size() == 1);
}

TEST_CASE("repairs stand below the counterexample, and in JSON") {
  refute::Decision decision = decided(Verdict::refuted);
  CHECK(!json_of({decision})["theorems"][0].contains("repairs"));
  decision.repairs.push_back({8, 12, "x", "xh", "replace `x` by `xh` in line 8: proved"});
  CHECK(to_text(decision, {}).find("repair: replace `x` by `xh` in line 8: proved\n") != std::string::npos);
  const auto shown = json_of({decision})["theorems"][0]["repairs"];
  REQUIRE(shown.size() == 1);
  CHECK(shown[0]["line"] == 8);
  CHECK(shown[0]["column"] == 12);
  CHECK(shown[0]["old"] == "x");
  CHECK(shown[0]["new"] == "xh");
}

}  // namespace germ::report
