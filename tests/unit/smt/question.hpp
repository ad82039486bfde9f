#pragma once
// A program with one solver, and short words for building questions to it.

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "ir/function_table.hpp"
#include "ir/program.hpp"
#include "smt/solver.hpp"

namespace germ::smt {

struct Question {
  explicit Question(Budget budget = {}) : solver(make_z3(program, budget)) {}

  ir::Program program;
  ir::Terms& t = program.terms();
  std::unique_ptr<Solver> solver;

  ir::Index index(const char* name) { return t.variable(t.fresh(name)); }
  ir::Index size(const char* name) {
    ir::Index variable = t.variable(program.add_size(name));
    program.add_fact(t.at_most(t.integer(1), variable));
    return variable;
  }
  ir::Real real(const char* name) { return t.scalar(program.add_scalar({.name = name, .constant = {}, .span = {}})); }
  ir::Real number(std::int64_t numerator, std::int64_t denominator = 1) {
    return t.constant(Rational(numerator, denominator));
  }
  ir::Real apply(const char* function, ir::Real argument) { return t.apply(*ir::find_function(function), argument); }
  ir::Real inverse(ir::Real a) { return t.power(a, Rational(-1)); }
  ir::FunctionId map(std::vector<ir::Index> extents, ir::Index low, ir::Index high,
                     ir::FunctionRole role = ir::FunctionRole::given) {
    ir::Function function;
    function.name = "sigma";
    function.role = role;
    function.extents = std::move(extents);
    function.low = low;
    function.high = high;
    return program.add_function(std::move(function));
  }
  ir::TensorId tensor(const char* name, std::vector<ir::Index> extents) {
    ir::Tensor declared;
    declared.name = name;
    for (ir::Index extent : extents) declared.axes.push_back({t.fresh("k"), extent});
    return program.add_tensor(std::move(declared));
  }
  ir::Formula differ(ir::Real a, ir::Real b) { return t.not_(t.equal(a, b)); }

  Answer ask(std::initializer_list<ir::Formula> assertions) {
    return solver->check(std::vector<ir::Formula>(assertions));
  }
  bool unsat(std::initializer_list<ir::Formula> assertions) { return std::holds_alternative<Unsat>(ask(assertions)); }
  bool sat(std::initializer_list<ir::Formula> assertions) { return std::holds_alternative<Sat>(ask(assertions)); }
  // The reason of an `unknown`; empty for another answer.
  std::string unknown(std::initializer_list<ir::Formula> assertions) {
    Answer answer = ask(assertions);
    auto* reason = std::get_if<Unknown>(&answer);
    return reason ? reason->reason : "";
  }
};

}  // namespace germ::smt
