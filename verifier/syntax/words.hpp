#pragma once
// The words of the language, one table each: what is reserved, what starts what, what is not handled yet.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.hpp"

namespace germ::syntax {

// Reserved words: no name may be one of them.
bool starts_declaration(std::string_view word);  // layer, function, ..; rule and convention too
bool starts_item(std::string_view word);         // input, output, ..
bool is_reserved(std::string_view word);         // these two, and `if else and or not is in`

// Words with a meaning in one place only; elsewhere they are plain names.
bool is_reduction(std::string_view word);     // followed by `(`
bool is_theorem_kind(std::string_view word);  // vjp, equal, implies, ..
bool is_step(std::string_view word);          // of a proof script: transport, chain, ..
bool is_kink(std::string_view word);          // a class at a kink: right, limit, ..
std::optional<Expectation> expectation(std::string_view word);

// The symbol between the two sides of a binary expression, with spaces: " + ", " is ".
std::string_view symbol(ExprKind kind);

// A construct that Germ knows by name and does not handle: never parsed and ignored.
struct Later {
  std::string_view word;
  std::string_view id;
  std::string_view what;  // "the `rule` declaration"
};
const Later& later(std::string_view word);  // the word is in the table (checked)

// For suggestions.
std::vector<std::string> declaration_words();
std::vector<std::string> item_words();
std::vector<std::string> theorem_words();
std::vector<std::string> step_words();
std::vector<std::string> kink_words();
std::vector<std::string> verdict_words();

}  // namespace germ::syntax
