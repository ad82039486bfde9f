#include "numeric/fixed_frame.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/check.hpp"

using namespace germ;
using namespace germ::ir;
using numeric::fixed::Frame;
using numeric::fixed::Loop;

namespace {

// Evaluates an index or a formula without quantifiers, from the nodes.
using Values = std::map<std::uint32_t, std::int64_t>;

std::int64_t value(Index index, const Values& values) {
  std::int64_t out = index->constant;
  for (const auto& term : index->terms) {
    if (term.atom->kind == AtomKind::variable) {
      out += term.coefficient * values.at(term.atom->variable.value);
    } else {
      std::int64_t dividend = value(term.atom->left, values);
      std::int64_t divisor = term.atom->divisor;
      out += term.coefficient * (dividend / divisor - (dividend % divisor < 0 ? 1 : 0));
    }
  }
  return out;
}

bool holds(Formula formula, const Values& values) {
  switch (formula->kind) {
    case FormulaKind::truth:
      return true;
    case FormulaKind::falsity:
      return false;
    case FormulaKind::at_most_zero:
      return value(formula->index, values) <= 0;
    case FormulaKind::zero:
      return value(formula->index, values) == 0;
    case FormulaKind::negation:
      return !holds(formula->children[0], values);
    case FormulaKind::conjunction:
      for (Formula child : formula->children)
        if (!holds(child, values)) return false;
      return true;
    case FormulaKind::disjunction:
      for (Formula child : formula->children)
        if (holds(child, values)) return true;
      return false;
    default:
      FAIL("unexpected");
      return false;
  }
}

struct Window {
  Program program;
  Var row, column, first, second;
  Substitution none;
  std::int64_t rows = 7;
  std::int64_t columns = 9;

  Window() {
    Terms& terms = program.terms();
    row = terms.fresh("i");
    column = terms.fresh("j");
    first = terms.fresh("p");
    second = terms.fresh("q");
  }
  Index v(Var variable) { return program.terms().variable(variable); }
};

std::vector<std::pair<std::int64_t, std::int64_t>> brute(Window& window, Formula guard, std::int64_t i,
                                                         std::int64_t j) {
  std::vector<std::pair<std::int64_t, std::int64_t>> out;
  for (std::int64_t p = 0; p < window.rows; ++p)
    for (std::int64_t q = 0; q < window.columns; ++q)
      if (holds(guard,
                {{window.row.value, i}, {window.column.value, j}, {window.first.value, p}, {window.second.value, q}}))
        out.emplace_back(p, q);
  return out;
}

// The cells that the narrowed loops reach, in their order, and how many points the loops have.
std::vector<std::pair<std::int64_t, std::int64_t>> narrowed(Window& window, Formula guard, std::int64_t i,
                                                            std::int64_t j, std::int64_t& points) {
  Frame frame(window.program, window.none);
  frame.declare(window.row, {0, 3});
  frame.declare_lane(window.column, {0, 3});
  Terms& terms = window.program.terms();
  auto result =
      frame.narrow({{window.first, terms.integer(window.rows)}, {window.second, terms.integer(window.columns)}}, guard);
  std::vector<std::pair<std::int64_t, std::int64_t>> out;
  REQUIRE(result.loops.size() == 2);
  points = result.loops[0].extent * result.loops[1].extent;
  // The steps are the only variables of the cell besides the outer ones.
  std::vector<Var> steps;
  for (Index coordinate : result.cell)
    for (Var variable : coordinate->free)
      if (variable != window.row && variable != window.column && (steps.empty() || steps.back() != variable))
        steps.push_back(variable);
  Values values{{window.row.value, i}, {window.column.value, j}};
  for (std::int64_t a = 0; a < result.loops[0].extent; ++a)
    for (std::int64_t b = 0; b < result.loops[1].extent; ++b) {
      REQUIRE(steps.size() >= 2);
      values[steps[0].value] = a;
      values[steps.back().value] = b;
      if (holds(result.guard, values)) out.emplace_back(value(result.cell[0], values), value(result.cell[1], values));
    }
  return out;
}

void compare(Window& window, Formula guard, std::int64_t most_points) {
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t j = 0; j < 4; ++j) {
      std::int64_t points = 0;
      CHECK(narrowed(window, guard, i, j, points) == brute(window, guard, i, j));
      CHECK(points <= most_points);
    }
}

}  // namespace

