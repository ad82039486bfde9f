#pragma once
// A solver that sees linear arithmetic only: each product of reals, power and function value is a number of its own.
// Each point that satisfies a question gives one that satisfies what is asked in its place, so `unsat` stays `unsat`;
// `sat` says nothing. It answers fast, which is what trying many questions takes.

#include "smt/solver.hpp"

namespace germ::refute {

smt::SolverFactory linear(smt::SolverFactory inner);

}  // namespace germ::refute
