#include "numeric/interpreter.hpp"

#include "numeric/interpreter_formulas.hpp"
#include "numeric/interpreter_indices.hpp"
#include "numeric/interpreter_reals.hpp"

namespace germ::numeric {

template class Interpreter<Rational>;
template class Interpreter<Series>;
template class Interpreter<Ball>;

}  // namespace germ::numeric
