#pragma once
// Terms and texts for a reader: no two indices of one name, no index that is another by a condition, winners by a short
// name, equalities as such.

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace germ::refute {

// The definition of a tensor, `y[n < N] = ...`.
std::string readable_definition(ir::Program& program, ir::TensorId tensor);
// A condition; a disjunction in parentheses.
std::string readable_condition(ir::Program& program, ir::Formula formula);
// The conjunction of `conditions`: what is both at most and at least is equal.
std::vector<std::string> readable_conditions(ir::Program& program, const std::vector<ir::Formula>& conditions);
// One line, one blank between words.
std::string on_one_line(std::string_view text);

// Gives names to what has none in the text: indices made on the way (`_4`) become letters that are free in all of
// `texts`, components of winners become `top1`, `top2`. The value says what these are.
std::vector<std::string> give_names(const ir::Program& program, const std::vector<std::string*>& texts);

}  // namespace germ::refute
