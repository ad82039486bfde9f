// Ray jets: maxima.

#include <algorithm>

#include "calculus/ray.hpp"

namespace germ::calculus {

using namespace ir;

const Rays::Steepest* Rays::steepest(ReductionId id) {
  auto [entry, fresh] = steepest_.try_emplace(id);
  Steepest& made = entry->second;
  if (!fresh) return made.slope.valid() ? &made : nullptr;
  const Reduction reduction = program_[id];
  auto over_sizes = [&](const Binder& binder) {
    const auto& free = binder.extent->free;
    return std::all_of(free.begin(), free.end(), [&](Var v) { return program_.is_size(v); });
  };
  Tensor slope;
  slope.name = "slope of max";
  slope.role = TensorRole::given;
  slope.axes = terms_.rename(parameters_).first;
  for (const Binder& formal : terms_.rename(reduction.parameters).first) slope.axes.push_back(formal);
  slope.span = reduction.span;
  if (!std::all_of(slope.axes.begin(), slope.axes.end(), over_sizes) ||
      !std::all_of(reduction.binders.begin(), reduction.binders.end(), over_sizes))
    return nullptr;
  std::vector<Index> extents;
  for (const Binder& axis : slope.axes) extents.push_back(axis.extent);
  for (const Binder& binder : reduction.binders) {
    Function map;
    map.name = "steepest " + terms_.name(binder.variable);
    map.extents = extents;
    map.low = terms_.integer(0);
    map.high = binder.extent;
    map.span = reduction.span;
    made.cell.push_back(program_.add_function(std::move(map)));
  }
  made.slope = program_.add_tensor(std::move(slope));
  return &made;
}

// max_w (l_w + s_w t + o(t)) = M + d t + o(t) if all l_w are the values of the cells at x: all cells continuous along
// the ray. M is the maximum at x and d the greatest s_w with l_w = M:
//   for every cell w of the window l_w < M or s_w <= d                                    (bounds)
//   for the named cell r of the window l_r = M and s_r = d, if there is a window            (attained)
// These are read as the definition of d and r, from values and slopes that are terms at x; so they hold whether or not
// the jets are valid.
RayJet Rays::of_maximum(Real maximum) {
  const Reduction reduction = program_[maximum->reduction];
  if (depends(maximum->indices) || dependence_.depends(reduction.guard) || !integer_only(reduction.guard))
    return undecided(maximum);
  const Steepest* named = steepest(maximum->reduction);
  if (!named) return undecided(maximum);
  std::vector<Index> at, cell, best;
  for (const Binder& parameter : parameters_) at.push_back(terms_.variable(parameter.variable));
  at.insert(at.end(), maximum->indices.begin(), maximum->indices.end());
  auto cells = terms_.rename(reduction.binders).first;
  for (const Binder& binder : cells) cell.push_back(terms_.variable(binder.variable));
  for (FunctionId map : named->cell) best.push_back(terms_.apply(map, at));
  const Real slope = terms_.read(named->slope, at);
  auto other = program_.at(maximum->reduction, maximum->indices, cell);
  auto highest = program_.at(maximum->reduction, maximum->indices, best);
  RayJet any = of(other.body);
  RayJet top = of(highest.body);
  Formula continuous = any.limit == other.body ? terms_.truth() : terms_.equal(any.limit, other.body);
  Formula bound = terms_.or_(
      {terms_.positive(terms_.sub(maximum, other.body)), terms_.not_(terms_.positive(terms_.sub(any.slope, slope)))});
  // A maximum may be written where its window is not looked at: at arguments out of range there need not be a cell.
  std::vector<Formula> no_window;
  for (std::size_t i = 0; i < reduction.parameters.size(); ++i)
    no_window.push_back(terms_.not_(terms_.in_range(maximum->indices[i], reduction.parameters[i].extent)));
  Formula attained =
      terms_.or_({terms_.or_(std::move(no_window)), terms_.and_({highest.guard, terms_.equal(highest.body, maximum),
                                                                 terms_.equal(top.slope, slope), top.attained})});
  return {maximum,
          slope,
          terms_.all(cells, other.guard, terms_.and_({any.valid, continuous})),
          any.affine,
          terms_.all(cells, other.guard, terms_.and_({any.bounds, bound})),
          attained};
}

}  // namespace germ::calculus
