// Real numbers: arithmetic, reads, padded reads, indicators, built-in functions.

#include <algorithm>

#include "ir/function_table.hpp"
#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_local.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

ir::Real name_real(const Frame& frame, const Expr& expr) {
  if (const Bound* bound = frame.find(expr.text)) return frame.terms().from_index(bound->value);
  if (expr.text == "pi") return frame.terms().scalar(ir::pi);
  if (expr.text == "true" || expr.text == "false")
    fail(frame, "G304", expr.span, "a truth value stands where a number is needed");
  const Symbol& symbol = resolve(frame, expr.text, expr.span);
  switch (symbol.kind) {
    case SymbolKind::integer:
      return frame.terms().from_index(symbol.integer);
    case SymbolKind::real:
      return symbol.real;
    case SymbolKind::tensor:
      break;
  }
  if (!symbol.view.axes.empty()) fail_rank(frame, expr, expr.span, symbol.view.axes.size(), 0);
  return read(frame, symbol.view, {}, expr.span);
}

ir::Real subscript_real(const Frame& frame, const Expr& expr) {
  View view = subscripted(frame, expr);
  if (!view.axes.empty()) fail_slice(frame, expr, view);
  return read(frame, view, {}, expr.span);
}

void collect_sum(const Frame& frame, const Expr& expr, bool minus, std::vector<ir::Real>& parts) {
  if (expr.kind == ExprKind::add || expr.kind == ExprKind::subtract) {
    collect_sum(frame, *expr.args[0], minus, parts);
    collect_sum(frame, *expr.args[1], expr.kind == ExprKind::subtract ? !minus : minus, parts);
    return;
  }
  ir::Real part = real_of(frame, expr);
  parts.push_back(minus ? frame.terms().negate(part) : part);
}

// The factors of a product. A quotient below a quotient stays one factor: a / (b / c) owes that c is not 0, which
// a * b^-1 * c would not.
void collect_product(const Frame& frame, const Expr& expr, bool inverse, std::vector<ir::Real>& factors) {
  auto literal = literal_of(frame, expr);
  if (literal && !(inverse && literal->is_zero())) {
    factors.push_back(frame.terms().constant(inverse ? Rational(1) / *literal : *literal));
  } else if (expr.kind == ExprKind::multiply || (expr.kind == ExprKind::divide && !inverse)) {
    collect_product(frame, *expr.args[0], inverse, factors);
    collect_product(frame, *expr.args[1], expr.kind == ExprKind::divide || inverse, factors);
  } else {
    ir::Real factor = real_of(frame, expr);
    factors.push_back(inverse ? frame.terms().power(factor, Rational(-1)) : factor);
  }
}

ir::Real product_of(const Frame& frame, const Expr& expr) {
  std::vector<ir::Real> factors;
  collect_product(frame, expr, false, factors);
  return frame.terms().mul(std::move(factors));
}

ir::Real power_of(const Frame& frame, const Expr& expr) {
  auto exponent = literal_of(frame, *expr.args[1]);
  if (!exponent)
    fail(frame, "G309", expr.args[1]->span, "an exponent is a rational literal, such as `2`, `(1/2)` or `-1`");
  return frame.terms().power(real_of(frame, *expr.args[0]), *exponent);
}

ir::Real padded_real(const Frame& frame, const Expr& expr) {
  PaddedRead entry = padded(frame, *expr.args[0]);
  ir::Real otherwise = real_of(frame, *expr.args[1]);
  if (entry.inside == frame.terms().truth()) return entry.value;
  return frame.terms().choose(entry.inside, entry.value, otherwise);
}

// In an index position `/` and `%` round down, in a real one they are exact: what has them is compared as a real.
bool rounds(const Expr& expr) {
  if (expr.kind == ExprKind::divide || expr.kind == ExprKind::modulo) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), [](const ExprPtr& arg) { return rounds(*arg); });
}

