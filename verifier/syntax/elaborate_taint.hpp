#pragma once
// Does a derivative by decree stand between a variable and an output?

#include <vector>

#include "ir/program.hpp"

namespace germ::syntax {

// Is there a `stop(e)` in what the outputs depend on, with an e that depends on one of `variables`? Looks into reads,
// conditions, filters and argmax indices.
bool is_tainted(const ir::Program& program, const std::vector<ir::TensorId>& outputs,
                const std::vector<ir::TensorId>& variables);

// Does an argmax that follows one of `variables` stand in what the tensor depends on?
bool follows(const ir::Program& program, ir::TensorId tensor, const std::vector<ir::TensorId>& variables);

// Does the formula look at sizes, reals and indices only: at no tensor and no given map, without
// quantifiers?
bool is_about_sizes(const ir::Program& program, ir::Formula formula);

// Does the formula look at a real number (a tensor, a scalar) anywhere?
bool has_real_atom(const ir::Formula& formula);

}  // namespace germ::syntax
