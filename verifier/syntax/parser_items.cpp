#include "syntax/parser_items.hpp"

#include <algorithm>
#include <utility>

#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

constexpr std::string_view function_items[] = {"real", "domain", "backward", "jvp"};
constexpr std::string_view theorem_items[] = {"const", "size", "require", "real", "input", "param", "given", "let"};

bool allowed(ItemPlace place, std::string_view word) {
  switch (place) {
    case ItemPlace::layer:
      return true;
    case ItemPlace::function:
      return std::find(std::begin(function_items), std::end(function_items), word) != std::end(function_items);
    case ItemPlace::theorem:
    case ItemPlace::rule:
      return std::find(std::begin(theorem_items), std::end(theorem_items), word) != std::end(theorem_items);
  }
  return false;
}

bool at_statement(const Cursor& cursor) {
  bool name = cursor.kind() == TokenKind::name && is_theorem_kind(cursor.text());
  return name || cursor.at("domain") || cursor.at("jvp");
}

bool in_theorem(ItemPlace place) { return place == ItemPlace::theorem || place == ItemPlace::rule; }

}  // namespace

bool ItemParser::items(ItemPlace place, std::vector<Item>& out) {
  std::size_t errors = cursor_.diagnostics().size();
  while (!cursor_.at_end() && !cursor_.at_declaration() && !cursor_.full()) {
    if (place == ItemPlace::theorem && at_statement(cursor_)) break;
    if (place == ItemPlace::rule && !cursor_.at_item()) break;
    try {
      out.push_back(item(place));
    } catch (const Cursor::Failure&) {
      cursor_.recover();
    }
  }
  return cursor_.diagnostics().size() == errors;
}

Item ItemParser::item(ItemPlace place) {
  if (cursor_.kind() != TokenKind::word || !starts_item(cursor_.text())) unknown_item(place);
  Span start = cursor_.span();
  std::string_view word = cursor_.text();
  if (!allowed(place, word)) require_allowed(place);
  cursor_.starts_statement(1);
  cursor_.advance();
  Item out;
  if (word == "backward") {
    out.content = backward(place);
    const auto& lines = std::get<BackwardItem>(out.content).lines;
    out.span = lines.empty() ? start : join(start, lines.back().span);
    return out;
  }
  if (word == "jvp") {
    out.content = jvp(place);
    const auto& lines = std::get<JvpItem>(out.content).lines;
    out.span = lines.empty() ? start : join(start, lines.back().span);
    return out;
  }
  if (word == "const") out.content = constants();
  if (word == "size") out.content = size();
  if (word == "require") out.content = require();
  if (word == "real") out.content = real();
  if (word == "input") out.content = tensors(TensorKeyword::input);
  if (word == "param") out.content = tensors(TensorKeyword::param);
  if (word == "given") out.content = tensors(TensorKeyword::given);
  if (word == "let") out.content = definition(DefinitionKeyword::let);
  if (word == "output") out.content = definition(DefinitionKeyword::output);
  if (word == "aux") out.content = definition(DefinitionKeyword::aux);
  if (word == "save") out.content = save();
  if (word == "domain") out.content = domain();
  if (word == "census") out.content = census();
  out.span = join(start, cursor_.last_span());
  bool goes_on = cursor_.kind() == TokenKind::word && starts_item(cursor_.text());
  if (!in_theorem(place) || (!at_statement(cursor_) && !goes_on)) cursor_.demand_line_end();
  return out;
}

void ItemParser::require_allowed(ItemPlace place) {
  std::string message = place == ItemPlace::function
                            ? "a function holds `real`, `domain`, `backward` and `jvp` lines: "
                            : "a theorem holds sizes, scalars, tensors and lets before its statement: ";
  Span where = cursor_.span();
  message += quoted(cursor_.text()) + " cannot stand here";
  cursor_.advance();
  cursor_.fail({"G118", message, where, Severity::error, {}});
}

