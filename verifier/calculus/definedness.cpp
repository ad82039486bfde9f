#include "calculus/definedness.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/visible.hpp"
#include "ir/function_table.hpp"
#include "ir/printer.hpp"

namespace germ::calculus {

using namespace ir;

void Definedness::owe(ObligationKind kind, const Path& path, Formula goal, std::string about) {
  std::vector<Formula> open;
  for (Formula part : terms_.conjuncts(goal))
    if (std::find(path.begin(), path.end(), part) == path.end()) open.push_back(part);
  Formula rest = terms_.and_(std::move(open));
  if (rest == terms_.truth()) return;
  (domain_ ? of_domain_ : obligations_).push_back({kind, path, rest, span_, std::move(about), {}});
}

Definedness::Path Definedness::open(const std::vector<Binder>& binders, Substitution& renaming, const Path& path) {
  auto [fresh, renamed] = terms_.rename(binders);
  renaming = renamed;
  Path inside = path;
  for (const Binder& binder : fresh)
    for (Formula part : terms_.conjuncts(terms_.in_range(terms_.variable(binder.variable), binder.extent)))
      inside.push_back(part);
  return inside;
}

void Definedness::require(TensorId tensor) {
  if (!program_[tensor].body || !done_.insert(tensor).second) return;
  Span outer = span_;
  span_ = program_[tensor].span;
  Substitution renaming;
  Path path = open(program_[tensor].axes, renaming, {});
  visit(terms_.substitute(*program_[tensor].body, renaming), path);
  span_ = outer;
}

void Definedness::require(Formula formula, Span span) {
  span_ = span;
  domain_ = true;
  visit(formula, {});
  domain_ = false;
}

void Definedness::in_range(const std::vector<Index>& indices, const std::vector<Index>& extents, ObligationKind kind,
                           const Path& path, const std::string& about) {
  std::vector<Formula> goals;
  for (std::size_t i = 0; i < indices.size(); ++i) goals.push_back(terms_.in_range(indices[i], extents[i]));
  owe(kind, path, terms_.and_(std::move(goals)), about);
}

void Definedness::visit(Index index, const Path& path) {
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.left) visit(atom.left, path);
    if (atom.right) visit(atom.right, path);
    if (atom.kind != AtomKind::application) continue;
    for (Index argument : atom.arguments) visit(argument, path);
    const Function& function = program_[atom.function];
    in_range(atom.arguments, function.extents, ObligationKind::argument_in_range, path,
             to_string(program_, terms_.from_atom(term.atom)));
    if (function.reduction.valid()) require_window(function.reduction);
  }
}

// Over the whole range of its parameters, once for each window: an empty window's winner facts would be contradictory
// and prove anything (GERMS A5).
void Definedness::require_window(ReductionId id) {
  if (!(domain_ ? domain_windows_ : windows_).insert(id).second) return;
  if (!domain_ && domain_windows_.contains(id)) return;  // owed already, without hypotheses
  const Reduction reduction = program_[id];
  Span outer = span_;
  span_ = reduction.span;
  Substitution renaming;
  Path path = open(reduction.parameters, renaming, {});
  auto [binders, binder_renaming] = terms_.rename(reduction.binders);
  for (const auto& [variable, value] : binder_renaming.pairs()) renaming.set(variable, value);
  Formula guard = terms_.substitute(reduction.guard, renaming);
  owe(ObligationKind::window_nonempty, path, terms_.any(binders, guard, terms_.truth()), "max");
  for (const Binder& binder : binders)
    for (Formula part : terms_.conjuncts(terms_.in_range(terms_.variable(binder.variable), binder.extent)))
      path.push_back(part);
  visit(guard, path);
  for (Formula part : terms_.conjuncts(guard)) path.push_back(part);
  visit(terms_.substitute(reduction.body, renaming), path);
  span_ = outer;
}

