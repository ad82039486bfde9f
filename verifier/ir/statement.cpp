#include "ir/statement.hpp"

namespace germ::ir {

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::unknown:
      return "unknown";
    case Verdict::vacuous:
      return "vacuous";
    case Verdict::invalid:
      return "invalid";
  }
  return "invalid";
}

const char* name(StatementKind kind) {
  switch (kind) {
    case StatementKind::vjp:
      return "vjp";
    case StatementKind::jvp:
      return "jvp";
    case StatementKind::equal:
      return "equal";
    case StatementKind::implies:
      return "implies";
  }
  return "vjp";
}

std::vector<TensorId> Statement::declared() const {
  std::vector<TensorId> out;
  if (kind == StatementKind::vjp)
    for (const Adjoint& adjoint : adjoints) out.push_back(adjoint.declared);
  if (kind == StatementKind::jvp)
    for (const OutputTangent& tangent : output_tangents) out.push_back(tangent.declared);
  return out;
}

std::string Member::to_string() const {
  std::string out;
  for (const auto& [constant, value] : constants)
    out += (out.empty() ? "" : ", ") + constant + "=" + std::to_string(value);
  return out;
}

}  // namespace germ::ir
