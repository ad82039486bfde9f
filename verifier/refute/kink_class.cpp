#include "refute/kink_class.hpp"

#include <algorithm>
#include <array>

#include "refute/derivative.hpp"
#include "refute/local_map.hpp"

namespace germ::refute {

using ir::KinkClass;
using numeric::Ball;
using numeric::clearly_differ;
using numeric::Direction;
using numeric::Evaluator;
using numeric::Ray;

namespace {

class KinkPoint : public LocalMap {
 public:
  using LocalMap::LocalMap;

  Examination examine();

 private:
  using Row = std::vector<Ball>;    // by output
  using Matrix = std::vector<Row>;  // by coordinate, then by output
  using Classes = std::vector<KinkClass>;

  std::optional<Failure> declared_slopes();
  Classes classes(Failure& shown);
  Classes of_one_number(Failure& shown);
  Classes of_many(Failure& shown);
  bool on_segment(const Row& right, const Row& left, const Row& declared);
  std::optional<Matrix> derivative_at(const numeric::Instance& point);
  bool is_limit();
  bool same(const Ball& a, const Ball& b);
  bool same(const Row& a, const Row& b);
  void show(Failure& failure, std::size_t output);

  Matrix declared_;
  bool exact_ = true;  // every equality so far is one of rationals
};

// Equality; noted where it is one up to a radius only.
bool KinkPoint::same(const Ball& a, const Ball& b) {
  if (clearly_differ(a, b)) return false;
  exact_ = exact_ && a.exact() && b.exact();
  return true;
}

bool KinkPoint::same(const Row& a, const Row& b) {
  for (std::size_t o = 0; o < a.size(); ++o)
    if (!same(a[o], b[o])) return false;
  return true;
}

// The declared entries at each unit cotangent.
std::optional<Failure> KinkPoint::declared_slopes() {
  declared_.assign(coordinates_.size(), {});
  numeric::Instance point = instance_;
  for (ir::TensorId cotangent : statement_.cotangents)
    std::fill(point.tensors[cotangent.value].entries.begin(), point.tensors[cotangent.value].entries.end(),
              Rational(0));
  for (const numeric::Entry& output : outputs_) {
    const auto which = std::find(statement_.outputs.begin(), statement_.outputs.end(), output.tensor);
    auto& cotangent =
        point.tensors[statement_.cotangents[static_cast<std::size_t>(which - statement_.outputs.begin())].value];
    Rational& one = cotangent.entries[cotangent.shape.offset(output.indices).value()];
    one = 1;
    Evaluator evaluator(program_, point, budget_.grant());
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      const numeric::Entry entry{statement_.adjoints[coordinates_[k].adjoint].declared, coordinates_[k].indices};
      auto value = evaluator.entry(entry.tensor, entry.indices);
      if (const auto* fault = std::get_if<1>(&value)) {
        instance_.tensors = point.tensors;
        return undefined_at(*fault, entry);
      }
      if (value.index() == 2) decided_ = false;
      declared_[k].push_back(value.index() == 0 ? std::get<0>(value) : Ball());
    }
    budget_.spend(evaluator.spent());
    one = 0;
  }
  return std::nullopt;
}

// Each between M and P, and all at the same part of the way.
bool KinkPoint::on_segment(const Row& right, const Row& left, const Row& declared) {
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const Ball way = declared[i] - left[i];
    const Ball back = declared[i] - right[i];
    if (clearly_differ(way * back, Ball()) && (way * back).centre().to_double() > 0) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (!same(way * (right[j] - left[j]), (declared[j] - left[j]) * (right[i] - left[i]))) return false;
  }
  return true;
}

void KinkPoint::show(Failure& failure, std::size_t output) {
  failure.at = outputs_[output];
  if (!declared_.empty()) failure.declared = declared_[0][output];
}

KinkPoint::Classes KinkPoint::of_one_number(Failure& shown) {
  const Direction direction = unit(coordinates_[0]);
  auto plus = along(direction, outputs_);
  auto minus = along(-direction, outputs_);
  Row right;
  Row left;
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    if (auto failure = judge(outputs_[o], base_[o], plus[o], minus[o], direction);
        failure && failure->kind != Kind::kink) {
      show(shown, o);
      return {KinkClass::undefined};
    }
    if (plus[o].kind != Ray::Kind::finite || minus[o].kind != Ray::Kind::finite) return {};
    right.push_back(plus[o].slope);
    left.push_back(-minus[o].slope);
  }
  shown.direction = direction;
  std::size_t telling = 0;  // an output at which the slopes differ, or the declared one from them
  for (std::size_t o = outputs_.size(); o-- > 0;)
    if (clearly_differ(right[o], left[o]) || clearly_differ(right[o], declared_[0][o])) telling = o;
  if (!outputs_.empty()) {
    show(shown, telling);
    shown.slope = right[telling];
    shown.opposite = left[telling];
  }
  if (same(right, left)) return {same(right, declared_[0]) ? KinkClass::right : KinkClass::wrong};
  if (same(declared_[0], right) || same(declared_[0], left)) return {KinkClass::limit};
  return {on_segment(right, left, declared_[0]) ? KinkClass::clarke : KinkClass::neither};
}

