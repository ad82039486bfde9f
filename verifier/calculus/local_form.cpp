#include "calculus/local_form.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/congruence.hpp"
#include "calculus/visible.hpp"
#include "ir/function_table.hpp"
#include "ir/printer.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

std::vector<std::uint32_t> ids(const std::vector<Formula>& path) {
  std::vector<std::uint32_t> out;
  for (Formula f : path) out.push_back(f.id());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<Formula> with(Terms& terms, std::vector<Formula> path, std::initializer_list<Formula> more) {
  for (Formula f : more)
    for (Formula part : terms.conjuncts(f)) path.push_back(part);
  return path;
}

std::vector<TensorId> kept(const Program& program) {
  std::vector<TensorId> out;
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i)
    if (program[TensorId{i}].base_of) out.push_back(TensorId{i});
  return out;
}

}  // namespace

LocalForm::LocalForm(Program& program, std::vector<TensorId> wrt)
    : program_(program),
      terms_(program.terms()),
      dependence_(program, std::move(wrt)),
      kept_(program, kept(program)),
      unfolding_(program),
      smoothness_(program),
      tangent_(program, dependence_, unfolding_),
      written_out_(program, dependence_, unfolding_, Sums::written_out) {}

void LocalForm::require(TensorId output, Want want, Glue glue) {
  const Tensor& tensor = program_[output];
  span_ = tensor.span;
  auto [axes, renaming] = terms_.rename(tensor.axes);
  Path path;
  std::vector<Index> at;
  for (const Binder& axis : axes) {
    at.push_back(terms_.variable(axis.variable));
    path = with(terms_, path, {terms_.in_range(at.back(), axis.extent)});
  }
  glue_ = glue;
  std::vector<Index> extents;
  for (const Binder& axis : axes) extents.push_back(axis.extent);
  generic_.push_back({extents, at});
  walk(terms_.read(output, at), path, want);
}

void LocalForm::require_open(Formula condition, Span span) {
  span_ = span;
  glue_ = Glue::first_order;
  Path path = with(terms_, {}, {condition});
  walk_indices(condition, path);
  walk_atoms(condition, path);
  owe(ObligationKind::stays_true, path, determine(condition).surely_true, terms_.constant(1));
}

void LocalForm::owe(ObligationKind kind, const Path& path, Formula goal, Real about,
                    std::function<std::vector<Formula>()> otherwise) {
  if (goal == terms_.truth()) return;
  if (!owed_.emplace(kind, goal.id(), ids(path)).second) return;
  std::vector<Formula> all = path;
  all.push_back(goal);
  auto mentioned = [&](const Obligation::Generic& generic) {
    return std::all_of(generic.cell.begin(), generic.cell.end(), [&](Index i) {
      return std::any_of(all.begin(), all.end(), [&](Formula f) { return occurs(i->free.front(), f->free); });
    });
  };
  std::vector<Obligation::Generic> generic;
  std::copy_if(generic_.begin(), generic_.end(), std::back_inserter(generic), mentioned);
  obligations_.push_back(
      {kind, path, goal, span_, to_string(program_, about), std::move(generic), std::move(otherwise)});
}

void LocalForm::walk(Real real, const Path& path, Want want) {
  if (!dependence_.depends(real)) return;  // its definedness is owed by the definedness pass
  if (smoothness_.smooth(real)) return;
  if (!visited_.emplace(real.id(), want, glue_, ids(path)).second) return;
  switch (real->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      return;
    case RealKind::from_index:
      return walk_index(real->index, path);
    case RealKind::read:
      return walk_read(real, path, want);
    case RealKind::add:
    case RealKind::mul:
      for (Real child : real->children) walk(child, path, want);
      return;
    case RealKind::power:
      return walk_power(real, path, want);
    case RealKind::apply:
      walk(real->children[0], path, want);
      owe(ObligationKind::function_domain, path, visibly(program_, real->function->domain(terms_, real->children[0])),
          real);
      return;
    case RealKind::choose:
      return walk_choose(real, path, want);
    case RealKind::sum:
      return walk_sum(real, path, want);
    case RealKind::maximum:
      return walk_maximum(real, path, want);
    case RealKind::stop:
      return walk(real->children[0], path, want);
  }
}

void LocalForm::walk_read(Real real, const Path& path, Want want) {
  for (Index index : real->indices) walk_index(index, path);
  if (!program_[real->tensor].body) return;
  Span outer = span_;
  if (program_[real->tensor].span.file) span_ = program_[real->tensor].span;
  walk(unfolding_.at(real->tensor, real->indices), path, want);
  span_ = outer;
}

// u^q: for q < 0 u != 0; for fractional q u > 0 (also for q > 1: u^q is not defined left of 0).
void LocalForm::walk_power(Real real, const Path& path, Want want) {
  Real base = real->children[0];
  walk(base, path, want);
  if (!real->value.is_integer()) {
    owe(ObligationKind::root_slope, path, visibly_positive(program_, base), real);
  } else if (real->value.sign() < 0) {
    owe(ObligationKind::divisor, path, visibly_nonzero(program_, base), real);
  }
}