// abs, max, min: the guard is one between integers where the arguments are integers.
ir::Real piecewise(const Frame& frame, std::string_view name, const Expr& call) {
  ir::Terms& terms = frame.terms();
  ir::Real first = real_of(frame, *call.args[1]);
  ir::Real second = name == "abs" ? terms.negate(first) : real_of(frame, *call.args[2]);
  bool integers = true;
  for (std::size_t i = 1; i < call.args.size(); ++i)
    integers =
        integers && is_integer(frame, *call.args[i]) && !open_choice(frame, *call.args[i]) && !rounds(*call.args[i]);
  ir::Formula takes_first;
  if (integers) {
    ir::Index a = index_of(frame, *call.args[1]);
    ir::Index b = name == "abs" ? terms.integer(0) : index_of(frame, *call.args[2]);
    takes_first = name == "min" ? terms.at_most(a, b) : terms.at_most(b, a);
  } else if (name == "abs") {
    takes_first = terms.positive(first);
  } else {
    takes_first = terms.positive(name == "max" ? terms.sub(first, second) : terms.sub(second, first));
  }
  return terms.choose(takes_first, first, second);
}

void check_arity(const Frame& frame, const Expr& call, std::size_t arity) {
  std::string name(callee_name(call));
  if (call.args.size() - 1 != arity)
    fail(frame, "G403", call.span,
         "`" + name + "` takes " + counted(arity, "argument") + ", not " + std::to_string(call.args.size() - 1));
  if (!call.sizes.empty() || !call.named.empty())
    fail(frame, "G406", call.span, "`" + name + "` takes its arguments by position only");
}

[[noreturn]] void fail_call(const Frame& frame, const Expr& call) {
  std::string name(callee_name(call));
  if (name.empty()) fail(frame, "G401", call.span, "only a name can be called");
  if (const Declaration* other = frame.context->declarations.find(name))
    fail(frame, "G402", call.span, "`" + name + "` is a " + kind_name(*other) + ", and a number is needed here",
         {{"it is declared here", name_of(*other).span}});
  if (const Symbol* symbol = frame.scope->find(name))
    fail(frame, "G402", call.span,
         "`" + name + "` is " + describe(*symbol) + " and cannot be called; entries are read with `[..]`",
         {{"it is declared here", symbol->span}});
  std::vector<std::string> known = frame.context->declarations.names();
  for (const ir::FunctionRow& row : ir::function_table()) known.emplace_back(row.name);
  for (const char* builtin : {"sqrt", "rsqrt", "abs", "stop", "ceil"}) known.emplace_back(builtin);
  Notes notes;
  if (auto near = nearest(name, known)) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  fail(frame, "G401", call.span, "unknown function or layer `" + name + "`", std::move(notes));
}

// The one entry of an output of rank 0.
ir::Real layer_real(const Frame& frame, const Expr& call) {
  View value = call_layer(frame.scalar(), call);
  if (!value.axes.empty()) fail_slice(frame, call, value);
  return read(frame, value, {}, call.span);
}

ir::Real chosen_real(const Frame& frame, const Expr& expr) {
  ir::Formula condition = formula_of(frame, *expr.args[1]);
  ir::Real then = real_of(frame, *expr.args[0]);
  return frame.terms().choose(condition, then, real_of(frame, *expr.args[2]));
}

ir::Real call_real(const Frame& frame, const Expr& call) {
  ir::Terms& terms = frame.terms();
  std::string_view name = callee_name(call);
  if (const auto* function = frame.context->declarations.find_as<FunctionDecl>(name))
    return call_function(frame, *function, call);
  if (applies_smooth(frame, call)) return smooth_value(frame, call);
  if (back_of(frame, call) && !names_tensor(frame, call)) return call_function_back(frame, call);
  if (names_tensor(frame, call)) return layer_real(frame, call);
  if (frame.context->declarations.find(name)) fail_call(frame, call);
  if (name == "abs" || name == "max" || name == "min") {
    check_arity(frame, call, name == "abs" ? 1 : 2);
    return piecewise(frame, name, call);
  }
  if (name == "ceil") return terms.from_index(index_of(frame.scalar(), call));
  const ir::FunctionRow* row = ir::find_function(name);
  if (!row && name != "sqrt" && name != "rsqrt" && name != "stop") fail_call(frame, call);
  check_arity(frame, call, 1);
  ir::Real argument = real_of(frame, *call.args[1]);
  if (row) return terms.apply(*row, argument);
  if (name == "sqrt") return terms.power(argument, Rational(1, 2));
  if (name == "rsqrt") return terms.power(argument, Rational(-1, 2));
  // Outside a forward nothing is differentiated, and stop(e) is e.
  return frame.mode == Mode::live ? terms.stop(argument) : argument;
}

