#pragma once
// The variables that a piece of code is under, with their ranges, and how the loops over a window are narrowed to the
// cells that its guard can let through.

#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/program.hpp"
#include "numeric/fixed_code.hpp"

namespace germ::numeric::fixed {

struct Range {  // low..high, both included
  std::int64_t low;
  std::int64_t high;
};

class Frame {
 public:
  Frame(ir::Program& program, const ir::Substitution& sizes) : program_(program), sizes_(sizes) {}

  Slot declare(ir::Var variable, Range range);
  Slot declare_lane(ir::Var variable, Range range);

  struct Variable {
    Slot slot;
    Range range;
    bool lane;
  };
  const Variable* find(ir::Var variable) const;
  std::size_t slots() const { return next_; }

  // Bounds on the values of an index whose variables are all declared. Throws LimitReached beyond 62 bits.
  Range range(ir::Index index) const;

  // The cells of `binders` where `guard` holds are exactly the points of `loops` where the new `guard` holds, each
  // once and in the same order; `cell` gives the binders there. Declares the variables of the loops.
  struct Narrowed {
    std::vector<Loop> loops;
    ir::Formula guard;
    std::vector<ir::Index> cell;
    ir::Substitution values;  // of the binders
  };
  Narrowed narrow(const std::vector<ir::Binder>& binders, ir::Formula guard);

  ir::Program& program() const { return program_; }
  const ir::Substitution& sizes() const { return sizes_; }

 private:
  struct End;
  bool all_declared(const std::vector<ir::Var>& free) const;
  Range atom_range(ir::Atom atom) const;
  void collect_ends(ir::Var variable, ir::Formula guard, std::vector<End>& lower, std::vector<End>& upper) const;

  ir::Program& program_;
  const ir::Substitution& sizes_;
  std::unordered_map<ir::Var, Variable> variables_;
  std::size_t next_ = 0;
};

}  // namespace germ::numeric::fixed
