// Integers: subscripts, extents, sizes, and both sides of a comparison between integers.

#include <algorithm>

#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

bool is_integer_literal(const Expr& expr) {
  if (expr.kind != ExprKind::number) return false;
  auto value = Rational::parse(expr.text);
  return value && value->is_integer() && expr.text.find_first_of(".eE") == std::string::npos;
}

bool all_integers(const Frame& frame, const std::vector<ExprPtr>& args, std::size_t first) {
  return std::all_of(args.begin() + static_cast<std::ptrdiff_t>(first), args.end(),
                     [&](const ExprPtr& arg) { return is_integer(frame, *arg); });
}

bool integer_symbol(const Frame& frame, std::string_view name) {
  const Symbol* symbol = frame.scope->find(name);
  if (!symbol) return false;
  return symbol->kind == SymbolKind::integer ||
         (symbol->kind == SymbolKind::tensor && symbol->view.element == Element::integer);
}

bool is_choice(const Frame& frame, const Expr& expr) {
  std::string_view name = expr.kind == ExprKind::call ? callee_name(expr) : std::string_view();
  if (name == "abs") return expr.args.size() == 2 && is_integer(frame, *expr.args[1]);
  if (name == "max" || name == "min") return expr.args.size() == 3 && all_integers(frame, expr.args, 1);
  return false;
}

ir::Index literal_index(const Frame& frame, const Expr& expr) {
  auto value = Rational::parse(expr.text);
  if (!value || !value->is_integer())
    fail(frame, "G303", expr.span, "`" + expr.text + "` is not an integer, and an integer is needed here");
  auto small = value->to_int64();
  if (!small) fail(frame, "G308", expr.span, "the integer `" + expr.text + "` does not fit 64 bits");
  return frame.terms().integer(*small);
}

ir::Index name_index(const Frame& frame, const Expr& expr) {
  if (const Bound* bound = frame.find(expr.text)) return bound->value;
  const Symbol& symbol = resolve(frame, expr.text, expr.span);
  if (symbol.kind == SymbolKind::integer) return symbol.integer;
  if (symbol.kind == SymbolKind::tensor && symbol.view.element == Element::integer) {
    if (!symbol.view.axes.empty()) fail_rank(frame, expr, expr.span, symbol.view.axes.size(), 0);
    return frame.terms().apply(symbol.view.function, fill(symbol.view, {}));
  }
  fail(frame, "G303", expr.span,
       "`" + expr.text + "` is " + describe(symbol) + (symbol.kind == SymbolKind::real ? "" : " of real numbers") +
           ", and an integer is needed here",
       {{"it is declared here", symbol.span}});
}

ir::Index subscript_index(const Frame& frame, const Expr& expr) {
  View view = subscripted(frame, expr);
  if (view.element != Element::integer)
    fail(frame, "G303", expr.span, "a tensor of real numbers is read where an integer is needed");
  if (!view.axes.empty()) fail_slice(frame, expr, view);
  return frame.terms().apply(view.function, fill(view, {}));
}

std::int64_t divisor_of(const Frame& frame, const Expr& expr) {
  ir::Index divisor = index_of(frame, expr);
  if (!divisor->terms.empty())
    fail(frame, "G305", expr.span,
         "an integer can be divided by a constant only, and this is `" + ir::to_string(frame.program(), divisor) + "`");
  if (divisor->constant == 0) fail(frame, "G306", expr.span, "division by 0");
  if (divisor->constant < 0) fail(frame, "G305", expr.span, "an integer can be divided by a positive constant only");
  return divisor->constant;
}

// ceil(a / k); elsewhere `/` rounds down.
ir::Index ceiling_of(const Frame& frame, const Expr& call) {
  if (call.args.size() != 2) fail(frame, "G403", call.span, "`ceil` takes one argument");
  const Expr& argument = *call.args[1];
  if (argument.kind != ExprKind::divide) return index_of(frame, argument);
  ir::Index dividend = index_of(frame, *argument.args[0]);
  return frame.terms().ceiling(dividend, divisor_of(frame, *argument.args[1]));
}

ir::Index chosen(const Frame& frame, const Expr& call) {
  std::string_view name = callee_name(call);
  auto choice = frame.choices.find(&call);
  if (choice == frame.choices.end())
    fail(frame, "G303", call.span, "`" + std::string(name) + "` of integers can be compared, and stand nowhere else");
  if (name == "abs") {
    ir::Index value = index_of(frame, *call.args[1]);
    return choice->second ? value : frame.terms().scale(value, -1);
  }
  return index_of(frame, *call.args[choice->second ? 1 : 2]);
}

