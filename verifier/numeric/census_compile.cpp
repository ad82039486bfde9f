// Censuses and clauses of the domain as code.

#include <algorithm>

#include "ir/alike.hpp"
#include "numeric/census_fault.hpp"
#include "numeric/census_plan.hpp"

namespace germ::numeric::fixed {

using ir::Formula;
using ir::FormulaKind;

CensusCode Plan::compile(const ir::Census& census) {
  ir::Terms& terms = layer_.program->terms();
  CensusCode code;
  Compiler compiler(setting_);
  code.run = run_over(compiler, census.windows, true, code.windows);
  try {
    auto [cells, renaming] = terms.rename(census.cells);
    code.cells = compiler.window(cells, compiler.sized(terms.substitute(census.guard, renaming)),
                                 compiler.sized(terms.substitute(census.value, renaming)));
  } catch (const NotRational& why) {
    throw CensusFault("G516", std::string(why.what()) + "; the exact census `" + census.name + "` needs one",
                      census.span);
  }
  code.run.slots = compiler.slots();
  code.zero = census.zero;
  if (code.zero) require(*code.zero);
  if (!census.patch) return code;
  Compiler patch(setting_);
  for (const ir::Binder& window : census.windows)
    code.patch_windows.push_back(
        patch.frame().declare(window.variable, {0, std::max<std::int64_t>(0, extent_of(window.extent) - 1)}));
  for (const ir::Binder& cell : census.cells)
    code.patch_cell.push_back(
        patch.frame().declare(cell.variable, {0, std::max<std::int64_t>(0, extent_of(cell.extent) - 1)}));
  std::vector<Slot> slots;
  code.patch_run = run_over(patch, census.patch_binders, false, slots);
  try {
    code.patch = patch.real(patch.sized(*census.patch));
  } catch (const NotRational& why) {
    throw CensusFault("G516", std::string(why.what()) + "; the patches of `" + census.name + "` need one", census.span);
  }
  code.patch_run.slots = patch.slots();
  return code;
}

// match: all(n, b.. | filter) body, n over the batch. result: for example n, the instances of b.. where the filter
// holds and the body does not. The longest binder whose range is fixed is the lane; the others are narrowed under it.
ClauseCode Plan::compile(const ir::Clause& clause) {
  ir::Terms& terms = layer_.program->terms();
  ClauseCode code;
  Compiler compiler(setting_);
  Formula fails = terms.not_(clause.formula);
  try {
    if (clause.formula->kind == FormulaKind::all) {
      code.counted = true;
      auto [binders, renaming] = terms.rename(clause.formula->binders);
      const std::vector<ir::Binder> written = binders;
      auto batch =
          std::find_if(binders.begin(), binders.end(), [&](const ir::Binder& b) { return is_batch(b.extent); });
      if (batch != binders.end()) {
        code.per_example = true;
        std::int64_t extent = extent_of(batch->extent);
        code.run.example =
            Loop{compiler.frame().declare(batch->variable, {0, std::max<std::int64_t>(0, extent - 1)}), extent};
        binders.erase(batch);
      }
      auto fixed_extent = [&](const ir::Binder& b) {
        ir::Index extent = compiler.sized(b.extent);
        return extent->terms.empty() ? extent->constant : -1;
      };
      auto lane = std::max_element(binders.begin(), binders.end(),
                                   [&](const auto& a, const auto& b) { return fixed_extent(a) < fixed_extent(b); });
      if (lane != binders.end() && fixed_extent(*lane) >= 0) {
        std::int64_t extent = fixed_extent(*lane);
        code.run.lane =
            Loop{compiler.frame().declare_lane(lane->variable, {0, std::max<std::int64_t>(0, extent - 1)}), extent};
        binders.erase(lane);
      }
      Formula filter = compiler.sized(terms.substitute(clause.formula->children[0], renaming));
      Formula body = compiler.sized(terms.substitute(clause.formula->children[1], renaming));
      Frame::Narrowed narrowed = compiler.frame().narrow(binders, filter);
      code.run.loops = narrowed.loops;
      for (const ir::Binder& binder : written)
        code.place.push_back(compiler.index(terms.substitute(terms.variable(binder.variable), narrowed.values)));
      fails = terms.and_({narrowed.guard, terms.not_(terms.substitute(body, narrowed.values))});
    } else {
      fails = compiler.sized(fails);
    }
    code.fails = compiler.formula(fails);
  } catch (const NotRational& why) {
    throw CensusFault("G516", std::string(why.what()) + "; the clause `" + clause.text + "` needs one", clause.span);
  }
  code.run.slots = compiler.slots();
  return code;
}

// A clause that stands in several regions is asked about once.
std::vector<std::size_t> Plan::compile(const std::vector<ir::Clause>& clauses) {
  std::vector<std::size_t> out;
  for (const ir::Clause& clause : clauses) {
    auto known = std::find_if(written_.begin(), written_.end(),
                              [&](Formula formula) { return ir::alike(formula, clause.formula); });
    out.push_back(static_cast<std::size_t>(known - written_.begin()));
    if (known != written_.end()) continue;
    clauses_.push_back(compile(clause));
    written_.push_back(clause.formula);
  }
  return out;
}

}  // namespace germ::numeric::fixed
