#include "refute/repair.hpp"

#include <algorithm>

#include "numeric/evaluator.hpp"
#include "refute/map_reads.hpp"
#include "refute/repair_maps.hpp"

namespace germ::refute {

namespace {

using Exact = numeric::Interpreter<Rational>;

// A real condition that fails at some values of its binders: `real` > 0 is wanted, or real <= 0.
struct Violation {
  ir::Real real;
  bool wants_positive;
  numeric::Bindings bindings;
};

// Collects what to change so that a false formula comes true; a choice among alternatives is drawn.
class Violations {
 public:
  // `by_maps`: what a map has to name is met by another map, else by other values where it leads.
  Violations(const ir::Program& program, numeric::Evaluator& evaluator, Random& random, bool by_maps)
      : program_(program), evaluator_(evaluator), random_(random), by_maps_(by_maps) {}
  std::vector<Violation> found;
  std::vector<Unmet> integers;

  void collect(ir::Formula formula, const numeric::Bindings& bindings) {
    if (found.size() + integers.size() >= most || holds(formula, bindings)) return;
    if (!can_change(formula) && !quantified(formula)) {
      integers.push_back({formula, bindings});
      return;
    }
    switch (formula->kind) {
      case ir::FormulaKind::positive:
        found.push_back({formula->real, true, bindings});
        return;
      case ir::FormulaKind::negation:
        if (formula->children[0]->real) found.push_back({formula->children[0]->real, false, bindings});
        return;
      case ir::FormulaKind::conjunction:
        for (ir::Formula child : formula->children) collect(child, bindings);
        return;
      case ir::FormulaKind::disjunction: {
        std::vector<ir::Formula> real;
        for (ir::Formula child : formula->children)
          if (can_change(child) || quantified(child)) real.push_back(child);
        if (!real.empty()) collect(real[pick(real.size())], bindings);
        return;
      }
      case ir::FormulaKind::all:
        for (const auto& here : cells(*formula, bindings)) collect_cell(formula->children[1], here);
        return;
      case ir::FormulaKind::any: {
        auto all = cells(*formula, bindings);
        if (!all.empty()) collect(formula->children[1], all[pick(all.size())]);
        return;
      }
      case ir::FormulaKind::truth:
      case ir::FormulaKind::falsity:
      case ir::FormulaKind::at_most_zero:
      case ir::FormulaKind::zero:
      case ir::FormulaKind::predicate:
        return;
    }
  }

 private:
  static constexpr std::size_t most = 64;

  void collect_cell(ir::Formula formula, const numeric::Bindings& bindings) {
    if (!by_maps_ || !names_maps(program_, formula)) return collect(formula, bindings);
    if (found.size() + integers.size() < most && !holds(formula, bindings)) integers.push_back({formula, bindings});
  }

  std::size_t pick(std::size_t n) { return static_cast<std::size_t>(below(random_, static_cast<std::int64_t>(n))); }
  bool holds(ir::Formula formula, const numeric::Bindings& bindings) {
    auto truth = evaluator_.holds(formula, bindings);
    return truth.index() == 0 && std::get<0>(truth);
  }
  static bool can_change(ir::Formula formula) {
    return formula->real || std::any_of(formula->children.begin(), formula->children.end(), can_change);
  }
  static bool quantified(ir::Formula formula) {
    return !formula->binders.empty() || std::any_of(formula->children.begin(), formula->children.end(), quantified);
  }
  // The points of a quantifier where its filter holds.
  std::vector<numeric::Bindings> cells(const ir::FormulaNode& node, const numeric::Bindings& outer) {
    std::vector<numeric::Bindings> cells = {outer};
    for (const ir::Binder& binder : node.binders) {
      std::vector<numeric::Bindings> longer;
      for (const auto& cell : cells) {
        auto extent = evaluator_.integer(binder.extent, cell);
        if (extent.index() != 0) return {};
        for (std::int64_t i = 0; i < std::get<0>(extent) && longer.size() < 4096; ++i) {
          longer.push_back(cell);
          longer.back().emplace_back(binder.variable, i);
        }
      }
      cells = std::move(longer);
    }
    std::erase_if(cells, [&](const auto& cell) { return !holds(node.children[0], cell); });
    return cells;
  }

  const ir::Program& program_;
  numeric::Evaluator& evaluator_;
  Random& random_;
  bool by_maps_;
};

struct Leaf {
  ir::TensorId tensor;
  std::size_t place;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

std::optional<Rational> value_of(const ir::Program& program, const numeric::Instance& instance,
                                 const Violation& violation, Budget& budget, std::vector<Leaf>* leaves = nullptr) {
  Exact interpreter(program, instance, budget.grant());
  if (leaves)
    interpreter.set_watcher([&](ir::TensorId tensor, std::size_t place) {
      Leaf leaf{tensor, place};
      if (std::find(leaves->begin(), leaves->end(), leaf) == leaves->end() && leaves->size() < 256)
        leaves->push_back(leaf);
    });
  auto value = interpreter.real(violation.real, violation.bindings);
  budget.spend(budget.grant() - interpreter.steps_left());
  if (value.index() != 0) return std::nullopt;
  return std::get<0>(value);
}

// Moves one entry so that the condition holds; false if none was found.
bool mend(const ir::Program& program, numeric::Instance& instance, const Violation& violation, Random& random,
          Budget& budget) {
  std::vector<Leaf> leaves;
  auto value = value_of(program, instance, violation, budget, &leaves);
  if (!value || leaves.empty()) return false;
  for (int attempt = 0; attempt < 4; ++attempt) {
    Leaf leaf = leaves[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(leaves.size())))];
    Rational& entry = instance.tensors[leaf.tensor.value].entries[leaf.place];
    const Rational old = entry;
    entry = old + Rational(1);
    auto moved = value_of(program, instance, violation, budget);
    entry = old;
    if (!moved || *moved == *value) continue;
    Rational target = violation.wants_positive ? Rational(1 + below(random, 3))
                                               : Rational(below(random, 3) == 0 ? -1 - below(random, 3) : 0);
    Rational mended = old + (target - *value) / (*moved - *value);
    if (mended.long_bits() > 0) continue;  // running away
    entry = mended;
    return true;
  }
  return false;
}

}  // namespace

bool repair(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget) {
  const ir::Program& program = *statement.program;
  std::vector<ir::Formula> wanted = hypotheses(statement);
  if (statement.kind == ir::StatementKind::exact) wanted.push_back(statement.domain);  // the other side needs no help
  const bool by_maps = below(random, 2) == 0;
  for (int round = 0; round < 24 && !budget.exhausted(); ++round) {
    std::vector<Violation> violations;
    std::vector<Unmet> integers;
    {
      numeric::Evaluator evaluator(program, instance, budget.grant());
      Violations collector(program, evaluator, random, by_maps && round < 16);
      for (ir::Formula formula : wanted) collector.collect(formula, {});
      violations = std::move(collector.found);
      integers = std::move(collector.integers);
      budget.spend(evaluator.spent());
    }
    if (violations.empty() && integers.empty()) return membership(statement, instance, budget) == Membership::inside;
    // All of them in one round: most touch different entries.
    bool changed = false;
    for (const Unmet& unmet : integers) changed = mend_maps(program, instance, unmet, random, budget) || changed;
    for (const Violation& violation : violations) {
      auto now = value_of(program, instance, violation, budget);
      if (!now || (now->sign() > 0) == violation.wants_positive) continue;
      changed = mend(program, instance, violation, random, budget) || changed;
    }
    if (!changed) return false;
  }
  return membership(statement, instance, budget) == Membership::inside;
}

}  // namespace germ::refute
