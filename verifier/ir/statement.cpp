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
    case StatementKind::local_equality:
      return "local_equality";
    case StatementKind::continuous:
      return "continuous";
    case StatementKind::open:
      return "open";
    case StatementKind::not_differentiable:
      return "not_differentiable";
    case StatementKind::exact:
      return "domain exact";
    case StatementKind::kink:
      return "kink";
    case StatementKind::unique:
      return "unique";
    case StatementKind::faithful:
      return "faithful";
  }
  return "vjp";
}

const char* name(KinkClass kink) {
  switch (kink) {
    case KinkClass::right:
      return "right";
    case KinkClass::wrong:
      return "wrong";
    case KinkClass::limit:
      return "limit";
    case KinkClass::clarke:
      return "clarke";
    case KinkClass::neither:
      return "neither";
    case KinkClass::undefined:
      return "undefined";
  }
  return "neither";
}

const char* name(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::transport:
      return "transport";
    case Step::Kind::rewrite:
      return "pull back";
    case Step::Kind::cite:
      return "cite";
    case Step::Kind::cases:
      return "cases";
    case Step::Kind::unfold:
      return "unfold";
    case Step::Kind::side:
      return "smt";
    case Step::Kind::chain:
      return "chain";
    case Step::Kind::normalise:
      return "normalise";
  }
  return "chain";
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
