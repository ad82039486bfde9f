#include "cli/dump.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include "base/check.hpp"
#include "cli/loaded.hpp"
#include "cli/options.hpp"
#include "prover/prover.hpp"
#include "report/report.hpp"
#include "smt/recording.hpp"

namespace germ::cli {

namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

const Usage usage{
    "dump", "FILE|DIR|- [CLAIM]",
    "Prints what the prover asks the solver for a claim, or for every claim: one numbered section for each query,\n"
    "SMT-LIB2 that any solver reads, with the answer that it got as its :status. A claim is named as `germ check`\n"
    "prints it; the name of a layer stands for all of its claims. An `unsat` is a step of a proof; `sat` and\n"
    "`unknown` are what it did not get.\n"
    "Exit code: 0 whatever the answers are, 4 for a text that is not well formed, 64 usage.\n"};

struct Section {
  std::string title;  // "dense.backward at S=1, query 2: unsat"
  std::string name;   // of its file
  std::string text;
};

// Fit for a file's name: what is neither a letter nor a digit becomes `_`.
std::string plain(const std::string& name) {
  std::string out;
  for (char c : name) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    out += kept ? c : '_';
  }
  return out;
}

std::string numbered(std::size_t number) {
  std::string digits = std::to_string(number);
  return digits.size() < 3 ? std::string(3 - digits.size(), '0') + digits : digits;
}

std::string section_text(const std::string& title, const smt::Recorded& query) {
  std::string out = "; " + title + '\n';
  for (const std::string& assertion : query.assertions) {
    out += ";   ";
    for (char c : assertion) out += c == '\n' ? ' ' : c;
    out += '\n';
  }
  return out + query.script;
}

// The queries of the proof of one claim at one member, in order.
void sections_of(const Loaded& run, const ir::Claim& claim, const ir::Member& member, std::vector<Section>& out) {
  const std::string at = member.constants.empty() ? "" : " at " + member.to_string();
  std::vector<smt::Recorded> log;
  auto make = [&]() {
    auto statement = syntax::elaborate(run.library, claim, member);
    check(static_cast<bool>(statement), "a statement that was well formed is so again");
    return std::move(*statement);
  };
  if (!syntax::elaborate(run.library, claim, member)) return;  // expected to be invalid
  try {
    prover::prove(make, {.make_solver = smt::recording(smt::make_z3, log), .budget = {}});
  } catch (const LimitReached&) {  // what was asked before it
  }
  for (std::size_t k = 0; k < log.size(); ++k) {
    const std::string title = claim.name + at + ", query " + std::to_string(k + 1) + ": " + log[k].status;
    out.push_back({title, plain(claim.name + at) + '-' + numbered(k + 1) + ".smt2", section_text(title, log[k])});
  }
}

int write_files(const std::vector<Section>& sections, const std::string& directory, std::ostream& out,
                std::ostream& err) {
  std::error_code error;
  fs::create_directories(directory, error);
  for (const Section& section : sections) {
    const fs::path path = fs::path(directory) / section.name;
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    if (!(stream << section.text << std::flush)) {
      err << "germ dump: the file `" << path.string() << "` cannot be written\n";
      return static_cast<int>(report::ExitCode::internal);
    }
    out << path.string() << '\n';
  }
  return 0;
}

}  // namespace

int dump(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  std::string directory;
  po::options_description options("Options");
  options.add_options()("output,o", po::value(&directory)->value_name("DIR"),
                        "a file for each query, in this directory");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const std::vector<std::string>& words = read.words->files;
  if (words.size() > 2) {
    err << "germ dump: one file or directory, and one claim\n";
    return static_cast<int>(report::ExitCode::usage);
  }
  Loaded run = load({words.front()});
  for (const Diagnostic& fault : run.faults) err << render(fault);
  if (!run.faults.empty()) return static_cast<int>(report::ExitCode::invalid);
  const std::vector<std::string> only(words.begin() + 1, words.end());
  if (!choose(run.claims, only, "dump", err)) return static_cast<int>(report::ExitCode::usage);
  std::vector<Section> sections;
  for (const ir::Claim& claim : run.claims)
    for (const ir::Member& member : claim.members) sections_of(run, claim, member, sections);
  if (!directory.empty()) return write_files(sections, directory, out, err);
  for (const Section& section : sections) out << section.text << "(reset)\n\n";
  return 0;
}

}  // namespace germ::cli
