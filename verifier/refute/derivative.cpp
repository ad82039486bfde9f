#include "refute/derivative.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/evaluator.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::clearly_differ;
using numeric::Direction;
using numeric::Entry;
using numeric::Evaluator;
using numeric::Ray;

namespace {

// How a one-sided germ of an entry forbids a derivative, if it does: `plus` and `minus` are the rays along `direction`
// and its negative, `value` the value at the point.
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

// Steps for bringing a failure down to one coordinate, whatever was left.
constexpr std::uint64_t localisation = 20'000'000;

// A vjp statement at an instance: what is computed once per point, and the directions in which it is looked at.
class Point {
 public:
  Point(const ir::Statement& statement, numeric::Instance& instance, Budget& budget)
      : statement_(statement), program_(*statement.program), instance_(instance), budget_(budget) {}

  Examination examine(Random& random, bool thorough);
  std::optional<Failure> recheck(const Failure& failure);

 private:
  std::vector<Ray> along(const Direction& direction, std::span<const Entry> entries);
  std::optional<Failure> values(std::span<const Entry> entries, std::vector<Ball>& out, bool& decided);
  Direction zero() const;
  Direction unit(const Coordinate& coordinate) const;
  Direction random_direction(Random& random) const;
  void draw_cotangents(Random& random);
  const Rational& cotangent(const Entry& output) const;
  void set_cotangents(const Entry* one_hot);

  std::optional<Failure> two_sided(const Direction& direction, std::vector<Ray>& rays, bool thorough);
  std::optional<Failure> to_one_coordinate(Failure failure);
  std::optional<Failure> pairing(const Direction& direction, std::span<const Ray> rays);
  bool mismatch(const Direction& direction, std::span<const Ray> rays) const;
  std::pair<std::size_t, std::size_t> traced(const Direction& direction);
  std::optional<Failure> wrong_entry(std::size_t coordinate);
  void to_one_cotangent(Failure& failure, std::span<const Ray> rays);
  std::optional<Failure> declared_values();
  std::optional<Failure> additivity(const Direction& a, std::span<const Ray> along_a, const Direction& b,
                                    std::span<const Ray> along_b);

