#include "calculus/grounding.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/tangent.hpp"
#include "calculus/triggers.hpp"
#include "ir/alike.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

std::vector<std::uint32_t> ids(const std::vector<Index>& cell) {
  std::vector<std::uint32_t> out;
  for (Index i : cell) out.push_back(i.id());
  return out;
}

bool is_variable(Index index) {
  return index->constant == 0 && index->terms.size() == 1 && index->terms[0].coefficient == 1 &&
         index->terms[0].atom->kind == AtomKind::variable;
}

std::vector<Index> extents_of(const std::vector<Binder>& binders) {
  std::vector<Index> out;
  for (const Binder& binder : binders) out.push_back(binder.extent);
  return out;
}

}  // namespace

Grounding::Grounding(Program& program, std::vector<Formula> hypotheses)
    : program_(program),
      terms_(program.terms()),
      hypotheses_(std::move(hypotheses)),
      unfolding_(program),
      germ_(program) {}

std::vector<Formula> Grounding::ground(std::span<const Formula> forms, std::span<const Obligation::Generic> generic,
                                       bool corners) {
  corners_ = corners;
  return run(forms, {}, generic);
}

std::vector<Formula> Grounding::facts(std::span<const Formula> about, std::span<const Formula> facts) {
  corners_ = false;
  return run(facts, about, {});
}

std::vector<Formula> Grounding::run(std::span<const Formula> forms, std::span<const Formula> about,
                                    std::span<const Obligation::Generic> generic) {
  pools_.clear();
  winners_.clear();
  made_ = 0;
  closed_ = false;
  for (const auto& item : generic) add_to_pools(item.extents, item.cell);
  for (Formula f : about) seed(f, {});
  for (Formula f : forms) seed(f, {});
  for (Formula f : hypotheses_) seed(f, {});
  // New cells in the first two rounds only: div and mod triggers would breed them for ever (GERMS P4).
  constexpr int rounds = 4;
  std::vector<Formula> out;
  std::size_t last = 0;
  for (int round = 0; round < rounds; ++round) {
    closed_ = round >= 2;
    reals_.clear();
    formulas_.clear();
    extra_.clear();
    out.clear();
    for (Formula f : about) formula(f);  // for its cells only
    for (Formula f : forms) out.push_back(formula(f));
    for (Formula f : hypotheses_) out.push_back(formula(f));
    for (std::size_t i = 0; i < winners_.size(); ++i) {
      auto [reduction, arguments] = winners_[i];
      out.push_back(winner_facts(reduction, arguments));
    }
    out.insert(out.end(), extra_.begin(), extra_.end());
    std::size_t now = extent_of_pools();
    if (now == last) break;
    last = now;
  }
  return out;
}

// A range that is written out as a size is defined is that size's range. (A size that is another one's equal stays
// apart: one pool for both would be filled twice.)
std::vector<std::uint32_t> Grounding::range_key(Cell extents) const {
  for (Index& extent : extents)
    for (const Size& size : program_.sizes())
      if (size.definition == extent && !is_variable(extent)) extent = terms_.variable(size.variable);
  return ids(extents);
}

std::size_t Grounding::extent_of_pools() const {
  std::size_t count = winners_.size() + skolems_.size() + names_.size();
  for (const auto& [key, cells] : pools_) count += cells.size();
  return count;
}

// A cell is a candidate for every contiguous group of its axes.
void Grounding::add_to_pools(const Cell& extents, const Cell& cell) {
  if (closed_) return;
  for (std::size_t from = 0; from < cell.size(); ++from) {
    for (std::size_t to = from + 1; to <= cell.size(); ++to) {
      auto at = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
      Cell part(cell.begin() + at(from), cell.begin() + at(to));
      Cell key(extents.begin() + at(from), extents.begin() + at(to));
      auto& pool = pools_[range_key(key)];
      // Fewer cells are fewer instances: weaker, never wrong. Nested quantifiers would square a pool in each round.
      constexpr std::size_t most = 32;
      if (pool.size() < most && std::find(pool.begin(), pool.end(), part) == pool.end())
        pool.push_back(std::move(part));
    }
  }
}

// ---------------------------------------------------------------- terms

Index Grounding::index(Index i) {
  Index frozen = germ_.of(i);
  note(frozen);
  return frozen;
}

void Grounding::note(Index i) {
  for (const auto& term : i->terms) {
    const IndexAtom& atom = *term.atom;
    if (atom.left) note(atom.left);
    if (atom.right) note(atom.right);
    if (atom.kind != AtomKind::application) continue;
    for (Index argument : atom.arguments) note(argument);
    const Function& function = program_[atom.function];
    if (function.reduction.valid()) {
      use_winner(function.reduction, atom.arguments);
    } else {
      add_to_pools(function.extents, atom.arguments);
    }
  }
}

