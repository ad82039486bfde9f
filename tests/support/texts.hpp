#pragma once
// For tests: the kernel on statements from text, with the real solver.

#include <string>

#include "kernel/theorem.hpp"
#include "smt/solver.hpp"
#include "support/elaborated.hpp"

namespace germ::test {

inline kernel::Context z3() { return {smt::make_z3, {}, true}; }

inline kernel::Attempt attempt(ir::Statement& made) {
  if (made.script == ir::Script::pairing) return kernel::Theorem::pairing(made, z3(), kernel::Form::as_written);
  return kernel::Theorem::of_kind(made, z3(), kernel::Form::as_written);
}

// Does the kernel make a theorem of the claim?
inline bool proved(const std::string& text, const std::string& claim_name) {
  ir::Statement made = statement(text, claim_name);
  if (!made.script_steps.empty() && made.script_steps[0].kind == ir::Step::Kind::cases)
    return kernel::Theorem::cases([&] { return statement(text, claim_name); }, z3(), kernel::Form::as_written)
               .theorem != nullptr;
  return attempt(made).theorem != nullptr;
}

}  // namespace germ::test
