// Formulas: comparisons, connectives, quantifiers, membership, given truth values, conditions.

#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

bool is_zero(const Expr& expr) {
  if (expr.kind != ExprKind::number) return false;
  auto value = Rational::parse(expr.text);
  return value && value->is_zero();
}

// a - b, and just a where b is written as 0.
ir::Real difference(const Frame& frame, const Expr& left, const Expr& right) {
  if (is_zero(right)) return real_of(frame, left);
  if (is_zero(left)) return frame.terms().negate(real_of(frame, right));
  return frame.terms().sub(real_of(frame, left), real_of(frame, right));
}

ir::Formula compare_reals(const Frame& frame, ExprKind kind, const Expr& left, const Expr& right) {
  ir::Terms& terms = frame.terms();
  auto above = [&](const Expr& a, const Expr& b) { return terms.positive(difference(frame, a, b)); };
  if (kind == ExprKind::greater) return above(left, right);
  if (kind == ExprKind::less) return above(right, left);
  if (kind == ExprKind::less_equal) return terms.not_(above(left, right));
  if (kind == ExprKind::greater_equal) return terms.not_(above(right, left));
  ir::Formula different = terms.nonzero(difference(frame, left, right));
  return kind == ExprKind::not_equals ? different : terms.not_(different);
}

ir::Formula compare_indices(ir::Terms& terms, ExprKind kind, ir::Index a, ir::Index b) {
  if (kind == ExprKind::greater) return terms.less(b, a);
  if (kind == ExprKind::less) return terms.less(a, b);
  if (kind == ExprKind::less_equal) return terms.at_most(a, b);
  if (kind == ExprKind::greater_equal) return terms.at_most(b, a);
  return kind == ExprKind::not_equals ? terms.not_(terms.equal(a, b)) : terms.equal(a, b);
}

bool is_abs(const Expr& expr) { return expr.kind == ExprKind::call && callee_name(expr) == "abs"; }

// match: abs(e) <= k   result: e <= k and -e <= k.   Other integer abs, max, min: by cases.
ir::Formula compare_integers(const Frame& frame, ExprKind kind, const Expr& left, const Expr& right) {
  ir::Terms& terms = frame.terms();
  const Expr* open = open_choice(frame, left);
  if (!open) open = open_choice(frame, right);
  if (!open) return compare_indices(terms, kind, index_of(frame, left), index_of(frame, right));
  if (open == &left && is_abs(left) && !open_choice(frame, right) &&
      (kind == ExprKind::less || kind == ExprKind::less_equal)) {
    ir::Index value = index_of(frame, *left.args[1]);
    ir::Index bound = index_of(frame, right);
    return terms.and_(
        {compare_indices(terms, kind, value, bound), compare_indices(terms, kind, terms.scale(value, -1), bound)});
  }
  if (frame.choices.size() >= 6)
    fail(frame, "G303", open->span, "more than six integer `abs`, `max`, `min` in one comparison");
  ir::Index first = index_of(frame, *open->args[1]);
  ir::Index second = is_abs(*open) ? terms.integer(0) : index_of(frame, *open->args[2]);
  ir::Formula takes_first = callee_name(*open) == "min" ? terms.at_most(first, second) : terms.at_most(second, first);
  Frame then = frame;
  then.choices[open] = true;
  Frame otherwise = frame;
  otherwise.choices[open] = false;
  return terms.or_({terms.and_({takes_first, compare_integers(then, kind, left, right)}),
                    terms.and_({terms.not_(takes_first), compare_integers(otherwise, kind, left, right)})});
}

ir::Formula same_tuple(const Frame& frame, const Expr& expr) {
  std::vector<ir::Index> left = tuple_of(frame.scalar(), *expr.args[0]);
  std::vector<ir::Index> right = tuple_of(frame.scalar(), *expr.args[1]);
  if (left.size() != right.size())
    fail(frame, "G313", expr.span,
         "`is` compares " + counted(left.size(), "integer") + " with " + std::to_string(right.size()));
  std::vector<ir::Formula> parts;
  for (std::size_t i = 0; i < left.size(); ++i) parts.push_back(frame.terms().equal(left[i], right[i]));
  return frame.terms().and_(std::move(parts));
}