void Grounding::use_winner(ReductionId reduction, const Cell& arguments) {
  auto same = [&](const auto& known) { return known.first == reduction && known.second == arguments; };
  if (std::any_of(winners_.begin(), winners_.end(), same)) return;
  winners_.emplace_back(reduction, arguments);
  add_to_pools(extents_of(program_[reduction].parameters), arguments);
  add_to_pools(extents_of(program_[reduction].binders), program_.winner(reduction, arguments));
  if (corners_) add_corners(reduction, arguments);
}

void Grounding::add_corners(ReductionId id, const Cell& arguments) {
  const Reduction reduction = program_[id];
  Substitution values;
  for (std::size_t i = 0; i < arguments.size(); ++i) values.set(reduction.parameters[i].variable, arguments[i]);
  std::vector<Formula> guard = terms_.conjuncts(terms_.substitute(reduction.guard, values));
  std::vector<Cell> corners = {{}};
  for (const Binder& binder : reduction.binders) {
    std::vector<Index> ends = binder_ends(terms_, binder, guard);
    if (ends.size() > 3) ends.resize(3);
    std::vector<Cell> longer;
    for (const Cell& cell : corners) {
      for (Index end : ends) {
        longer.push_back(cell);
        longer.back().push_back(end);
      }
    }
    corners = std::move(longer);
  }
  for (const Cell& cell : corners) add_to_pools(extents_of(reduction.binders), cell);
}

Real Grounding::real(Real r) {
  if (auto known = reals_.find(r); known != reals_.end()) return known->second;
  Real result = r;
  std::vector<Real> children;
  if (r->kind == RealKind::add || r->kind == RealKind::mul || r->kind == RealKind::power || r->kind == RealKind::apply)
    for (Real child : r->children) children.push_back(real(child));
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
      break;
    case RealKind::from_index:
      result = terms_.from_index(index(r->index));
      break;
    case RealKind::read:
      result = read(r);
      break;
    case RealKind::add:
      result = terms_.add(std::move(children));
      break;
    case RealKind::mul:
      result = terms_.mul(std::move(children));
      break;
    case RealKind::power:
      result = terms_.power(children[0], r->value);
      break;
    case RealKind::apply:
      result = terms_.apply(*r->function, children[0]);
      break;
    case RealKind::choose:
      result = choose(r);
      break;
    case RealKind::sum:
      result = abstract_sum(r);
      break;
    case RealKind::maximum: {
      Cell arguments;
      for (Index i : r->indices) arguments.push_back(index(i));
      use_winner(r->reduction, arguments);
      result = real(program_.at(r->reduction, arguments, program_.winner(r->reduction, arguments)).body);
      break;
    }
    case RealKind::stop:
      result = real(r->children[0]);
      break;
  }
  reals_.emplace(r, result);
  return result;
}

// Defined tensors are unfolded, but for those with sums: they stay free values, a generalisation.
Real Grounding::read(Real r) {
  const auto& body = program_[r->tensor].body;
  if (body) {
    auto [entry, fresh] = has_sum_.try_emplace(r->tensor, false);
    if (fresh) entry->second = contains_sum(*body);
    if (!entry->second) return real(unfolding_.at(r->tensor, r->indices));
  }
  Cell at;
  for (Index i : r->indices) at.push_back(index(i));
  add_to_pools(extents_of(program_[r->tensor].axes), at);
  return terms_.read(r->tensor, std::move(at));
}

Real Grounding::choose(Real r) {
  Formula condition = r->condition;
  if (has_quantifier(condition)) {
    auto [entry, fresh] = names_.try_emplace(condition, condition);
    if (fresh)
      entry->second =
          terms_.predicate(program_.add_predicate({"condition" + std::to_string(names_.size()), {}, {}}), {});
    Formula named = entry->second;
    extra_.push_back(terms_.or_({terms_.not_(named), formula(condition)}));
    extra_.push_back(terms_.or_({named, formula(terms_.not_(condition))}));
    condition = named;
  } else {
    condition = formula(condition);
  }
  return terms_.choose(condition, real(r->children[0]), real(r->children[1]));
}

// A sum becomes a free value, the same for sums that are alike.
Real Grounding::abstract_sum(Real r) {
  seed(r, {});
  Substitution canonical;
  Cell arguments;
  std::size_t next = 0;
  for (Var variable : r->free) {
    if (program_.is_size(variable)) continue;
    canonical.set(variable, terms_.variable(terms_.canonical(next++)));
    arguments.push_back(index(terms_.variable(variable)));
  }
  Real key = terms_.substitute(r, canonical);
  for (const auto& [known, tensor] : sums_)
    if (alike(known, key)) return terms_.read(tensor, std::move(arguments));
  Tensor opaque;
  opaque.name = "sum" + std::to_string(sums_.size());
  opaque.role = TensorRole::given;
  for (std::size_t i = 0; i < next; ++i) opaque.axes.push_back({terms_.canonical(i), terms_.integer(1)});
  TensorId tensor = program_.add_tensor(std::move(opaque));
  sums_.emplace_back(key, tensor);
  return terms_.read(tensor, std::move(arguments));
}

