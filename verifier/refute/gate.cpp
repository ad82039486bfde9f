#include "refute/gate.hpp"

#include <algorithm>

#include "refute/assignments.hpp"
#include "refute/repair.hpp"
#include "refute/size_vectors.hpp"

namespace germ::refute {

namespace {

class Gate {
 public:
  Gate(const ir::Statement& statement, const GateOptions& options)
      : statement_(statement),
        options_(options),
        assignments_(statement),
        random_(options.seed),
        budget_{options.full ? options.full_steps : options.steps, options.full ? 5'000'000u : options.steps / 4,
                std::chrono::steady_clock::now() + options.watchdog} {}

  GateReport run(std::span<const Hint> hints) {
    const std::uint64_t granted = budget_.left;
    try_points(hints);
    report_.steps = granted - std::min(granted, budget_.left);  // locating a failure is granted more
    return std::move(report_);
  }

 private:
  void try_points(std::span<const Hint> hints) {
    choose_sizes();
    if (options_.hints_alone) shapes_.clear();
    for (const SizedHint& hint : sized(*statement_.program, hints)) {
      shapes_.push_back(hint.sizes);
      auto instance = assignments_.draw(hint.sizes, Pattern::zeros, random_);
      if (!instance || report_.failure) continue;
      apply(*statement_.program, *hint.hint, *instance);
      point(*std::move(instance));
    }
    // Round by round, so that a budget that runs out has seen every shape first: generic points, then the others by
    // turns.
    for (std::size_t round = 0; round < patterns.size(); ++round)
      for (std::size_t j = 0; j < shapes_.size(); ++j) {
        if (budget_.exhausted() || report_.failure) return;
        if (!options_.full && enough()) return;
        std::size_t turn = round == 0 ? 0 : 1 + (round - 1 + j) % (patterns.size() - 1);
        ++report_.tried;
        if (auto instance = assignments_.draw(shapes_[j], patterns[turn], random_)) point(*std::move(instance));
      }
  }

  // What is said of the points near a point breaks at borders, which two patterns seldom meet.
  std::size_t rounds() const {
    using enum ir::StatementKind;
    const bool near = statement_.kind == local_equality || statement_.kind == open || statement_.kind == continuous;
    return near ? 5 : 2;
  }
  // The default sample ends when each shape has had a generic and another point, and half of them were decided.
  bool enough() const {
    if (statement_.kind == ir::StatementKind::exact && !(report_.on_domain && report_.off_domain)) return false;
    const std::size_t sample = rounds() * shapes_.size();
    // A backward that is 0 at the points so far is looked at at more of them.
    if (statement_.of_derivative() && !report_.nonzero_backward && report_.tried < 3 * sample) return false;
    return report_.tried >= sample && report_.decided >= shapes_.size();
  }

  std::int64_t least_free(const Sizes& sizes) const {
    Sizes free = free_sizes(*statement_.program, sizes);
    return free.empty() ? 3 : *std::min_element(free.begin(), free.end());
  }

  void choose_sizes();
  void point(numeric::Instance instance);

  const ir::Statement& statement_;
  GateOptions options_;
  Assignments assignments_;
  Random random_;
  Budget budget_;
  std::vector<Sizes> shapes_;
  GateReport report_;
};

// The sample: unequal sizes from 2 on, from 3 on, the smallest vector, and drawn ones; in the full sweep every vector.
void Gate::choose_sizes() {
  const ir::Program& program = *statement_.program;
  std::vector<Sizes> all;
  std::size_t seen = 0;
  each_size_vector(program, 3, [&](const Sizes& sizes) {
    all.push_back(sizes);
    return ++seen < (options_.full ? 3000u : 300u);
  });
  auto free_count = static_cast<std::size_t>(numeric::free_size_count(program));
  auto try_free = [&](const Sizes& free) { return numeric::complete_sizes(program, free); };
  // The first of a few vectors with every size in low..low+span that the facts allow: unequal ones, or (from 3 on,
  // where they are dear) equal ones, then drawn ones.
  auto drawn = [&](std::int64_t low, std::int64_t span) -> std::optional<Sizes> {
    for (int attempt = 0; attempt < 200; ++attempt) {
      Sizes free(free_count, low);
      for (std::size_t i = 0; i < free_count; ++i)
        if (attempt > 0 || low < 3)
          free[i] += attempt == 0 ? static_cast<std::int64_t>(i) % (span + 1) : below(random_, span + 1);
      if (auto sizes = try_free(free)) return sizes;
    }
    return std::nullopt;
  };
  auto from_two = drawn(2, 1);
  if (!from_two) from_two = drawn(2, 3);
  auto from_three = drawn(3, 1);
  if (!from_three) from_three = drawn(3, 3);
  report_.sizes_can_be_two = from_two.has_value();
  report_.sizes_can_be_three = from_three.has_value();
  if (options_.full) {
    shapes_ = std::move(all);
    if (from_three) shapes_.push_back(*from_three);
    return;
  }
  if (from_two) shapes_.push_back(*from_two);
  if (!all.empty()) shapes_.push_back(all.front());
  for (int i = 0; i < 2 && !all.empty(); ++i)
    shapes_.push_back(all[static_cast<std::size_t>(below(random_, static_cast<std::int64_t>(all.size())))]);
  if (from_three) shapes_.push_back(*from_three);
}

void Gate::point(numeric::Instance instance) {
  Membership member = membership(statement_, instance, budget_);
  if (member == Membership::outside && repair(statement_, instance, random_, budget_)) member = Membership::inside;
  if (member != Membership::inside) return;
  ++report_.inside;
  std::int64_t least = least_free(instance.sizes);
  if (!report_.witness || least_free(report_.witness->sizes) < least) report_.witness = instance;
  Examination result = examine(statement_, instance, random_, budget_, options_.full);
  report_.nonzero_backward = report_.nonzero_backward || result.nonzero_backward;
  report_.nonzero.insert(result.nonzero.begin(), result.nonzero.end());
  if (result.failure) {
    Budget again{options_.full_steps, options_.full_steps};
    if (auto executed = recheck(statement_, instance, *result.failure, again)) {
      report_.failure = counterexample(statement_, instance, *executed);
      report_.failure->seed = options_.seed;
    }
    return;
  }
  if (!result.decided) return;
  ++report_.decided;
  (result.off_domain ? report_.off_domain : report_.on_domain) = true;
  report_.sizes_from_two = report_.sizes_from_two || least >= 2;
  report_.sizes_from_three = report_.sizes_from_three || least >= 3;
}

}  // namespace

GateReport gate(const ir::Statement& statement, const GateOptions& options, std::span<const Hint> hints) {
  return Gate(statement, options).run(hints);
}

}  // namespace germ::refute
