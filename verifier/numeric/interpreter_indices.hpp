#pragma once
// Integers: variables, floor quotients, given maps, winners. Part of interpreter.cpp, included by it only.

#include <algorithm>
#include <type_traits>

#include "base/check.hpp"
#include "numeric/ball.hpp"
#include "numeric/interpreter_loops.hpp"
#include "numeric/series.hpp"

namespace germ::numeric {

namespace {

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw LimitReached("an index beyond 64 bits");
  return result;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) throw LimitReached("an index beyond 64 bits");
  return result;
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

}  // namespace

template <class Number>
Interpreter<Number>::Interpreter(const ir::Program& program, const Instance& instance, std::uint64_t steps)
    : program_(program), instance_(instance), steps_(steps), tables_(program.tensors().size()) {
  check(instance.sizes.size() == program.sizes().size(), "a value for each size");
  for (std::size_t i = 0; i < instance.sizes.size(); ++i) bind(program.sizes()[i].variable, instance.sizes[i]);
}

template <class Number>
void Interpreter<Number>::bind(ir::Var variable, std::int64_t value) {
  if (variable.value >= environment_.size()) environment_.resize(variable.value + 1);
  environment_[variable.value] = value;
}

template <class Number>
std::int64_t Interpreter<Number>::lookup(ir::Var variable) const {
  check(variable.value < environment_.size(), "a variable is bound before it is read");
  return environment_[variable.value];
}

template <class Number>
void Interpreter<Number>::spend() {
  if (steps_ == 0) throw Undecided{Undecided::Why::too_costly};
  --steps_;
}

// Arithmetic on b bits, greatest common divisors included, takes about (b / 64)^2 steps of a word.
template <class Number>
void Interpreter<Number>::spend_for(const Number& number) {
  std::size_t bits = 0;
  if constexpr (std::is_same_v<Number, Rational>) {
    bits = number.long_bits();
  } else if constexpr (std::is_same_v<Number, Ball>) {
    bits = number.exact() ? number.rational().long_bits() : 0;
  }
  if (bits == 0) return;
  std::uint64_t price = 1 + (bits / 64) * (bits / 64) / 16;
  steps_ -= std::min<std::uint64_t>(steps_, price);
}

template <class Number>
std::int64_t Interpreter<Number>::index(ir::Index term) {
  std::int64_t total = term->constant;
  for (const auto& part : term->terms) {
    std::int64_t here = part.atom->kind == ir::AtomKind::variable ? lookup(part.atom->variable) : atom(*part.atom);
    total = checked_sum(total, part.coefficient == 1 ? here : checked_product(part.coefficient, here));
  }
  return total;
}

template <class Number>
std::int64_t Interpreter<Number>::atom(const ir::IndexAtom& node) {
  spend();
  switch (node.kind) {
    case ir::AtomKind::variable:
      return lookup(node.variable);
    case ir::AtomKind::quotient:
      return floor_quotient(index(node.left), node.divisor);
    case ir::AtomKind::application:
      return application(node.function, values(node.arguments));
    case ir::AtomKind::product:
      return checked_product(index(node.left), index(node.right));
  }
  check(false, "an index atom of a known kind");
  return 0;
}

template <class Number>
std::vector<std::int64_t> Interpreter<Number>::values(const std::vector<ir::Index>& terms) {
  std::vector<std::int64_t> result;
  result.reserve(terms.size());
  for (ir::Index term : terms) result.push_back(index(term));
  return result;
}

template <class Number>
std::int64_t Interpreter<Number>::application(ir::FunctionId function, std::span<const std::int64_t> arguments) {
  const ir::Function& map = program_[function];
  switch (map.role) {
    case ir::FunctionRole::given:
      return given(function, arguments);
    case ir::FunctionRole::winner:
      if (frozen_) return frozen_(function, arguments);
      return best(map.reduction, arguments).cell[map.component];
    case ir::FunctionRole::live:
      return best(map.reduction, arguments).cell[map.component];
    case ir::FunctionRole::sign:
      break;
  }
  check(false, "signs of the normal form are not evaluated");
  return 0;
}

template <class Number>
std::int64_t Interpreter<Number>::given(ir::FunctionId function, std::span<const std::int64_t> arguments) const {
  check(function.value < instance_.maps.size(), "the instance has every given map");
  const Map& map = instance_.maps[function.value];
  auto place = map.shape.offset(arguments);
  if (!place)
    throw Undefined{
        .fault = Fault::map_range, .object = program_[function].name, .at = {arguments.begin(), arguments.end()}};
  return map.entries[*place];
}

template <class Number>
bool Interpreter<Number>::given(ir::PredicateId predicate, std::span<const std::int64_t> arguments) const {
  check(predicate.value < instance_.conditions.size(), "the instance has every given predicate");
  const Condition& condition = instance_.conditions[predicate.value];
  auto place = condition.shape.offset(arguments);
  if (!place)
    throw Undefined{
        .fault = Fault::map_range, .object = program_[predicate].name, .at = {arguments.begin(), arguments.end()}};
  return condition.entries[*place] != 0;
}

template <class Number>
std::size_t Interpreter<Number>::KeyHash::operator()(const Key& key) const noexcept {
  std::size_t hash = key.reduction;
  for (std::int64_t argument : key.arguments) hash = hash * 1000003 + static_cast<std::size_t>(argument);
  return hash;
}

template <class Number>
Outcome<std::int64_t> Interpreter<Number>::integer(ir::Index term, const Bindings& bindings) {
  for (const auto& [variable, value_of] : bindings) bind(variable, value_of);
  return outcome_of([&] { return index(term); });
}

template <class Number>
Outcome<std::int64_t> Interpreter<Number>::winner(ir::FunctionId function, std::span<const std::int64_t> arguments) {
  return outcome_of([&] { return application(function, arguments); });
}

}  // namespace germ::numeric
