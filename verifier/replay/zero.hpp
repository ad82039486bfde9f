#pragma once
// Is a sum of terms 0, at every point and for all values of its free variables?

#include <functional>

#include "replay/world.hpp"

namespace germ::replay {

// More that is true where the guards of a group are looked at; `reads`: the entries that the group multiplies.
using MoreFacts = std::function<Guard(const Guard& guards, const std::vector<ir::Real>& reads)>;

// Yes only if it is proved: the terms fall into groups of equal products, and in each group the guarded coefficients
// add up to 0 for all values of the products' arguments. `facts` hold wherever the sum is looked at.
bool is_zero(World& world, const Sum& sum, const Guard& facts, const MoreFacts& more = {});

// Is `given`, a sum of the certificate, equal to `derived`, and does it owe nothing more? A power, root or logarithm in
// a term must be defined wherever the term counts, or a^p * a^q is not a^(p+q). What stands in the text is owed by the
// text. So where a given term with such a factor counts, a derived term with the same factors must count.
bool same(World& world, const Sum& derived, const Sum& given, const Guard& facts);

}  // namespace germ::replay
