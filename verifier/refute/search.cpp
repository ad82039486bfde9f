#include "refute/search.hpp"

#include <algorithm>
#include <set>

#include "refute/assignments.hpp"
#include "refute/minimise.hpp"
#include "refute/repair.hpp"
#include "refute/restricted.hpp"
#include "refute/size_vectors.hpp"

namespace germ::refute {

namespace {

class Search {
 public:
  Search(const ir::Statement& statement, const SearchOptions& options, std::span<const Hint> hints)
      : statement_(statement),
        options_(options),
        assignments_(statement),
        hints_(sized(*statement.program, hints)),
        deadline_(std::chrono::steady_clock::now() + options.watchdog) {}

  std::optional<Counterexample> run() {
    Budget budget = granted(options_.steps);
    std::optional<Found> found = small_hints(budget);
    if (!found) found = small_sizes(budget, patterns.size(), 0);
    if (!found) found = larger_hints(budget);
    if (!found) found = larger_sizes(budget);
    // Other tensors at the small sizes: many where they are cheap.
    Budget rest = granted(std::min(budget.left, options_.steps / 6));
    for (std::uint64_t round = 1; !found && round <= 40 && !rest.exhausted(); ++round)
      found = small_sizes(rest, patterns.size(), round);
    if (!found) return std::nullopt;
    Budget smaller_ones = granted(options_.steps / 120);
    shrink(*found, smaller_ones);
    Budget polishing = granted(options_.steps / 2);
    Found least = minimise(statement_, *std::move(found), polishing);
    Budget last{options_.steps, options_.steps};
    auto executed = recheck(statement_, least.instance, least.failure, last);
    if (!executed) return std::nullopt;  // what cannot be executed from scratch is not printed
    Counterexample result = counterexample(statement_, least.instance, *executed);
    result.seed = options_.seed;
    return result;
  }

 private:
  Budget granted(std::uint64_t steps) const { return {steps, options_.steps_each, deadline_}; }
  std::optional<Found> attempt(numeric::Instance instance, Random& random, Budget& budget) const;
  std::optional<Found> at_hint(const SizedHint& hint, Random& random, Budget& budget) const;
  std::optional<Found> at_sizes(const Sizes& sizes, std::size_t tries, Random& random, Budget& budget) const;
  std::optional<Found> small_sizes(Budget& budget, std::size_t tries, std::uint64_t stream) const;
  bool is_small(const Sizes& sizes) const;
  std::optional<Found> small_hints(Budget& budget) const;
  std::optional<Found> larger_hints(Budget& budget) const;
  void shrink(Found& found, Budget& budget) const;
  std::optional<Found> larger_sizes(Budget& budget) const;

