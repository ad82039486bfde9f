#include "cli/explain.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/decide.hpp"
#include "cli/loaded.hpp"
#include "cli/options.hpp"
#include "report/explain.hpp"
#include "report/report.hpp"

namespace germ::cli {

namespace {

namespace po = boost::program_options;

const Usage usage{
    "explain", "CLAIM [FILE|DIR|-]...",
    "Decides a claim as `check` does, and prints the proof as a person reads it: what is claimed, each step with its\n"
    "rule, what it owes and why that holds, what the whole stands on, and what was executed. Where it is not proved, "
    "the\n"
    "steps up to the one that failed, and what was left; where it is refuted, the counterexample.\n"
    "CLAIM is a theorem, a backward (`dense.backward`), one variable of it (\"dense.backward wrt W\"), or a layer, "
    "for\n"
    "all of its joint claims. Without FILE the directories `proofs` and `layers` here are read, each for itself.\n"
    "Exit code: as that of `check` for these claims; 64 if there is no such claim.\n",
    "no claim is named"};

// Without files: the directories of this name that there are.
std::vector<std::string> usual_directories() {
  std::vector<std::string> out;
  std::error_code error;
  for (const char* name : {"proofs", "layers"})
    if (std::filesystem::is_directory(name, error)) out.emplace_back(name);
  return out;
}

// The claim of that name; of a layer's name its joint claims.
std::vector<ir::Claim> named(const std::vector<ir::Claim>& claims, const std::string& name) {
  std::vector<ir::Claim> out;
  for (const ir::Claim& claim : claims)
    if (claim.name == name) out.push_back(claim);
  if (!out.empty()) return out;
  for (const ir::Claim& claim : claims)
    if (claim.subject == name && claim.wrt.empty()) out.push_back(claim);
  return out;
}

int no_such_claim(const std::string& name, const std::vector<ir::Claim>& claims, std::ostream& err) {
  std::vector<std::string> known;
  for (const ir::Claim& claim : claims) {
    known.push_back(claim.name);
    known.push_back(claim.subject);
  }
  err << "germ explain: no claim is called `" << name << '`';
  if (auto guess = nearest(name, known)) err << "; did you mean `" << *guess << "`?";
  err << '\n';
  return static_cast<int>(report::ExitCode::usage);
}

}  // namespace

int explain(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  po::options_description options("Options");
  options.add_options()("json", "one JSON object instead of text");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const std::string& name = read.words->files.front();
  // Files that are given are one library; of the usual directories each is one.
  std::vector<std::vector<std::string>> libraries;
  if (read.words->files.size() > 1) {
    libraries.emplace_back(read.words->files.begin() + 1, read.words->files.end());
  } else {
    for (std::string& directory : usual_directories()) libraries.push_back({std::move(directory)});
  }
  if (libraries.empty()) {
    err << "germ explain: no file is given, and there is no directory `proofs` or `layers` here\n";
    return static_cast<int>(report::ExitCode::usage);
  }
  std::vector<ir::Claim> all;
  for (const auto& words : libraries) {
    Loaded run = load(words);
    for (const Diagnostic& fault : run.faults) err << render(fault);
    std::vector<refute::Decision> decisions;
    for (const ir::Claim& claim : named(run.claims, name))
      decisions.push_back(api::decide_claim(run.library, claim, false, true));
    all.insert(all.end(), run.claims.begin(), run.claims.end());
    if (decisions.empty()) {
      // A claim that is missing because its text is cannot be called unknown.
      if (!run.faults.empty()) return static_cast<int>(report::ExitCode::invalid);
      continue;
    }
    if (read.words->values.count("json")) out << report::explanation_as_json(decisions);
    for (std::size_t k = 0; k < decisions.size() && !read.words->values.count("json"); ++k)
      out << (k ? "\n\n" : "") << report::explanation(decisions[k]);
    return static_cast<int>(report::summarise(decisions, run.faults).exit);
  }
  return no_such_claim(name, all, err);
}

}  // namespace germ::cli
