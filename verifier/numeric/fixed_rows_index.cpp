// Integers and formulas in rows.

#include <algorithm>
#include <cstring>

#include "base/check.hpp"
#include "numeric/fixed_rows.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric::fixed {

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  return a % b < 0 ? quotient - 1 : quotient;
}

}  // namespace

std::int64_t RowEvaluator::base(const IndexCode& code) const {
  std::int64_t value = code.constant;
  for (const auto& term : code.slots) value += term.coefficient * slots_[term.slot];
  return value;
}

void RowEvaluator::index(const IndexCode& code, Mask active, std::int64_t* out) {
  std::int64_t value = base(code);
  for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = value + code.lane * lane;
  for (const auto& term : code.atoms) {
    RowStack<std::int64_t>::Lease part(integer_rows_);
    index_atom(*term.atom, active, part.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] += term.coefficient * part[lane];
  }
}

std::int64_t RowEvaluator::index_at(const IndexCode& code, std::int64_t lane) {
  if (code.atoms.empty()) return base(code) + code.lane * lane;
  RowStack<std::int64_t>::Lease row(integer_rows_);
  RowStack<std::uint8_t>::Lease only(mask_rows_);
  std::fill_n(only.get(), lanes_, std::uint8_t{0});
  only[lane] = 1;
  index(code, {only.get(), 1}, row.get());
  return row[lane];
}

void RowEvaluator::index_atom(const IndexAtomCode& code, Mask active, std::int64_t* out) {
  switch (code.op) {
    case IndexOp::quotient:
      index(code.left, active, out);
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = floor_divide(out[lane], code.divisor);
      return;
    case IndexOp::product: {
      RowStack<std::int64_t>::Lease right(integer_rows_);
      index(code.left, active, out);
      index(code.right, active, right.get());
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] *= right[lane];
      return;
    }
    case IndexOp::given:
      lookup(*tables_.functions[code.function.value], code.arguments, active, out);
      return;
    case IndexOp::winner:
      switch (code.window.value->width) {
        case Width::narrow:
          winner<std::int64_t>(code, active, out);
          return;
        case Width::wide:
          winner<Wide>(code, active, out);
          return;
        case Width::exact:
          winner<Rational>(code, active, out);
          return;
      }
  }
  throw InternalError("an index atom of no kind");
}

template <class Number>
void RowEvaluator::winner(const IndexAtomCode& code, Mask active, std::int64_t* out) {
  typename RowStack<Number>::Lease best(rows<Number>());
  maximum<Number>(code.window, active, best.get(), out, code.component);
}

void RowEvaluator::lookup(const GivenValues& given, const std::vector<IndexCode>& arguments, Mask active,
                          std::int64_t* out) {
  RowStack<std::int64_t>::Lease position(integer_rows_);
  RowStack<std::uint8_t>::Lease outside(mask_rows_);
  RowStack<std::int64_t>::Lease row(integer_rows_);
  std::fill_n(position.get(), lanes_, 0);
  std::fill_n(outside.get(), lanes_, std::uint8_t{0});
  check(arguments.size() == given.extents.size(), "a given map has as many arguments as axes");
  for (std::size_t axis = 0; axis < arguments.size(); ++axis) {
    index(arguments[axis], active, row.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      if (row[lane] < 0 || row[lane] >= given.extents[axis]) outside[lane] = 1;
      position[lane] = outside[lane] ? 0 : position[lane] * given.extents[axis] + row[lane];
    }
  }
  for (std::int64_t lane = 0; lane < lanes_; ++lane) {
    if (outside[lane] && active.has(lane)) throw Undefined{Fault::map_range, "", {}, {}, {}};
    out[lane] = outside[lane] ? 0 : given.entries[static_cast<std::size_t>(position[lane])];
  }
}

std::int64_t RowEvaluator::same_in_all_lanes(bool holds, Mask active, std::uint8_t* out) const {
  auto lanes = static_cast<std::size_t>(lanes_);
  if (holds && active.lanes) {
    std::memmove(out, active.lanes, lanes);
  } else {
    std::memset(out, holds ? 1 : 0, lanes);
  }
  return holds ? active.count : 0;
}

