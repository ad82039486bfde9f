#pragma once
// Tensors, scalars and given maps to try a statement on: generic ones, and those at which layers break.

#include <array>
#include <optional>

#include "refute/point.hpp"

namespace germ::refute {

enum class Pattern : std::uint8_t {
  generic,   // distinct small rationals of both signs
  ties,      // two values only
  knees,     // constants of the text and the scalars, with some generic entries
  positive,  // distinct, > 0
  negative,  // distinct, < 0
  integers,  // -2..2
  equal,     // all entries of a tensor equal, other than 0
  zeros,
  one_hot,     // a single 1 in each tensor
  near_knees,  // generic, one entry at a knee
};
inline constexpr std::array patterns = {Pattern::generic,  Pattern::ties,      Pattern::knees, Pattern::positive,
                                        Pattern::negative, Pattern::equal,     Pattern::zeros, Pattern::integers,
                                        Pattern::one_hot,  Pattern::near_knees};

// The integer constants that guards and subscripts mention, 2..64, increasing: sizes near them flip a guard.
std::vector<std::int64_t> guard_constants_of(const ir::Statement& statement);
// The rational constants that occur in the statement's terms, smallest first, at most a dozen; and their negatives.
std::vector<Rational> constants_of(const ir::Statement& statement);

class Assignments {
 public:
  explicit Assignments(const ir::Statement& statement);
  // An instance at these sizes; nullopt where no scalars were found that satisfy the facts.
  std::optional<numeric::Instance> draw(const std::vector<std::int64_t>& sizes, Pattern pattern, Random& random) const;

 private:
  bool draw_scalars(numeric::Instance& instance, Random& random) const;
  void fill(numeric::Tensor& tensor, Pattern pattern, const std::vector<Rational>& knees, Random& random) const;
  void draw_givens(numeric::Instance& instance, Random& random) const;

  const ir::Statement& statement_;
  std::vector<Rational> constants_;
};

}  // namespace germ::refute
