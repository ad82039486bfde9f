#include "refute/derivative.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "refute/local_map.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::clearly_differ;
using numeric::Direction;
using numeric::Entry;
using numeric::Ray;

namespace {

// A vjp statement at an instance: what is computed once per point, and the directions in which it is looked at.
class Point : public LocalMap {
 public:
  using LocalMap::LocalMap;

  Examination examine(Random& random, bool thorough);
  std::optional<Failure> recheck(const Failure& failure);

 private:
  void draw_cotangents(Random& random);
  const Rational& cotangent(const Entry& output) const;
  void set_cotangents(const Entry* one_hot);

  std::optional<Failure> pairing(const Direction& direction, std::span<const Ray> rays);
  bool mismatch(const Direction& direction, std::span<const Ray> rays) const;
  std::pair<std::size_t, std::size_t> traced(const Direction& direction);
  std::optional<Failure> wrong_entry(std::size_t coordinate);
  void to_one_cotangent(Failure& failure, std::span<const Ray> rays);
  std::optional<Failure> declared_values();

  std::vector<Ball> declared_;  // by coordinate, at the cotangents of the instance
  bool declared_decided_ = true;
};

void Point::draw_cotangents(Random& random) {
  for (ir::TensorId tensor : statement_.cotangents)
    for (Rational& entry : instance_.tensors[tensor.value].entries) {
      std::int64_t size = 1 + below(random, 7);
      entry = Rational(below(random, 2) == 0 ? size : -size);
    }
}

const Rational& Point::cotangent(const Entry& output) const {
  auto which = std::find(statement_.outputs.begin(), statement_.outputs.end(), output.tensor);
  const ir::TensorId id = statement_.cotangents[static_cast<std::size_t>(which - statement_.outputs.begin())];
  if (const auto& fixed = program_[id].body) {
    check((*fixed)->kind == ir::RealKind::constant, "a fixed cotangent is a number");
    return (*fixed)->value;
  }
  const auto& tensor = instance_.tensors[id.value];
  auto place = tensor.shape.offset(output.indices);
  check(place.has_value(), "a cotangent has the shape of its output");
  return tensor.entries[*place];
}

// All zero but, where given, 1 at an output; that of a gradient is fixed.
void Point::set_cotangents(const Entry* one_hot) {
  for (std::size_t i = 0; i < statement_.outputs.size(); ++i) {
    if (program_[statement_.cotangents[i]].body) continue;
    auto& tensor = instance_.tensors[statement_.cotangents[i].value];
    tensor.entries.assign(tensor.entries.size(), Rational(0));
    if (one_hot && one_hot->tensor == statement_.outputs[i])
      tensor.entries[tensor.shape.offset(one_hot->indices).value()] = 1;
  }
}

std::optional<Failure> Point::declared_values() {
  std::vector<Entry> entries;
  for (const Coordinate& c : coordinates_) entries.push_back({statement_.adjoints[c.adjoint].declared, c.indices});
  declared_decided_ = true;
  return values(entries, declared_, declared_decided_);
}

// Does <cotangent, J v> clearly differ from <declared, v>?
bool Point::mismatch(const Direction& direction, std::span<const Ray> rays) const {
  Ball difference;
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (rays[o].kind != Ray::Kind::finite) return false;
    difference = difference + Ball(cotangent(outputs_[o])) * rays[o].slope;
  }
  for (std::size_t k = 0; k < coordinates_.size(); ++k) {
    const Rational& part = direction.parts[coordinates_[k].adjoint].entries[coordinates_[k].place];
    if (!part.is_zero()) difference = difference - declared_[k] * Ball(part);
  }
  return clearly_differ(difference, Ball());
}

// The coordinates first .. last - 1 to which a mismatch is traced by halves.
std::pair<std::size_t, std::size_t> Point::traced(const Direction& direction) {
  std::size_t first = 0;
  std::size_t last = coordinates_.size();
  auto shows = [&](std::size_t from, std::size_t to) {
    Direction part = zero();
    for (std::size_t k = from; k < to; ++k) {
      auto [adjoint, place, indices] = coordinates_[k];
      part.parts[adjoint].entries[place] = direction.parts[adjoint].entries[place];
    }
    return mismatch(part, along(part, outputs_));
  };
  while (last - first > 1 && !budget_.exhausted()) {
    std::size_t middle = first + (last - first) / 2;
    if (shows(first, middle)) {
      last = middle;
    } else if (shows(middle, last)) {
      first = middle;
    } else {
      break;
    }
  }
  return {first, last};
}

