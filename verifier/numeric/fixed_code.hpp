#pragma once
// Code for rows: a term in which every variable is a slot, every tensor read is a base and strides, every scale is
// settled. One variable of each frame is its lane: code is run for a whole row of its values at once.

#include <memory>
#include <vector>

#include "ir/handles.hpp"
#include "numeric/fixed_number.hpp"

namespace germ::numeric::fixed {

using Slot = std::uint32_t;

struct RealCode;
struct FormulaCode;
struct IndexAtomCode;
using RealPtr = std::shared_ptr<const RealCode>;
using FormulaPtr = std::shared_ptr<const FormulaCode>;

// 0 <= slot < extent, in steps of 1.
struct Loop {
  Slot slot;
  std::int64_t extent;
};

// constant + sum of coefficient * slot + lane * (number of the lane) + sum of coefficient * atom. No overflow: the
// compiler has bounded it.
struct IndexCode {
  std::int64_t constant = 0;
  std::int64_t lane = 0;
  struct SlotTerm {
    Slot slot;
    std::int64_t coefficient;
  };
  std::vector<SlotTerm> slots;
  struct AtomTerm {
    std::shared_ptr<const IndexAtomCode> atom;
    std::int64_t coefficient;
  };
  std::vector<AtomTerm> atoms;
};

// The loops over a window, its guard and the value of a cell.
struct WindowCode {
  std::vector<Loop> loops;
  FormulaPtr guard;
  RealPtr value;
  std::vector<IndexCode> cell;  // the coordinates of the cell
};

enum class IndexOp : std::uint8_t { quotient, product, given, winner };

struct IndexAtomCode {
  IndexOp op;
  IndexCode left;  // quotient: the dividend
  IndexCode right;
  std::int64_t divisor = 1;
  ir::FunctionId function;           // given
  std::vector<IndexCode> arguments;  // given
  WindowCode window;                 // winner: of its first maximal cell,
  std::uint32_t component = 0;       //         this coordinate
};

enum class RealOp : std::uint8_t { constant, index, read, add, multiply, power, choose, sum, maximum };

struct RealCode {
  RealOp op;
  Width width = Width::narrow;
  Grid grid;            // where the width is not `exact`
  Rational value;       // constant: its integer (the value itself if exact); power: the exponent
  IndexCode index;      // index
  ir::TensorId tensor;  // read
  std::vector<IndexCode> indices;
  bool affine = false;         // read: no index has an atom,
  bool in_range = false;       //       and all indices lie in the tensor, whatever the slots are
  IndexCode offset;            //       then the place of the entry, its first axis left out
  bool products_only = false;  // sum: unconditional, of the product of two such narrow reads
  std::vector<RealPtr> children;
  std::vector<Rational> factors;  // add, choose: the integer by which each child comes to the common grid
  FormulaPtr condition;           // choose; sum (null: truth)
  std::vector<Loop> loops;        // sum
  WindowCode window;              // maximum
};

enum class FormulaOp : std::uint8_t {
  truth,
  falsity,
  at_most_zero,
  zero,
  predicate,
  positive,
  negation,
  conjunction,
  disjunction,
  all,
  any
};

struct FormulaCode {
  FormulaOp op;
  IndexCode index;
  ir::PredicateId predicate;
  std::vector<IndexCode> indices;
  RealPtr real;
  std::vector<FormulaPtr> children;  // all, any: filter and body
  std::vector<Loop> loops;
};

// The variables of one piece of code.
struct FrameCode {
  std::vector<Loop> loops;  // the axes that the code is run over, the lane excluded
  std::vector<Loop> lane;   // none or one
  std::size_t slots = 0;
};

}  // namespace germ::numeric::fixed
