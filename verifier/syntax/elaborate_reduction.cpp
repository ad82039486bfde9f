// Reductions: sum, mean, max, min, argmax, argmin over a box with a guard; all and any.

#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

namespace {

ir::Program::Closure close(const Frame& frame, const Expr& expr) {
  Frame inner = frame.scalar();
  Box box = bind(inner, expr.binders);
  if (box.binders.empty()) fail(frame, "G206", expr.span, "`" + expr.text + "` runs over no index");
  ir::Real body = real_of(inner, *expr.args[0]);
  if (expr.text == "min" || expr.text == "argmin") body = frame.terms().negate(body);
  return frame.program().reduce(box.binders, box.guard, body, frame.variables, expr.span);
}

// sum / count; the count is the product of the extents where nothing is filtered and no extent depends on an index.
ir::Real mean_of(const Frame& frame, const Box& box, ir::Real body) {
  ir::Terms& terms = frame.terms();
  std::vector<ir::Real> factors{terms.sum(box.binders, box.guard, body)};
  bool plain = box.guard == terms.truth();
  for (const ir::Binder& binder : box.binders)
    for (const ir::Binder& other : box.binders) plain = plain && !ir::occurs(other.variable, binder.extent->free);
  if (!plain) {
    factors.push_back(terms.power(terms.sum(box.binders, box.guard, terms.constant(1)), Rational(-1)));
  } else {
    for (const ir::Binder& binder : box.binders)
      factors.push_back(terms.power(terms.from_index(binder.extent), Rational(-1)));
  }
  return terms.mul(std::move(factors));
}

}  // namespace

ir::Real reduce(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  if (expr.text == "sum" || expr.text == "mean") {
    Frame inner = frame.scalar();
    Box box = bind(inner, expr.binders);
    ir::Real body = real_of(inner, *expr.args[0]);
    if (box.binders.empty())
      return box.guard == terms.truth() ? body : terms.choose(box.guard, body, terms.constant(0));
    return expr.text == "sum" ? terms.sum(box.binders, box.guard, body) : mean_of(frame, box, body);
  }
  if (expr.text == "max" || expr.text == "min") {
    ir::Program::Closure closure = close(frame, expr);
    ir::Real maximum = terms.maximum(closure.reduction, closure.arguments);
    return expr.text == "max" ? maximum : terms.negate(maximum);
  }
  if (expr.text == "argmax" || expr.text == "argmin") return terms.from_index(index_of(frame.scalar(), expr));
  if (expr.text == "all" || expr.text == "any")
    fail(frame, "G307", expr.span, "a condition stands where a number is needed; `[..]` around it makes it 1 or 0");
  fail(frame, "G951", expr.span, "`" + expr.text + "` is not handled yet");
}

std::vector<ir::Index> winner_of(const Frame& frame, const Expr& expr) {
  ir::Program::Closure closure = close(frame, expr);
  return frame.mode == Mode::live ? frame.program().live_winner(closure.reduction, closure.arguments)
                                  : frame.program().winner(closure.reduction, closure.arguments);
}

ir::Formula quantify(const Frame& frame, const Expr& expr) {
  ir::Terms& terms = frame.terms();
  if (expr.text != "all" && expr.text != "any")
    fail(frame, "G307", expr.span, "a number stands where a condition is needed; compare it with something");
  Frame inner = frame.scalar();
  Box box = bind(inner, expr.binders);
  ir::Formula body = formula_of(inner, *expr.args[0]);
  if (expr.text == "all")
    return box.binders.empty() ? terms.implies(box.guard, body) : terms.all(box.binders, box.guard, body);
  return box.binders.empty() ? terms.and_({box.guard, body}) : terms.any(box.binders, box.guard, body);
}

}  // namespace germ::syntax
