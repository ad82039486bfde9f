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
    case StatementKind::equal:
      return "equal";
    case StatementKind::implies:
      return "implies";
  }
  return "vjp";
}

std::string Member::to_string() const {
  std::string out;
  for (const auto& [constant, value] : constants)
    out += (out.empty() ? "" : ", ") + constant + "=" + std::to_string(value);
  return out;
}

}  // namespace germ::ir
