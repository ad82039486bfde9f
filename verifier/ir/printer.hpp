#pragma once
// IR as text, in the notation of the language: for messages, ledgers and tests. Deterministic.

#include <string>

#include "ir/program.hpp"

namespace germ::ir {

std::string to_string(Program& program, Index index);
std::string to_string(Program& program, Formula formula);
std::string to_string(Program& program, Real real);
// `y[n < N, m < M] = body`, or the declaration only.
std::string to_string(Program& program, TensorId tensor);

}  // namespace germ::ir
