#include "cli/mutate.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>
#include <thread>

#include "cli/decide.hpp"
#include "cli/in_order.hpp"
#include "cli/interrupt.hpp"
#include "cli/loaded.hpp"
#include "cli/options.hpp"
#include "report/report.hpp"
#include "smt/solver.hpp"
#include "variants/mutants.hpp"

namespace germ::cli {

namespace {

namespace po = boost::program_options;
using variants::Fate;

const Usage usage{
    "mutate", "FILE|DIR|FILE:LAYER|-...",
    "How many systematic mistakes does each claim catch? Every backward that is proved is edited in every way that\n"
    "germ knows (an index moved, a sign, a factor, a guard, ..), one edit at a time, and each mutant is decided:\n"
    "refuted by a counterexample, proved (the edit changes no value), unknown, or invalid (no well-formed text).\n"
    "Those that are not refuted are listed.\n"
    "Exit code: 0; that of `germ check` where a backward is not proved as it stands; 4 invalid input, 64 usage;\n"
    "70 if a mutant is proved and its execution says otherwise, which is a fault of Germ.\n"};

constexpr std::array fates{Fate::refuted, Fate::proved,  Fate::unknown,
                           Fate::vacuous, Fate::invalid, Fate::contradicted};

// One proved backward and what became of its mutants.
struct Catch {
  ir::Claim claim;
  std::vector<syntax::Text> texts;
  std::vector<syntax::Edit> edits;
  std::vector<variants::Mutant> mutants;

  std::size_t count(Fate fate) const {
    return static_cast<std::size_t>(
        std::count_if(mutants.begin(), mutants.end(), [&](const auto& mutant) { return mutant.fate == fate; }));
  }
};

bool survives(const variants::Mutant& mutant) { return mutant.fate != Fate::refuted && mutant.fate != Fate::invalid; }

std::string to_text(const Catch& caught) {
  std::string out = caught.claim.name + ": " + std::to_string(caught.mutants.size()) + " mutants";
  bool first = true;
  for (Fate fate : fates) {
    if (caught.count(fate) == 0) continue;
    out += (first ? ": " : ", ") + std::to_string(caught.count(fate)) + ' ' + name(fate);
    first = false;
  }
  out += '\n';
  for (const variants::Mutant& mutant : caught.mutants) {
    if (!survives(mutant)) continue;
    out += std::string("    ") + name(mutant.fate) + ": " + mutant.edit.text + '\n';
    if (!mutant.reason.empty()) out += "      " + mutant.reason + '\n';
  }
  return out;
}

nlohmann::ordered_json to_json(const Catch& caught) {
  nlohmann::ordered_json out{{"name", caught.claim.name}, {"mutants", caught.mutants.size()}};
  for (Fate fate : fates) out[name(fate)] = caught.count(fate);
  out["survivors"] = nlohmann::ordered_json::array();
  for (const variants::Mutant& mutant : caught.mutants) {
    if (!survives(mutant)) continue;
    nlohmann::ordered_json each{{"verdict", name(mutant.fate)}, {"line", mutant.edit.line},
                                {"column", mutant.edit.column}, {"old", mutant.edit.before},
                                {"new", mutant.edit.after},     {"text", mutant.edit.text}};
    if (!mutant.reason.empty()) each["reason"] = mutant.reason;
    out["survivors"].push_back(std::move(each));
  }
  return out;
}

// FILE:LAYER, where there is no file of the whole name.
void split_words(std::vector<std::string>& words, std::vector<std::string>& only) {
  for (std::string& word : words) {
    std::error_code error;
    const std::size_t colon = word.rfind(':');
    if (colon == std::string::npos || std::filesystem::exists(word, error)) continue;
    only.push_back(word.substr(colon + 1));
    word.resize(colon);
  }
}

struct Asked {
  std::size_t sample;
  std::uint64_t seed;
  unsigned jobs;
  bool json;
};

class Mutation {
 public:
  Mutation(const Loaded& run, const Asked& asked, std::ostream& out, std::ostream& err)
      : run_(run), asked_(asked), out_(out), err_(err) {
    options_.kernel.make_solver = smt::make_z3;
  }

