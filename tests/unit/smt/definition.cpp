// The definition itself, beside the calculus and without it: a map is locally what a rule says where there is a
// distance within which all points agree. Written for Z3 with its own quantifiers; nothing of Germ's is asked.

#include <doctest/doctest.h>
#include <z3++.h>

#include <string>
#include <vector>

namespace {

// Is there a point where `condition` holds and the definition fails? `value` at v, `piece` at v near x.
z3::check_result fails(const std::string& condition, const std::string& value, const std::string& piece) {
  z3::context context;
  z3::solver solver(context);
  const std::string text = "(declare-const x Real) (define-fun f ((v Real)) Real " + value + ")" +
                           "(define-fun g ((v Real)) Real " + piece + ")" + "(assert " + condition + ")" +
                           "(assert (not (exists ((d Real)) (and (> d 0) (forall ((v Real))"
                           " (=> (and (< (- v x) d) (< (- x v) d)) (= (f v) (g v))))))))";
  solver.from_string(text.c_str());
  return solver.check();
}

struct Rule {
  const char* value;   // at v
  const char* piece;   // at v, chosen by where x is
  const char* where;   // the condition under which they agree near x
  const char* beside;  // a wider one, under which they do not
};

const std::vector<Rule> rules = {
    {"(ite (> v 0) v 0.0)", "(ite (> x 0) v 0.0)", "(not (= x 0))", "true"},
    {"(ite (> v 0) (ite (> v 6) 6.0 v) 0.0)", "(ite (> x 0) (ite (> x 6) 6.0 v) 0.0)",
     "(and (not (= x 0)) (not (= x 6)))", "(not (= x 0))"},
    {"(ite (> v 0) v (/ v 100))", "(ite (> x 0) v (/ v 100))", "(not (= x 0))", "(>= x 0)"},
    {"(ite (> v 0) v (- v))", "(ite (> x 0) v (- v))", "(not (= x 0))", "(<= x 0)"},
    {"(ite (> v (- 3)) (ite (> v 3) 1.0 (+ (/ v 6) 0.5)) 0.0)",
     "(ite (> x (- 3)) (ite (> x 3) 1.0 (+ (/ v 6) 0.5)) 0.0)", "(and (not (= x 3)) (not (= x (- 3))))",
     "(not (= x 3))"},
};

std::string repeated(int count, const std::string& with) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    std::string one = with;
    for (std::size_t at = one.find('#'); at != std::string::npos; at = one.find('#'))
      one.replace(at, 1, std::to_string(i));
    out += one + " ";
  }
  return out;
}

// Nine cells as reals: is there a point with `condition` where no distance makes pool(relu(v)) the entry `piece` of
// relu?
z3::check_result window_fails(const std::string& condition, const std::string& piece) {
  z3::context context;
  z3::solver solver(context);
  std::string greatest_x = "r0", greatest_v = "s0";
  for (int i = 1; i < 9; ++i) {
    greatest_x = "(let ((m " + greatest_x + ")) (ite (> r" + std::to_string(i) + " m) r" + std::to_string(i) + " m))";
    greatest_v = "(let ((m " + greatest_v + ")) (ite (> s" + std::to_string(i) + " m) s" + std::to_string(i) + " m))";
  }
  const std::string relu_v = repeated(9, "(s# (ite (> v# 0) v# 0.0))");
  const std::string text = repeated(9, "(declare-const x# Real)") +
                           repeated(9, "(define-fun r# () Real (ite (> x# 0) x# 0.0))") + "(define-fun top () Real " +
                           greatest_x + ")" + "(assert " + condition + ")" +
                           "(assert (not (exists ((d Real)) (and (> d 0) (forall (" + repeated(9, "(v# Real)") +
                           ") (=> (and " + repeated(9, "(< (- v# x#) d) (< (- x# v#) d)") + ") (let (" + relu_v +
                           ") (= " + greatest_v + " " + piece + "))))))))";
  solver.from_string(text.c_str());
  return solver.check();
}

}  // namespace

TEST_CASE("the definition holds where each piecewise linear rule says so, and not on more") {
  for (const Rule& rule : rules) {
    CAPTURE(rule.value);
    CHECK(fails(rule.where, rule.value, rule.piece) == z3::unsat);
    CHECK(fails(rule.beside, rule.value, rule.piece) == z3::sat);
  }
}

TEST_CASE("a 3x3 window of nine reals is its greatest cell near a point without a tie") {
  // Cell 4 is the only greatest one, above 0, and no cell is 0.
  const std::string single = "(and (> x4 0) " + repeated(9, "(not (= x# 0)) (or (= # 4) (> x4 x#))") + ")";
  CHECK(window_fails(single, "s4") == z3::unsat);
}

TEST_CASE("a dead 3x3 window of nine reals is 0 near a point where all are below 0") {
  CHECK(window_fails("(and " + repeated(9, "(< x# 0)") + ")", "0.0") == z3::unsat);
}

TEST_CASE("a dead 3x3 window of nine reals may come alive where a cell is 0") {
  CHECK(window_fails("(and " + repeated(9, "(<= x# 0)") + ")", "0.0") == z3::sat);
}
