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
constexpr std::string_view kinds[] = {"vjp", "jvp", "equal", "implies"};
constexpr std::string_view verdicts[] = {"proved", "refuted", "unknown", "vacuous", "invalid"};

constexpr Later later_theorems[] = {
    {"gradient", "G904", "the theorem kind `gradient`"},
    {"local_equality", "G905", "the theorem kind `local_equality`"},
    {"selector", "G906", "the theorem kind `selector`"},
    {"continuous", "G907", "the theorem kind `continuous`"},
    {"open", "G908", "the theorem kind `open`"},
    {"not_differentiable", "G909", "the theorem kind `not_differentiable`"},
    {"domain", "G910", "the theorem kind `domain .. exact`"},
    {"kink", "G911", "the theorem kind `kink`"},
    {"surrogate", "G912", "the theorem kind `surrogate`"},
    {"schema", "G913", "the theorem kind `schema`"},
    {"fold", "G914", "the theorem kind `fold`"},
    {"faithful", "G915", "the theorem kind `faithful`"},
};

// Words that a table above knows under another meaning carry the place they stand in.
constexpr Later later_constructs[] = {
    {"rule", "G901", "the `rule` declaration"},
    {"convention", "G902", "the `convention` declaration"},
    {"by", "G916", "a proof script other than `by auto` and `by pairing`"},
    {"prod", "G917", "the reduction `prod`"},
    {"ranked", "G918", "the reduction `ranked`"},
    {"backward auto", "G919", "`backward auto`"},
    {"backward surrogate", "G920", "`surrogate` after a backward"},
    {"domain inherited", "G921", "`domain inherited`"},
    {"at", "G922", "a read `[at ..]` through a selector"},
    {"f32", "G923", "`f32(..)`"},
    {"expect at", "G925", "`at` after an expected verdict"},
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

const Later* later_theorem(std::string_view word) {
  for (const Later& row : later_theorems)
    if (row.word == word) return &row;
  return nullptr;
}

const Later& later(std::string_view word) {
  for (const Later& row : later_constructs)
    if (row.word == word) return row;
  throw InternalError("later: the construct has no row");
}

std::vector<std::string> declaration_words() { return list(declarations); }
std::vector<std::string> item_words() { return list(items); }
std::vector<std::string> theorem_words() {
  std::vector<std::string> words = list(kinds);
  for (const Later& row : later_theorems) words.emplace_back(row.word);
  return words;
}
std::vector<std::string> verdict_words() { return list(verdicts); }

}  // namespace germ::syntax
