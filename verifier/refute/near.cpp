#include "refute/near.hpp"

#include <algorithm>
#include <array>

#include "numeric/near.hpp"
#include "refute/derivative.hpp"
#include "refute/local_map.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::Direction;
using numeric::Entry;
using numeric::Evaluator;
using numeric::Ray;

namespace {

// From large to small.
const std::array<Rational, 3>& steps() {
  static const std::array<Rational, 3> list = {Rational::scaled(1, -16), Rational::scaled(1, -32),
                                               Rational::scaled(1, -64)};
  return list;
}

// Values at one point have true radii: two of them differ if these say so, up to rounding.
bool apart(const Ball& a, const Ball& b) {
  if (!differ(a, b)) return false;
  if (a.exact() && b.exact()) return true;
  return (a - b).magnitude() > 1e-60 * (1 + a.magnitude() + b.magnitude());
}

class Nearby : public LocalMap {
 public:
  using LocalMap::LocalMap;

  Examination examine(Random& random);
  std::optional<Failure> recheck(const Failure& failure);

 private:
  std::optional<Failure> here();
  std::optional<Failure> along_direction(const Direction& direction);
  std::optional<Failure> unequal(const Direction& direction);
  std::optional<Failure> not_open(const Direction& direction);
  std::optional<Failure> not_continuous(const Direction& direction);
  std::optional<Failure> differs_at_steps(const Direction& direction, const Entry& left, const Entry& right);
  std::optional<Failure> fails_at_steps(const Direction& direction);
  std::optional<Failure> breaks_off(const Entry& entry, const Ball& value, const Ray& ray, const Direction& direction);
  std::optional<Failure> leaps(const Entry& entry, const Ball& value, const Direction& direction);

  std::vector<std::pair<Entry, Entry>> sides() const;
  // Of the point at a step: runs `body` with an evaluator there.
  template <class Body>
  auto at_step(const Direction& direction, const Rational& step, const Body& body);

