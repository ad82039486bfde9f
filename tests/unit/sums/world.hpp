#pragma once
// A small program written in C++, for tests of the normal form: sizes, tensors, definitions, and the question whether
// two tensors are equal.

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "replay/replay.hpp"
#include "smt/solver.hpp"
#include "sums/equality.hpp"

namespace germ::sums::test {

struct World;

struct I {  // an integer
  World* world;
  ir::Index index;
};
struct R {  // a real
  World* world;
  ir::Real real;
};
struct F {  // a condition
  World* world;
  ir::Formula formula;
};
using Indices = std::vector<I>;

struct Tensor {
  World* world;
  ir::TensorId id;
  template <class... T>
  R operator()(T... indices) const;
};

struct World {
  ir::Program program;
  ir::Terms& t = program.terms();
  Outcome last;

  I integer(std::int64_t value) { return {this, t.integer(value)}; }
  R real(const Rational& value) { return {this, t.constant(value)}; }
  R number(I index) { return {this, t.from_index(index.index)}; }
  F truth() { return {this, t.truth()}; }

  I size(const char* name, std::int64_t least = 1) {
    I result{this, t.variable(program.add_size(name))};
    program.add_fact(t.at_most(t.integer(least), result.index));
    return result;
  }
  I defined_size(const char* name, I value, std::int64_t least = 1) {
    ir::Var variable = program.add_size(name);
    program.define_size(variable, value.index);
    program.add_fact(t.at_most(t.integer(least), t.variable(variable)));
    return {this, t.variable(variable)};
  }
  void fact(F formula) { program.add_fact(formula.formula); }
  R scalar(const char* name) { return {this, t.scalar(program.add_scalar({name, std::nullopt, {}}))}; }
  R positive_scalar(const char* name) {
    R result = scalar(name);
    program.add_fact(t.positive(result.real));
    return result;
  }
  Tensor input(const char* name, const Indices& extents) {
    ir::Tensor tensor;
    tensor.name = name;
    for (I extent : extents) tensor.axes.push_back({t.fresh("i"), extent.index});
    return {this, program.add_tensor(tensor)};
  }
  Tensor let(const char* name, const Indices& extents, const std::function<R(const Indices&)>& body) {
    Tensor tensor = input(name, extents);
    Indices formals;
    for (const auto& axis : program[tensor.id].axes) formals.push_back({this, t.variable(axis.variable)});
    program.set_body(tensor.id, body(formals).real);
    return tensor;
  }
  R sum(const Indices& extents, const std::function<R(const Indices&)>& body,
        const std::function<F(const Indices&)>& filter = {}) {
    std::vector<ir::Binder> binders;
    Indices variables;
    for (I extent : extents) {
      binders.push_back({t.fresh("k"), extent.index});
      variables.push_back({this, t.variable(binders.back().variable)});
    }
    return {this, t.sum(binders, filter ? filter(variables).formula : t.truth(), body(variables).real)};
  }
  std::function<I(const Indices&)> map(const char* name, const Indices& extents, I high) {
    ir::Function function;
    function.name = name;
    for (I extent : extents) function.extents.push_back(extent.index);
    function.low = t.integer(0);
    function.high = high.index;
    ir::FunctionId id = program.add_function(function);
    return [this, id](const Indices& arguments) {
      std::vector<ir::Index> indices;
      for (I argument : arguments) indices.push_back(argument.index);
      return I{this, t.apply(id, indices)};
    };
  }
  R choose(F condition, R then, R otherwise) { return {this, t.choose(condition.formula, then.real, otherwise.real)}; }
  R choose(F condition, R then) { return choose(condition, then, real(0)); }
  R power(R base, const Rational& exponent) { return {this, t.power(base.real, exponent)}; }
  R apply(const char* function, R argument);
  F positive(R value) { return {this, t.positive(value.real)}; }