TEST_CASE("a window around a moving centre needs as many points as it has cells") {
  Window window;
  Terms& t = window.program.terms();
  auto near = [&](Var p, Var i) {
    Index distance = t.sub(window.v(p), t.scale(window.v(i), 2));
    return t.and_({t.at_most(distance, t.integer(1)), t.at_most(t.integer(-1), distance)});
  };
  compare(window, t.and_({near(window.first, window.row), near(window.second, window.column)}), 9);
}

TEST_CASE("a window given by a division is narrowed to its block") {
  Window window;
  Terms& t = window.program.terms();
  Formula block = t.and_({t.at_most(t.scale(window.v(window.row), 2), window.v(window.first)),
                          t.at_most(window.v(window.first), t.add(t.scale(window.v(window.row), 2), 1)),
                          t.equal(window.v(window.second), window.v(window.column))});
  compare(window, block, 2);
}

TEST_CASE("cells with a coefficient are found by rounding inwards") {
  Window window;
  Terms& t = window.program.terms();
  // 2p within 1 of i, 3q within 4 of i + j
  Index first = t.sub(t.scale(window.v(window.first), 2), window.v(window.row));
  Index second = t.sub(t.scale(window.v(window.second), 3), t.add(window.v(window.row), window.v(window.column)));
  Formula guard = t.and_({t.at_most(first, t.integer(1)), t.at_most(t.integer(-1), first),
                          t.at_most(second, t.integer(4)), t.at_most(t.integer(-4), second)});
  compare(window, guard, 6);
}

TEST_CASE("a later variable is narrowed by an earlier one") {
  Window window;
  Terms& t = window.program.terms();
  Formula diagonal = t.equal(t.add(window.v(window.first), window.v(window.second)),
                             t.add(window.v(window.row), window.v(window.column)));
  compare(window, diagonal, 7);
}

TEST_CASE("a guard that narrows nothing leaves the whole range") {
  Window window;
  Terms& t = window.program.terms();
  Formula either =
      t.or_({t.equal(window.v(window.first), window.v(window.row)), t.equal(window.v(window.second), t.integer(0))});
  compare(window, either, 63);
}

TEST_CASE("an impossible window has no cell") {
  Window window;
  Terms& t = window.program.terms();
  Formula never =
      t.and_({t.at_most(window.v(window.first), t.integer(2)), t.at_most(t.integer(5), window.v(window.first))});
  compare(window, never, 0);
}

TEST_CASE("the range of an index is the range of its values") {
  Window window;
  Terms& t = window.program.terms();
  Frame frame(window.program, window.none);
  frame.declare(window.row, {0, 3});
  frame.declare(window.column, {-2, 5});
  auto range = frame.range(t.add(t.sub(t.scale(window.v(window.row), 3), t.quotient(window.v(window.column), 2)), 1));
  CHECK(range.low == -1);
  CHECK(range.high == 11);
  auto product = frame.range(t.multiply(window.v(window.row), window.v(window.column)));
  CHECK(product.low == -6);
  CHECK(product.high == 15);
}

TEST_CASE("an index beyond 62 bits is a limit, not an overflow") {
  Window window;
  Terms& t = window.program.terms();
  Frame frame(window.program, window.none);
  frame.declare(window.row, {0, std::int64_t{1} << 40});
  CHECK_THROWS_AS(frame.range(t.scale(window.v(window.row), std::int64_t{1} << 30)), LimitReached);
}
