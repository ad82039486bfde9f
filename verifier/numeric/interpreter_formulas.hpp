#pragma once
// Formulas. Three-valued: a part without a value does not matter where another part decides. Part of interpreter.cpp,
// included by it only.

#include <algorithm>
#include <type_traits>

#include "base/check.hpp"
#include "numeric/ball.hpp"
#include "numeric/interpreter_loops.hpp"
#include "numeric/scalar.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

namespace {

bool integer_atom(const ir::FormulaNode& node) {
  switch (node.kind) {
    case ir::FormulaKind::truth:
    case ir::FormulaKind::falsity:
    case ir::FormulaKind::at_most_zero:
    case ir::FormulaKind::zero:
    case ir::FormulaKind::predicate:
      return true;
    case ir::FormulaKind::negation:
      return integer_atom(*node.children[0]);
    case ir::FormulaKind::positive:
    case ir::FormulaKind::conjunction:
    case ir::FormulaKind::disjunction:
    case ir::FormulaKind::all:
    case ir::FormulaKind::any:
      return false;
  }
  return false;
}

// After a part that could not be told: another may decide the whole. Where rationals do not do, numbers with many
// digits are asked anyway (Evaluator), and an exception a part is dear.
template <class Number>
bool worth_going_on(const Undecided& doubt) {
  return doubt.why != Undecided::Why::too_costly && !std::is_same_v<Number, Rational>;
}

}  // namespace

template <class Number>
bool Interpreter<Number>::truth(ir::Formula formula) {
  spend();
  const ir::FormulaNode& node = *formula;
  switch (node.kind) {
    case ir::FormulaKind::truth:
      return true;
    case ir::FormulaKind::falsity:
      return false;
    case ir::FormulaKind::at_most_zero:
      return index(node.index) <= 0;
    case ir::FormulaKind::zero:
      return index(node.index) == 0;
    case ir::FormulaKind::predicate:
      return given(node.predicate, values(node.indices));
    case ir::FormulaKind::positive:
      return sign_of(value(node.real)) > 0;
    case ir::FormulaKind::negation:
      return !truth(node.children[0]);
    case ir::FormulaKind::conjunction:
      return junction(node, false);
    case ir::FormulaKind::disjunction:
      return junction(node, true);
    case ir::FormulaKind::all:
      return quantified(node, false);
    case ir::FormulaKind::any:
      return quantified(node, true);
  }
  check(false, "a formula of a known kind");
  return false;
}

// `decisive` is the value of a part that settles the whole: false for `and`, true for `or`.
template <class Number>
bool Interpreter<Number>::junction(const ir::FormulaNode& node, bool decisive) {
  std::optional<Undefined> undefined;
  std::optional<Undecided> undecided;
  auto settles = [&](ir::Formula part) {
    try {
      return truth(part) == decisive;
    } catch (const Undefined& fault) {
      if (!undefined) undefined = fault;
    } catch (const Undecided& doubt) {
      if (!worth_going_on<Number>(doubt)) throw;
      if (!undecided) undecided = doubt;
    }
    return false;
  };
  bool all_integer = true;
  for (ir::Formula part : node.children) {
    if (!integer_atom(*part)) {
      all_integer = false;
    } else if (settles(part)) {
      return decisive;
    }
  }
  if (!all_integer)
    for (ir::Formula part : node.children)
      if (!integer_atom(*part) && settles(part)) return decisive;
  if (undecided) throw *undecided;
  if (undefined) throw *undefined;
  return !decisive;
}

template <class Number>
bool Interpreter<Number>::quantified(const ir::FormulaNode& node, bool decisive) {
  std::optional<Undefined> undefined;
  std::optional<Undecided> undecided;
  bool settled = !each(node.binders, [&] {
    try {
      // children: the filter, the body
      if (!truth(node.children[0])) return true;
      return truth(node.children[1]) != decisive;
    } catch (const Undefined& fault) {
      if (!undefined) undefined = fault;
    } catch (const Undecided& doubt) {
      if (!worth_going_on<Number>(doubt)) throw;
      if (!undecided) undecided = doubt;
    }
    return true;
  });
  if (settled) return decisive;
  if (undecided) throw *undecided;
  if (undefined) throw *undefined;
  return !decisive;
}

template <class Number>
Outcome<bool> Interpreter<Number>::holds(ir::Formula formula, const Bindings& bindings) {
  for (const auto& [variable, value_of] : bindings) bind(variable, value_of);
  return outcome_of([&] { return truth(formula); });
}

}  // namespace germ::numeric
