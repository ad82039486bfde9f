#include "refute/hint.hpp"

#include <algorithm>

#include "refute/size_vectors.hpp"

namespace germ::refute {

std::vector<SizedHint> sized(const ir::Program& program, std::span<const Hint> hints) {
  std::vector<SizedHint> result;
  for (const Hint& hint : hints) {
    Sizes free;
    for (const ir::Size& size : program.sizes()) {
      if (size.definition) continue;
      auto given = std::find_if(hint.sizes.begin(), hint.sizes.end(),
                                [&](const auto& pair) { return pair.first == size.variable; });
      free.push_back(given == hint.sizes.end() ? 1 : given->second);
    }
    if (auto sizes = numeric::complete_sizes(program, free)) result.push_back({&hint, *std::move(sizes)});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const SizedHint& a, const SizedHint& b) { return smaller(a.sizes, b.sizes); });
  return result;
}

void apply(const ir::Program& program, const Hint& hint, numeric::Instance& instance) {
  for (const auto& entry : hint.entries) {
    auto& tensor = instance.tensors[entry.tensor.value];
    if (tensor.shape.extents().size() != entry.indices.size()) continue;
    if (auto place = tensor.shape.offset(entry.indices); place && *place < tensor.entries.size())
      tensor.entries[*place] = entry.value;
  }
  for (const auto& [scalar, value] : hint.scalars) instance.scalars[scalar.value] = value;
  for (const auto& entry : hint.maps) {
    auto& map = instance.maps[entry.function.value];
    if (map.shape.extents().size() != entry.arguments.size() || map.entries.empty()) continue;
    const ir::Function& function = program[entry.function];
    bool in_range = numeric::evaluate(program, instance.sizes, function.low) <= entry.value &&
                    entry.value < numeric::evaluate(program, instance.sizes, function.high);
    if (auto place = map.shape.offset(entry.arguments); place && in_range) map.entries[*place] = entry.value;
  }
  for (const auto& entry : hint.conditions) {
    auto& condition = instance.conditions[entry.predicate.value];
    if (condition.shape.extents().size() != entry.arguments.size()) continue;
    if (auto place = condition.shape.offset(entry.arguments)) condition.entries[*place] = entry.value ? 1 : 0;
  }
}

}  // namespace germ::refute
