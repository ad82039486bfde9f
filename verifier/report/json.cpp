#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace germ::report {

namespace {

using Json = nlohmann::ordered_json;  // keys in the order of writing

Json pairs(const std::vector<std::pair<std::string, std::string>>& entries) {
  Json out = Json::object();
  for (const auto& [key, value] : entries) out[key] = value;
  return out;
}

void place(Json& out, const Span& span) {
  if (!span.file) return;
  const auto at = span.file->position(span.begin);
  out["file"] = span.file->path();
  out["line"] = at.line;
  out["column"] = at.column;
}

Json to_json(const refute::CounterexampleText& found) {
  Json out;
  out["kind"] = found.kind;
  out["sentence"] = found.sentence;
  out["where"] = found.where;
  if (!found.declared.empty()) out["declared"] = found.declared;
  if (!found.truth.empty()) out["true"] = found.truth;
  out["sizes"] = pairs(found.sizes);
  out["scalars"] = pairs(found.scalars);
  out["tensors"] = pairs(found.tensors);
  out["lines"] = Json::array();
  for (const Span& span : found.lines) {
    Json line;
    place(line, span);
    line["text"] = span.text();
    out["lines"].push_back(std::move(line));
  }
  return out;
}

Json to_json(const refute::Decision& decision, const Options& options) {
  Json out;
  out["name"] = decision.name;
  out["file"] = decision.file;
  out["line"] = decision.line;
  out["kind"] = decision.kind;
  out["verdict"] = ir::name(decision.verdict);
  if (decision.expect) out["expected"] = ir::name(*decision.expect);
  out["as_expected"] = decision.as_expected();
  out["sizes"] = decision.sizes;
  out["region"] = decision.region;
  out["notes"] = decision.notes;
  out["ledger"] = Json::array();
  for (const auto& line : decision.ledger)
    out["ledger"].push_back(Json{{"rule", line.rule}, {"detail", line.detail}, {"count", line.count}});
  out["obligations"] = Json::array();
  for (const auto& obligation : decision.obligations) {
    Json line{{"kind", obligation.kind}, {"goal", obligation.goal}, {"about", obligation.about}};
    line["status"] = obligation.proved ? "proved" : "open";
    line["line"] = obligation.span.line();
    out["obligations"].push_back(std::move(line));
  }
  if (!decision.reason.empty()) out["reason"] = decision.reason;
  if (decision.counterexample) out["counterexample"] = to_json(*decision.counterexample);
  if (!decision.repairs.empty()) out["repairs"] = Json::array();
  for (const auto& repair : decision.repairs)
    out["repairs"].push_back(Json{{"line", repair.line},
                                  {"column", repair.column},
                                  {"old", repair.before},
                                  {"new", repair.after},
                                  {"text", repair.text}});
  if (options.timings) out["ms"] = decision.ms;
  return out;
}

const char* name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

Json to_json(const Diagnostic& diagnostic) {
  Json out{{"id", diagnostic.id}, {"severity", name(diagnostic.severity)}, {"message", diagnostic.message}};
  place(out, diagnostic.span);
  if (diagnostic.notes.empty()) return out;
  out["notes"] = Json::array();
  for (const auto& note : diagnostic.notes) {
    Json line{{"message", note.message}};
    if (note.span) place(line, *note.span);
    out["notes"].push_back(std::move(line));
  }
  return out;
}

}  // namespace

std::string to_json(std::span<const refute::Decision> decisions, const Diagnostics& diagnostics,
                    const Options& options) {
  Json out;
  out["version"] = version;
  out["theorems"] = Json::array();
  for (const auto& decision : decisions) out["theorems"].push_back(to_json(decision, options));
  const Summary summary = summarise(decisions, diagnostics);
  out["summary"] = Json::object();
  for (ir::Verdict verdict :
       {ir::Verdict::proved, ir::Verdict::refuted, ir::Verdict::unknown, ir::Verdict::vacuous, ir::Verdict::invalid})
    out["summary"][ir::name(verdict)] = summary[verdict];
  out["diagnostics"] = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) out["diagnostics"].push_back(to_json(diagnostic));
  // A path or a text need not be valid UTF-8; JSON has to be.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace germ::report