// A real filter is an `if` (GERMS A1); an integer one may still mention a live winner (A2).
void LocalForm::walk_sum(Real real, const Path& path, Want want) {
  auto [binders, renaming] = terms_.rename(real->binders);
  Path inside = path;
  for (const Binder& binder : binders)
    inside = with(terms_, inside, {terms_.in_range(terms_.variable(binder.variable), binder.extent)});
  Formula filter = terms_.substitute(real->condition, renaming);
  Real body = terms_.substitute(real->children[0], renaming);
  if (!integer_only(filter)) return walk(terms_.choose(filter, body, terms_.constant(0)), inside, want);
  walk_indices(filter, inside);
  walk(body, with(terms_, inside, {filter}), want);
}

LocalForm::Determined LocalForm::determine(Formula f) {
  switch (f->kind) {
    case FormulaKind::positive:
      if (!dependence_.depends(f->real)) break;
      return {f, terms_.negative(f->real)};
    case FormulaKind::negation: {
      Determined inner = determine(f->children[0]);
      return {inner.surely_false, inner.surely_true};
    }
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      std::vector<Formula> yes, no;
      for (Formula child : f->children) {
        Determined inner = determine(child);
        yes.push_back(inner.surely_true);
        no.push_back(inner.surely_false);
      }
      bool conjunction = f->kind == FormulaKind::conjunction;
      return conjunction ? Determined{terms_.and_(yes), terms_.or_(no)} : Determined{terms_.or_(yes), terms_.and_(no)};
    }
    case FormulaKind::all:
    case FormulaKind::any: {
      if (integer_only(f)) break;
      if (!integer_only(f->children[0])) return {terms_.falsity(), terms_.falsity()};
      Determined inner = determine(f->children[1]);
      bool all = f->kind == FormulaKind::all;
      return {all ? terms_.all(f->binders, f->children[0], inner.surely_true)
                  : terms_.any(f->binders, f->children[0], inner.surely_true),
              all ? terms_.any(f->binders, f->children[0], inner.surely_false)
                  : terms_.all(f->binders, f->children[0], inner.surely_false)};
    }
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      break;
  }
  return {f, terms_.not_(f)};  // over integers, or of values that do not move: determined
}

// `if P then a else b` at x0.
//   where P is surely true (false) near x0: a (b) alone                                              (G14)
//   where P may change: both, with one value, and one derivative (G19) or equal near x0 (germ glue); the conditions
//   need no continuity there, since at each nearby point the map is a or b. where P is determined, its real atoms must
//   be continuous, or "surely" would not reach beyond x0.
void LocalForm::walk_choose(Real real, const Path& path, Want want) {
  Formula condition = real->condition;
  Real a = real->children[0];
  Real b = real->children[1];
  walk_indices(condition, path);
  if (!dependence_.depends(condition)) {  // frozen: decided at the point and near it alike
    walk(a, with(terms_, path, {condition}), want);
    walk(b, with(terms_, path, {terms_.not_(condition)}), want);
    return;
  }
  Determined sure = determine(condition);
  Formula unsure = terms_.and_({terms_.not_(sure.surely_true), terms_.not_(sure.surely_false)});
  walk_atoms(condition, with(terms_, path, {terms_.not_(unsure)}));
  walk(a, with(terms_, path, {sure.surely_true}), want);
  walk(b, with(terms_, path, {sure.surely_false}), want);
  if (unsure == terms_.falsity()) return;
  Path open = with(terms_, path, {unsure});
  walk(a, open, want);
  walk(b, open, want);
  owe(ObligationKind::pieces_agree, open, terms_.equal(a, b), real);
  if (want != Want::differentiable) return;
  if (glue_ == Glue::germ) {
    owe(ObligationKind::germs_agree, open, terms_.equal(tangent_.moved(a), tangent_.moved(b)), real);
  } else {
    owe(ObligationKind::slopes_agree, open, terms_.equal(tangent_.along(a), tangent_.along(b)), real);
  }
}

// max over a window at x0, s its frozen winner, w a generic cell:
//   every cell continuous (none may overtake); the winner and every cell that ties with it differentiable; tied cells
//   have the winner's derivative (G16), or are equal to it near x0 (G10). "s is in the window" is a fact of the winner
//   once the window is shown not empty (definedness pass).
void LocalForm::walk_maximum(Real real, const Path& path, Want want) {
  for (Index index : real->indices) walk_index(index, path);
  const Reduction reduction = program_[real->reduction];
  std::vector<Index> cell;
  for (const Binder& binder : reduction.binders)
    cell.push_back(terms_.variable(terms_.fresh(terms_.name(binder.variable))));
  std::vector<Index> extents;
  for (const Binder& binder : reduction.binders) extents.push_back(binder.extent);
  generic_.push_back({extents, cell});
  std::vector<Index> winner = program_.winner(real->reduction, real->indices);
  auto other = program_.at(real->reduction, real->indices, cell);
  auto best = program_.at(real->reduction, real->indices, winner);
  if (!integer_only(reduction.guard)) {
    owe(ObligationKind::stable_filter, path, terms_.falsity(), real);
    return;
  }
  Path inside = with(terms_, path, {other.guard});
  walk_indices(other.guard, path);
  walk(other.body, inside, Want::continuous);
  if (want == Want::continuous) return;
  std::vector<Formula> same;
  for (std::size_t i = 0; i < cell.size(); ++i) same.push_back(terms_.equal(cell[i], winner[i]));
  Path tied = with(terms_, inside,
                   {terms_.not_(terms_.positive(terms_.sub(best.body, other.body))), terms_.not_(terms_.and_(same))});
  walk(other.body, tied, Want::differentiable);
  walk(best.body, path, Want::differentiable);
  owe_one_value(tied, other.body, best.body, real);
}

