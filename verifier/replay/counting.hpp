#pragma once
// Bound variables that no factor reads are counted.

#include "replay/world.hpp"

namespace germ::replay {

// How many integers lie in [max(lows), min(highs)].
struct Count {
  std::vector<ir::Index> lows;
  std::vector<ir::Index> highs;
  friend bool operator==(const Count&, const Count&) = default;
};

// sum over bound of [guard] coefficient * monomial * product of counts
struct Piece {
  Rational coefficient;
  std::vector<Power> monomial;
  std::vector<ir::Var> bound;
  Guard guard;
  std::vector<Count> counts;
  bool whole = true;  // no part of a difference 1 - [e = 0]: where it counts, the term that it is of counts
};

// Pieces whose total is `start`, with as few bound variables as can be, where the `facts` hold.
std::vector<Piece> counted(World& world, Piece start, const Guard& facts);

}  // namespace germ::replay
