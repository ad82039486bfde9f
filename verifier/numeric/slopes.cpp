#include "numeric/slopes.hpp"

#include <array>
#include <cmath>

#include "numeric/series.hpp"

namespace germ::numeric {

namespace {

Ray ray_of(const Series& germ) {
  Ray ray;
  if (!germ.exact_zero() && germ.valuation() < 0) {
    sign(germ);  // throws where the pole may be none
    ray.kind = Ray::Kind::steep;
    return ray;
  }
  ray.limit = germ.coefficient(0);
  ray.slope = germ.coefficient(1);
  ray.kind = Ray::Kind::finite;
  return ray;
}

}  // namespace

std::optional<std::vector<Ray>> Rays::germs(const Direction& direction, std::span<const Entry> entries) {
  Interpreter<Series> interpreter(program_, instance_, steps_);
  move(interpreter, instance_, direction, Rational(1));
  look_up_base(interpreter, base_);
  std::vector<Ray> rays;
  bool digits = false;
  auto pay = [&] { spent_ += (digits ? Evaluator::price_of_digits : 1) * (steps_ - interpreter.steps_left()); };
  for (const Entry& entry : entries) {
    auto germ = interpreter.entry(entry.tensor, entry.indices);
    Outcome<Ray> ray = Undecided{Undecided::Why::irrational};
    if (germ.index() == 0) ray = outcome_of([&] { return ray_of(std::get<0>(germ)); });
    if (germ.index() == 1)
      ray = Ray{.kind = Ray::Kind::undefined, .limit = {}, .slope = {}, .fault = std::get<1>(germ)};
    if (ray.index() != 0) {
      pay();
      return std::nullopt;
    }
    rays.push_back(std::get<0>(std::move(ray)));
    digits = digits || !rays.back().limit.exact() || !rays.back().slope.exact();
  }
  pay();
  analytic_ = interpreter.analytic();
  return rays;
}

namespace {

// The two quotients of an entry at the steps h, h/2, h/4.
struct Quotient {
  Ball first;
  Ball second;
  Ball last_value;
  double gap() const { return (first - second).magnitude(); }
  bool linear() const {  // exactly: a gap below the least double is none
    return first.exact() && second.exact() && first.rational() == second.rational();
  }
  bool settled() const { return gap() <= 1e-10 * (1 + second.magnitude()); }
};

using Values = std::array<Outcome<Ball>, 3>;

std::optional<Quotient> quotient(const Values& values, int exponent) {
  for (const auto& value : values)
    if (value.index() != 0) return std::nullopt;
  Ball inverse = Rational::scaled(1, -exponent);
  const Ball& near_value = std::get<0>(values[2]);
  return Quotient{(std::get<0>(values[0]) - std::get<0>(values[1])) * inverse * Ball(Rational(2)),
                  (std::get<0>(values[1]) - near_value) * inverse * Ball(Rational(4)), near_value};
}

Ball widened(const Ball& value, double radius) { return Ball(value.centre(), value.radius() + radius + 1e-280); }

Ray ray_of(const Quotient& q, int exponent) {
  double step = std::ldexp(1.0, exponent);
  Ray ray;
  ray.kind = Ray::Kind::finite;
  double error = 8 * q.gap();
  ray.slope = q.linear() ? q.second : widened(q.second, error);
  Ball limit = q.last_value - q.second * Ball(Rational::scaled(1, exponent - 2));
  ray.limit = q.linear() && limit.exact() ? limit : widened(limit, error * step);
  return ray;
}

}  // namespace

std::vector<Ray> Rays::quotients(const Direction& direction, std::span<const Entry> entries) {
  constexpr std::array<int, 2> exponents = {-100, -180};
  std::array<std::vector<Values>, 2> values;
  std::vector<Ray> rays(entries.size());
  auto evaluate_at = [&](std::size_t scale, std::vector<std::size_t> which) {
    values[scale].assign(entries.size(), Values{Undecided{}, Undecided{}, Undecided{}});
    for (int part = 0; part < 3; ++part) {
      Interpreter<Ball> interpreter(program_, instance_, steps_);
      move(interpreter, instance_, direction, Rational::scaled(1, exponents[scale] - part));
      look_up_base(interpreter, base_);
      for (std::size_t i : which)
        values[scale][i][static_cast<std::size_t>(part)] = interpreter.entry(entries[i].tensor, entries[i].indices);
      spent_ += Evaluator::price_of_digits * (steps_ - interpreter.steps_left());
    }
  };
  std::vector<std::size_t> every;
  for (std::size_t i = 0; i < entries.size(); ++i) every.push_back(i);
  evaluate_at(0, every);
  std::vector<std::size_t> unsettled;
  for (std::size_t i : every) {
    if (const auto* fault = std::get_if<1>(&values[0][i][2])) {
      rays[i].kind = Ray::Kind::undefined;
      rays[i].fault = *fault;
    } else if (auto q = quotient(values[0][i], exponents[0])) {
      if (q->settled()) {
        rays[i] = ray_of(*q, exponents[0]);
      } else {
        unsettled.push_back(i);
      }
    }
  }
  if (unsettled.empty()) return rays;
  evaluate_at(1, unsettled);
  for (std::size_t i : unsettled) {
    auto coarse = quotient(values[0][i], exponents[0]);
    auto fine = quotient(values[1][i], exponents[1]);
    if (!fine || fine->settled()) continue;
    if (fine->second.magnitude() > 1.2 * coarse->second.magnitude()) rays[i].kind = Ray::Kind::steep;
  }
  return rays;
}

std::vector<Ray> Rays::along(const Direction& direction, std::span<const Entry> entries) {
  analytic_ = false;
  if (auto rays = germs(direction, entries)) return *std::move(rays);
  return quotients(direction, entries);
}

bool clearly_differ(const Ball& a, const Ball& b) {
  if (!differ(a, b)) return false;
  if (a.exact() && b.exact()) return true;
  return (a - b).magnitude() > 1e-20 * (1 + a.magnitude() + b.magnitude());
}

}  // namespace germ::numeric
