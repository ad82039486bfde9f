#include "syntax/words.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::syntax {

namespace {

constexpr std::string_view declarations[] = {"layer",   "function", "condition", "window",
                                             "theorem", "rule",     "convention"};
constexpr std::string_view items[] = {"const",  "size", "require", "real",   "input",    "param", "given", "let",
                                      "output", "aux",  "save",    "domain", "backward", "jvp",   "census"};
constexpr std::string_view operators[] = {"if", "else", "and", "or", "not", "is", "in"};
constexpr std::string_view reductions[] = {"sum",  "max",  "min", "argmax", "argmin",
                                           "mean", "prod", "any", "all",    "ranked"};
constexpr std::string_view kinds[] = {"vjp",  "jvp",    "gradient",  "equal",      "implies",  "local_equality",
                                      "open", "schema", "selector",  "domain",     "faithful", "not_differentiable",
                                      "kink", "fold",   "surrogate", "continuous", "unique"};
constexpr std::string_view steps[] = {"transport", "pull", "push",  "cite",     "cases",
                                      "unfold",    "smt",  "chain", "normalise"};
constexpr std::string_view kinks[] = {"right", "wrong", "limit", "clarke", "neither", "undefined"};
constexpr std::string_view verdicts[] = {"proved", "refuted", "unknown", "vacuous", "invalid"};

// Words that a table above knows under another meaning carry the place they stand in.
constexpr Later later_constructs[] = {
    {"convention", "G902", "the `convention` declaration"}, {"prod", "G917", "the reduction `prod`"},
    {"ranked", "G918", "the reduction `ranked`"},           {"backward auto", "G919", "`backward auto`"},
    {"domain inherited", "G921", "`domain inherited`"},     {"f32", "G923", "`f32(..)`"},
    {"follows", "G926", "`kink .. follows` a convention"},  {"expect at", "G925", "`at` after an expected verdict"},
};

template <std::size_t N>
bool contains(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

template <std::size_t N>
std::vector<std::string> list(const std::string_view (&words)[N]) {
  return {std::begin(words), std::end(words)};
}

}  // namespace

bool starts_declaration(std::string_view word) { return contains(declarations, word); }
bool starts_item(std::string_view word) { return contains(items, word); }
bool is_reserved(std::string_view word) {
  return starts_declaration(word) || starts_item(word) || contains(operators, word);
}
bool is_reduction(std::string_view word) { return contains(reductions, word); }
bool is_theorem_kind(std::string_view word) { return contains(kinds, word); }
bool is_step(std::string_view word) { return contains(steps, word); }
bool is_kink(std::string_view word) { return contains(kinks, word); }

std::optional<Expectation> expectation(std::string_view word) {
  constexpr Expectation values[] = {Expectation::proved, Expectation::refuted, Expectation::unknown,
                                    Expectation::vacuous, Expectation::invalid};
  for (std::size_t i = 0; i < std::size(verdicts); ++i)
    if (verdicts[i] == word) return values[i];
  return std::nullopt;
}

std::string_view symbol(ExprKind kind) {
  switch (kind) {
    case ExprKind::add:
      return " + ";
    case ExprKind::subtract:
      return " - ";
    case ExprKind::multiply:
      return " * ";
    case ExprKind::divide:
      return " / ";
    case ExprKind::modulo:
      return " % ";
    case ExprKind::power:
      return "^";
    case ExprKind::less:
      return " < ";
    case ExprKind::less_equal:
      return " <= ";
    case ExprKind::greater:
      return " > ";
    case ExprKind::greater_equal:
      return " >= ";
    case ExprKind::equals:
      return " == ";
    case ExprKind::not_equals:
      return " != ";
    case ExprKind::is:
      return " is ";
    case ExprKind::in:
      return " in ";
    case ExprKind::and_:
      return " and ";
    case ExprKind::or_:
      return " or ";
    case ExprKind::at:
      return " at ";
    case ExprKind::number:
    case ExprKind::name:
    case ExprKind::subscript:
    case ExprKind::call:
    case ExprKind::negate:
    case ExprKind::not_:
    case ExprKind::choose:
    case ExprKind::indicator:
    case ExprKind::reduction:
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::field:
      break;
  }
  throw InternalError("symbol: the expression is not binary");
}

const Later& later(std::string_view word) {
  for (const Later& row : later_constructs)
    if (row.word == word) return row;
  throw InternalError("later: the construct has no row");
}

std::vector<std::string> declaration_words() { return list(declarations); }
std::vector<std::string> item_words() { return list(items); }
std::vector<std::string> theorem_words() { return list(kinds); }
std::vector<std::string> step_words() { return list(steps); }
std::vector<std::string> kink_words() { return list(kinks); }
std::vector<std::string> verdict_words() { return list(verdicts); }

}  // namespace germ::syntax
