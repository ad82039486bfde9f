#include "variants/mutants.hpp"

#include <algorithm>
#include <random>

#include "base/check.hpp"

namespace germ::variants {

namespace {

Fate fate_of(ir::Verdict verdict) {
  switch (verdict) {
    case ir::Verdict::proved:
      return Fate::proved;
    case ir::Verdict::refuted:
      return Fate::refuted;
    case ir::Verdict::unknown:
      return Fate::unknown;
    case ir::Verdict::vacuous:
      return Fate::vacuous;
    case ir::Verdict::invalid:
      return Fate::invalid;
  }
  return Fate::unknown;
}

}  // namespace

const char* name(Fate fate) {
  switch (fate) {
    case Fate::refuted:
      return "refuted";
    case Fate::proved:
      return "proved";
    case Fate::unknown:
      return "unknown";
    case Fate::vacuous:
      return "vacuous";
    case Fate::invalid:
      return "invalid";
    case Fate::contradicted:
      return "contradicted";
  }
  return "";
}

Mutant judge(const std::vector<syntax::Text>& texts, const ir::Claim& claim, const syntax::Edit& edit,
             const refute::Options& given) {
  refute::Options options = given;
  options.gate.full = true;
  options.gate.full_steps = 10'000'000;
  options.search.steps = 10'000'000;
  options.kernel.budget.resource_units = 400'000;
  Mutant mutant{shown(edit), Fate::invalid, ""};
  const auto library = with_edit(texts, edit);
  if (!library) return mutant;
  try {
    const auto decision = decide(*library, claim, options);
    if (!decision) return mutant;
    mutant.fate = fate_of(decision->verdict);
    if (mutant.fate == Fate::unknown) mutant.reason = decision->reason;
  } catch (const LimitReached& limit) {
    mutant.fate = Fate::unknown;
    mutant.reason = std::string("a limit was reached: ") + limit.what();
  } catch (const InternalError& error) {
    mutant.fate = Fate::contradicted;
    mutant.reason = error.what();
  }
  return mutant;
}

std::vector<syntax::Edit> sample(std::vector<syntax::Edit> edits, std::size_t count, std::uint64_t seed) {
  if (edits.size() <= count) return edits;
  std::mt19937_64 random(seed);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < edits.size(); ++i) order.push_back(i);
  for (std::size_t i = 0; i < count; ++i) std::swap(order[i], order[i + random() % (order.size() - i)]);
  order.resize(count);
  std::sort(order.begin(), order.end());
  std::vector<syntax::Edit> out;
  for (std::size_t i : order) out.push_back(std::move(edits[i]));
  return out;
}

}  // namespace germ::variants