ir::Index call_index(const Frame& frame, const Expr& expr) {
  if (callee_name(expr) == "ceil") return ceiling_of(frame, expr);
  if (is_choice(frame, expr)) return chosen(frame, expr);
  fail(frame, "G303", expr.span, "a call gives a real number, and an integer is needed here");
}

ir::Index reduction_index(const Frame& frame, const Expr& expr) {
  if (expr.text != "argmax" && expr.text != "argmin")
    fail(frame, "G303", expr.span, "`" + expr.text + "` gives a real number, and an integer is needed here");
  std::vector<ir::Index> cell = winner_of(frame, expr);
  if (cell.size() != 1)
    fail(frame, "G303", expr.span,
         "this `" + expr.text + "` gives " + counted(cell.size(), "integer") + ", and one is needed here");
  return cell[0];
}

}  // namespace

bool is_integer(const Frame& frame, const Expr& expr) {
  if (expr.kind == ExprKind::divide) {  // 1/50 is no integer, wherever it stands
    auto literal = literal_of(frame, expr);
    if (literal && !literal->is_integer()) return false;
  }
  switch (expr.kind) {
    case ExprKind::number:
      return is_integer_literal(expr);
    case ExprKind::name:
      return frame.find(expr.text) || integer_symbol(frame, expr.text);
    case ExprKind::subscript:
      return expr.args[0]->kind == ExprKind::name && integer_symbol(frame, expr.args[0]->text);
    case ExprKind::negate:
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
      return all_integers(frame, expr.args, 0);
    case ExprKind::call:
      return is_choice(frame, expr) || (callee_name(expr) == "ceil" && all_integers(frame, expr.args, 1));
    case ExprKind::reduction:
      return (expr.text == "argmax" || expr.text == "argmin") && count_indices(frame, expr.binders) == 1;
    case ExprKind::power:
    case ExprKind::not_:
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
    case ExprKind::choose:
    case ExprKind::indicator:
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::at:
    case ExprKind::field:
      return false;
  }
  return false;
}

ir::Index index_of(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  switch (expr.kind) {
    case ExprKind::number:
      return literal_index(frame, expr);
    case ExprKind::name:
      return name_index(frame, expr);
    case ExprKind::subscript:
      return subscript_index(frame, expr);
    case ExprKind::negate:
      return terms.scale(index_of(frame, *expr.args[0]), -1);
    case ExprKind::add:
      return terms.add(index_of(frame, *expr.args[0]), index_of(frame, *expr.args[1]));
    case ExprKind::subtract:
      return terms.sub(index_of(frame, *expr.args[0]), index_of(frame, *expr.args[1]));
    case ExprKind::multiply:
      return terms.multiply(index_of(frame, *expr.args[0]), index_of(frame, *expr.args[1]));
    case ExprKind::divide:
      return terms.quotient(index_of(frame, *expr.args[0]), divisor_of(frame, *expr.args[1]));
    case ExprKind::modulo:
      return terms.remainder(index_of(frame, *expr.args[0]), divisor_of(frame, *expr.args[1]));
    case ExprKind::call:
      return call_index(frame, expr);
    case ExprKind::reduction:
      return reduction_index(frame, expr);
    case ExprKind::power:
    case ExprKind::not_:
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
    case ExprKind::choose:
    case ExprKind::indicator:
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::at:
    case ExprKind::field:
      break;
  }
  fail(frame, "G303", expr.span, "an integer is needed here");
}

std::vector<ir::Index> tuple_of(const Frame& frame, const Expr& expr) {
  if (expr.kind == ExprKind::tuple) {
    std::vector<ir::Index> out;
    for (const ExprPtr& part : expr.args) out.push_back(index_of(frame, *part));
    return out;
  }
  if (expr.kind == ExprKind::reduction && (expr.text == "argmax" || expr.text == "argmin"))
    return winner_of(frame, expr);
  return {index_of(frame, expr)};
}

const Expr* open_choice(const Frame& frame, const Expr& expr) {
  if (expr.kind == ExprKind::reduction) return nullptr;
  for (const ExprPtr& arg : expr.args)
    if (const Expr* inner = open_choice(frame, *arg)) return inner;
  return is_choice(frame, expr) && !frame.choices.contains(&expr) ? &expr : nullptr;
}

ir::Index written_out(ir::Program& program, ir::Index index) {
  for (int depth = 0; depth < 64; ++depth) {
    ir::Substitution definitions;
    for (ir::Var variable : index->free)
      if (program.is_size(variable) && program.size(variable).definition)
        definitions.set(variable, *program.size(variable).definition);
    if (definitions.empty()) break;
    index = program.terms().substitute(index, definitions);
  }
  return index;
}

bool same_extent(const Frame& frame, ir::Index a, ir::Index b) {
  return a == b || written_out(frame.program(), a) == written_out(frame.program(), b);
}

}  // namespace germ::syntax