ir::Formula truth_of(const Frame& frame, const Expr& expr, const View& view, const std::vector<ir::Index>& entry) {
  if (view.element != Element::boolean)
    fail(frame, "G307", expr.span, "a number stands where a condition is needed; compare it with something");
  return frame.terms().predicate(view.predicate, fill(view, entry));
}

ir::Formula name_formula(const Frame& frame, const Expr& expr) {
  if (expr.text == "true") return frame.terms().truth();
  if (expr.text == "false") return frame.terms().falsity();
  if (frame.find(expr.text)) fail(frame, "G307", expr.span, "an index stands where a condition is needed");
  const Symbol& symbol = resolve(frame, expr.text, expr.span);
  if (symbol.kind != SymbolKind::tensor)
    fail(frame, "G307", expr.span,
         std::string("`") + expr.text + "` is " + describe(symbol) + ", and a condition is needed here");
  if (!symbol.view.axes.empty() && frame.entry && frame.parts->contains(&expr))
    return truth_of(frame, expr, symbol.view, *frame.entry);
  if (!symbol.view.axes.empty()) fail_rank(frame, expr, expr.span, symbol.view.axes.size(), 0);
  return truth_of(frame, expr, symbol.view, {});
}

ir::Formula subscript_formula(const Frame& frame, const Expr& expr) {
  View view = subscripted(frame, expr);
  if (!view.axes.empty()) fail_slice(frame, expr, view);
  return truth_of(frame, expr, view, {});
}

// P if c else Q.
ir::Formula chosen_formula(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  ir::Formula condition = formula_of(frame, *expr.args[1]);
  return terms.or_({terms.and_({condition, formula_of(frame, *expr.args[0])}),
                    terms.and_({terms.not_(condition), formula_of(frame, *expr.args[2])})});
}

}  // namespace

ir::Formula compare(const Frame& frame, ExprKind kind, const Expr& left, const Expr& right) {
  if (is_integer(frame, left) && is_integer(frame, right)) return compare_integers(frame.scalar(), kind, left, right);
  return compare_reals(frame, kind, left, right);
}

ir::Formula compare_to(const Frame& frame, ExprKind kind, ir::Real left, const Expr& right) {
  ir::Terms& terms = frame.terms();
  ir::Real difference = is_zero(right) ? left : terms.sub(left, real_of(frame, right));
  if (kind == ExprKind::greater) return terms.positive(difference);
  if (kind == ExprKind::less) return terms.negative(difference);
  if (kind == ExprKind::less_equal) return terms.not_(terms.positive(difference));
  if (kind == ExprKind::greater_equal) return terms.not_(terms.negative(difference));
  return kind == ExprKind::not_equals ? terms.nonzero(difference) : terms.not_(terms.nonzero(difference));
}

ir::Formula formula_of(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  switch (expr.kind) {
    case ExprKind::name:
      return name_formula(frame, expr);
    case ExprKind::subscript:
      return subscript_formula(frame, expr);
    case ExprKind::call:
      return call_condition(frame, expr);
    case ExprKind::not_:
      return terms.not_(formula_of(frame, *expr.args[0]));
    case ExprKind::and_:
      return terms.and_({formula_of(frame, *expr.args[0]), formula_of(frame, *expr.args[1])});
    case ExprKind::or_:
      return terms.or_({formula_of(frame, *expr.args[0]), formula_of(frame, *expr.args[1])});
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
    case ExprKind::equals:
    case ExprKind::not_equals:
      return compare(frame, expr.kind, *expr.args[0], *expr.args[1]);
    case ExprKind::is:
      return same_tuple(frame, expr);
    case ExprKind::in:
      return in_window(frame.scalar(), *expr.args[1], tuple_of(frame.scalar(), *expr.args[0]));
    case ExprKind::choose:
      return chosen_formula(frame, expr);
    case ExprKind::reduction:
      return quantify(frame.scalar(), expr);
    case ExprKind::number:
    case ExprKind::negate:
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
    case ExprKind::power:
    case ExprKind::indicator:
    case ExprKind::tuple:
    case ExprKind::ellipsis:
    case ExprKind::at:
    case ExprKind::field:
      break;
  }
  fail(frame, "G307", expr.span, "a number stands where a condition is needed; compare it with something");
}

}  // namespace germ::syntax
