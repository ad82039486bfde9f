#pragma once
// The outputs of a statement about a derivative near one point: values, one-sided slopes, and whether these are those
// of a derivative. What a statement declares is looked at elsewhere (derivative.cpp, forward.cpp).

#include "numeric/evaluator.hpp"
#include "refute/point.hpp"

namespace germ::refute {

// Steps for bringing a failure down to one coordinate, whatever was left.
constexpr std::uint64_t localisation = 20'000'000;

// How a one-sided germ of an entry forbids a derivative, if it does: `plus` and `minus` are the rays along `direction`
// and its negative, `value` the value at the point.
std::optional<Failure> judge(const numeric::Entry& entry, const numeric::Ball& value, const numeric::Ray& plus,
                             const numeric::Ray& minus, const numeric::Direction& direction);

class LocalMap {
 public:
  LocalMap(const ir::Statement& statement, numeric::Instance& instance, Budget& budget)
      : statement_(statement), program_(*statement.program), instance_(instance), budget_(budget) {}

 protected:
  // The outputs, their values and the coordinates; a failure where a value does not exist.
  std::optional<Failure> look();
  std::vector<numeric::Ray> along(const numeric::Direction& direction, std::span<const numeric::Entry> entries);
  // The values of entries; a failure where one has none.
  std::optional<Failure> values(std::span<const numeric::Entry> entries, std::vector<numeric::Ball>& out,
                                bool& decided);
  numeric::Direction zero() const;
  numeric::Direction unit(const Coordinate& coordinate) const;
  numeric::Direction random_direction(Random& random) const;
  const Coordinate& any_coordinate(Random& random) const;
  // Each coordinate by its rank, 1, 2, ..: no two alike.
  numeric::Direction ranked() const;
  // Directions to look along: random ones, every coordinate both ways (a few of many), all together, and equal entries
  // alike, so that what is equal stays so.
  std::vector<numeric::Direction> probes(Random& random) const;

  // Along a direction and its negative; fills in the rays along the direction.
  std::optional<Failure> two_sided(const numeric::Direction& direction, std::vector<numeric::Ray>& rays, bool thorough);
  // The same output along a coordinate, where it fails there too.
  std::optional<Failure> to_one_coordinate(Failure failure);
  std::optional<Failure> additivity(const numeric::Direction& a, std::span<const numeric::Ray> along_a,
                                    const numeric::Direction& b, std::span<const numeric::Ray> along_b);
  // Is every comparison strict here, and nothing divided by 0? Then the outputs are smooth near the point.
  bool inside();
  // Do the outputs turn out to have no derivative along some directions: stated ones, unit vectors, others?
  std::optional<Failure> find_corner(Random& random);
  // Executes again what is no wrong entry.
  std::optional<Failure> recheck_map(const Failure& failure);

  const ir::Statement& statement_;
  const ir::Program& program_;
  numeric::Instance& instance_;
  Budget& budget_;
  std::vector<numeric::Entry> outputs_;
  std::vector<numeric::Ball> base_;
  std::vector<Coordinate> coordinates_;
  bool analytic_ = false;  // of the last ray
  bool decided_ = true;
};

}  // namespace germ::refute
