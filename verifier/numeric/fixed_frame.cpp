#include "numeric/fixed_frame.hpp"

#include <algorithm>
#include <limits>

#include "base/check.hpp"

namespace germ::numeric::fixed {

using ir::AtomKind;
using ir::Formula;
using ir::FormulaKind;
using ir::Index;
using ir::Var;

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 62;

std::int64_t clamp_checked(Wide value) {
  if (value >= largest || value <= -largest) throw LimitReached("an index of more than 62 bits");
  return static_cast<std::int64_t>(value);
}

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {  // b > 0
  std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

Range scaled(Range range, std::int64_t factor) {
  std::int64_t a = clamp_checked(static_cast<Wide>(range.low) * factor);
  std::int64_t b = clamp_checked(static_cast<Wide>(range.high) * factor);
  return {std::min(a, b), std::max(a, b)};
}

Range times(Range a, Range b) {
  Range first = scaled(a, b.low);
  Range second = scaled(a, b.high);
  return {std::min(first.low, second.low), std::max(first.high, second.high)};
}

}  // namespace

// One end of a variable's range: v >= ceil(numerator / divisor), or v <= floor(numerator / divisor).
struct Frame::End {
  Index numerator;
  std::int64_t divisor;
};

Slot Frame::declare(Var variable, Range range) {
  auto slot = static_cast<Slot>(next_++);
  variables_[variable] = {slot, range, false};
  return slot;
}

Slot Frame::declare_lane(Var variable, Range range) {
  auto slot = static_cast<Slot>(next_++);
  variables_[variable] = {slot, range, true};
  return slot;
}

const Frame::Variable* Frame::find(Var variable) const {
  auto found = variables_.find(variable);
  return found == variables_.end() ? nullptr : &found->second;
}

bool Frame::all_declared(const std::vector<Var>& free) const {
  return std::all_of(free.begin(), free.end(), [&](Var variable) { return variables_.contains(variable); });
}

Range Frame::atom_range(ir::Atom atom) const {
  switch (atom->kind) {
    case AtomKind::variable: {
      const Variable* variable = find(atom->variable);
      check(variable != nullptr, "every variable of a compiled term has a range");
      return variable->range;
    }
    case AtomKind::quotient: {
      Range dividend = range(atom->left);
      return {floor_divide(dividend.low, atom->divisor), floor_divide(dividend.high, atom->divisor)};
    }
    case AtomKind::product:
      return times(range(atom->left), range(atom->right));
    case AtomKind::application: {
      const ir::Function& function = program_[atom->function];
      Range low = range(program_.terms().substitute(function.low, sizes_));
      Range high = range(program_.terms().substitute(function.high, sizes_));
      return {low.low, std::max(low.low, high.high - 1)};
    }
  }
  throw InternalError("an index atom of no kind");
}

Range Frame::range(Index index) const {
  Wide low = index->constant;
  Wide high = index->constant;
  Wide magnitude = index->constant < 0 ? -static_cast<Wide>(index->constant) : index->constant;
  for (const auto& term : index->terms) {
    Range part = scaled(atom_range(term.atom), term.coefficient);
    low += part.low;
    high += part.high;
    magnitude += std::max(part.high < 0 ? -part.high : part.high, part.low < 0 ? -part.low : part.low);
  }
  clamp_checked(magnitude);  // so no order of the additions overflows
  return {clamp_checked(low), clamp_checked(high)};
}

void Frame::collect_ends(Var variable, Formula guard, std::vector<End>& lower, std::vector<End>& upper) const {
  ir::Terms& terms = program_.terms();
  for (Formula part : terms.conjuncts(guard)) {
    if (part->kind != FormulaKind::at_most_zero && part->kind != FormulaKind::zero) continue;
    std::int64_t coefficient = 0;
    for (const auto& term : part->index->terms)
      if (term.atom->kind == AtomKind::variable && term.atom->variable == variable) coefficient = term.coefficient;
    if (coefficient == 0 || coefficient == std::numeric_limits<std::int64_t>::min()) continue;
    Index rest = terms.sub(part->index, terms.scale(terms.variable(variable), coefficient));
    if (!all_declared(rest->free)) continue;
    // coefficient * v + rest <= 0
    bool both = part->kind == FormulaKind::zero;
    Index negated = terms.scale(rest, -1);
    if (coefficient > 0) {
      upper.push_back({negated, coefficient});
      if (both) lower.push_back({negated, coefficient});
    } else {
      lower.push_back({rest, -coefficient});
      if (both) upper.push_back({rest, -coefficient});
    }
  }
}

Frame::Narrowed Frame::narrow(const std::vector<ir::Binder>& binders, Formula guard) {
  ir::Terms& terms = program_.terms();
  Narrowed out;
  out.guard = guard;
  for (const ir::Binder& binder : binders) {
    Index extent = terms.substitute(terms.substitute(binder.extent, sizes_), out.values);
    std::vector<End> lower{{terms.integer(0), 1}};
    std::vector<End> upper{{terms.add(extent, -1), 1}};
    collect_ends(binder.variable, out.guard, lower, upper);
    // floor(X / a) - ceil(Y / b) <= floor((b X - a Y) / (a b)), so there are at most one more cells than that.
    std::int64_t fewest = largest;
    End start = lower.front();
    for (const End& low : lower) {
      for (const End& high : upper) {
        Index distance = terms.sub(terms.scale(high.numerator, low.divisor), terms.scale(low.numerator, high.divisor));
        std::int64_t divisor = clamp_checked(static_cast<Wide>(low.divisor) * high.divisor);
        std::int64_t count = std::max<std::int64_t>(0, floor_divide(range(distance).high, divisor) + 1);
        if (count < fewest) {
          fewest = count;
          start = low;
        }
      }
    }
    Var step = terms.fresh(terms.name(binder.variable));
    out.loops.push_back({declare(step, {0, std::max<std::int64_t>(0, fewest - 1)}), fewest});
    Index value = terms.add(terms.ceiling(start.numerator, start.divisor), terms.variable(step));
    ir::Substitution here{{binder.variable, value}};
    out.guard = terms.and_({terms.in_range(value, extent), terms.substitute(out.guard, here)});
    out.values.set(binder.variable, value);
    out.cell.push_back(value);
  }
  return out;
}

}  // namespace germ::numeric::fixed
