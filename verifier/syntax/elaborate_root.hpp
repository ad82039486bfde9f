#pragma once
// The subject of a claim in a program of its own: sizes, reals, tensors declared afresh, the forward, the domain.

#include <string>
#include <vector>

#include "ir/layer.hpp"
#include "ir/statement.hpp"
#include "syntax/elaborate_items.hpp"

namespace germ::syntax {

struct Root {
  Subject subject;
  Scope* scope = nullptr;
  std::vector<Symbol*> variables;  // inputs, params and givens, in order
  std::vector<Symbol*> outputs;
  std::vector<ir::Clause> on_givens;  // `given w[k < K] >= 0`: hypotheses of every statement
};

// Declares everything and makes the forward. Faults are in the context's diagnostics.
Root open_root(Context& context, const Declaration& declaration, const ir::Member& member, Mode mode);

// The clauses of the `domain` lines for all, or of those for the one variable `wrt`; top-level conjuncts apart.
std::vector<ir::Clause> domain_of(Context& context, const Root& root, const std::string& wrt);
// `mode`: live for conditions that are looked at near the point too.
std::vector<ir::Clause> clauses_of(Context& context, Scope& scope, const Expr& condition, Mode mode = Mode::frozen);
ir::Formula conjunction(ir::Terms& terms, const std::vector<ir::Clause>& clauses);

}  // namespace germ::syntax
