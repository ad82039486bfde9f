// A jvp statement at one point: the slopes of the outputs along the tangents, against what is declared.

#include <algorithm>

#include "base/check.hpp"
#include "refute/derivative.hpp"
#include "refute/local_map.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::clearly_differ;
using numeric::Direction;
using numeric::Entry;
using numeric::Ray;

namespace {

class Forward : public LocalMap {
 public:
  using LocalMap::LocalMap;

  Examination examine(Random& random, bool thorough);
  std::optional<Failure> recheck(const Failure& failure);

 private:
  void set_tangents(const Direction& direction);
  Direction tangents() const;
  Entry declared_entry(const Entry& output) const;

  // What is declared along `direction`, whose rays are given, against the slopes; all tangents are set to it.
  std::optional<Failure> declared(const Direction& direction, std::span<const Ray> rays, bool& nonzero);
  std::optional<Failure> at_rest();
  std::optional<Failure> simplest(Failure failure, const Entry& output);
  std::optional<Failure> wrong_entry(const Entry& output, const Ray& ray);

  bool declared_decided_ = true;
};

void Forward::set_tangents(const Direction& direction) {
  for (std::size_t v = 0; v < statement_.tangents.size(); ++v)
    instance_.tensors[statement_.tangents[v].tangent.value].entries = direction.parts[v].entries;
}

// The direction that the instance's tangents make: outside of its slice a variable stays.
Direction Forward::tangents() const {
  Direction direction = zero();
  for (const Coordinate& c : coordinates_)
    direction.parts[c.adjoint].entries[c.place] =
        instance_.tensors[statement_.tangents[c.adjoint].tangent.value].entries[c.place];
  return direction;
}

Entry Forward::declared_entry(const Entry& output) const {
  for (const ir::OutputTangent& tangent : statement_.output_tangents)
    if (tangent.of == output.tensor) return {tangent.declared, output.indices};
  throw InternalError("each output has a tangent");
}

// At the tangents of the instance; `ray` leads along them.
std::optional<Failure> Forward::wrong_entry(const Entry& output, const Ray& ray) {
  const Entry entry = declared_entry(output);
  std::vector<Ball> value;
  bool decided = true;
  if (auto failure = values(std::span(&entry, 1), value, decided)) return failure;
  if (!decided || ray.kind != Ray::Kind::finite) {
    declared_decided_ = false;
    return std::nullopt;
  }
  if (!clearly_differ(value[0], ray.slope)) return std::nullopt;
  Failure failure;
  failure.kind = Kind::wrong_entry;
  failure.at = entry;
  failure.declared = value[0];
  failure.truth = ray.slope;
  return failure;
}

std::optional<Failure> Forward::declared(const Direction& direction, std::span<const Ray> rays, bool& nonzero) {
  set_tangents(direction);
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (auto failure = wrong_entry(outputs_[o], rays[o])) return simplest(*std::move(failure), outputs_[o]);
    nonzero = nonzero || (rays[o].kind == Ray::Kind::finite && clearly_differ(rays[o].slope, Ball()));
  }
  return std::nullopt;
}

// The same entry along a single coordinate, where it fails there too; else along the tangents drawn.
std::optional<Failure> Forward::simplest(Failure failure, const Entry& output) {
  budget_.left = std::max(budget_.left, localisation);  // what was seen is worth its price
  const Direction drawn = tangents();
  for (const Coordinate& coordinate : coordinates_) {
    if (budget_.exhausted()) break;
    Direction direction = unit(coordinate);
    set_tangents(direction);
    auto single = wrong_entry(output, along(direction, std::span(&output, 1))[0]);
    if (single && single->kind == failure.kind) return single;
  }
  set_tangents(drawn);
  return failure;
}

// Without any motion nothing moves.
std::optional<Failure> Forward::at_rest() {
  Direction rest = zero();
  set_tangents(rest);
  Ray still;
  still.kind = Ray::Kind::finite;
  for (const Entry& output : outputs_)
    if (auto failure = wrong_entry(output, still)) return failure;
  return std::nullopt;
}

Examination Forward::examine(Random& random, bool thorough) {
  Examination result;
  auto fail = [&](std::optional<Failure> failure) {
    result.failure = std::move(failure);
    return result;
  };
  auto decide = [&] {
    result.decided = decided_ && declared_decided_ && !budget_.exhausted();
    return result;
  };
  if (auto failure = look()) return fail(std::move(failure));
  if (!decided_) return result;
  std::vector<Ray> along_first;
  std::vector<Ray> along_second;
  Direction first = random_direction(random);
  if (!coordinates_.empty()) {
    if (auto failure = two_sided(first, along_first, thorough)) return fail(std::move(failure));
    bool linear = analytic_ && !thorough;
    if (auto failure = declared(first, along_first, result.nonzero_backward)) return fail(std::move(failure));
    // What is declared need not be linear, whatever the outputs are.
    Direction second = unit(any_coordinate(random));
    if (below(random, 2) == 0) second = -second;
    if (auto failure = two_sided(second, along_second, !linear)) return fail(std::move(failure));
    if (auto failure = declared(second, along_second, result.nonzero_backward)) return fail(std::move(failure));
    if (!linear)
      if (auto failure = additivity(first, along_first, second, along_second)) return fail(std::move(failure));
  }
  if (auto failure = at_rest()) return fail(std::move(failure));
  return decide();
}

std::optional<Failure> Forward::recheck(const Failure& failure) {
  auto declares = [&](const ir::OutputTangent& tangent) { return tangent.declared == failure.at.tensor; };
  auto tangent = std::find_if(statement_.output_tangents.begin(), statement_.output_tangents.end(), declares);
  if (failure.kind != Kind::wrong_entry || tangent == statement_.output_tangents.end()) return recheck_map(failure);
  const Entry output{tangent->of, failure.at.indices};
  std::vector<Ball> value;
  bool decided = true;
  if (values(std::span(&output, 1), value, decided) || !decided) return std::nullopt;
  coordinates_ = coordinates(statement_, instance_, budget_);
  const Direction direction = tangents();
  auto plus = along(direction, std::span(&output, 1))[0];
  auto minus = along(-direction, std::span(&output, 1))[0];
  if (judge(output, value[0], plus, minus, direction)) return std::nullopt;  // no derivative: another failure
  auto again = wrong_entry(output, plus);
  return again && again->kind == Kind::wrong_entry ? again : std::nullopt;
}

}  // namespace

Examination examine_jvp(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                        bool thorough) {
  return Forward(statement, instance, budget).examine(random, thorough);
}

std::optional<Failure> recheck_jvp(const ir::Statement& statement, const numeric::Instance& instance,
                                   const Failure& failure, Budget& budget) {
  numeric::Instance copy = instance;
  return Forward(statement, copy, budget).recheck(failure);
}

}  // namespace germ::refute