// ---------------------------------------------------------------- formulas

Formula Grounding::formula(Formula f) {
  if (auto known = formulas_.find(f); known != formulas_.end()) return known->second;
  Formula result = f;
  switch (f->kind) {
    case FormulaKind::truth:
    case FormulaKind::falsity:
      break;
    case FormulaKind::at_most_zero:
      result = terms_.at_most(index(f->index), terms_.integer(0));
      break;
    case FormulaKind::zero:
      result = terms_.equal(index(f->index), terms_.integer(0));
      break;
    case FormulaKind::predicate: {
      Cell arguments;
      for (Index i : f->indices) arguments.push_back(index(i));
      if (!program_[f->predicate].extents.empty()) add_to_pools(program_[f->predicate].extents, arguments);
      result = terms_.predicate(f->predicate, std::move(arguments));
      break;
    }
    case FormulaKind::positive:
      result = terms_.positive(real(f->real));
      break;
    case FormulaKind::negation:
      result = terms_.not_(formula(f->children[0]));
      break;
    case FormulaKind::conjunction:
    case FormulaKind::disjunction: {
      std::vector<Formula> parts;
      for (Formula child : f->children) parts.push_back(formula(child));
      result = f->kind == FormulaKind::conjunction ? terms_.and_(std::move(parts)) : terms_.or_(std::move(parts));
      break;
    }
    case FormulaKind::all:
    case FormulaKind::any:
      result = quantifier(f);
      break;
  }
  formulas_.emplace(f, result);
  return result;
}

const Grounding::Instance& Grounding::instance(Formula f, const Cell& cell) {
  auto key = std::make_pair(f.id(), ids(cell));
  if (auto known = instances_.find(key); known != instances_.end()) return known->second;
  Substitution values;
  std::vector<Formula> range;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    range.push_back(terms_.in_range(cell[i], terms_.substitute(f->binders[i].extent, values)));
    values.set(f->binders[i].variable, cell[i]);
  }
  Instance made{terms_.and_(std::move(range)), terms_.substitute(f->children[0], values),
                terms_.substitute(f->children[1], values)};
  return instances_.emplace(key, made).first->second;
}

Formula Grounding::quantifier(Formula f) {
  Cell extents = extents_of(f->binders);
  if (f->kind == FormulaKind::any) {
    auto [entry, fresh] = skolems_.try_emplace(f);
    if (fresh)
      for (const Binder& binder : f->binders)
        entry->second.push_back(terms_.variable(terms_.fresh(terms_.name(binder.variable))));
    Cell witness = entry->second;
    add_to_pools(extents, witness);
    Instance at = instance(f, witness);
    return terms_.and_({formula(at.range), formula(at.filter), formula(at.body)});
  }
  std::vector<Formula> parts;
  for (const Cell& cell : candidates(extents, f->binders, Real(), f->children[1])) {
    if (++made_ > most_instances_) throw LimitReached("too many instances of the quantifiers");
    Instance at = instance(f, cell);
    // The filter stands in negative position: its negation is grounded, never the filter itself (GERMS A8).
    parts.push_back(terms_.or_({formula(terms_.not_(at.range)), formula(terms_.not_(at.filter)), formula(at.body)}));
  }
  return terms_.and_(std::move(parts));
}

// The cells of a range; where none is known as a whole, put together from those of its first axes and of the rest.
std::vector<Grounding::Cell> Grounding::pooled(const Cell& extents) const {
  if (auto known = pools_.find(range_key(extents)); known != pools_.end() && !known->second.empty())
    return known->second;
  constexpr std::size_t most = 128;
  for (std::size_t split = extents.size(); split-- > 1;) {
    auto middle = extents.begin() + static_cast<std::ptrdiff_t>(split);
    auto first = pools_.find(range_key({extents.begin(), middle}));
    if (first == pools_.end() || first->second.empty()) continue;
    std::vector<Cell> cells;
    for (const Cell& rest : pooled({middle, extents.end()})) {
      for (const Cell& start : first->second) {
        if (cells.size() == most) return cells;
        cells.push_back(start);
        cells.back().insert(cells.back().end(), rest.begin(), rest.end());
      }
    }
    return cells;
  }
  return {};
}

std::vector<Grounding::Cell> Grounding::candidates(const Cell& extents, const std::vector<Binder>& binders,
                                                   Real real_body, Formula formula_body) {
  std::vector<Cell> cells = pooled(extents);
  auto pool = [this](TensorId tensor) -> const std::vector<Cell>& {
    return pools_[range_key(extents_of(program_[tensor].axes))];
  };
  for (Cell& cell : triggered_cells(program_, binders, real_body, formula_body, pool))
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(std::move(cell));
  return cells;
}

}  // namespace germ::calculus