  const ir::Statement& statement_;
  const ir::Program& program_;
  numeric::Instance& instance_;
  Budget& budget_;
  std::vector<Entry> outputs_;
  std::vector<Ball> base_;
  std::vector<Coordinate> coordinates_;
  std::vector<Ball> declared_;  // by coordinate, at the cotangents of the instance
  bool analytic_ = false;       // of the last ray
  bool decided_ = true;
  bool declared_decided_ = true;
};

std::vector<Ray> Point::along(const Direction& direction, std::span<const Entry> entries) {
  numeric::Rays rays(program_, instance_, budget_.grant());
  // Frozen winners are those of this point, wherever the ray leads.
  Evaluator base(program_, instance_, budget_.grant());
  rays.set_frozen([&](ir::FunctionId function, std::span<const std::int64_t> arguments) {
    auto cell = base.winner(function, arguments);
    if (const auto* fault = std::get_if<1>(&cell)) throw *fault;
    if (const auto* doubt = std::get_if<2>(&cell)) throw *doubt;
    return std::get<0>(cell);
  });
  auto result = rays.along(direction, entries);
  analytic_ = rays.analytic();
  budget_.spend(rays.spent());
  return result;
}

// The values of entries; a Failure where one has none.
std::optional<Failure> Point::values(std::span<const Entry> entries, std::vector<Ball>& out, bool& decided) {
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

Direction Point::zero() const {
  Direction direction;
  for (const ir::Adjoint& adjoint : statement_.adjoints)
    direction.parts.push_back({adjoint.of, std::vector<Rational>(instance_.tensors[adjoint.of.value].entries.size())});
  return direction;
}

Direction Point::unit(const Coordinate& coordinate) const {
  Direction direction = zero();
  direction.parts[coordinate.adjoint].entries[coordinate.place] = 1;
  return direction;
}

Direction Point::random_direction(Random& random) const {
  Direction direction = zero();
  for (const Coordinate& c : coordinates_) {
    std::int64_t size = 1 + below(random, 9);
    direction.parts[c.adjoint].entries[c.place] = Rational(below(random, 2) == 0 ? size : -size);
  }
  return direction;
}

void Point::draw_cotangents(Random& random) {
  for (ir::TensorId tensor : statement_.cotangents)
    for (Rational& entry : instance_.tensors[tensor.value].entries) {
      std::int64_t size = 1 + below(random, 7);
      entry = Rational(below(random, 2) == 0 ? size : -size);
    }
}

const Rational& Point::cotangent(const Entry& output) const {
  auto which = std::find(statement_.outputs.begin(), statement_.outputs.end(), output.tensor);
  const auto& tensor =
      instance_.tensors[statement_.cotangents[static_cast<std::size_t>(which - statement_.outputs.begin())].value];
  auto place = tensor.shape.offset(output.indices);
  check(place.has_value(), "a cotangent has the shape of its output");
  return tensor.entries[*place];
}

// All zero but, where given, 1 at an output.
void Point::set_cotangents(const Entry* one_hot) {
  for (std::size_t i = 0; i < statement_.outputs.size(); ++i) {
    auto& tensor = instance_.tensors[statement_.cotangents[i].value];
    tensor.entries.assign(tensor.entries.size(), Rational(0));
    if (one_hot && one_hot->tensor == statement_.outputs[i])
      tensor.entries[tensor.shape.offset(one_hot->indices).value()] = 1;
  }
}

// Along a direction and its negative; fills in the rays along the direction.
std::optional<Failure> Point::two_sided(const Direction& direction, std::vector<Ray>& rays, bool thorough) {
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

// The same output along a coordinate, where it fails there too.
std::optional<Failure> Point::to_one_coordinate(Failure failure) {
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

std::optional<Failure> Point::additivity(const Direction& a, std::span<const Ray> along_a, const Direction& b,
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

Examination Point::examine(Random& random, bool thorough) {
  Examination result;
  auto fail = [&](std::optional<Failure> failure) {
    result.failure = std::move(failure);
    return result;
  };
  outputs_ = entries_of(program_, instance_, statement_.outputs);
  coordinates_ = coordinates(statement_, instance_, budget_);
  draw_cotangents(random);
  if (auto failure = values(outputs_, base_, decided_)) return fail(std::move(failure));
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
  auto chosen = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(coordinates_.size())));
  Direction second = unit(coordinates_[chosen]);
  if (auto failure = two_sided(second, along_second, true)) return fail(std::move(failure));
  if (auto failure = pairing(second, along_second)) return fail(std::move(failure));
  if (auto failure = additivity(first, along_first, second, along_second)) return fail(std::move(failure));
  result.decided = decided_ && declared_decided_ && !budget_.exhausted();
  return result;
}

std::optional<Failure> Point::recheck(const Failure& failure) {
  std::span<const Entry> entry(&failure.at, 1);
  std::vector<Ball> value;
  bool decided = true;
  if (failure.kind == Kind::wrong_entry) {
    outputs_ = entries_of(program_, instance_, statement_.outputs);
    std::erase_if(outputs_, [&](const Entry& output) { return cotangent(output).is_zero(); });
    auto place = instance_.tensors[statement_.adjoints[failure.adjoint].of.value].shape.offset(failure.at.indices);
    if (!place || values(outputs_, base_, decided) || values(entry, declared_, decided) || !decided)
      return std::nullopt;
    coordinates_ = {{failure.adjoint, *place, failure.at.indices}};
    auto again = wrong_entry(0);
    return again && again->kind == Kind::wrong_entry ? again : std::nullopt;
  }
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
