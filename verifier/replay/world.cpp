#include "replay/world.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/check.hpp"

namespace germ::replay {

using ir::Atom;
using ir::AtomKind;
using ir::Formula;
using ir::Index;
using ir::Var;

namespace {

// The applications of sign maps in formulas.
class SignMaps {
 public:
  explicit SignMaps(const ir::Program& program) : program_(program) {}
  std::vector<Atom> found;

  void visit(Formula formula) {
    if (!formulas_.insert(formula.id()).second) return;
    if (formula->index) visit(formula->index);
    for (Index index : formula->indices) visit(index);
    for (Formula child : formula->children) visit(child);
  }

 private:
  void visit(Index index) {
    for (const auto& term : index->terms) visit(term.atom);
  }
  void visit(Atom atom) {
    if (!atoms_.insert(atom.id()).second) return;
    if (atom->left) visit(atom->left);
    if (atom->right) visit(atom->right);
    for (Index argument : atom->arguments) visit(argument);
    if (atom->kind == AtomKind::application && program_[atom->function].role == ir::FunctionRole::sign)
      found.push_back(atom);
  }

  const ir::Program& program_;
  std::unordered_set<std::uint32_t> formulas_;
  std::unordered_set<std::uint32_t> atoms_;
};

}  // namespace

World::World(ir::Program& p, smt::Solver& solver, const certificate::Certificate& w)
    : program(p), terms(p.terms()), written(w), solver_(solver) {
  for (const auto& [size, given] : written.sizes) {
    demand(program.is_size(size) && program.size(size).definition && !sizes.find(size), "a size's definition");
    Index defined = terms.substitute(*program.size(size).definition, sizes);
    demand(defined == given && !ir::occurs(size, given->free), "a size's definition");
    sizes.set(size, given);
  }
}

bool World::contradictory(const Guard& assumptions) {
  Guard assertions = assumptions;
  std::sort(assertions.begin(), assertions.end());
  assertions.erase(std::unique(assertions.begin(), assertions.end()), assertions.end());
  std::vector<std::uint32_t> key;
  for (Formula assertion : assertions) key.push_back(assertion.id());
  auto known = answers_.find(key);
  if (known != answers_.end()) return known->second;
  SignMaps signs(program);
  for (Formula assertion : assertions) signs.visit(assertion);
  for (Atom atom : signs.found) {
    Index sign = terms.from_atom(atom);
    assertions.push_back(terms.at_most(terms.integer(-1), sign));
    assertions.push_back(terms.at_most(sign, terms.integer(1)));
  }
  ++queries;
  bool answer = std::holds_alternative<smt::Unsat>(solver_.check(assertions));
  answers_.emplace(std::move(key), answer);
  return answer;
}

bool World::implied(Guard assumptions, Formula goal) {
  if (goal == terms.truth() || std::find(assumptions.begin(), assumptions.end(), goal) != assumptions.end())
    return true;
  assumptions.push_back(terms.not_(goal));
  return contradictory(assumptions);
}

bool World::is_leaf(ir::TensorId tensor) const {
  return !program[tensor].body ||
         std::find(written.opaque.begin(), written.opaque.end(), tensor) != written.opaque.end();
}

bool World::sizes_only(const std::vector<Var>& free) const {
  return std::all_of(free.begin(), free.end(), [&](Var v) { return program.is_size(v); });
}

bool World::positive(const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::size:
      return implied({},
                     terms.at_most(terms.integer(1), terms.variable(Var{static_cast<std::uint32_t>(symbol.value)})));
    case SymbolKind::scalar: {
      ir::ScalarId scalar{static_cast<std::uint32_t>(symbol.value)};
      return program[scalar].constant == "pi" || implied({}, terms.positive(terms.scalar(scalar)));
    }
    case SymbolKind::radical:
      return true;
    case SymbolKind::log_scalar:
    case SymbolKind::log_size:
    case SymbolKind::log_integer:
      return false;
  }
  throw InternalError("a symbol of no kind");
}

bool World::nonzero(const Symbol& symbol) {
  if (symbol.kind != SymbolKind::scalar) return positive(symbol);
  return positive(symbol) ||
         implied({}, terms.negative(terms.scalar(ir::ScalarId{static_cast<std::uint32_t>(symbol.value)})));
}

Index World::slot(std::size_t n, std::size_t j) {
  auto [known, fresh] = slots_.try_emplace({n, j});
  if (fresh) known->second = terms.fresh("r" + std::to_string(n) + "_" + std::to_string(j));
  return terms.variable(known->second);
}

Guard World::ranges(std::uint32_t tensor, const std::vector<Index>& arguments) {
  Guard result;
  const auto& axes = program[ir::TensorId{tensor}].axes;
  demand(axes.size() == arguments.size(), "a read has as many indices as its tensor has axes");
  for (std::size_t j = 0; j < axes.size(); ++j) {
    Index extent = terms.substitute(axes[j].extent, sizes);
    if (!sizes_only(extent->free)) continue;
    for (Formula part : terms.conjuncts(terms.in_range(arguments[j], extent))) result.push_back(part);
  }
  return result;
}

bool contains(const std::vector<Var>& variables, Var variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

bool meets(const std::vector<Var>& free, const std::vector<Var>& bound) {
  return std::any_of(bound.begin(), bound.end(), [&](Var v) { return ir::occurs(v, free); });
}

}  // namespace germ::replay
