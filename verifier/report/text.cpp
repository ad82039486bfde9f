#include <algorithm>
#include <cstdio>
#include <string_view>

#include "report/report.hpp"

namespace germ::report {

namespace {

struct NoteText {
  std::string_view note;
  std::string_view meaning;
};
constexpr std::array notes{
    NoteText{"convention", "the backward follows a convention where there is no derivative"},
    NoteText{"float_risk", "true of real numbers; in floating point it may overflow or cancel"},
    NoteText{"limit_mismatch", "the backward is no limit of nearby derivatives where the domain ends"},
    NoteText{"family_only", "shown for the constants listed, not for others"},
    NoteText{"surrogate", "the backward is that of another layer"},
    NoteText{"zero_backward", "every entry of the declared backward is 0"},
};

// `text` with each line indented, and a line end.
std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out += "    " + std::string(text.substr(0, end));
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string headline(const refute::Decision& decision, const Options& options) {
  std::string verdict = ir::name(decision.verdict);
  verdict.resize(std::max<std::size_t>(verdict.size(), 8), ' ');
  std::string out = verdict + ' ' + decision.name;
  if (decision.verdict == ir::Verdict::proved) {
    out += decision.sizes == "all" ? ", for all sizes" : ", for all sizes, for " + decision.sizes;
  } else if (decision.sizes != "all" && !decision.sizes.empty()) {
    out += ", proved for " + decision.sizes;
  }
  if (decision.expect && decision.as_expected() && decision.verdict != ir::Verdict::proved) out += ", as expected";
  if (!decision.file.empty()) out += "  (" + decision.file + ':' + std::to_string(decision.line) + ')';
  if (options.timings) {
    char milliseconds[48];
    std::snprintf(milliseconds, sizeof milliseconds, "  %.1f ms", decision.ms);
    out += milliseconds;
  }
  return out + '\n';
}

// Of a claim that is not proved: what stayed open.
std::string open_obligations(const refute::Decision& decision) {
  std::string out;
  for (const auto& obligation : decision.obligations) {
    if (obligation.proved) continue;
    out += "open: " + obligation.kind;
    if (!obligation.about.empty()) out += ", of `" + obligation.about + '`';
    if (obligation.span.file)
      out += " (" + obligation.span.file->path() + ':' + std::to_string(obligation.span.line()) + ')';
    out += ":\n  " + obligation.goal + '\n';
  }
  return out;
}

std::string_view meaning_of(std::string_view note) {
  for (const NoteText& row : notes)
    if (row.note == note) return row.meaning;
  return "";
}

}  // namespace

std::string to_text(const refute::Decision& decision, const Options& options) {
  std::string below;
  if (decision.expect && !decision.as_expected())
    below += std::string("expected ") + ir::name(*decision.expect) + ", found " + ir::name(decision.verdict) + '\n';
  if (decision.verdict != ir::Verdict::proved && !decision.region.empty() && decision.region != "the whole domain")
    below += decision.region + '\n';
  if (decision.counterexample) {
    const auto& shown = *decision.counterexample;
    below += shown.text.empty() ? shown.sentence + '\n' : shown.text;
  } else if (!decision.reason.empty()) {
    below += (decision.verdict == ir::Verdict::unknown ? "could not be proved: " : "") + decision.reason + '\n';
  }
  for (const auto& repair : decision.repairs) below += "repair: " + repair.text + '\n';
  if (decision.verdict == ir::Verdict::unknown) below += open_obligations(decision);
  for (const std::string& note : decision.notes) {
    below += "note: " + note;
    if (auto meaning = meaning_of(note); !meaning.empty()) below += " (" + std::string(meaning) + ')';
    below += '\n';
  }
  return headline(decision, options) + indented(below);
}

std::string to_text(const Summary& summary) {
  std::string out;
  for (ir::Verdict verdict :
       {ir::Verdict::proved, ir::Verdict::refuted, ir::Verdict::unknown, ir::Verdict::vacuous, ir::Verdict::invalid}) {
    if (summary[verdict] == 0 && verdict != ir::Verdict::proved) continue;
    out += (out.empty() ? "" : ", ") + std::to_string(summary[verdict]) + ' ' + ir::name(verdict);
  }
  if (summary.errors > 0)
    out += "; " + std::to_string(summary.errors) + (summary.errors == 1 ? " error" : " errors") +
           ": what they concern was not decided";
  if (summary.unexpected.empty()) return out + (summary.errors > 0 ? "\n" : "; all as expected\n");
  out += "; not as expected: ";
  for (std::size_t k = 0; k < summary.unexpected.size(); ++k) out += (k ? ", " : "") + summary.unexpected[k];
  return out + '\n';
}

}  // namespace germ::report
