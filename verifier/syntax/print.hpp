#pragma once
// Trees as text: an expression as a person writes it, and a whole module with its structure laid bare (without spans;
// two texts mean the same to the parser if and only if their dumps are equal).

#include <string>

#include "syntax/tree.hpp"

namespace germ::syntax {

// With the fewest parentheses that parse back to the same tree.
std::string to_string(const Expr& expression);
std::string to_string(const Binders& binders);  // `(k < K | k > 0)`
std::string to_string(const Declarator& declarator);

// One line per declaration and item.
std::string dump(const Module& module);

}  // namespace germ::syntax
