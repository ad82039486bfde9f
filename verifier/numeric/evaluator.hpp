#pragma once
// Values at one instance: exact rationals where they exist, balls where they do not.

#include <memory>
#include <span>

#include "numeric/ball.hpp"
#include "numeric/interpreter.hpp"

namespace germ::numeric {

class Evaluator {
 public:
  // Both must outlive the evaluator; the instance must not change while it lives.
  Evaluator(const ir::Program& program, const Instance& instance, std::uint64_t steps);

  Outcome<Ball> entry(ir::TensorId tensor, std::span<const std::int64_t> indices);
  Outcome<bool> holds(ir::Formula formula, const Bindings& bindings = {});
  Outcome<Ball> real(ir::Real term, const Bindings& bindings = {});
  Outcome<std::int64_t> integer(ir::Index term, const Bindings& bindings = {});
  Outcome<std::int64_t> winner(ir::FunctionId function, std::span<const std::int64_t> arguments);
  // This point is a neighbour of `base`'s, which must outlive this: frozen winners and the tensors that keep their
  // values at the base point are looked up there.
  void set_base(Evaluator& base);
  const Shape& shape(ir::TensorId tensor) { return exact_.shape(tensor); }
  // Interpreter steps, those with many digits at their price.
  std::uint64_t spent() const;
  static constexpr std::uint64_t price_of_digits = 6;

 private:
  Interpreter<Ball>& wide();
  template <class Exact, class Wide>
  auto first_decided(const Exact& exact, const Wide& wide) -> decltype(wide());

  const ir::Program& program_;
  const Instance& instance_;
  std::uint64_t steps_;
  Evaluator* base_ = nullptr;
  Interpreter<Rational> exact_;
  std::unique_ptr<Interpreter<Ball>>
      wide_;  // made when a rational does not do; then asked alone: it keeps what is exact
};

}  // namespace germ::numeric
