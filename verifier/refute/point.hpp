#pragma once
// One statement at one point: is the point inside the domain, and does the statement hold there?

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <set>

#include "refute/counterexample.hpp"

namespace germ::refute {

// Reproducible: the engine's numbers are fixed by the standard, distributions are not.
using Random = std::mt19937_64;
inline std::int64_t below(Random& random, std::int64_t n) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
}

// Interpreter steps that may still be spent; what is given out is the smaller of this and `each`.
struct Budget {
  std::uint64_t left = 0;
  std::uint64_t each = 2'000'000;  // per evaluation
  // A watchdog beside the steps: they say little about the time of an unusual program.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  bool exhausted() const { return left == 0 || std::chrono::steady_clock::now() > deadline; }
  std::uint64_t grant() const { return left < each ? left : each; }
  void spend(std::uint64_t steps) { left = steps < left ? left - steps : 0; }
};

// What makes a point one that the statement speaks of, besides the facts.
std::vector<ir::Formula> hypotheses(const ir::Statement& statement);
enum class Membership : std::uint8_t { inside, outside, undecided };
Membership membership(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget);

struct Examination {
  std::optional<Failure> failure;
  bool decided = false;           // every comparison was made
  bool nonzero_backward = false;  // vjp, jvp: a declared entry other than 0 was seen
  std::set<std::size_t> nonzero;  // vjp: the numbers of the adjoints of these entries
  bool off_domain = false;        // exact: `domain` fails at the point
};

// Executes the statement at a point inside its domain. vjp: values and declared entries exist; along random directions
// and sums of them the one-sided slopes exist, are opposite and add up; their pairing with the cotangents is that of
// the declared entries with the direction. Where the outputs turn out analytic along the first direction (no comparison
// hangs on the direction), its slopes are taken for a linear map unless `thorough`. A failure is brought down to one
// entry and one coordinate where it shows there. The cotangents of `instance` are drawn, and left so that the failure
// shows. Statements about all points near this one are executed at some of them: near.hpp, corner.hpp, kink_class.hpp.
Examination examine(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                    bool thorough = false);

// Executes one failure again, from scratch, domain included; its values are computed anew. nullopt: it does not show.
std::optional<Failure> recheck(const ir::Statement& statement, const numeric::Instance& instance,
                               const Failure& failure, Budget& budget);

// A variable that moves; `slice` is over the formals of `sliced`, which has the variable's axes.
struct Variable {
  ir::TensorId of;
  ir::TensorId sliced;
  ir::Formula slice;
};
std::vector<Variable> variables(const ir::Statement& statement);

// The coordinates of the variables: the variable's number and an entry inside its slice.
struct Coordinate {
  std::size_t adjoint;
  std::size_t place;
  std::vector<std::int64_t> indices;
};
std::vector<Coordinate> coordinates(const ir::Statement& statement, const numeric::Instance& instance, Budget& budget);
std::vector<numeric::Entry> entries_of(const ir::Program& program, const numeric::Instance& instance,
                                       std::span<const ir::TensorId> tensors);

}  // namespace germ::refute
