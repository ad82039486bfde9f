#include <algorithm>

#include "report/report.hpp"

namespace germ::report {

namespace {

ExitCode code_of(ir::Verdict verdict) {
  switch (verdict) {
    case ir::Verdict::proved:
      return ExitCode::as_expected;
    case ir::Verdict::refuted:
      return ExitCode::refuted;
    case ir::Verdict::unknown:
      return ExitCode::unknown;
    case ir::Verdict::vacuous:
      return ExitCode::vacuous;
    case ir::Verdict::invalid:
      return ExitCode::invalid;
  }
  return ExitCode::internal;
}

ExitCode first_that_applies(ExitCode a, ExitCode b) {
  for (ExitCode code : {ExitCode::internal, ExitCode::usage, ExitCode::invalid, ExitCode::refuted, ExitCode::vacuous,
                        ExitCode::unknown})
    if (a == code || b == code) return code;
  return ExitCode::as_expected;
}

}  // namespace

ExitCode code_of(const refute::Decision& decision) {
  if (decision.as_expected()) return ExitCode::as_expected;
  const ir::Verdict verdict = decision.verdict;
  return code_of(verdict == ir::Verdict::proved ? decision.expect.value_or(verdict) : verdict);
}

Summary summarise(std::span<const refute::Decision> decisions, const Diagnostics& diagnostics) {
  Summary summary;
  auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
  summary.errors = static_cast<std::size_t>(std::count_if(diagnostics.begin(), diagnostics.end(), is_error));
  if (summary.errors > 0) summary.exit = ExitCode::invalid;
  for (const refute::Decision& decision : decisions) {
    ++summary.count[static_cast<std::size_t>(decision.verdict)];
    if (!decision.as_expected()) summary.unexpected.push_back(decision.name);
    summary.exit = first_that_applies(summary.exit, code_of(decision));
  }
  return summary;
}

}  // namespace germ::report
