#include "refute/restricted.hpp"

namespace germ::refute {

namespace {

template <class Entry>
bool restrict(const numeric::Dense<Entry>& from, numeric::Dense<Entry>& to, Keep keep) {
  if (to.entries.empty()) return true;
  const auto& before = from.shape.extents();
  const auto& after = to.shape.extents();
  for (std::size_t k = 0; k < after.size(); ++k)
    if (after[k] > before[k]) return false;
  for (std::size_t place = 0; place < to.entries.size(); ++place) {
    std::vector<std::int64_t> indices = to.shape.indices(place);
    for (std::size_t k = 0; k < indices.size() && keep == Keep::last; ++k) indices[k] += before[k] - after[k];
    auto old = from.shape.offset(indices);
    if (!old || *old >= from.entries.size()) return false;
    to.entries[place] = from.entries[*old];
  }
  return true;
}

}  // namespace

std::optional<numeric::Instance> restricted(const ir::Program& program, const numeric::Instance& instance,
                                            const std::vector<std::int64_t>& sizes, Keep keep) {
  numeric::Instance out = numeric::blank_instance(program, sizes);
  out.scalars = instance.scalars;
  for (std::size_t i = 0; i < out.tensors.size(); ++i)
    if (!restrict(instance.tensors[i], out.tensors[i], keep)) return std::nullopt;
  for (std::size_t i = 0; i < out.maps.size(); ++i)
    if (!restrict(instance.maps[i], out.maps[i], keep)) return std::nullopt;
  for (std::size_t i = 0; i < out.conditions.size(); ++i)
    if (!restrict(instance.conditions[i], out.conditions[i], keep)) return std::nullopt;
  return out;
}

}  // namespace germ::refute
