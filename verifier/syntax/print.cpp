#include "syntax/print.hpp"

#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

// Levels of binding, weakest first. A reduction takes the whole product that follows, so it binds weaker than one;
// `all` and `any` take a whole comparison.
enum Level { choice, disjunction, conjunction, negation, comparison, additive, reduction, product, sign, power, tight };

bool is_truth(const Expr& e) { return e.text == "all" || e.text == "any"; }

Level level(const Expr& e) {
  switch (e.kind) {
    case ExprKind::choose:
      return choice;
    case ExprKind::or_:
      return disjunction;
    case ExprKind::and_:
      return conjunction;
    case ExprKind::not_:
      return negation;
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::equals:
    case ExprKind::not_equals:
    case ExprKind::is:
    case ExprKind::in:
      return comparison;
    case ExprKind::add:
    case ExprKind::subtract:
      return additive;
    case ExprKind::reduction:
      return is_truth(e) ? comparison : reduction;
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
      return product;
    case ExprKind::negate:
      return sign;
    case ExprKind::power:
      return power;
    case ExprKind::at:
      return choice;
    case ExprKind::number:
    case ExprKind::name:
    case ExprKind::subscript:
    case ExprKind::call:
    case ExprKind::indicator:
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::field:
      return tight;
  }
  return tight;
}

std::string print(const Expr& e, Level least);

std::string list(const std::vector<ExprPtr>& args, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < args.size(); ++i) out += (i == from ? "" : ", ") + print(*args[i], choice);
  return out;
}

std::string named(const std::vector<std::pair<Name, ExprPtr>>& pairs) {
  std::string out;
  for (const auto& [name, value] : pairs)
    out += (out.empty() ? "" : ", ") + (name.text.empty() ? "" : name.text + "=") + print(*value, choice);
  return out;
}

std::string print_call(const Expr& e) {
  std::string out = print(*e.args[0], tight);
  if (!e.sizes.empty()) out += "[" + named(e.sizes) + "]";
  std::string by_position = list(e.args, 1);
  std::string by_name = named(e.named);
  return out + "(" + by_position + (by_position.empty() || by_name.empty() ? "" : ", ") + by_name + ")";
}

// The least levels of the two sides of a binary expression.
std::string print_binary(const Expr& e) {
  if (e.args.size() == 1) return "at " + print(*e.args[0], choice);  // `x[at s]`
  Level own = level(e);
  Level left = own == comparison ? additive : own == power ? tight : own;
  Level right = own == additive ? reduction : own == power ? sign : static_cast<Level>(own + 1);
  if (e.kind == ExprKind::at) left = right = choice;
  return print(*e.args[0], left) + std::string(symbol(e.kind)) + print(*e.args[1], right);
}

std::string print_bare(const Expr& e) {
  switch (e.kind) {
    case ExprKind::number:
    case ExprKind::name:
    case ExprKind::ellipsis:
      return e.text;
    case ExprKind::subscript:
      return print(*e.args[0], tight) + "[" + list(e.args, 1) + "]";
    case ExprKind::call:
      return print_call(e);
    case ExprKind::field:
      return print(*e.args[0], tight) + "." + e.text;
    case ExprKind::indicator:
      return "[" + print(*e.args[0], choice) + "]";
    case ExprKind::tuple:
      return "(" + list(e.args, 0) + ")";
    case ExprKind::negate:
      return "-" + print(*e.args[0], sign);
    case ExprKind::not_:
      return "not " + print(*e.args[0], negation);
    case ExprKind::choose:
      return print(*e.args[0], disjunction) + " if " + print(*e.args[1], disjunction) + " else " +
             print(*e.args[2], choice);
    case ExprKind::reduction:
      return e.text + to_string(e.binders) + " " + print(*e.args[0], is_truth(e) ? negation : reduction);
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
    case ExprKind::power:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::equals:
    case ExprKind::not_equals:
    case ExprKind::is:
    case ExprKind::in:
    case ExprKind::and_:
    case ExprKind::or_:
    case ExprKind::at:
      return print_binary(e);
  }
  return {};
}

std::string print(const Expr& e, Level least) { return level(e) < least ? "(" + print_bare(e) + ")" : print_bare(e); }

std::string print(const std::vector<BinderItem>& items) {
  std::string out;
  for (const BinderItem& item : items) {
    if (!out.empty()) out += ", ";
    if (item.ellipsis) out += "..";
    if (!item.group.empty()) out += "(" + print(item.group) + ")";
    for (std::size_t i = 0; i < item.names.size(); ++i) out += (i == 0 ? "" : ", ") + item.names[i].text;
    if (item.extent) out += " < " + print(*item.extent, additive);
    if (item.window) out += " in " + print(*item.window, tight);
  }
  return out;
}

}  // namespace

std::string to_string(const Expr& expression) { return print(expression, choice); }

std::string to_string(const Binders& binders) {
  return "(" + print(binders.items) + (binders.filter ? " | " + print(*binders.filter, disjunction) : "") + ")";
}

std::string to_string(const Declarator& declarator) {
  return declarator.name.text + (declarator.brackets ? "[" + print(declarator.axes) + "]" : "");
}

}  // namespace germ::syntax