// Tied cells near the point: equal (G10), or with one derivative (G16).
void LocalForm::owe_one_value(const Path& tied, Real other, Real best, Real about) {
  const bool germ = glue_ == Glue::germ;
  auto agree = [this, germ, other, best](Tangent& tangent) {
    return germ ? terms_.equal(tangent.moved(other), tangent.moved(best))
                : terms_.equal(tangent.along(other), tangent.along(best));
  };
  auto otherwise = [this, germ, other, best, agree] {
    Formula written_out = agree(written_out_);
    Congruence congruence(program_, unfolding_, dependence_, written_out_, germ);
    Formula parts = congruence.of(other, best);
    if (!germ) {  // and the derivatives part by part, whatever the values are
      Dependence nothing(program_, {});
      Congruence of_slopes(program_, unfolding_, nothing, written_out_, false);
      parts = terms_.or_({parts, of_slopes.of(written_out_.along(other), written_out_.along(best))});
    }
    return std::vector<Formula>{terms_.or_({written_out, parts})};
  };
  owe(germ ? ObligationKind::one_germ : ObligationKind::one_derivative, tied, agree(tangent_), about, otherwise);
}

// A live winner is locally constant where its window's maximum has a stable winner: a germ obligation in every mode
// (GERMS A2, A3). A germ tie is not enough: the first of several equal cells stays first only if the others are equal
// or strictly below near the point, which is what germ glue says. An opaque function is known to first order alone:
// where cells tie that it enters, the term that stands for it (value + gradient * move) says nothing of who wins near
// the point.
void LocalForm::walk_index(Index index, const Path& path) {
  for (const auto& term : index->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.left) walk_index(atom.left, path);
    if (atom.right) walk_index(atom.right, path);
    for (Index argument : atom.arguments) walk_index(argument, path);
    if (atom.kind != AtomKind::application || program_[atom.function].role != FunctionRole::live) continue;
    const ReductionId reduction = program_[atom.function].reduction;
    const Real maximum = terms_.maximum(reduction, atom.arguments);
    if (dependence_.depends(reduction) && kept_.depends(reduction))
      owe(ObligationKind::germs_agree, path, terms_.falsity(), maximum);
    Glue outer = glue_;
    glue_ = Glue::germ;
    walk(maximum, path, Want::differentiable);
    glue_ = outer;
  }
}

void LocalForm::walk_indices(Formula f, const Path& path) {
  if (f->index) walk_index(f->index, path);
  for (Index index : f->indices) walk_index(index, path);
  if (f->binders.empty()) {
    for (Formula child : f->children) walk_indices(child, path);
    return;
  }
  auto [binders, renaming] = terms_.rename(f->binders);
  Path inside = path;
  for (const Binder& binder : binders)
    inside = with(terms_, inside, {terms_.in_range(terms_.variable(binder.variable), binder.extent)});
  for (Formula child : f->children) walk_indices(terms_.substitute(child, renaming), inside);
}

// Continuity of the real atoms of a condition, each under the integer parts that lead to it.
void LocalForm::walk_atoms(Formula f, const Path& path) {
  switch (f->kind) {
    case FormulaKind::positive:
      return walk(f->real, path, Want::continuous);
    case FormulaKind::negation:
      return walk_atoms(f->children[0], path);
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      Path inside = path;
      for (Formula child : f->children)
        if (integer_only(child))
          inside = with(terms_, inside, {f->kind == FormulaKind::conjunction ? child : terms_.not_(child)});
      for (Formula child : f->children)
        if (!integer_only(child)) walk_atoms(child, inside);
      return;
    }
    case FormulaKind::all:
    case FormulaKind::any: {
      auto [binders, renaming] = terms_.rename(f->binders);
      Path inside = path;
      for (const Binder& binder : binders)
        inside = with(terms_, inside, {terms_.in_range(terms_.variable(binder.variable), binder.extent)});
      Formula filter = terms_.substitute(f->children[0], renaming);
      if (integer_only(filter)) inside = with(terms_, inside, {filter});
      if (!integer_only(filter)) walk_atoms(filter, inside);
      walk_atoms(terms_.substitute(f->children[1], renaming), inside);
      return;
    }
    case FormulaKind::truth:
    case FormulaKind::falsity:
    case FormulaKind::at_most_zero:
    case FormulaKind::zero:
    case FormulaKind::predicate:
      return;
  }
}

}  // namespace germ::calculus
