#include "numeric/evaluator.hpp"

#include "numeric/near.hpp"

namespace germ::numeric {

Evaluator::Evaluator(const ir::Program& program, const Instance& instance, std::uint64_t steps)
    : program_(program), instance_(instance), steps_(steps), exact_(program, instance, steps) {}

Interpreter<Ball>& Evaluator::wide() {
  if (!wide_) {
    wide_ = std::make_unique<Interpreter<Ball>>(program_, instance_, steps_);
    if (base_) look_up_base(*wide_, *base_);
  }
  return *wide_;
}

void Evaluator::set_base(Evaluator& base) {
  base_ = &base;
  look_up_base(exact_, base);
  if (wide_) look_up_base(*wide_, base);
}

std::uint64_t Evaluator::spent() const {
  return (steps_ - exact_.steps_left()) + (wide_ ? price_of_digits * (steps_ - wide_->steps_left()) : 0);
}

// The exact answer, unless exact numbers cannot tell.
template <class Exact, class Wide>
auto Evaluator::first_decided(const Exact& exact, const Wide& wide) -> decltype(wide()) {
  using Result = decltype(wide());
  if (wide_) return wide();
  auto outcome = exact();
  if (outcome.index() == 0) return Result(std::in_place_index<0>, std::get<0>(outcome));
  if (outcome.index() == 1) return Result(std::in_place_index<1>, std::get<1>(outcome));
  if (std::get<2>(outcome).why == Undecided::Why::too_costly)
    return Result(std::in_place_index<2>, std::get<2>(outcome));
  return wide();
}

Outcome<Ball> Evaluator::entry(ir::TensorId tensor, std::span<const std::int64_t> indices) {
  return first_decided([&] { return exact_.entry(tensor, indices); }, [&] { return wide().entry(tensor, indices); });
}
Outcome<bool> Evaluator::holds(ir::Formula formula, const Bindings& bindings) {
  return first_decided([&] { return exact_.holds(formula, bindings); },
                       [&] { return wide().holds(formula, bindings); });
}
Outcome<Ball> Evaluator::real(ir::Real term, const Bindings& bindings) {
  return first_decided([&] { return exact_.real(term, bindings); }, [&] { return wide().real(term, bindings); });
}
Outcome<std::int64_t> Evaluator::integer(ir::Index term, const Bindings& bindings) {
  return first_decided([&] { return exact_.integer(term, bindings); }, [&] { return wide().integer(term, bindings); });
}
Outcome<std::int64_t> Evaluator::winner(ir::FunctionId function, std::span<const std::int64_t> arguments) {
  return first_decided([&] { return exact_.winner(function, arguments); },
                       [&] { return wide().winner(function, arguments); });
}

}  // namespace germ::numeric
