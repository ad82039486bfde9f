#pragma once
// Second tries: factors merged, powers brought down.

#include "replay/world.hpp"

namespace germ::replay {

// The result of a rewriting, if every step is seen to give an equal expression where the `facts` hold. `index`: the
// variables that are free in it.
Sum rewritten(World& world, const Sum& sum, const certificate::Rewriting& rewriting, const Guard& facts);

}  // namespace germ::replay
