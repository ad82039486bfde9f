#pragma once
// One-sided limits and slopes along x + t v, t -> 0+: what a derivative is, from values alone.
//
// By the germ along the ray (series.hpp) where it has one: exact for + - * / and comparisons, with many digits and
// radii for roots and table functions. Otherwise (a root that starts at 0, a sign that the germ leaves open) by
// difference quotients of the whole map with 100 digits: with h = 2^-100 and g(t) the value at x + t v,
//     s1 = (g(h) - g(h/2)) / (h/2),   s2 = (g(h/2) - g(h/4)) / (h/4).
// If g is C2 on (0, h], s1 = g'(0+) + (3/4) h g'' + O(h^2) and s2 = g'(0+) + (3/8) h g'' + O(h^2), so |s1 - s2|
// estimates the error of s2; eight times it, plus the rounding of the values over h (about 1e-99 / 1e-31), is the
// radius of the slope. The base point is not used: the limit g(0+) is extrapolated, so that a jump shows as limit !=
// value. Quotients that do not settle are taken at h = 2^-180 too: growth means an infinite slope, anything else is
// undecided.

#include <optional>
#include <span>
#include <vector>

#include "numeric/evaluator.hpp"
#include "numeric/near.hpp"

namespace germ::numeric {

// What one entry does along a ray.
struct Ray {
  enum class Kind : std::uint8_t { finite, steep, undefined, undecided };
  Kind kind = Kind::undecided;
  Ball limit;                      // finite
  Ball slope;                      // finite
  std::optional<Undefined> fault;  // undefined: no value at x + t v for small t > 0
};

class Rays {
 public:
  Rays(const ir::Program& program, const Instance& instance, std::uint64_t steps)
      : program_(program), instance_(instance), steps_(steps), base_(program, instance, steps) {}

  std::vector<Ray> along(const Direction& direction, std::span<const Entry> entries);
  // After `along`: the entries are analytic near the base point (Interpreter::analytic), so their slopes in all
  // directions follow from a linear map.
  bool analytic() const { return analytic_; }
  std::uint64_t spent() const { return spent_; }

 private:
  std::optional<std::vector<Ray>> germs(const Direction& direction, std::span<const Entry> entries);
  std::vector<Ray> quotients(const Direction& direction, std::span<const Entry> entries);

  const ir::Program& program_;
  const Instance& instance_;
  std::uint64_t steps_;
  std::uint64_t spent_ = 0;
  bool analytic_ = false;
  Evaluator base_;  // what is frozen is frozen here
};

// Different beyond the radii, and where a value is not exact beyond 1e-20 of the sizes of both: a quotient's radius is
// an estimate, and no wrong derivative that a text can state is that close.
bool clearly_differ(const Ball& a, const Ball& b);

}  // namespace germ::numeric
