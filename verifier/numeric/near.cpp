#include "numeric/near.hpp"

#include <type_traits>

#include "base/check.hpp"
#include "numeric/evaluator.hpp"

namespace germ::numeric {

Direction Direction::operator-() const {
  Direction result = *this;
  for (Part& part : result.parts)
    for (Rational& entry : part.entries) entry = -entry;
  return result;
}

Direction operator+(const Direction& a, const Direction& b) {
  check(a.parts.size() == b.parts.size(), "directions in the same tensors");
  Direction sum = a;
  for (std::size_t i = 0; i < sum.parts.size(); ++i) {
    check(a.parts[i].tensor == b.parts[i].tensor, "directions in the same tensors");
    for (std::size_t k = 0; k < sum.parts[i].entries.size(); ++k) sum.parts[i].entries[k] += b.parts[i].entries[k];
  }
  return sum;
}

Instance moved(const Instance& base, const Direction& direction, const Rational& step) {
  Instance point = base;
  for (const Direction::Part& part : direction.parts) {
    std::vector<Rational>& entries = point.tensors[part.tensor.value].entries;
    check(part.entries.size() == entries.size(), "a direction has the shape of its tensor");
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] += step * part.entries[i];
  }
  return point;
}

template <class Number>
void move(Interpreter<Number>& interpreter, const Instance& base, const Direction& direction, const Rational& step) {
  for (const Direction::Part& part : direction.parts) {
    const Tensor& start = base.tensors[part.tensor.value];
    check(part.entries.size() == start.entries.size(), "a direction has the shape of its tensor");
    std::vector<Number> entries;
    entries.reserve(start.entries.size());
    for (std::size_t i = 0; i < start.entries.size(); ++i) {
      if constexpr (std::is_same_v<Number, Series>) {
        entries.emplace_back(start.entries[i], part.entries[i]);
      } else {
        entries.emplace_back(start.entries[i] + step * part.entries[i]);
      }
    }
    interpreter.set_entries(part.tensor, std::move(entries));
  }
}

namespace {

template <class T>
T value_or_throw(Outcome<T> outcome) {
  if (const auto* fault = std::get_if<1>(&outcome)) throw *fault;
  if (const auto* doubt = std::get_if<2>(&outcome)) throw *doubt;
  return std::get<0>(std::move(outcome));
}

}  // namespace

template <class Number>
void look_up_base(Interpreter<Number>& interpreter, Evaluator& base) {
  interpreter.set_frozen([&base](ir::FunctionId function, std::span<const std::int64_t> arguments) {
    return value_or_throw(base.winner(function, arguments));
  });
  interpreter.set_base_entry([&base](ir::TensorId tensor, std::span<const std::int64_t> indices) {
    Ball value = value_or_throw(base.entry(tensor, indices));
    if constexpr (std::is_same_v<Number, Rational>) {
      if (!value.exact()) throw Undecided{Undecided::Why::irrational};
      return value.rational();
    } else {
      return Number(value);
    }
  });
}

template void move(Interpreter<Series>&, const Instance&, const Direction&, const Rational&);
template void move(Interpreter<Ball>&, const Instance&, const Direction&, const Rational&);
template void look_up_base(Interpreter<Rational>&, Evaluator&);
template void look_up_base(Interpreter<Series>&, Evaluator&);
template void look_up_base(Interpreter<Ball>&, Evaluator&);

Germs::Germs(const ir::Program& program, const Instance& base, const Direction& direction, Evaluator& at_base,
             std::uint64_t steps)
    : interpreter_(program, base, steps), granted_(steps) {
  move(interpreter_, base, direction, Rational(1));
  look_up_base(interpreter_, at_base);
}

Outcome<bool> Germs::holds(ir::Formula formula) { return interpreter_.holds(formula); }

// A germ other than 0 has no zeros at small t > 0.
Outcome<bool> Germs::differ(const Entry& a, const Entry& b) {
  return outcome_of([&] {
    Series left = value_or_throw(interpreter_.entry(a.tensor, a.indices));
    Series right = value_or_throw(interpreter_.entry(b.tensor, b.indices));
    return sign(left + (-right)) != 0;
  });
}

}  // namespace germ::numeric