// <cotangent, J v> == <declared, v>, else the coordinate at which it fails.
std::optional<Failure> Point::pairing(const Direction& direction, std::span<const Ray> rays) {
  if (!declared_decided_ || !mismatch(direction, rays)) return std::nullopt;
  budget_.left = std::max(budget_.left, localisation);  // what was seen is worth its price
  auto [first, last] = traced(direction);
  for (auto [from, to] : {std::pair(first, last), std::pair(std::size_t{0}, coordinates_.size())})
    for (std::size_t k = from; k < to && !budget_.exhausted(); ++k)
      if (auto failure = wrong_entry(k)) {
        if (failure->kind == Kind::wrong_entry) to_one_cotangent(*failure, along(unit(coordinates_[k]), outputs_));
        return failure;
      }
  decided_ = false;
  return std::nullopt;
}

// The coordinate's declared entry against the slope along it.
std::optional<Failure> Point::wrong_entry(std::size_t k) {
  Direction direction = unit(coordinates_[k]);
  auto plus = along(direction, outputs_);
  auto minus = along(-direction, outputs_);
  Ball total;
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (auto failure = judge(outputs_[o], base_[o], plus[o], minus[o], direction)) return failure;
    if (plus[o].kind != Ray::Kind::finite) return std::nullopt;
    total = total + Ball(cotangent(outputs_[o])) * plus[o].slope;
  }
  if (!clearly_differ(total, declared_[k])) return std::nullopt;
  Failure failure;
  failure.kind = Kind::wrong_entry;
  failure.adjoint = coordinates_[k].adjoint;
  failure.at = {statement_.adjoints[failure.adjoint].declared, coordinates_[k].indices};
  failure.declared = declared_[k];
  failure.truth = total;
  return failure;
}

// With a single cotangent, where that shows it too; `rays` are those along the failure's coordinate.
void Point::to_one_cotangent(Failure& failure, std::span<const Ray> rays) {
  auto drawn = instance_.tensors;
  std::span<const Entry> entry(&failure.at, 1);
  for (std::size_t o = 0; o < outputs_.size() && !budget_.exhausted(); ++o) {
    set_cotangents(&outputs_[o]);
    std::vector<Ball> declared;
    bool decided = true;
    if (values(entry, declared, decided) || !decided || !clearly_differ(rays[o].slope, declared[0])) continue;
    failure.declared = declared[0];
    failure.truth = rays[o].slope;
    return;
  }
  instance_.tensors = std::move(drawn);
}

Examination Point::examine(Random& random, bool thorough) {
  Examination result;
  auto fail = [&](std::optional<Failure> failure) {
    result.failure = std::move(failure);
    return result;
  };
  draw_cotangents(random);
  if (auto failure = look()) return fail(std::move(failure));
  if (!decided_) return result;
  if (auto failure = declared_values()) return fail(std::move(failure));
  for (std::size_t k = 0; k < declared_.size(); ++k)
    if (clearly_differ(declared_[k], Ball())) result.nonzero.insert(coordinates_[k].adjoint);
  result.nonzero_backward = !result.nonzero.empty();
  if (coordinates_.empty()) {
    result.decided = declared_decided_;
    return result;
  }
  std::vector<Ray> along_first;
  std::vector<Ray> along_second;
  Direction first = random_direction(random);
  if (auto failure = two_sided(first, along_first, thorough)) return fail(std::move(failure));
  bool linear = analytic_ && !thorough;
  if (auto failure = pairing(first, along_first)) return fail(std::move(failure));
  if (linear) {
    result.decided = decided_ && declared_decided_ && !budget_.exhausted();
    return result;
  }
  draw_cotangents(random);
  if (auto failure = declared_values()) return fail(std::move(failure));
  Direction second = unit(any_coordinate(random));
  if (auto failure = two_sided(second, along_second, true)) return fail(std::move(failure));
  if (auto failure = pairing(second, along_second)) return fail(std::move(failure));
  if (auto failure = additivity(first, along_first, second, along_second)) return fail(std::move(failure));
  result.decided = decided_ && declared_decided_ && !budget_.exhausted();
  return result;
}

std::optional<Failure> Point::recheck(const Failure& failure) {
  if (failure.kind != Kind::wrong_entry) return recheck_map(failure);
  std::span<const Entry> entry(&failure.at, 1);
  bool decided = true;
  outputs_ = entries_of(program_, instance_, statement_.outputs);
  std::erase_if(outputs_, [&](const Entry& output) { return cotangent(output).is_zero(); });
  auto place = instance_.tensors[statement_.adjoints[failure.adjoint].of.value].shape.offset(failure.at.indices);
  if (!place || values(outputs_, base_, decided) || values(entry, declared_, decided) || !decided) return std::nullopt;
  coordinates_ = {{failure.adjoint, *place, failure.at.indices}};
  auto again = wrong_entry(0);
  return again && again->kind == Kind::wrong_entry ? again : std::nullopt;
}

}  // namespace

Examination examine_vjp(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                        bool thorough) {
  return Point(statement, instance, budget).examine(random, thorough);
}

std::optional<Failure> recheck_vjp(const ir::Statement& statement, const numeric::Instance& instance,
                                   const Failure& failure, Budget& budget) {
  numeric::Instance copy = instance;
  return Point(statement, copy, budget).recheck(failure);
}

}  // namespace germ::refute
