// Whether what is said of one example of a batch is what would be said of that example alone.

#include <algorithm>

#include "numeric/census_plan.hpp"

namespace germ::numeric::fixed {

namespace {

bool any_mentions(const std::vector<ir::Binder>& binders, ir::Var batch, std::size_t from = 0) {
  return std::any_of(binders.begin() + static_cast<std::ptrdiff_t>(std::min(from, binders.size())), binders.end(),
                     [&](const ir::Binder& binder) { return ir::occurs(batch, binder.extent->free); });
}

bool any_mentions(const std::vector<ir::Index>& extents, ir::Var batch) {
  return std::any_of(extents.begin(), extents.end(), [&](ir::Index extent) { return ir::occurs(batch, extent->free); });
}

// Do sizes, maps or window maxima depend on the size of the batch? The parameters of a window may run over it.
bool symbols_mention(const ir::Program& program, ir::Var batch) {
  for (const ir::Size& size : program.sizes())
    if (size.definition && ir::occurs(batch, (*size.definition)->free)) return true;
  for (const ir::Function& function : program.functions()) {
    bool given = function.role == ir::FunctionRole::given;
    if (given && (any_mentions(function.extents, batch) || ir::occurs(batch, function.low->free) ||
                  ir::occurs(batch, function.high->free)))
      return true;
  }
  for (const ir::Predicate& predicate : program.predicates())
    if (any_mentions(predicate.extents, batch)) return true;
  for (const ir::Reduction& reduction : program.reductions())
    if (any_mentions(reduction.binders, batch) || ir::occurs(batch, reduction.guard->free) ||
        ir::occurs(batch, reduction.body->free))
      return true;
  return false;
}

// A clause may run over the batch once, by its first binder of that range.
bool clause_mentions(ir::Formula clause, ir::Index batch, ir::Var size) {
  if (clause->kind != ir::FormulaKind::all) return ir::occurs(size, clause->free);
  std::vector<ir::Binder> binders = clause->binders;
  auto own = std::find_if(binders.begin(), binders.end(), [&](const auto& binder) { return binder.extent == batch; });
  if (own != binders.end()) binders.erase(own);
  return any_mentions(binders, size) || ir::occurs(size, clause->children[0]->free) ||
         ir::occurs(size, clause->children[1]->free);
}

}  // namespace

// match: no tensor is read at another example than one's own, and the size of the batch stands nowhere but as the
// range of an example. result: every value of an example, and every instance of a clause there, is that of the batch of
// this example alone. when: a batch of one satisfies the facts.
bool Plan::stands_alone() {
  if (!batch_ || (*batch_)->terms.size() != 1 || (*batch_)->constant != 0) return false;
  const auto& [atom, coefficient] = (*batch_)->terms.front();
  if (coefficient != 1 || atom->kind != ir::AtomKind::variable) return false;
  ir::Program& program = *layer_.program;
  ir::Var size = atom->variable;
  if (symbols_mention(program, size)) return false;
  for (const auto& code : order_) {
    const ir::Tensor& tensor = program[code->id];
    if (code->whole || any_mentions(tensor.axes, size, code->batched ? 1 : 0)) return false;
    if (tensor.body && ir::occurs(size, (*tensor.body)->free)) return false;
  }
  for (const ir::Census& census : layer_.censuses)
    if (any_mentions(census.windows, size, 1) || any_mentions(census.cells, size) ||
        any_mentions(census.patch_binders, size) || ir::occurs(size, census.guard->free) ||
        ir::occurs(size, census.value->free) || (census.patch && ir::occurs(size, (*census.patch)->free)))
      return false;
  for (ir::Formula clause : written_)
    if (clause_mentions(clause, *batch_, size)) return false;
  ir::Substitution one{{size, program.terms().integer(1)}};
  for (ir::Formula fact : std::vector<ir::Formula>(program.facts())) {
    if (!ir::occurs(size, fact->free)) continue;
    Compiler compiler(setting_);
    FormulaPtr code = compiler.formula(compiler.sized(program.terms().substitute(fact, one)));
    RowEvaluator rows(tables_, compiler.slots());
    std::uint8_t holds = 0;
    if (rows.formula(*code, rows.all_lanes(), &holds) == 0) return false;
  }
  return true;
}

}  // namespace germ::numeric::fixed
