#include "cli/probe_statements_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/table.hpp"

namespace germ::cli {

namespace {

using numeric::ClauseOutcome;
using numeric::RegionOutcome;
using Json = nlohmann::ordered_json;

// Beyond that many images a table is too wide to read.
constexpr std::size_t most_columns = 16;
constexpr std::size_t most_failures = 8;

enum class Answer { holds, fails, undecided };

const char* name(Answer answer) {
  switch (answer) {
    case Answer::holds:
      return "holds";
    case Answer::fails:
      return "fails";
    case Answer::undecided:
      return "undecided";
  }
  return "undecided";
}

Answer answer_of(const RegionOutcome& region) {
  if (!region.decided()) return Answer::undecided;
  return region.holds() ? Answer::holds : Answer::fails;
}

// Of the whole batch: the clauses hold for all of its examples.
Answer of_batch(const ProbeReport& report, std::size_t statement) {
  Answer all = Answer::holds;
  for (const auto& example : report.examples) {
    Answer one = answer_of(example.regions[statement]);
    if (one == Answer::fails) return one;
    if (one == Answer::undecided) all = one;
  }
  return all;
}

bool images_stand_alone(const ProbeReport& report) {
  return std::all_of(report.examples.begin(), report.examples.end(), [](const auto& example) { return example.alone; });
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& each : names) out += (out.empty() ? "" : ", ") + each;
  return out;
}

// The names of the clause's own indices, where it has any.
std::vector<std::pair<std::string, std::int64_t>> first_place(const ProbeReport& report, const ir::Clause& clause,
                                                              const ClauseOutcome& outcome) {
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (std::size_t i = 0; i < outcome.first.size(); ++i)
    out.emplace_back(report.layer.program->terms().name(clause.formula->binders[i].variable), outcome.first[i]);
  return out;
}

std::string cell(Answer answer, bool proved) {
  switch (answer) {
    case Answer::holds:
      return proved ? "yes" : "(yes)";
    case Answer::fails:
      return "no";
    case Answer::undecided:
      return "?";
  }
  return "?";
}

TableRow row_of(const ProbeReport& report, std::size_t statement, bool alone) {
  const ProbeStatement& claimed = report.statements[statement];
  TableRow row{claimed.claim.name, claimed.claim.wrt.empty() ? "all" : joined(claimed.claim.wrt),
               ir::name(claimed.verdict)};
  if (alone && report.examples.size() <= most_columns) {
    for (const auto& example : report.examples)
      row.push_back(cell(answer_of(example.regions[statement]), claimed.proved()));
  } else if (alone) {
    auto holding = std::count_if(report.examples.begin(), report.examples.end(),
                                 [&](const auto& example) { return example.regions[statement].holds(); });
    row.push_back(std::to_string(holding) + " of " + std::to_string(report.examples.size()));
  }
  row.push_back(cell(of_batch(report, statement), claimed.proved()));
  return row;
}

void print_failure(const ProbeReport& report, std::size_t statement, std::size_t image, std::ostream& out) {
  const RegionOutcome& region = report.examples[image].regions[statement];
  out << "  " << report.statements[statement].claim.name << ", image " << image << ": ";
  if (!region.decided()) {
    out << "undecided: " << region.undecided << '\n';
    return;
  }
  bool first = true;
  for (std::size_t i = 0; i < region.clauses.size(); ++i) {
    const ClauseOutcome& outcome = region.clauses[i];
    if (outcome.holds) continue;
    const ir::Clause& clause = report.layer.regions[statement].clauses[i];
    out << (first ? "" : "; ") << "line " << clause.span.line() << " fails";
    first = false;
    if (outcome.first.empty()) continue;
    out << " at " << outcome.failing << (outcome.failing == 1 ? " place:" : " places, first");
    const char* separator = " ";
    for (const auto& [index, value] : first_place(report, clause, outcome)) {
      out << separator << index << " = " << value;
      separator = ", ";
    }
  }
  out << '\n';
}

void print_failures(const ProbeReport& report, std::size_t statement, std::ostream& out) {
  std::size_t shown = 0;
  std::size_t failing = 0;
  for (std::size_t image = 0; image < report.examples.size(); ++image) {
    if (report.examples[image].regions[statement].holds()) continue;
    if (++failing > most_failures) continue;
    print_failure(report, statement, image, out);
    ++shown;
  }
  if (failing > shown)
    out << "  " << report.statements[statement].claim.name << ": " << failing - shown << " more images\n";
}

Json batch_json(Answer answer, bool proved) {
  return {{"domain", name(answer)}, {"holds", answer == Answer::holds && proved}};
}

Json image_json(const ProbeReport& report, std::size_t statement, std::size_t image) {
  const RegionOutcome& region = report.examples[image].regions[statement];
  Json out = {{"index", image}};
  out.update(batch_json(answer_of(region), report.statements[statement].proved()));
  if (!region.decided()) {
    out["reason"] = region.undecided;
    return out;
  }
  out["clauses"] = Json::array();
  for (std::size_t i = 0; i < region.clauses.size(); ++i) {
    const ir::Clause& clause = report.layer.regions[statement].clauses[i];
    const ClauseOutcome& outcome = region.clauses[i];
    Json each = {{"text", one_line(clause.text)},
                 {"line", clause.span.line()},
                 {"holds", outcome.holds},
                 {"failing", outcome.failing}};
    if (!outcome.first.empty()) {
      each["first"] = Json::object();
      for (const auto& [index, value] : first_place(report, clause, outcome)) each["first"][index] = value;
    }
    out["clauses"].push_back(std::move(each));
  }
  return out;
}

}  // namespace

void print_statements_text(const ProbeReport& report, std::ostream& out) {
  if (report.statements.empty()) return;
  bool alone = images_stand_alone(report);
  bool wide = report.examples.size() > most_columns;
  TableRow title{"statement", "wrt", "theorem"};
  if (alone && wide) title.emplace_back("images");
  for (std::size_t i = 0; alone && !wide && i < report.examples.size(); ++i) title.push_back(std::to_string(i));
  title.emplace_back("batch");
  std::vector<TableRow> rows{title};
  bool open = false;
  for (std::size_t i = 0; i < report.statements.size(); ++i) {
    rows.push_back(row_of(report, i, alone));
    open = open || !report.statements[i].proved();
  }
  out << "\nstatements, by image: does it hold there\n";
  print_table(rows, 3, out);
  if (open) out << "(yes): its domain holds there, and it is not proved: nothing is promised\n";
  if (!alone)
    out << "the images depend on each other: these are statements about the batch; for one image alone, give its "
           "slice\n";
  for (std::size_t i = 0; i < report.statements.size(); ++i) print_failures(report, i, out);
}

Json statements_json(const ProbeReport& report) {
  Json out = Json::array();
  bool alone = images_stand_alone(report);
  for (std::size_t i = 0; i < report.statements.size(); ++i) {
    const ProbeStatement& statement = report.statements[i];
    Json each = {{"name", statement.claim.name},
                 {"kind", ir::name(statement.claim.kind)},
                 {"wrt", statement.claim.wrt},
                 {"line", statement.claim.span.line()},
                 {"verdict", ir::name(statement.verdict)}};
    if (alone) {
      each["images"] = Json::array();
      for (std::size_t image = 0; image < report.examples.size(); ++image)
        each["images"].push_back(image_json(report, i, image));
    }
    each["batch"] = batch_json(of_batch(report, i), statement.proved());
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace germ::cli
