#pragma once
// Steps that the rules for vjp and jvp share. For the files of this room only.

#include "base/check.hpp"
#include "calculus/definedness.hpp"
#include "ir/statement.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

void check_vjp_parts(const ir::Statement& statement);

// The domain is defined, and the hypotheses are not contradictory.
bool starts(ir::Statement& statement, Discharge& discharge, calculus::Definedness& defined, Attempt& attempt);

// A claim about no entry at all (an empty slice, an axis of extent 0 for all sizes) is true of anything.
bool claims_something(ir::Program& program, Discharge& discharge, const ir::Adjoint& adjoint, Attempt& attempt);

// Every value of the text exists, and the outputs are jointly differentiable in `variables`, at every point of the
// domain. Rewrites the program: afterwards every body is a germ at the point.
bool differentiable(ir::Statement& statement, const std::vector<ir::TensorId>& variables, Form form,
                    Discharge& discharge, calculus::Definedness& defined, Attempt& attempt);

// A limit reached, or the solver gone: an honest `unknown`, never a pass.
template <class Body>
Attempt guarded(Body body) {
  Attempt attempt;
  try {
    body(attempt);
  } catch (const LimitReached& limit) {
    attempt.theorem = nullptr;
    attempt.reason = limit.what();
  }
  return attempt;
}

}  // namespace germ::kernel
