#include "refute/local_map.hpp"

#include <algorithm>
#include <map>

#include "refute/derivative.hpp"
#include "refute/stated_directions.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::clearly_differ;
using numeric::Direction;
using numeric::Entry;
using numeric::Evaluator;
using numeric::Ray;

std::optional<Failure> judge(const Entry& entry, const Ball& value, const Ray& plus, const Ray& minus,
                             const Direction& direction) {
  Failure failure;
  failure.at = entry;
  for (const Ray* ray : {&plus, &minus}) {
    failure.direction = ray == &plus ? direction : -direction;
    if (ray->kind == Ray::Kind::undefined) {
      failure.kind = kind_of(ray->fault->fault);
      failure.fault = ray->fault;
      return failure;
    }
    if (ray->kind == Ray::Kind::steep) {
      failure.kind = Kind::infinite_slope;
      return failure;
    }
    if (ray->kind == Ray::Kind::finite && clearly_differ(ray->limit, value)) {
      failure.kind = Kind::jump;
      failure.declared = value;
      failure.truth = ray->limit;
      return failure;
    }
  }
  failure.direction = direction;
  if (plus.kind != Ray::Kind::finite || minus.kind != Ray::Kind::finite) return std::nullopt;
  if (!clearly_differ(plus.slope, -minus.slope)) return std::nullopt;
  failure.kind = Kind::kink;
  failure.slope = plus.slope;
  failure.opposite = -minus.slope;
  return failure;
}

std::optional<Failure> LocalMap::look() {
  outputs_ = entries_of(program_, instance_, statement_.outputs);
  coordinates_ = coordinates(statement_, instance_, budget_);
  return values(outputs_, base_, decided_);
}

std::vector<Ray> LocalMap::along(const Direction& direction, std::span<const Entry> entries) {
  numeric::Rays rays(program_, instance_, budget_.grant());
  auto result = rays.along(direction, entries);
  analytic_ = rays.analytic();
  budget_.spend(rays.spent());
  return result;
}

std::optional<Failure> LocalMap::values(std::span<const Entry> entries, std::vector<Ball>& out, bool& decided) {
  Evaluator evaluator(program_, instance_, budget_.grant());
  out.clear();
  std::optional<Failure> failure;
  for (const Entry& entry : entries) {
    auto value = evaluator.entry(entry.tensor, entry.indices);
    if (const auto* fault = std::get_if<1>(&value)) {
      failure = undefined_at(*fault, entry);
      break;
    }
    if (value.index() == 2) decided = false;
    out.push_back(value.index() == 0 ? std::get<0>(value) : Ball());
    if (!decided) break;
  }
  budget_.spend(evaluator.spent());
  return failure;
}

Direction LocalMap::zero() const {
  Direction direction;
  for (const Variable& variable : variables(statement_))
    direction.parts.push_back(
        {variable.of, std::vector<Rational>(instance_.tensors[variable.of.value].entries.size())});
  return direction;
}

Direction LocalMap::unit(const Coordinate& coordinate) const {
  Direction direction = zero();
  direction.parts[coordinate.adjoint].entries[coordinate.place] = 1;
  return direction;
}

Direction LocalMap::random_direction(Random& random) const {
  Direction direction = zero();
  for (const Coordinate& c : coordinates_) {
    std::int64_t size = 1 + below(random, 9);
    direction.parts[c.adjoint].entries[c.place] = Rational(below(random, 2) == 0 ? size : -size);
  }
  return direction;
}

std::optional<Failure> LocalMap::two_sided(const Direction& direction, std::vector<Ray>& rays, bool thorough) {
  rays = along(direction, outputs_);
  if (analytic_ && !thorough) {
    for (const Ray& ray : rays) decided_ = decided_ && ray.kind == Ray::Kind::finite;
    return std::nullopt;
  }
  auto opposite = along(-direction, outputs_);
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (auto failure = judge(outputs_[o], base_[o], rays[o], opposite[o], direction))
      return to_one_coordinate(*std::move(failure));
    if (rays[o].kind != Ray::Kind::finite || opposite[o].kind != Ray::Kind::finite) decided_ = false;
  }
  return std::nullopt;
}

std::optional<Failure> LocalMap::to_one_coordinate(Failure failure) {
  budget_.left = std::max(budget_.left, localisation);
  std::span<const Entry> entry(&failure.at, 1);
  auto output = std::find_if(outputs_.begin(), outputs_.end(), [&](const Entry& e) {
    return e.tensor == failure.at.tensor && e.indices == failure.at.indices;
  });
  const Ball& base = base_[static_cast<std::size_t>(output - outputs_.begin())];
  for (const Coordinate& coordinate : coordinates_) {
    if (budget_.exhausted()) break;
    Direction direction = unit(coordinate);
    auto single = judge(failure.at, base, along(direction, entry)[0], along(-direction, entry)[0], direction);
    if (single) return single;
  }
  return failure;
}