  std::vector<std::pair<Entry, Entry>> sides_;
  bool seen_ = false;  // a nearby point was executed
};

std::vector<std::pair<Entry, Entry>> Nearby::sides() const {
  std::vector<std::pair<Entry, Entry>> out;
  for (const Entry& entry : entries_of(program_, instance_, std::array{statement_.left}))
    out.emplace_back(entry, Entry{statement_.right, entry.indices});
  return out;
}

template <class Body>
auto Nearby::at_step(const Direction& direction, const Rational& step, const Body& body) {
  const numeric::Instance point = numeric::moved(instance_, direction, step);
  Evaluator base(program_, instance_, budget_.grant());
  Evaluator there(program_, point, budget_.grant());
  there.set_base(base);
  auto result = body(there);
  budget_.spend(base.spent() + there.spent());
  return result;
}

// Both sides at the point itself.
std::optional<Failure> Nearby::here() {
  Evaluator evaluator(program_, instance_, budget_.grant());
  std::optional<Failure> failure;
  for (const auto& [left, right] : sides_) {
    auto first = evaluator.entry(left.tensor, left.indices);
    auto second = evaluator.entry(right.tensor, right.indices);
    if (const auto* fault = std::get_if<1>(&first)) failure = undefined_at(*fault, left);
    if (const auto* fault = std::get_if<1>(&second); fault && !failure) failure = undefined_at(*fault, right);
    if (first.index() == 2 || second.index() == 2) decided_ = false;
    if (!failure && first.index() == 0 && second.index() == 0 && apart(std::get<0>(first), std::get<0>(second))) {
      failure.emplace();
      failure->kind = Kind::unequal_entry;
      failure->at = left;
      failure->declared = std::get<0>(first);
      failure->truth = std::get<0>(second);
    }
    if (failure) break;
  }
  budget_.spend(evaluator.spent());
  return failure;
}

// At every step `near` holds and the two entries differ, or one has no value.
std::optional<Failure> Nearby::differs_at_steps(const Direction& direction, const Entry& left, const Entry& right) {
  std::optional<Failure> failure;
  for (const Rational& step : steps()) {
    failure = at_step(direction, step, [&](Evaluator& there) -> std::optional<Failure> {
      auto near = there.holds(statement_.near);
      if (near.index() == 2) decided_ = false;
      if (near.index() != 0 || !std::get<0>(near)) return std::nullopt;
      auto first = there.entry(left.tensor, left.indices);
      auto second = there.entry(right.tensor, right.indices);
      if (const auto* fault = std::get_if<1>(&first)) return undefined_at(*fault, left);
      if (const auto* fault = std::get_if<1>(&second)) return undefined_at(*fault, right);
      if (first.index() == 2 || second.index() == 2) {
        decided_ = false;
        return std::nullopt;
      }
      seen_ = true;
      if (!apart(std::get<0>(first), std::get<0>(second))) return std::nullopt;
      Failure found;
      found.kind = Kind::unequal_near;
      found.at = left;
      found.declared = std::get<0>(first);
      found.truth = std::get<0>(second);
      return found;
    });
    if (!failure) return std::nullopt;
    failure->direction = direction;
    failure->step = step;
  }
  return failure;
}

std::optional<Failure> Nearby::unequal(const Direction& direction) {
  Evaluator base(program_, instance_, budget_.grant());
  numeric::Germs germs(program_, instance_, direction, base, budget_.grant());
  std::vector<std::pair<Entry, Entry>> open;
  bool certain = false;  // they differ at all points close enough, whether the steps are or not
  auto near = germs.holds(statement_.near);
  if (near.index() == 1 || (near.index() == 0 && !std::get<0>(near))) return std::nullopt;
  for (const auto& [left, right] : sides_) {
    auto differ = germs.differ(left, right);
    if (differ.index() == 0 && !std::get<0>(differ)) continue;
    open.emplace_back(left, right);
    certain = certain || (differ.index() != 2 && near.index() == 0);
  }
  budget_.spend(germs.spent() + base.spent());
  seen_ = seen_ || (open.empty() && near.index() == 0);
  for (const auto& [left, right] : open)
    if (auto failure = differs_at_steps(direction, left, right)) return failure;
  if (certain) decided_ = false;
  return std::nullopt;
}

std::optional<Failure> Nearby::fails_at_steps(const Direction& direction) {
  Failure failure;
  failure.kind = Kind::not_open;
  failure.direction = direction;
  for (const Rational& step : steps()) {
    auto holds = at_step(direction, step, [&](Evaluator& there) { return there.holds(statement_.conclusion); });
    if (holds.index() == 2) decided_ = false;
    seen_ = seen_ || holds.index() == 0;
    if (holds.index() == 2 || (holds.index() == 0 && std::get<0>(holds))) return std::nullopt;
    failure.step = step;
    if (const auto* fault = std::get_if<1>(&holds)) {
      failure.kind = kind_of(fault->fault);
      failure.fault = *fault;
    }
  }
  return failure;
}

std::optional<Failure> Nearby::not_open(const Direction& direction) {
  Evaluator base(program_, instance_, budget_.grant());
  numeric::Germs germs(program_, instance_, direction, base, budget_.grant());
  auto holds = germs.holds(statement_.conclusion);
  budget_.spend(germs.spent() + base.spent());
  if (holds.index() == 0 && std::get<0>(holds)) {
    seen_ = true;
    return std::nullopt;
  }
  auto failure = fails_at_steps(direction);
  if (!failure && holds.index() != 2) decided_ = false;
  return failure;
}

// An entry whose values do not come closer to that at the point.
std::optional<Failure> Nearby::leaps(const Entry& entry, const Ball& value, const Direction& direction) {
  Failure failure;
  failure.kind = Kind::jump;
  failure.at = entry;
  failure.direction = direction;
  failure.declared = value;
  std::vector<double> gaps;
  for (const Rational& step : steps()) {
    auto there = at_step(direction, step, [&](Evaluator& e) { return e.entry(entry.tensor, entry.indices); });
    if (there.index() != 0) {
      decided_ = false;
      return std::nullopt;
    }
    failure.truth = std::get<0>(there);
    failure.step = step;
    gaps.push_back((failure.truth - value).magnitude());
  }
  if (gaps.back() > 0 && gaps[2] >= gaps[1] && gaps[1] >= gaps[0]) return failure;
  return std::nullopt;
}

std::optional<Failure> Nearby::breaks_off(const Entry& entry, const Ball& value, const Ray& ray,
                                          const Direction& direction) {
  Failure failure;
  failure.at = entry;
  failure.direction = direction;
  switch (ray.kind) {
    case Ray::Kind::undefined:
      failure.kind = kind_of(ray.fault->fault);
      failure.fault = ray.fault;
      return failure;
    case Ray::Kind::finite:
      if (!clearly_differ(ray.limit, value)) return std::nullopt;
      failure.kind = Kind::jump;
      failure.declared = value;
      failure.truth = ray.limit;
      return failure;
    case Ray::Kind::steep:
      return leaps(entry, value, direction);
    case Ray::Kind::undecided:
      decided_ = false;
  }
  return std::nullopt;
}

std::optional<Failure> Nearby::not_continuous(const Direction& direction) {
  auto rays = along(direction, outputs_);
  seen_ = true;
  for (std::size_t o = 0; o < outputs_.size(); ++o)
    if (auto failure = breaks_off(outputs_[o], base_[o], rays[o], direction)) return failure;
  return std::nullopt;
}

std::optional<Failure> Nearby::along_direction(const Direction& direction) {
  if (statement_.kind == ir::StatementKind::local_equality) return unequal(direction);
  if (statement_.kind == ir::StatementKind::open) return not_open(direction);
  return not_continuous(direction);
}

Examination Nearby::examine(Random& random) {
  Examination result;
  const bool equality = statement_.kind == ir::StatementKind::local_equality;
  if (equality) {
    coordinates_ = coordinates(statement_, instance_, budget_);
    sides_ = sides();
    result.failure = here();
  } else {
    result.failure = look();
  }
  if (result.failure || !decided_) return result;
  for (const Direction& direction : probes(random)) {
    if (budget_.exhausted()) return result;
    result.failure = along_direction(direction);
    if (result.failure) return result;
    if (analytic_ && statement_.kind == ir::StatementKind::continuous) break;  // whatever the direction
  }
  result.decided = decided_ && (seen_ || coordinates_.empty()) && !budget_.exhausted();
  return result;
}

std::optional<Failure> Nearby::recheck(const Failure& failure) {
  std::optional<Failure> again;
  if (statement_.kind == ir::StatementKind::continuous && failure.direction) {
    std::span<const Entry> entry(&failure.at, 1);
    if (values(entry, base_, decided_) || !decided_) return std::nullopt;
    again = breaks_off(failure.at, base_[0], along(*failure.direction, entry)[0], *failure.direction);
  } else if (failure.direction) {
    if (failure.at.tensor.valid())
      sides_ = {{Entry{statement_.left, failure.at.indices}, Entry{statement_.right, failure.at.indices}}};
    again = along_direction(*failure.direction);
  } else if (statement_.kind == ir::StatementKind::local_equality) {
    sides_ = sides();
    again = here();
  } else {
    again = look();
  }
  return again && again->kind == failure.kind ? again : std::nullopt;
}

}  // namespace

Examination examine_near(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget) {
  return Nearby(statement, instance, budget).examine(random);
}

std::optional<Failure> recheck_near(const ir::Statement& statement, const numeric::Instance& instance,
                                    const Failure& failure, Budget& budget) {
  numeric::Instance copy = instance;
  return Nearby(statement, copy, budget).recheck(failure);
}

}  // namespace germ::refute