std::int64_t RowEvaluator::formula(const FormulaCode& code, Mask active, std::uint8_t* out) {
  switch (code.op) {
    case FormulaOp::truth:
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = active.has(lane) ? 1 : 0;
      return active.count;
    case FormulaOp::falsity:
      std::fill_n(out, lanes_, std::uint8_t{0});
      return 0;
    case FormulaOp::at_most_zero:
    case FormulaOp::zero: {
      if (code.index.lane == 0 && code.index.atoms.empty()) {
        std::int64_t value = base(code.index);
        return same_in_all_lanes(code.op == FormulaOp::zero ? value == 0 : value <= 0, active, out);
      }
      RowStack<std::int64_t>::Lease row(integer_rows_);
      index(code.index, active, row.get());
      bool at_most = code.op == FormulaOp::at_most_zero;
      std::int64_t count = 0;
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        bool holds = (at_most ? row[lane] <= 0 : row[lane] == 0) && active.has(lane);
        out[lane] = holds ? 1 : 0;
        count += out[lane];
      }
      return count;
    }
    case FormulaOp::predicate: {
      RowStack<std::int64_t>::Lease row(integer_rows_);
      lookup(*tables_.predicates[code.predicate.value], code.indices, active, row.get());
      std::int64_t count = 0;
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        out[lane] = row[lane] != 0 && active.has(lane) ? 1 : 0;
        count += out[lane];
      }
      return count;
    }
    case FormulaOp::positive:
      switch (code.real->width) {
        case Width::narrow:
          return positive<std::int64_t>(*code.real, active, out);
        case Width::wide:
          return positive<Wide>(*code.real, active, out);
        case Width::exact:
          return positive<Rational>(*code.real, active, out);
      }
      throw InternalError("a real of no width");
    case FormulaOp::negation: {
      std::int64_t count = formula(*code.children[0], active, out);
      for (std::int64_t lane = 0; lane < lanes_; ++lane) out[lane] = active.has(lane) && out[lane] == 0 ? 1 : 0;
      return active.count - count;
    }
    case FormulaOp::conjunction:
    case FormulaOp::disjunction:
      return connective(code, active, out);
    case FormulaOp::all:
    case FormulaOp::any:
      return quantified(code, active, out);
  }
  throw InternalError("a formula of no kind");
}

template <class Number>
std::int64_t RowEvaluator::positive(const RealCode& code, Mask active, std::uint8_t* out) {
  typename RowStack<Number>::Lease row(rows<Number>());
  real<Number>(code, active, row.get());
  std::int64_t count = 0;
  for (std::int64_t lane = 0; lane < lanes_; ++lane) {
    out[lane] = active.has(lane) && sign_of(row[lane]) > 0 ? 1 : 0;
    count += out[lane];
  }
  return count;
}

// A conjunction narrows the lanes that its next part is asked about; a disjunction drops those that it has decided.
std::int64_t RowEvaluator::connective(const FormulaCode& code, Mask active, std::uint8_t* out) {
  bool conjunction = code.op == FormulaOp::conjunction;
  RowStack<std::uint8_t>::Lease open(mask_rows_);
  RowStack<std::uint8_t>::Lease part(mask_rows_);
  for (std::int64_t lane = 0; lane < lanes_; ++lane) open[lane] = active.has(lane) ? 1 : 0;
  if (!conjunction) std::fill_n(out, lanes_, std::uint8_t{0});
  std::int64_t count = active.count;
  for (const FormulaPtr& child : code.children) {
    if (count == 0) break;
    std::int64_t held = formula(*child, {open.get(), count}, part.get());
    if (conjunction) {
      std::memcpy(open.get(), part.get(), static_cast<std::size_t>(lanes_));
      count = held;
    } else {
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        out[lane] = static_cast<std::uint8_t>(out[lane] | part[lane]);
        open[lane] = static_cast<std::uint8_t>(open[lane] & ~part[lane]);
      }
      count -= held;
    }
  }
  if (!conjunction) return active.count - count;
  std::memcpy(out, open.get(), static_cast<std::size_t>(lanes_));
  return count;
}

// `any` drops the lanes that have found their cell, `all` those that have found a counterexample.
std::int64_t RowEvaluator::quantified(const FormulaCode& code, Mask active, std::uint8_t* out) {
  bool universal = code.op == FormulaOp::all;
  RowStack<std::uint8_t>::Lease open(mask_rows_);
  RowStack<std::uint8_t>::Lease inside(mask_rows_);
  RowStack<std::uint8_t>::Lease holds(mask_rows_);
  for (std::int64_t lane = 0; lane < lanes_; ++lane) open[lane] = active.has(lane) ? 1 : 0;
  std::int64_t count = active.count;
  each(code.loops, [&] {
    std::int64_t cells = formula(*code.children[0], {open.get(), count}, inside.get());
    if (cells == 0) return count > 0;
    formula(*code.children[1], {inside.get(), cells}, holds.get());
    for (std::int64_t lane = 0; lane < lanes_; ++lane) {
      bool decided = inside[lane] != 0 && (holds[lane] != 0) != universal;
      if (!decided) continue;
      open[lane] = 0;
      --count;
    }
    return count > 0;
  });
  for (std::int64_t lane = 0; lane < lanes_; ++lane)
    out[lane] = universal ? open[lane] : static_cast<std::uint8_t>(active.has(lane) && open[lane] == 0);
  return universal ? count : active.count - count;
}

}  // namespace germ::numeric::fixed