  int run() {
    for (const ir::Claim& claim : run_.claims)
      if (claim.kind == ir::StatementKind::vjp && claim.wrt.empty() && !claim.expect) one(claim);
    if (asked_.json) {
      out_ << nlohmann::ordered_json{{"version", report::version}, {"claims", claims_}}.dump(2) << '\n';
    } else {
      out_ << summary();
    }
    return total_[index(Fate::contradicted)] > 0 ? static_cast<int>(report::ExitCode::internal) : code_;
  }

 private:
  static std::size_t index(Fate fate) { return static_cast<std::size_t>(fate); }

  // A backward that is not proved has no mutants: what it claims is wrong, or not known.
  void one(const ir::Claim& claim) {
    const refute::Decision decision = decide_claim(run_.library, claim);
    if (decision.verdict != ir::Verdict::proved) {
      code_ = std::max(code_, static_cast<int>(report::code_of(decision)));
      err_ << "germ mutate: `" << claim.name << "` is " << ir::name(decision.verdict) << " as it stands\n";
      return;
    }
    auto backward = syntax::edits_of(run_.library, claim);
    if (!backward) return;
    Catch caught{claim,
                 syntax::excerpt(run_.library, claim),
                 variants::sample(std::move(backward->edits), asked_.sample, asked_.seed),
                 {}};
    caught.mutants.resize(caught.edits.size());
    auto work = [&](std::size_t k) {
      caught.mutants[k] = variants::judge(caught.texts, claim, caught.edits[k], options_);
    };
    auto nothing = [](std::size_t) {};
    const bool terminal = isatty(STDERR_FILENO) == 1;
    auto idle = [&](std::size_t done) {
      if (terminal) err_ << "\r\033[K" << claim.name << ": " << done << " of " << caught.edits.size() << std::flush;
      interrupt_.leave_if_asked(out_, err_);
    };
    in_order(caught.edits.size(), asked_.jobs, work, nothing, idle);
    if (terminal) err_ << "\r\033[K" << std::flush;
    for (Fate fate : fates) total_[index(fate)] += caught.count(fate);
    if (asked_.json) claims_.push_back(to_json(caught));
    if (!asked_.json) out_ << to_text(caught) << std::flush;
  }

  std::string summary() const {
    std::string out;
    for (Fate fate : fates) out += (out.empty() ? "" : ", ") + std::to_string(total_[index(fate)]) + ' ' + name(fate);
    return "in all: " + out + '\n';
  }

  const Loaded& run_;
  Asked asked_;
  std::ostream& out_;
  std::ostream& err_;
  refute::Options options_;
  Interrupt interrupt_;
  nlohmann::ordered_json claims_ = nlohmann::ordered_json::array();
  std::array<std::size_t, fates.size()> total_{};
  int code_ = 0;
};

}  // namespace

int mutate(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  constexpr int fault = static_cast<int>(report::ExitCode::usage);
  std::int64_t sample = 0;
  std::uint64_t seed = 1;
  int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::string> only;
  po::options_description options("Options");
  options.add_options()("json", "one JSON object instead of text")(
      "only", po::value(&only)->value_name("NAME"), "only claims of this name, or about this layer; may be repeated")(
      "sample", po::value(&sample)->value_name("N"), "at most N mutants of each backward")(
      "seed", po::value(&seed)->value_name("S"), "which ones (default: 1)")(
      "jobs", po::value(&jobs)->value_name("N"), "mutants decided at the same time (default: one for each processor)");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  if (jobs < 1 || jobs > 1024 || sample < 0) {
    err << "germ mutate: --jobs takes a number from 1 to 1024, --sample one that is not negative\n";
    return fault;
  }
  std::vector<std::string> words = read.words->files;
  split_words(words, only);
  Loaded run = load(words);
  for (const Diagnostic& each : run.faults) err << render(each);
  if (!run.faults.empty()) return static_cast<int>(report::ExitCode::invalid);
  if (!choose(run.claims, only, "mutate", err)) return fault;
  const bool all = read.words->values.count("sample") == 0;
  const Asked asked{.sample = all ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(sample),
                    .seed = seed,
                    .jobs = static_cast<unsigned>(jobs),
                    .json = read.words->values.count("json") > 0};
  return Mutation(run, asked, out, err).run();
}

}  // namespace germ::cli
