#pragma once
// Small statements built by hand, for the tests of this room.

#include <string>
#include <vector>

#include "ir/function_table.hpp"
#include "ir/statement.hpp"

namespace germ::refute_test {

// A vjp statement under construction, with a vocabulary close to the language's.
struct Builder {
  ir::Statement statement;
  ir::Program& program;
  ir::Terms& t;

  Builder() : program(*make()), t(program.terms()) { statement.domain = t.truth(); }

  ir::Program* make() {
    statement.program = std::make_unique<ir::Program>();
    return statement.program.get();
  }
  ir::Index size(const std::string& name, std::int64_t least = 1) {
    ir::Var variable = program.add_size(name);
    program.add_fact(t.at_most(t.integer(least), t.variable(variable)));
    return t.variable(variable);
  }
  ir::TensorId tensor(const std::string& name, ir::TensorRole role, const std::vector<ir::Index>& extents) {
    ir::Tensor tensor;
    tensor.name = name;
    tensor.role = role;
    for (ir::Index extent : extents) tensor.axes.push_back({t.fresh(name + "_axis"), extent});
    return program.add_tensor(std::move(tensor));
  }
  // The formals of a tensor as indices.
  std::vector<ir::Index> formals(ir::TensorId id) {
    std::vector<ir::Index> result;
    for (const ir::Binder& axis : program[id].axes) result.push_back(t.variable(axis.variable));
    return result;
  }
  ir::Binder binder(const std::string& name, ir::Index extent) { return {t.fresh(name), extent}; }
  ir::Real number(std::int64_t n, std::int64_t d = 1) { return t.constant(Rational(n, d)); }

  // An output with its cotangent; the body is set by the caller.
  ir::TensorId output(const std::string& name, const std::vector<ir::Index>& extents) {
    ir::TensorId id = tensor(name, ir::TensorRole::output, extents);
    statement.outputs.push_back(id);
    statement.cotangents.push_back(tensor("d" + name, ir::TensorRole::cotangent, extents));
    return id;
  }
  ir::TensorId adjoint(ir::TensorId of, const std::vector<ir::Index>& extents) {
    ir::TensorId id = tensor("d" + program[of].name, ir::TensorRole::adjoint, extents);
    statement.adjoints.push_back({of, id, t.truth()});
    statement.backward.push_back(id);
    return id;
  }
};

// y[n] = f(x[n]) with dx[n] = dy[n] * slope(x[n]).
template <class Value, class Slope>
ir::Statement pointwise(Value value, Slope slope, bool everywhere = true) {
  Builder b;
  ir::Index n = b.size("N");
  ir::TensorId x = b.tensor("x", ir::TensorRole::input, {n});
  ir::TensorId y = b.output("y", {n});
  ir::TensorId dx = b.adjoint(x, {n});
  b.program.set_body(y, value(b, b.t.read(x, b.formals(y))));
  ir::Real cotangent = b.t.read(b.statement.cotangents[0], b.formals(dx));
  b.program.set_body(dx, b.t.mul({cotangent, slope(b, b.t.read(x, b.formals(dx)))}));
  if (!everywhere) {
    ir::Binder i = b.binder("i", n);
    ir::Real entry = b.t.read(x, {b.t.variable(i.variable)});
    b.statement.domain = b.t.all({i}, b.t.truth(), b.t.nonzero(entry));
  }
  return std::move(b.statement);
}

}  // namespace germ::refute_test
