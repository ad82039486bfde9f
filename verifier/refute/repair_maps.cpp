#include "refute/repair_maps.hpp"

#include <algorithm>

#include "numeric/interpreter.hpp"

namespace germ::refute {

namespace {

using Exact = numeric::Interpreter<Rational>;

struct MapEntry {
  ir::FunctionId function;
  std::size_t place;
  friend bool operator==(const MapEntry&, const MapEntry&) = default;
};

// The entries of given maps that a formula without quantifiers reads.
class Reads {
 public:
  Reads(const ir::Program& program, const numeric::Instance& instance, Exact& interpreter,
        const numeric::Bindings& bindings)
      : program_(program), instance_(instance), interpreter_(interpreter), bindings_(bindings) {}
  std::vector<MapEntry> found;

  void of(ir::Formula formula) {
    if (formula->index) of(formula->index);
    for (ir::Index index : formula->indices) of(index);
    for (ir::Formula child : formula->children) of(child);
  }

 private:
  void of(ir::Index index) {
    for (const auto& term : index->terms) {
      const ir::IndexAtom& atom = *term.atom;
      if (atom.left) of(atom.left);
      if (atom.right) of(atom.right);
      for (ir::Index argument : atom.arguments) of(argument);
      if (atom.kind == ir::AtomKind::application && program_[atom.function].role == ir::FunctionRole::given) add(atom);
    }
  }
  void add(const ir::IndexAtom& atom) {
    std::vector<std::int64_t> at;
    for (ir::Index argument : atom.arguments) {
      auto value = interpreter_.integer(argument, bindings_);
      if (value.index() != 0) return;
      at.push_back(std::get<0>(value));
    }
    auto place = instance_.maps[atom.function.value].shape.offset(at);
    if (!place) return;
    MapEntry entry{atom.function, *place};
    if (std::find(found.begin(), found.end(), entry) == found.end()) found.push_back(entry);
  }

  const ir::Program& program_;
  const numeric::Instance& instance_;
  Exact& interpreter_;
  const numeric::Bindings& bindings_;
};

}  // namespace

bool mend_maps(const ir::Program& program, numeric::Instance& instance, const Unmet& unmet, Random& random,
               Budget& budget) {
  constexpr std::int64_t most_ways = 1024;
  std::vector<MapEntry> entries;
  {
    Exact interpreter(program, instance, budget.grant());
    Reads reads(program, instance, interpreter, unmet.bindings);
    reads.of(unmet.formula);
    entries = std::move(reads.found);
  }
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
  const std::int64_t start = below(random, ways);
  for (std::int64_t k = 0; k < ways && !budget.exhausted(); ++k) {
    std::int64_t code = (start + k * 7919) % ways;  // 7919 is a prime above `most_ways`: each way comes once
    for (std::size_t e = 0; e < entries.size(); ++e) {
      instance.maps[entries[e].function.value].entries[entries[e].place] = lows[e] + code % counts[e];
      code /= counts[e];
    }
    const std::uint64_t grant = budget.grant();
    Exact interpreter(program, instance, grant);
    auto truth = interpreter.holds(unmet.formula, unmet.bindings);
    budget.spend(grant - interpreter.steps_left());
    if (truth.index() == 0 && std::get<0>(truth)) return true;
  }
  instance.maps = before;
  return false;
}

}  // namespace germ::refute
