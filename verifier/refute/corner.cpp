#include "refute/corner.hpp"

#include <algorithm>

#include "refute/stated_directions.hpp"

namespace germ::refute {

using numeric::Ball;
using numeric::Direction;
using numeric::Ray;

namespace {

class Corner : public LocalMap {
 public:
  using LocalMap::LocalMap;

  Examination examine(Random& random, bool thorough);
  std::optional<Failure> recheck(const Failure& failure);

 private:
  // exact: is this a point where the statement says that there is a derivative? nullopt: it cannot be told.
  std::optional<bool> claims_derivative();
  Examination smooth(Random& random, bool thorough);
  Examination sharp(Random& random);
};

std::optional<bool> Corner::claims_derivative() {
  if (statement_.kind != ir::StatementKind::exact) return false;
  numeric::Evaluator evaluator(program_, instance_, budget_.grant());
  auto truth = evaluator.holds(statement_.domain);
  budget_.spend(evaluator.spent());
  if (truth.index() != 0) return std::nullopt;
  return std::get<0>(truth);
}

// A derivative is claimed: one-sided slopes are opposite and add up.
Examination Corner::smooth(Random& random, bool thorough) {
  Examination result;
  result.failure = look();
  if (result.failure || !decided_) return result;
  result.decided = true;
  if (coordinates_.empty()) return result;
  std::vector<Ray> along_first;
  std::vector<Ray> along_second;
  const Direction first = random_direction(random);
  result.failure = two_sided(first, along_first, thorough);
  if (!result.failure && (!analytic_ || thorough)) {
    const Direction second = unit(any_coordinate(random));
    result.failure = two_sided(second, along_second, true);
    if (!result.failure) result.failure = additivity(first, along_first, second, along_second);
  }
  result.decided = decided_ && !budget_.exhausted();
  return result;
}

// None is claimed.
Examination Corner::sharp(Random& random) {
  Examination result;
  if (look() || !decided_) return result;  // without a value there is no derivative either; no point to count
  if (inside()) {
    Failure failure;
    failure.kind = Kind::differentiable;
    if (!outputs_.empty()) failure.at = outputs_[0];
    result.failure = std::move(failure);
    return result;
  }
  result.decided = find_corner(random).has_value();
  return result;
}

Examination Corner::examine(Random& random, bool thorough) {
  auto claims = claims_derivative();
  if (!claims) return {};
  Examination result = *claims ? smooth(random, thorough) : sharp(random);
  result.off_domain = statement_.kind == ir::StatementKind::exact && !*claims;
  return result;
}

std::optional<Failure> Corner::recheck(const Failure& failure) {
  auto claims = claims_derivative();
  if (!claims || *claims == (failure.kind == Kind::differentiable)) return std::nullopt;
  if (*claims) return recheck_map(failure);
  if (look() || !decided_ || !inside()) return std::nullopt;
  return failure;
}

}  // namespace

Examination examine_corner(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                           bool thorough) {
  return Corner(statement, instance, budget).examine(random, thorough);
}

std::optional<Failure> recheck_corner(const ir::Statement& statement, const numeric::Instance& instance,
                                      const Failure& failure, Budget& budget) {
  numeric::Instance copy = instance;
  return Corner(statement, copy, budget).recheck(failure);
}

}  // namespace germ::refute
