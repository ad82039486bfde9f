#include "cli/probe_report.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/probe_statements_report.hpp"
#include "cli/table.hpp"

namespace germ::cli {

namespace {

using numeric::CensusCounts;
using Json = nlohmann::ordered_json;

constexpr int json_version = 1;

struct Column {
  const char* key;
  const char* title;
  std::int64_t CensusCounts::*count;
};
constexpr std::array<Column, 7> columns{{{"windows", "windows", &CensusCounts::windows},
                                         {"dead", "dead", &CensusCounts::dead},
                                         {"single", "single", &CensusCounts::single},
                                         {"tie_identical", "tie, same patch", &CensusCounts::tie_identical},
                                         {"tie_different", "tie, other patch", &CensusCounts::tie_different},
                                         {"undecided", "undecided", &CensusCounts::undecided},
                                         {"zero", "zero", &CensusCounts::zero}}};

CensusCounts total(const ProbeReport& report, std::size_t census) {
  CensusCounts sum;
  for (const auto& example : report.examples) sum += example.counts[census];
  return sum;
}

using Row = TableRow;

void print_census(const ProbeReport& report, std::size_t census, std::ostream& out) {
  std::vector<Row> rows{{"image"}};
  for (const Column& column : columns) rows.front().emplace_back(column.title);
  auto add = [&](std::string label, const CensusCounts& counts) {
    Row row{std::move(label)};
    for (const Column& column : columns) row.push_back(std::to_string(counts.*column.count));
    rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < report.examples.size(); ++i) add(std::to_string(i), report.examples[i].counts[census]);
  add("total", total(report, census));
  out << "census " << report.layer.censuses[census].name << '\n';
  print_table(rows, 0, out);
  out << '\n';
}

// "0, 2 and 5 more"
std::string where_it_fails(const ProbeReport& report, std::size_t clause) {
  constexpr std::size_t shown = 8;
  std::vector<std::size_t> images;
  for (std::size_t i = 0; i < report.examples.size(); ++i)
    if (!report.examples[i].clauses[clause].holds) images.push_back(i);
  std::string out;
  for (std::size_t i = 0; i < images.size() && i < shown; ++i)
    out += (i ? ", " : "") + std::to_string(images[i]) + " (" +
           std::to_string(report.examples[images[i]].clauses[clause].failing) + ")";
  if (images.size() > shown) out += " and " + std::to_string(images.size() - shown) + " more";
  return out;
}

void print_clauses(const ProbeReport& report, std::ostream& out) {
  out << "domain\n";
  if (report.layer.clauses.empty()) out << "  true: it holds everywhere\n";
  for (std::size_t i = 0; i < report.layer.clauses.size(); ++i) {
    const ir::Clause& clause = report.layer.clauses[i];
    auto holding = std::count_if(report.examples.begin(), report.examples.end(),
                                 [&](const auto& example) { return example.clauses[i].holds; });
    out << "  line " << clause.span.line() << ": " << one_line(clause.text) << "\n    holds on " << holding << " of "
        << report.examples.size();
    std::string failing = where_it_fails(report, i);
    if (!failing.empty()) out << "; fails on image (instances): " << failing;
    out << '\n';
  }
}

Json counts_json(const CensusCounts& counts) {
  Json out = Json::object();
  for (const Column& column : columns) out[column.key] = counts.*column.count;
  return out;
}

// The counts of one census flat, of several by name.
Json all_counts_json(const ir::Layer& layer, const std::vector<CensusCounts>& counts) {
  if (counts.size() == 1) return counts_json(counts.front());
  Json by_name = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) by_name[layer.censuses[i].name] = counts_json(counts[i]);
  Json out = Json::object();
  if (!counts.empty()) out["censuses"] = std::move(by_name);
  return out;
}

}  // namespace

void print_probe_text(const ProbeReport& report, std::ostream& out) {
  out << report.file << ": layer " << report.layer.name << ", exact counts on " << report.examples.size()
      << (report.examples.size() == 1 ? " image" : " images") << "\n\n";
  for (std::size_t census = 0; census < report.layer.censuses.size(); ++census) print_census(report, census, out);
  print_clauses(report, out);
  print_statements_text(report, out);
}

void print_probe_json(const ProbeReport& report, std::ostream& out) {
  Json root = Json::object();
  root["version"] = json_version;
  root["file"] = report.file;
  root["layer"] = report.layer.name;
  std::vector<CensusCounts> totals;
  for (std::size_t census = 0; census < report.layer.censuses.size(); ++census) totals.push_back(total(report, census));
  root["total"] = all_counts_json(report.layer, totals);
  root["images"] = Json::array();
  for (std::size_t i = 0; i < report.examples.size(); ++i) {
    const numeric::ExampleCensus& example = report.examples[i];
    Json image = Json::object();
    image["index"] = i;
    image.update(all_counts_json(report.layer, example.counts));
    image["clauses"] = Json::array();
    for (std::size_t clause = 0; clause < report.layer.clauses.size(); ++clause) {
      const ir::Clause& text = report.layer.clauses[clause];
      image["clauses"].push_back({{"text", one_line(text.text)},
                                  {"line", text.span.line()},
                                  {"holds", example.clauses[clause].holds},
                                  {"failing", example.clauses[clause].failing}});
    }
    root["images"].push_back(std::move(image));
  }
  root["statements"] = statements_json(report);
  out << root.dump(2) << '\n';
}

}  // namespace germ::cli