// The derivative at a point where every comparison is strict.
std::optional<KinkPoint::Matrix> KinkPoint::derivative_at(const numeric::Instance& point) {
  Matrix out;
  numeric::Rays rays(program_, point, budget_.grant());
  for (const Coordinate& coordinate : coordinates_) {
    Row row;
    for (const Ray& ray : rays.along(unit(coordinate), outputs_)) {
      if (ray.kind != Ray::Kind::finite || !rays.analytic()) return std::nullopt;
      row.push_back(ray.slope);
    }
    out.push_back(std::move(row));
  }
  budget_.spend(rays.spent());
  return out;
}

// Are derivatives at points close by along one direction what is declared? Up to a bound that shrinks with the step,
// where they are not exactly.
bool KinkPoint::is_limit() {
  Random random(20);
  std::vector<Direction> directions = {-ranked(), ranked()};
  for (Direction& probe : probes(random)) directions.push_back(std::move(probe));
  const std::array<Rational, 2> steps = {Rational::scaled(1, -30), Rational::scaled(1, -60)};
  auto close = [&](const Matrix& slopes, double bound) {
    for (std::size_t k = 0; k < slopes.size(); ++k)
      for (std::size_t o = 0; o < outputs_.size(); ++o)
        if ((slopes[k][o] - declared_[k][o]).magnitude() > bound * (1 + declared_[k][o].magnitude())) return false;
    return true;
  };
  for (const Direction& direction : directions) {
    bool all = !budget_.exhausted();
    for (const Rational& step : steps) {
      auto slopes = all ? derivative_at(numeric::moved(instance_, direction, step)) : std::nullopt;
      all = slopes && close(*slopes, 1e4 * step.to_double());
    }
    if (all) return true;
  }
  return false;
}

KinkPoint::Classes KinkPoint::of_many(Failure& shown) {
  if (auto slopes = derivative_at(instance_)) {
    for (std::size_t k = 0; k < slopes->size(); ++k)
      for (std::size_t o = 0; o < outputs_.size(); ++o) {
        if (same((*slopes)[k][o], declared_[k][o])) continue;
        shown.at = outputs_[o];
        shown.direction = unit(coordinates_[k]);
        shown.declared = declared_[k][o];
        shown.slope = shown.opposite = (*slopes)[k][o];
        return {KinkClass::wrong};
      }
    if (!outputs_.empty()) shown.at = outputs_[0];
    return {KinkClass::right};
  }
  Random random(21);
  auto corner = find_corner(random);
  if (!corner) return {};
  shown.at = corner->at;
  if (corner->kind != Kind::kink) return {KinkClass::undefined};
  if (is_limit()) return {KinkClass::limit};
  return {KinkClass::limit, KinkClass::clarke, KinkClass::neither};
}

KinkPoint::Classes KinkPoint::classes(Failure& shown) {
  return coordinates_.size() == 1 ? of_one_number(shown) : of_many(shown);
}

Examination KinkPoint::examine() {
  Examination result;
  result.failure = look();
  if (!result.failure && decided_) result.failure = declared_slopes();
  if (result.failure || !decided_) return result;
  Failure shown;
  shown.kind = Kind::other_class;
  shown.classes = classes(shown);
  if (shown.classes.empty() || budget_.exhausted()) return result;
  const bool possible = std::find(shown.classes.begin(), shown.classes.end(), statement_.kink) != shown.classes.end();
  result.decided = possible && shown.classes.size() == 1;
  // What rests on an equality up to a radius refutes nothing.
  if (!possible && exact_) result.failure = std::move(shown);
  return result;
}

}  // namespace

Examination examine_kink(const ir::Statement& statement, numeric::Instance& instance, Budget& budget) {
  return KinkPoint(statement, instance, budget).examine();
}

std::optional<Failure> recheck_kink(const ir::Statement& statement, const numeric::Instance& instance,
                                    const Failure& failure, Budget& budget) {
  numeric::Instance copy = instance;
  auto again = KinkPoint(statement, copy, budget).examine().failure;
  return again && again->kind == failure.kind ? again : std::nullopt;
}

}  // namespace germ::refute