ir::Real number_real(const Frame& frame, const Expr& expr) {
  auto value = Rational::parse(expr.text);
  if (!value)
    fail(frame, "G308", expr.span,
         "the number `" + expr.text + "` is longer or has a greater exponent than Germ holds");
  return frame.terms().constant(*value);
}

std::optional<Rational> literal_power(const std::optional<Rational>& base, const std::optional<Rational>& exponent) {
  if (!base || !exponent) return std::nullopt;
  auto n = exponent->to_int64();
  if (!n || *n > 64 || *n < -64 || (base->is_zero() && *n <= 0)) return std::nullopt;
  if (!base->numerator().to_int64() || !base->denominator().to_int64()) return std::nullopt;  // powers of powers
  return base->power(*n);
}

}  // namespace

std::optional<Rational> literal_of(const Frame& frame, const Expr& expr) {
  auto part = [&](std::size_t i) { return literal_of(frame, *expr.args[i]); };
  if (expr.kind == ExprKind::number) return Rational::parse(expr.text);
  if (expr.kind == ExprKind::name) {
    if (frame.find(expr.text)) return std::nullopt;
    const Symbol* symbol = frame.scope->find(expr.text);
    bool known = symbol && symbol->kind == SymbolKind::integer && symbol->state == Symbol::State::ready &&
                 symbol->integer->terms.empty();
    return known ? std::optional<Rational>(symbol->integer->constant) : std::nullopt;
  }
  if (expr.kind == ExprKind::negate) {
    auto value = part(0);
    return value ? std::optional<Rational>(-*value) : std::nullopt;
  }
  if (expr.kind == ExprKind::power) return literal_power(part(0), part(1));
  bool arithmetic = expr.kind == ExprKind::add || expr.kind == ExprKind::subtract || expr.kind == ExprKind::multiply ||
                    expr.kind == ExprKind::divide;
  if (!arithmetic) return std::nullopt;
  auto a = part(0);
  auto b = a ? part(1) : std::nullopt;
  if (!b) return std::nullopt;
  if (expr.kind == ExprKind::add) return *a + *b;
  if (expr.kind == ExprKind::subtract) return *a - *b;
  if (expr.kind == ExprKind::multiply) return *a * *b;
  return b->is_zero() ? std::nullopt : std::optional<Rational>(*a / *b);
}

ir::Real real_of(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  if (frame.parts) {
    auto part = frame.parts->find(&expr);
    if (part != frame.parts->end())
      return read(frame, part->second, part->second.axes.empty() ? std::vector<ir::Index>() : *frame.entry, expr.span);
  }
  if (auto literal = literal_of(frame, expr)) return terms.constant(*literal);
  switch (expr.kind) {
    case ExprKind::number:
      return number_real(frame, expr);
    case ExprKind::name:
      return name_real(frame, expr);
    case ExprKind::subscript:
      return subscript_real(frame, expr);
    case ExprKind::call:
      return call_real(frame, expr);
    case ExprKind::negate:
      return terms.negate(real_of(frame, *expr.args[0]));
    case ExprKind::add:
    case ExprKind::subtract: {
      std::vector<ir::Real> parts;
      collect_sum(frame, expr, false, parts);
      return terms.add(std::move(parts));
    }
    case ExprKind::multiply:
    case ExprKind::divide:
      return product_of(frame, expr);
    case ExprKind::modulo:
      return terms.from_index(index_of(frame.scalar(), expr));
    case ExprKind::power:
      return power_of(frame, expr);
    case ExprKind::or_:
      return padded_real(frame, expr);
    case ExprKind::choose:
      return chosen_real(frame, expr);
    case ExprKind::indicator:
      return terms.choose(formula_of(frame, *expr.args[0]), terms.constant(1), terms.constant(0));
    case ExprKind::reduction:
      return reduce(frame.scalar(), expr);
    case ExprKind::field:
      return layer_real(frame, expr);
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
      fail(frame, "G304", expr.span, "a condition stands where a number is needed; `[..]` around it makes it 1 or 0");
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::at:
      break;
  }
  fail(frame, "G307", expr.span, "a number is needed here");
}

}  // namespace germ::syntax