void Definedness::visit(Formula f, const Path& path) {
  if (f->index) visit(f->index, path);
  if (f->real) visit(f->real, path);
  for (Index index : f->indices) visit(index, path);
  // A named condition (name_conditions.hpp) has no extents: it is defined at every index.
  if (f->kind == FormulaKind::predicate && !program_[f->predicate].extents.empty())
    in_range(f->indices, program_[f->predicate].extents, ObligationKind::argument_in_range, path,
             to_string(program_, f));
  switch (f->kind) {
    case FormulaKind::all:
    case FormulaKind::any: {
      Substitution renaming;
      Path inside = open(f->binders, renaming, path);
      Formula filter = terms_.substitute(f->children[0], renaming);
      visit(filter, inside);
      for (Formula part : terms_.conjuncts(filter)) inside.push_back(part);
      return visit(terms_.substitute(f->children[1], renaming), inside);
    }
    // Read left to right: a later part is looked at only where the earlier ones hold (`and`) or fail (`or`).
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      bool conjunction = f->kind == FormulaKind::conjunction;
      Path inside = path;
      for (Formula child : f->children) {
        visit(child, inside);
        for (Formula part : terms_.conjuncts(conjunction ? child : terms_.not_(child))) inside.push_back(part);
      }
      return;
    }
    case FormulaKind::negation:
      return visit(f->children[0], path);
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
    case FormulaKind::positive:
      return;
  }
}

void Definedness::visit_power(Real real, const Path& path) {
  Real base = real->children[0];
  visit(base, path);
  bool negative = real->value.sign() < 0;
  std::string about = to_string(program_, real);
  if (!real->value.is_integer()) {
    owe(negative ? ObligationKind::root_slope : ObligationKind::root_value, path,
        negative ? visibly_positive(program_, base) : visibly_nonnegative(program_, base), about);
  } else if (negative) {
    owe(ObligationKind::divisor, path, visibly_nonzero(program_, base), about);
  }
}

void Definedness::visit(Real r, const Path& path) {
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      return;
    case RealKind::from_index:
      return visit(r->index, path);
    case RealKind::read: {
      for (Index index : r->indices) visit(index, path);
      std::vector<Index> extents;
      for (const Binder& axis : program_[r->tensor].axes) extents.push_back(axis.extent);
      check(extents.size() == r->indices.size(), "a read has as many indices as its tensor has axes");
      in_range(r->indices, extents, ObligationKind::read_in_range, path, to_string(program_, r));
      return require(r->tensor);
    }
    case RealKind::add:
    case RealKind::mul:
    case RealKind::stop:
      for (Real child : r->children) visit(child, path);
      return;
    case RealKind::power:
      return visit_power(r, path);
    case RealKind::apply:
      visit(r->children[0], path);
      return owe(ObligationKind::function_domain, path, visibly(program_, r->function->domain(terms_, r->children[0])),
                 to_string(program_, r));
    case RealKind::choose: {
      visit(r->condition, path);
      Path yes = path, no = path;
      for (Formula part : terms_.conjuncts(r->condition)) yes.push_back(part);
      for (Formula part : terms_.conjuncts(terms_.not_(r->condition))) no.push_back(part);
      visit(r->children[0], yes);
      return visit(r->children[1], no);
    }
    case RealKind::sum: {
      Substitution renaming;
      Path inside = open(r->binders, renaming, path);
      Formula filter = terms_.substitute(r->condition, renaming);
      visit(filter, inside);
      for (Formula part : terms_.conjuncts(filter)) inside.push_back(part);
      return visit(terms_.substitute(r->children[0], renaming), inside);
    }
    case RealKind::maximum: {
      for (Index index : r->indices) visit(index, path);
      std::vector<Index> extents;
      for (const Binder& parameter : program_[r->reduction].parameters) extents.push_back(parameter.extent);
      in_range(r->indices, extents, ObligationKind::argument_in_range, path, to_string(program_, r));
      return require_window(r->reduction);
    }
  }
}

}  // namespace germ::calculus
