#include "cli/check.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "cli/decide.hpp"
#include "cli/in_order.hpp"
#include "cli/interrupt.hpp"
#include "cli/loaded.hpp"
#include "cli/options.hpp"
#include "report/report.hpp"

namespace germ::cli {

namespace {

namespace po = boost::program_options;

const Usage usage{
    "check", "FILE|DIR|-...",
    "Decides every claim of the .germ files given: for each backward that it is the derivative of its forward, "
    "jointly\n"
    "and for each variable alone, and every theorem. A directory stands for all .germ files below it, - for standard\n"
    "input; the files together are one library. Each claim is\n"
    "  proved    for all sizes allowed and all real tensors in the domain\n"
    "  refuted   by a counterexample that was executed\n"
    "  unknown   not proved and not refuted; the reason is given\n"
    "  vacuous   nothing satisfies its hypotheses\n"
    "  invalid   the text is not well formed\n"
    "Exit code: 0 all as expected, 1 something refuted, 2 unknown, 3 vacuous, 4 invalid input, 64 usage, 70 a fault "
    "of\n"
    "Germ. `expect refuted` at a claim says what is expected; without it that is `proved`.\n"};

// One line on a terminal, nothing elsewhere.
class Progress {
 public:
  Progress(std::ostream& err, std::size_t count) : err_(err), count_(count), shown_(isatty(STDERR_FILENO) == 1) {}
  void show(std::size_t done) {
    if (shown_) err_ << "\r\033[K" << done << " of " << count_ << " claims" << std::flush;
  }
  void clear() {
    if (shown_) err_ << "\r\033[K" << std::flush;
  }

 private:
  std::ostream& err_;
  std::size_t count_;
  bool shown_;
};

struct Printing {
  bool json;
  report::Options report;
  unsigned jobs;
  bool replay;
};

int decide_all(const Loaded& run, const Printing& printing, const Interrupt& interrupt, std::ostream& out,
               std::ostream& err) {
  std::vector<refute::Decision> decisions(run.claims.size());
  Progress progress(err, decisions.size());
  if (!printing.json)
    for (const Diagnostic& fault : run.faults) out << render(fault);
  std::vector<std::size_t> groups = groups_of(run.claims);
  groups.push_back(decisions.size());
  const auto shelf = std::make_shared<refute::Shelf>();
  auto work = [&](std::size_t g) {
    decide_group(run.library, run.claims, groups[g], groups[g + 1], decisions, printing.replay, shelf);
  };
  auto deliver = [&](std::size_t g) {
    progress.clear();
    for (std::size_t k = groups[g]; k < groups[g + 1] && !printing.json; ++k)
      out << report::to_text(decisions[k], printing.report) << std::flush;
    progress.show(groups[g + 1]);
    interrupt.leave_if_asked(out, err);
  };
  auto idle = [&](std::size_t done) {
    progress.show(groups[done]);
    interrupt.leave_if_asked(out, err);
  };
  in_order(groups.size() - 1, printing.jobs, work, deliver, idle);
  progress.clear();
  const report::Summary summary = report::summarise(decisions, run.faults);
  if (printing.json) {
    out << report::to_json(decisions, run.faults, printing.report);
  } else if (decisions.empty() && run.faults.empty()) {
    out << "there is nothing to prove: no backward and no theorem\n";
  } else {
    out << report::to_text(summary);
  }
  return static_cast<int>(summary.exit);
}

}  // namespace

int check(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  int jobs = 0;
  std::vector<std::string> only;
  po::options_description options("Options");
  options.add_options()("json", "one JSON object instead of text")(
      "jobs", po::value(&jobs)->value_name("N"), "claims decided at the same time (default: one for each processor)")(
      "timings", "the time that each claim took")(
      "replay", "a second checker must accept each equality of the normal form (about twice the time)")(
      "only", po::value(&only)->value_name("NAME"), "only claims of this name, or about this layer; may be repeated");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const auto& values = read.words->values;
  if (values.count("jobs") && (jobs < 1 || jobs > 1024)) {
    err << "germ check: --jobs takes a number from 1 to 1024\n";
    return static_cast<int>(report::ExitCode::usage);
  }
  Loaded run = load(read.words->files);
  // A name that is missing because its text is cannot be called unknown.
  if (run.faults.empty() && !choose(run.claims, only, "check", err)) return static_cast<int>(report::ExitCode::usage);
  const Printing printing{.json = values.count("json") > 0,
                          .report = {.timings = values.count("timings") > 0},
                          .jobs = jobs > 0 ? static_cast<unsigned>(jobs) : processors,
                          .replay = values.count("replay") > 0};
  const Interrupt interrupt;  // until here nothing was printed: the signal's own effect is right
  return decide_all(run, printing, interrupt, out, err);
}

}  // namespace germ::cli