  Outcome compare(Tensor left, Tensor right, const HypothesisSource& hypotheses = {}) {
    auto solver = smt::make_z3(program, {});
    Options options;
    options.certificate = true;
    last = sums::compare(program, *solver, left.id, right.id, t.truth(), hypotheses, options);
    // What is found equal is accepted by the second checker, and nothing else.
    replay::Verdict verdict = replayed(left, right, *last.certificate, hypotheses);
    CAPTURE(verdict.step);
    CHECK(verdict.accepted == (last.kind == Outcome::Kind::equal));
    return last;
  }
  replay::Verdict replayed(Tensor left, Tensor right, const certificate::Certificate& written,
                           const HypothesisSource& hypotheses = {}) {
    auto solver = smt::make_z3(program, {});
    return replay::check(program, *solver, left.id, right.id, t.truth(), written, hypotheses);
  }
  bool equal(Tensor left, Tensor right) { return compare(left, right).kind == Outcome::Kind::equal; }
  // Are the two bodies equal, as tensors with these extents?
  bool equal(const Indices& extents, const std::function<R(const Indices&)>& left,
             const std::function<R(const Indices&)>& right) {
    return equal(let("left", extents, left), let("right", extents, right));
  }
  bool equal(R left, R right) {
    return equal(
        {}, [&](const Indices&) { return left; }, [&](const Indices&) { return right; });
  }
};

inline I operator+(I a, I b) { return {a.world, a.world->t.add(a.index, b.index)}; }
inline I operator-(I a, I b) { return {a.world, a.world->t.sub(a.index, b.index)}; }
inline I operator*(I a, I b) { return {a.world, a.world->t.multiply(a.index, b.index)}; }
inline I operator+(I a, int b) { return a + a.world->integer(b); }
inline I operator-(I a, int b) { return a - a.world->integer(b); }
inline I operator*(int a, I b) { return b.world->integer(a) * b; }
inline I operator/(I a, int b) { return {a.world, a.world->t.quotient(a.index, b)}; }
inline I operator%(I a, int b) { return {a.world, a.world->t.remainder(a.index, b)}; }
inline F operator<(I a, I b) { return {a.world, a.world->t.less(a.index, b.index)}; }
inline F operator<=(I a, I b) { return {a.world, a.world->t.at_most(a.index, b.index)}; }
inline F operator<=(int a, I b) { return b.world->integer(a) <= b; }
inline F operator==(I a, I b) { return {a.world, a.world->t.equal(a.index, b.index)}; }
inline F operator==(I a, int b) { return a == a.world->integer(b); }
inline F operator&&(F a, F b) { return {a.world, a.world->t.and_({a.formula, b.formula})}; }
inline F operator||(F a, F b) { return {a.world, a.world->t.or_({a.formula, b.formula})}; }
inline F operator!(F a) { return {a.world, a.world->t.not_(a.formula)}; }
inline F between(I a, I low, I high) { return low <= a && a < high; }
inline F between(I a, int low, I high) { return between(a, a.world->integer(low), high); }
inline R operator+(R a, R b) { return {a.world, a.world->t.add({a.real, b.real})}; }
inline R operator-(R a, R b) { return {a.world, a.world->t.sub(a.real, b.real)}; }
inline R operator-(R a) { return {a.world, a.world->t.negate(a.real)}; }
inline R operator*(R a, R b) { return {a.world, a.world->t.mul({a.real, b.real})}; }
inline R operator*(int a, R b) { return b.world->real(a) * b; }
inline R operator/(R a, R b) { return {a.world, a.world->t.divide(a.real, b.real)}; }
inline R operator/(int a, R b) { return b.world->real(a) / b; }
inline R operator^(R a, const Rational& q) { return a.world->power(a, q); }

inline ir::Index index_of(World&, I index) { return index.index; }
inline ir::Index index_of(World& world, int index) { return world.t.integer(index); }

template <class... T>
R Tensor::operator()(T... indices) const {
  return {world, world->t.read(id, {index_of(*world, indices)...})};
}

}  // namespace germ::sums::test