void ItemParser::unknown_item(ItemPlace place) {
  Span where = cursor_.span();
  if (cursor_.kind() != TokenKind::name) {
    std::size_t before = cursor_.place();
    if (cursor_.kind() == TokenKind::word) cursor_.advance();  // an operator word: recovery must not meet it again
    where = cursor_.tokens().span(before);
    if (before != cursor_.place())
      cursor_.fail({"G110",
                    "expected a line of this declaration, found the keyword " + quoted(where.text()),
                    where,
                    Severity::error,
                    {}});
    cursor_.unexpected("a line that starts with a keyword");
  }
  std::string word(cursor_.text());
  if (!in_theorem(place) && (cursor_.at("[", 1) || cursor_.at("=", 1))) {
    cursor_.fail({"G118",
                  "the line of " + quoted(word) + " stands outside a backward or a jvp",
                  where,
                  Severity::error,
                  {{"a tensor is defined by `let` or `output`, an adjoint under a `backward` line, a tangent under a "
                    "`jvp` line",
                    std::nullopt}}});
  }
  std::vector<std::string> words = item_words();
  for (const auto& more : in_theorem(place) ? theorem_words() : declaration_words()) words.push_back(more);
  std::vector<Diagnostic::Note> notes;
  if (auto near = nearest(word, words)) notes.push_back({"did you mean " + quoted(*near) + "?", std::nullopt});
  cursor_.fail({"G117", quoted(word) + " starts no line that is known here", where, Severity::error, notes});
}

ConstItem ItemParser::constants() {
  ConstItem out;
  do {
    ConstItem::Constant constant;
    constant.name = cursor_.name("a constant's name");
    cursor_.demand("in");
    constant.low = cursor_.integer("an integer, as in `const S in 1..3`");
    cursor_.demand("..");
    constant.high = cursor_.integer("an integer, as in `const S in 1..3`");
    out.constants.push_back(std::move(constant));
  } while (cursor_.accept(","));
  return out;
}

SizeItem ItemParser::size() {
  SizeItem out;
  out.name = cursor_.name("a size's name");
  cursor_.demand("=");
  Cursor::IndexPosition integers(cursor_);
  out.definition = expressions_.expression();
  return out;
}

RequireItem ItemParser::require() {
  RequireItem out;
  Cursor::IndexPosition integers(cursor_);
  do out.facts.push_back(expressions_.disjunction());
  while (cursor_.accept(","));
  return out;
}

RealItem ItemParser::real() {
  RealItem out;
  do out.scalars.push_back(scalar());
  while (cursor_.accept(","));
  return out;
}

// `eps`, `eps > 0`, `a > 0 and a < 1`, `0 < a < 1`.
RealItem::Scalar ItemParser::scalar() {
  RealItem::Scalar out;
  if (cursor_.kind() != TokenKind::number && !cursor_.at("-")) {
    out.name = cursor_.name("a scalar's name");
    out.bounds = bounds(out.name);
    return out;
  }
  ExprPtr low = expressions_.additive();
  auto sign = expressions_.comparison_sign();
  if (sign != ExprKind::less && sign != ExprKind::less_equal) cursor_.unexpected("`<` or `<=`");
  cursor_.advance();
  out.name = cursor_.name("a scalar's name");
  out.bounds.emplace_back(*sign == ExprKind::less ? ExprKind::greater : ExprKind::greater_equal, std::move(low));
  for (auto& bound : bounds(out.name)) out.bounds.push_back(std::move(bound));
  return out;
}

std::vector<std::pair<ExprKind, ExprPtr>> ItemParser::bounds(const Name& of) {
  std::vector<std::pair<ExprKind, ExprPtr>> out;
  for (;;) {
    auto sign = expressions_.comparison_sign();
    if (!sign || *sign == ExprKind::in || *sign == ExprKind::is) {
      if (out.empty()) return out;
      cursor_.unexpected("a comparison of " + quoted(of.text));
    }
    cursor_.advance();
    out.emplace_back(*sign, expressions_.additive());
    if (!cursor_.accept("and")) return out;
    cursor_.accept_name(of.text);
  }
}

