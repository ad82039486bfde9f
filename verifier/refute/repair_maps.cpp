#include "refute/repair_maps.hpp"

#include <algorithm>

#include "numeric/evaluator.hpp"
#include "refute/map_reads.hpp"

namespace germ::refute {

bool mend_maps(const ir::Program& program, numeric::Instance& instance, const Unmet& unmet, Random& random,
               Budget& budget) {
  constexpr std::int64_t most_ways = 1024;
  std::optional<numeric::Evaluator> evaluator(std::in_place, program, instance, budget.grant());
  const std::vector<MapEntry> entries = map_reads(program, instance, *evaluator, unmet.formula, unmet.bindings);
  std::vector<std::int64_t> lows;
  std::vector<std::int64_t> counts;
  std::int64_t ways = 1;
  for (const MapEntry& entry : entries) {
    lows.push_back(numeric::evaluate(program, instance.sizes, program[entry.function].low));
    counts.push_back(numeric::evaluate(program, instance.sizes, program[entry.function].high) - lows.back());
    if (counts.back() <= 0 || ways > most_ways / counts.back()) return false;
    ways *= counts.back();
  }
  if (entries.empty()) return false;
  const std::vector<numeric::Map> before = instance.maps;
  const bool kept = !values_depend_on_maps(program, unmet.formula);
  const std::int64_t start = below(random, ways);
  for (std::int64_t k = 0; k < ways && !budget.exhausted(); ++k) {
    std::int64_t code = (start + k * 7919) % ways;  // 7919 is a prime above `most_ways`: each way comes once
    for (std::size_t e = 0; e < entries.size(); ++e) {
      instance.maps[entries[e].function.value].entries[entries[e].place] = lows[e] + code % counts[e];
      code /= counts[e];
    }
    // An evaluator keeps the values of tensors.
    if (!kept) evaluator.emplace(program, instance, budget.grant());
    const std::uint64_t before_this = evaluator->spent();
    auto truth = evaluator->holds(unmet.formula, unmet.bindings);
    budget.spend(evaluator->spent() - before_this);
    if (truth.index() == 0 && std::get<0>(truth)) return true;
  }
  instance.maps = before;
  return false;
}

}  // namespace germ::refute
