#include "replay/replay.hpp"

#include <algorithm>

#include "replay/expansion.hpp"
#include "replay/rewriting.hpp"
#include "replay/written.hpp"

namespace germ::replay {

using ir::Formula;
using ir::Index;
using ir::TensorId;

namespace {

// The index of the entry compared, and what is known of it.
struct Entry {
  std::vector<Index> index;
  Guard facts;
};

Entry entry_of(World& world, Expansion& expansion, TensorId left, TensorId right, Formula slice) {
  ir::Terms& terms = world.terms;
  const auto& axes = world.program[right].axes;
  const auto& other = world.program[left].axes;
  auto variables = world.written.index;
  demand(axes.size() == other.size() && axes.size() == variables.size(), "tensors of one rank");
  Entry entry;
  ir::Substitution formals;
  auto know = [&](Formula formula) {
    if (formula == terms.falsity()) entry.facts.push_back(formula);
    for (Formula part : terms.conjuncts(formula)) entry.facts.push_back(part);
  };
  for (std::size_t i = 0; i < axes.size(); ++i) {
    demand(!world.program.is_size(variables[i]), "an index of the entry compared");
    Index extent = terms.substitute(axes[i].extent, world.sizes);
    Index other_extent = terms.substitute(other[i].extent, world.sizes);
    demand(world.implied({}, terms.equal(extent, other_extent)), "tensors of one shape");
    entry.index.push_back(terms.variable(variables[i]));
    formals.set(axes[i].variable, entry.index[i]);
    know(terms.in_range(entry.index[i], extent));
  }
  std::sort(variables.begin(), variables.end());
  demand(std::adjacent_find(variables.begin(), variables.end()) == variables.end(), "indices of the entry compared");
  if (slice) know(expansion.resolved(terms.substitute(terms.substitute(slice, formals), world.sizes)));
  return entry;
}

void run(World& world, Expansion& expansion, TensorId left, TensorId right, Formula slice, const FactSource& facts) {
  const auto& written = world.written;
  const std::size_t all = written.definitions.size();
  check_definitions(world);
  Entry entry = entry_of(world, expansion, left, right, slice);
  Sum found =
      difference(expansion.of(world.terms.read(left, entry.index)), expansion.of(world.terms.read(right, entry.index)));
  check_sum(world, written.difference, written.index, all);
  demand(same(world, found, written.difference, entry.facts), "the difference");
  Sum now = written.difference;
  for (const auto& rewriting : written.rewritings) {
    for (const auto& split : rewriting.splits) check_sum(world, split.together, written.index, all);
    check_sum(world, rewriting.result, written.index, all);
    now = rewritten(world, now, rewriting, entry.facts);
  }
  auto more = [&](const Guard& guards, const std::vector<ir::Real>& reads) {
    Guard signs = expansion.sign_facts(guards);
    Guard about = guards;
    for (ir::Real read : reads) about.push_back(world.terms.positive(read));
    return facts ? facts(about, signs) : signs;
  };
  demand(is_zero(world, now, entry.facts, more), "a group of equal products");
}

}  // namespace

Verdict check(ir::Program& program, smt::Solver& solver, TensorId left, TensorId right, Formula slice,
              const certificate::Certificate& written, const FactSource& facts) {
  Verdict verdict;
  try {
    World world(program, solver, written);
    Expansion expansion(world);
    run(world, expansion, left, right, slice, facts);
    verdict.accepted = true;
    verdict.queries = world.queries;
    verdict.relied.assign(expansion.relied().begin(), expansion.relied().end());
  } catch (const Rejected& rejected) {
    verdict.step = rejected.what();
  }
  return verdict;
}

}  // namespace germ::replay