TensorItem ItemParser::tensors(TensorKeyword keyword) {
  TensorItem out;
  out.keyword = keyword;
  do out.tensors.push_back(tensor(keyword));
  while (cursor_.accept(","));
  return out;
}

TensorItem::Tensor ItemParser::tensor(TensorKeyword keyword) {
  TensorItem::Tensor out;
  if (keyword == TensorKeyword::given && cursor_.at_name("smooth") && cursor_.kind(1) == TokenKind::name) {
    cursor_.advance();
    out.smooth = true;
  }
  out.declarator = expressions_.declarator("a tensor's name");
  if (out.smooth) return out;
  const Name& name = out.declarator.name;
  bool bounded = cursor_.at(":") || expressions_.comparison_sign();
  if (!bounded) return out;
  if (keyword != TensorKeyword::given) {
    cursor_.fail({"G124",
                  "only a `given` tensor has a type or a bound, " + quoted(name.text) + " has none",
                  cursor_.span(),
                  Severity::error,
                  {{"a condition on " + quoted(name.text) + " is a `domain` line", std::nullopt}}});
  }
  if (cursor_.accept(":")) {
    if (!cursor_.accept_name("bool")) cursor_.unexpected("`bool`");
    out.boolean = true;
  } else if (cursor_.accept("in")) {
    out.below = expressions_.additive();
    if (cursor_.accept("or")) {
      if (!cursor_.accept_name("none")) cursor_.unexpected("`none`");
      out.or_none = true;
    }
  } else {
    out.bounds = bounds(name);
  }
  return out;
}

DefinitionItem ItemParser::definition(DefinitionKeyword keyword) {
  DefinitionItem out;
  out.keyword = keyword;
  out.declarator = expressions_.declarator("a tensor's name");
  cursor_.demand("=");
  out.body = expressions_.expression();
  out.span = join(out.declarator.name.span, cursor_.last_span());
  return out;
}

SaveItem ItemParser::save() {
  SaveItem out;
  do out.names.push_back(cursor_.name("a tensor's name"));
  while (cursor_.accept(","));
  return out;
}

DomainItem ItemParser::domain() {
  DomainItem out;
  if (cursor_.at_name("inherited") && cursor_.kind(1) != TokenKind::symbol) {
    cursor_.report_later("domain inherited", cursor_.span());
    throw Cursor::Failure{};
  }
  if (cursor_.at_name("wrt") && cursor_.kind(1) == TokenKind::name) {
    cursor_.advance();
    do out.wrt.push_back(cursor_.name("a tensor's name"));
    while (cursor_.accept(","));
  }
  out.condition = expressions_.disjunction();
  return out;
}

// census NAME = window (..), cells (..) value, patch (..) entry, zero TENSOR
CensusItem ItemParser::census() {
  CensusItem out;
  auto word = [&](std::string_view expected) {
    if (!cursor_.accept_name(expected)) cursor_.unexpected(quoted(expected));
  };
  out.name = cursor_.name("the census's name");
  cursor_.demand("=");
  cursor_.demand("window");
  out.windows = expressions_.binders();
  cursor_.demand(",");
  word("cells");
  out.cells = expressions_.binders();
  out.value = expressions_.expression();
  if (!cursor_.accept(",")) return out;
  if (cursor_.accept_name("patch")) {
    out.patch_binders = expressions_.binders();
    out.patch = expressions_.expression();
    if (!cursor_.accept(",")) return out;
  } else if (!cursor_.at_name("zero")) {
    cursor_.unexpected("`patch` or `zero`");
  }
  word("zero");
  out.zero = cursor_.name("a tensor's name");
  return out;
}

}  // namespace germ::syntax
