#pragma once
// What a certificate's sums must be like to be used, and signs that can be read off them.

#include "replay/world.hpp"

namespace germ::replay {

// Rejected unless the sum's variables are `free`, sizes or bound (under names of their own), it names the first
// `definitions` definitions only, and guards and monomials are sorted.
void check_sum(World& world, const Sum& sum, const std::vector<ir::Var>& free, std::size_t definitions);
// Every definition: a function of its parameters, made of earlier ones.
void check_definitions(World& world);

// Is it 0 or more wherever it is defined?
bool is_nonnegative(World& world, const Factor& factor);  // whatever its exponent
bool is_nonnegative(World& world, const Sum& sum);
// Is it defined and more than 0 for all values of its free variables?
bool is_always_positive(World& world, const Sum& sum);

}  // namespace germ::replay
