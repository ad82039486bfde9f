#include "refute/unique.hpp"

#include "numeric/evaluator.hpp"
#include "refute/derivative.hpp"

namespace germ::refute {

using numeric::Ball;

Examination compare_backwards(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget) {
  Examination result;
  const std::vector<Coordinate> all = coordinates(statement, instance, budget);
  numeric::Evaluator evaluator(*statement.program, instance, budget.grant());
  result.decided = true;
  for (const Coordinate& coordinate : all) {
    Ball values[2];
    const ir::TensorId tensors[2] = {statement.adjoints[coordinate.adjoint].declared,
                                     statement.others[coordinate.adjoint].declared};
    bool known = true;
    for (std::size_t i = 0; i < 2 && !result.failure; ++i) {
      auto value = evaluator.entry(tensors[i], coordinate.indices);
      if (const auto* fault = std::get_if<1>(&value))
        result.failure = undefined_at(*fault, {tensors[i], coordinate.indices});
      known = known && value.index() == 0;
      if (value.index() == 0) values[i] = std::get<0>(value);
    }
    if (result.failure) break;
    result.decided = result.decided && known;
    if (!known) continue;
    if (clearly_differ(values[0], Ball())) result.nonzero.insert(coordinate.adjoint);
    if (!clearly_differ(values[0], values[1])) continue;
    Failure failure;
    failure.kind = Kind::unequal_entry;
    failure.adjoint = coordinate.adjoint;
    failure.at = {tensors[0], coordinate.indices};
    failure.declared = values[0];
    failure.truth = values[1];
    result.failure = std::move(failure);
    break;
  }
  result.nonzero_backward = !result.nonzero.empty();
  budget.spend(evaluator.spent());
  return result;
}

Examination examine_unique(const ir::Statement& statement, numeric::Instance& instance, Random& random,
                           Budget& budget) {
  for (ir::TensorId cotangent : statement.cotangents)
    for (Rational& entry : instance.tensors[cotangent.value].entries) {
      const std::int64_t size = 1 + below(random, 7);
      entry = Rational(below(random, 2) == 0 ? size : -size);
    }
  return compare_backwards(statement, instance, budget);
}

}  // namespace germ::refute
