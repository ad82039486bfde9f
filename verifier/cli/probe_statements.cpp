#include "cli/probe_statements.hpp"

#include "cli/decide.hpp"
#include "cli/in_order.hpp"

namespace germ::cli {

namespace {

bool is_stated(const ir::Claim& claim) {
  const bool of_derivative = claim.kind == ir::StatementKind::vjp || claim.kind == ir::StatementKind::jvp;
  if (claim.part || !of_derivative || !claim.word.empty()) return false;
  switch (claim.expect.value_or(ir::Verdict::proved)) {
    case ir::Verdict::proved:
    case ir::Verdict::unknown:
      return true;
    case ir::Verdict::refuted:
    case ir::Verdict::vacuous:
    case ir::Verdict::invalid:
      return false;
  }
  return false;
}

}  // namespace

std::vector<ProbeStatement> statements_about(const syntax::Library& library, const std::string& layer,
                                             const ir::Member& member) {
  std::vector<ProbeStatement> out;
  for (ir::Claim& claim : syntax::claims_about(library, layer)) {
    if (!is_stated(claim)) continue;
    claim.members = {member};
    out.push_back({std::move(claim)});
  }
  return out;
}

std::vector<ir::Claim> claims_of(const std::vector<ProbeStatement>& statements) {
  std::vector<ir::Claim> out;
  for (const ProbeStatement& statement : statements) out.push_back(statement.claim);
  return out;
}

void prove(const syntax::Library& library, std::vector<ProbeStatement>& statements, unsigned jobs) {
  auto decide = [&](std::size_t k) {
    ProbeStatement& statement = statements[k];
    if (statement.claim.expect == ir::Verdict::unknown) return;
    statement.verdict = decide_claim(library, statement.claim).verdict;
  };
  in_order(
      statements.size(), jobs, decide, [](std::size_t) {}, [](std::size_t) {});
}

}  // namespace germ::cli
