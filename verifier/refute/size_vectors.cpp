#include "refute/size_vectors.hpp"

#include <algorithm>
#include <numeric>

#include "numeric/instance.hpp"

namespace germ::refute {

namespace {

// The least value of each free size that its own facts allow.
Sizes lower_ends(const ir::Program& program, std::int64_t largest) {
  std::size_t count = numeric::free_size_count(program);
  Sizes low(count, 0);
  std::size_t at = 0;
  for (const ir::Size& size : program.sizes()) {
    if (size.definition) continue;
    for (ir::Formula fact : program.facts()) {
      // Bounds are facts `index <= 0` in one variable: -v + low <= 0.
      if (fact->kind != ir::FormulaKind::at_most_zero || fact->index->terms.size() != 1) continue;
      const auto& term = fact->index->terms[0];
      if (term.atom->kind != ir::AtomKind::variable || term.atom->variable != size.variable) continue;
      if (term.coefficient == -1) low[at] = std::max(low[at], std::min(largest, fact->index->constant));
    }
    ++at;
  }
  return low;
}

// All vectors low <= v <= largest from `at` on whose rest adds up to `sum`.
bool with_sum(Sizes& vector, const Sizes& low, std::int64_t largest, std::size_t at, std::int64_t sum,
              const std::function<bool(const Sizes&)>& visit) {
  if (at == vector.size()) return sum != 0 || visit(vector);
  std::int64_t rest = std::accumulate(low.begin() + static_cast<std::ptrdiff_t>(at) + 1, low.end(), std::int64_t{0});
  std::int64_t room = largest * static_cast<std::int64_t>(vector.size() - at - 1);
  for (std::int64_t value = std::max(low[at], sum - room); value <= std::min(largest, sum - rest); ++value) {
    vector[at] = value;
    if (!with_sum(vector, low, largest, at + 1, sum - value, visit)) return false;
  }
  return true;
}

}  // namespace

bool each_size_vector(const ir::Program& program, std::int64_t largest,
                      const std::function<bool(const Sizes&)>& visit) {
  Sizes low = lower_ends(program, largest);
  Sizes vector(low.size());
  std::size_t rest = 1'000'000;  // vectors that the facts forbid are work, too
  auto completed = [&](const Sizes& free) {
    if (rest-- == 0) return false;
    auto sizes = numeric::complete_sizes(program, free);
    return !sizes || visit(*sizes);
  };
  std::int64_t least = std::accumulate(low.begin(), low.end(), std::int64_t{0});
  std::int64_t most = largest * static_cast<std::int64_t>(low.size());
  for (std::int64_t sum = least; sum <= most; ++sum)
    if (!with_sum(vector, low, largest, 0, sum, completed)) return false;
  return true;
}

std::vector<Sizes> larger_size_vectors(const ir::Program& program, std::int64_t beyond,
                                       const std::vector<std::int64_t>& wanted) {
  constexpr std::int64_t largest = 12;
  std::vector<std::int64_t> values;
  auto want = [&](std::int64_t value) {
    if (value > beyond && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  for (std::int64_t value : wanted)
    for (std::int64_t near : {value, value + 1, value - 1}) want(near);
  for (std::int64_t value = beyond + 1; value <= largest; ++value) want(value);
  Sizes low = lower_ends(program, beyond);
  std::vector<Sizes> result;
  for (std::int64_t value : values)
    for (std::int64_t others : {1, 2})
      for (std::size_t i = 0; i < low.size(); ++i)
        for (std::size_t j = i; j < low.size(); ++j) {
          Sizes free = low;
          for (std::int64_t& size : free) size = std::max(size, others);
          free[i] = free[j] = value;
          auto sizes = numeric::complete_sizes(program, free);
          if (sizes && std::find(result.begin(), result.end(), *sizes) == result.end())
            result.push_back(*std::move(sizes));
          if (result.size() >= 2000) return result;
        }
  return result;
}

Sizes free_sizes(const ir::Program& program, const Sizes& sizes) {
  Sizes free;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (!program.sizes()[i].definition) free.push_back(sizes[i]);
  return free;
}

bool smaller(const Sizes& a, const Sizes& b) {
  std::int64_t left = std::accumulate(a.begin(), a.end(), std::int64_t{0});
  std::int64_t right = std::accumulate(b.begin(), b.end(), std::int64_t{0});
  return left != right ? left < right : a < b;
}

}  // namespace germ::refute