std::optional<Failure> LocalMap::additivity(const Direction& a, std::span<const Ray> along_a, const Direction& b,
                                            std::span<const Ray> along_b) {
  auto both = along(a + b, outputs_);
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (both[o].kind != Ray::Kind::finite || along_a[o].kind != Ray::Kind::finite ||
        along_b[o].kind != Ray::Kind::finite)
      continue;
    Ball sum = along_a[o].slope + along_b[o].slope;
    if (!clearly_differ(both[o].slope, sum)) continue;
    Failure failure;
    failure.kind = Kind::kink;
    failure.at = outputs_[o];
    failure.direction = a;
    failure.second = b;
    failure.slope = both[o].slope;
    failure.opposite = sum;
    return failure;
  }
  return std::nullopt;
}

const Coordinate& LocalMap::any_coordinate(Random& random) const {
  return coordinates_[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(coordinates_.size())))];
}

Direction LocalMap::ranked() const {
  Direction direction = zero();
  std::int64_t rank = 0;
  for (const Coordinate& c : coordinates_) direction.parts[c.adjoint].entries[c.place] = Rational(++rank);
  return direction;
}

std::vector<Direction> LocalMap::probes(Random& random) const {
  std::vector<Direction> out;
  if (coordinates_.empty()) return out;
  for (int i = 0; i < 2; ++i) out.push_back(random_direction(random));
  for (int i = 0; i < 2; ++i) {
    std::map<Rational, Rational> motion;  // by value
    Direction alike = zero();
    for (const Coordinate& c : coordinates_) {
      const Rational& value = instance_.tensors[alike.parts[c.adjoint].tensor.value].entries[c.place];
      auto known = motion.find(value);
      if (known == motion.end()) known = motion.emplace(value, Rational(below(random, 19) - 9)).first;
      alike.parts[c.adjoint].entries[c.place] = known->second;
    }
    out.push_back(std::move(alike));
  }
  Direction together = zero();
  for (const Coordinate& c : coordinates_) together.parts[c.adjoint].entries[c.place] = 1;
  out.push_back(together);
  out.push_back(-together);
  constexpr std::size_t few = 5;
  const bool all = coordinates_.size() <= few;
  for (std::size_t i = 0; i < std::min(few, coordinates_.size()); ++i) {
    Direction one = unit(all ? coordinates_[i] : any_coordinate(random));
    out.push_back(-one);
    out.push_back(std::move(one));
  }
  return out;
}

bool LocalMap::inside() {
  if (coordinates_.empty()) return true;
  const std::vector<Ray> rays = along(ranked(), outputs_);
  return analytic_ &&
         std::all_of(rays.begin(), rays.end(), [](const Ray& ray) { return ray.kind == Ray::Kind::finite; });
}

std::optional<Failure> LocalMap::find_corner(Random& random) {
  constexpr std::size_t most = 64;
  std::vector<Direction> directions = stated_directions(statement_, instance_, zero(), budget_, most);
  for (Direction& probe : probes(random)) directions.push_back(std::move(probe));
  std::vector<std::vector<Ray>> rays;
  for (const Direction& direction : directions) {
    if (budget_.exhausted()) return std::nullopt;
    rays.push_back(along(direction, outputs_));
    auto opposite = along(-direction, outputs_);
    for (std::size_t o = 0; o < outputs_.size(); ++o)
      if (auto failure = judge(outputs_[o], base_[o], rays.back()[o], opposite[o], direction)) return failure;
  }
  for (std::size_t i = 1; i < directions.size() && !budget_.exhausted(); ++i)
    if (auto failure = additivity(directions[i - 1], rays[i - 1], directions[i], rays[i])) return failure;
  return std::nullopt;
}

std::optional<Failure> LocalMap::recheck_map(const Failure& failure) {
  std::span<const Entry> entry(&failure.at, 1);
  std::vector<Ball> value;
  bool decided = true;
  auto undefined = values(entry, value, decided);
  if (failure.fault && !failure.direction)
    return undefined && undefined->kind == failure.kind ? undefined : std::nullopt;
  if (undefined || !decided || !failure.direction) return std::nullopt;
  const Direction& direction = *failure.direction;
  auto plus = along(direction, entry);
  if (failure.second) {
    outputs_ = {failure.at};
    return additivity(direction, plus, *failure.second, along(*failure.second, entry));
  }
  auto again = judge(failure.at, value[0], plus[0], along(-direction, entry)[0], direction);
  return again && again->kind == failure.kind ? again : std::nullopt;
}

}  // namespace germ::refute