  const ir::Statement& statement_;
  SearchOptions options_;
  Assignments assignments_;
  std::vector<SizedHint> hints_;
  std::chrono::steady_clock::time_point deadline_;
};

std::optional<Found> Search::attempt(numeric::Instance instance, Random& random, Budget& budget) const {
  Membership member = membership(statement_, instance, budget);
  if (member == Membership::outside && repair(statement_, instance, random, budget)) member = Membership::inside;
  if (member != Membership::inside) return std::nullopt;
  Examination result = examine(statement_, instance, random, budget);
  if (!result.failure) return std::nullopt;
  // What cannot be executed again by itself is not a counterexample.
  auto again = recheck(statement_, instance, *result.failure, budget);
  if (!again) return std::nullopt;
  return Found{std::move(instance), *std::move(again)};
}

std::optional<Found> Search::at_hint(const SizedHint& hint, Random& random, Budget& budget) const {
  for (Pattern pattern : {Pattern::zeros, Pattern::generic, Pattern::positive}) {
    auto instance = assignments_.draw(hint.sizes, pattern, random);
    if (!instance) return std::nullopt;
    apply(*statement_.program, *hint.hint, *instance);
    if (auto found = attempt(*std::move(instance), random, budget)) return found;
  }
  return std::nullopt;
}

std::optional<Found> Search::at_sizes(const Sizes& sizes, std::size_t tries, Random& random, Budget& budget) const {
  for (const SizedHint& hint : hints_)
    if (hint.sizes == sizes)
      if (auto found = at_hint(hint, random, budget)) return found;
  for (std::size_t i = 0; i < tries && !budget.exhausted(); ++i) {
    auto instance = assignments_.draw(sizes, patterns[i % patterns.size()], random);
    if (!instance) return std::nullopt;
    if (auto found = attempt(*std::move(instance), random, budget)) return found;
  }
  return std::nullopt;
}

std::optional<Found> Search::small_sizes(Budget& budget, std::size_t tries, std::uint64_t stream) const {
  std::optional<Found> found;
  std::uint64_t count = 0;
  each_size_vector(*statement_.program, options_.all_sizes_up_to, [&](const Sizes& sizes) {
    Random random(options_.seed * 1'000'003 + stream * 500'009 + count++);
    constexpr std::uint64_t price_of_a_vector = 100;
    budget.spend(price_of_a_vector);
    found = at_sizes(sizes, tries, random, budget);
    return !found && !budget.exhausted();
  });
  return found;
}

bool Search::is_small(const Sizes& sizes) const {
  Sizes free = free_sizes(*statement_.program, sizes);
  return std::all_of(free.begin(), free.end(), [&](std::int64_t s) { return s <= options_.all_sizes_up_to; });
}

// What the solver found is tried first: it is one point among the thousands below.
std::optional<Found> Search::small_hints(Budget& budget) const {
  Random random(options_.seed * 1'000'003 + 78);
  for (const SizedHint& hint : hints_)
    if (is_small(hint.sizes))
      if (auto found = at_hint(hint, random, budget)) return found;
  return std::nullopt;
}

std::optional<Found> Search::larger_hints(Budget& budget) const {
  Budget own = granted(std::max(budget.left, options_.steps / 2));
  Random random(options_.seed * 1'000'003 + 77);
  for (const SizedHint& hint : hints_)
    if (!is_small(hint.sizes))
      if (auto found = at_hint(hint, random, own)) return found;
  return std::nullopt;
}

// One size after the other is made smaller, with a part of the point or other tensors, as long as a failure shows.
void Search::shrink(Found& found, Budget& budget) const {
  const ir::Program& program = *statement_.program;
  Random random(options_.seed * 1'000'003 + 79);
  bool changed = true;
  while (changed && !budget.exhausted()) {
    changed = false;
    const Sizes free = free_sizes(program, found.instance.sizes);
    for (std::size_t i = 0; i < free.size() && !changed; ++i)
      for (std::int64_t size : std::set<std::int64_t>{free[i] > 1 ? 1 : 0, free[i] / 2, free[i] - 1}) {
        if (size < 0 || size >= free[i]) continue;
        Sizes fewer = free;
        fewer[i] = size;
        auto sizes = numeric::complete_sizes(program, fewer);
        if (!sizes) continue;
        std::optional<Found> smaller_one;
        for (Keep keep : {Keep::first, Keep::last})
          if (auto part = smaller_one ? std::nullopt : restricted(program, found.instance, *sizes, keep))
            smaller_one = attempt(*std::move(part), random, budget);
        if (!smaller_one) smaller_one = at_sizes(*sizes, patterns.size(), random, budget);
        if (!smaller_one) continue;
        found = *std::move(smaller_one);
        changed = true;
        break;
      }
  }
}

// A third of what is left: the smaller ones get other tensors afterwards.
std::optional<Found> Search::larger_sizes(Budget& budget) const {
  Budget part = granted(budget.left / 3);
  std::uint64_t before = part.left;
  std::optional<Found> found;
  std::uint64_t count = 0;
  for (const Sizes& sizes :
       larger_size_vectors(*statement_.program, options_.all_sizes_up_to, guard_constants_of(statement_))) {
    if (found || part.exhausted()) break;
    Random random(options_.seed * 1'000'003 + 900'001 + count++);
    found = at_sizes(sizes, 2, random, part);
  }
  budget.spend(before - part.left);
  return found;
}

}  // namespace

std::optional<Counterexample> search(const ir::Statement& statement, const SearchOptions& options,
                                     std::span<const Hint> hints) {
  return Search(statement, options, hints).run();
}

}  // namespace germ::refute
