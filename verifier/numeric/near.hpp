#pragma once
// Points near a base point: x + h v, and x + t v for all small t > 0. What is frozen (winners, tensors that keep their
// value at the base point) is looked up at x.

#include <span>
#include <vector>

#include "numeric/ball.hpp"
#include "numeric/instance.hpp"
#include "numeric/interpreter.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

class Evaluator;

// A direction in the space of some tensors without a body.
struct Direction {
  struct Part {
    ir::TensorId tensor;
    std::vector<Rational> entries;  // as many as the tensor has
  };
  std::vector<Part> parts;
  Direction operator-() const;
  friend Direction operator+(const Direction& a, const Direction& b);  // of the same tensors
};

struct Entry {
  ir::TensorId tensor;
  std::vector<std::int64_t> indices;
};

// x + h v, as a point of its own; its base point is another (Evaluator::set_base).
Instance moved(const Instance& base, const Direction& direction, const Rational& step);

// Moves an interpreter to x + h v; an interpreter of series to x + t v, whatever the step.
template <class Number>
void move(Interpreter<Number>& interpreter, const Instance& base, const Direction& direction, const Rational& step);

// Winners and values at the base point are looked up at `base`, which must outlive the interpreter.
template <class Number>
void look_up_base(Interpreter<Number>& interpreter, Evaluator& base);

// What is true at x + t v for all small t > 0, from germs; Undecided where these leave it open.
class Germs {
 public:
  // All must outlive this.
  Germs(const ir::Program& program, const Instance& base, const Direction& direction, Evaluator& at_base,
        std::uint64_t steps);
  Outcome<bool> holds(ir::Formula formula);
  Outcome<bool> differ(const Entry& a, const Entry& b);
  std::uint64_t spent() const { return granted_ - interpreter_.steps_left(); }

 private:
  Interpreter<Series> interpreter_;
  std::uint64_t granted_;
};

}  // namespace germ::numeric
