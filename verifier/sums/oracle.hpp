#pragma once
// Integer questions of the normal form: by bounds of single variables first, then by the solver; answers are kept.
// "unknown" is never a yes.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smt/solver.hpp"

namespace germ::sums {

class Oracle {
 public:
  Oracle(ir::Program& program, smt::Solver& solver);

  // Do the program's facts and `assumptions` imply `goal`? No where the solver does not know.
  bool implied(std::span<const ir::Formula> assumptions, ir::Formula goal);
  // Are the program's facts and `assumptions` contradictory? No where the solver does not know.
  bool contradictory(std::span<const ir::Formula> assumptions);
  // The conjunction with the ranges of the sign functions in it, put to the solver.
  smt::Answer ask(std::vector<ir::Formula> assertions);
  // The same without asking: what `ask` hands over.
  std::vector<ir::Formula> with_sign_ranges(std::vector<ir::Formula> assertions);

  std::optional<std::int64_t> lower_bound(ir::Var size) const;
  bool is_positive(ir::ScalarId scalar) const;
  bool is_nonzero(ir::ScalarId scalar) const;

  std::uint64_t queries() const { return queries_; }
  std::uint64_t syntactic() const { return syntactic_; }
  void count_syntactic() { ++syntactic_; }

 private:
  struct Interval {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
  };
  using Bounds = std::map<ir::Var, Interval>;

  void note_scalar(ir::Formula fact);
  static void note_bound(Bounds& bounds, ir::Formula fact);
  Interval interval(const Bounds& bounds, ir::Index index) const;
  Interval interval(const Bounds& bounds, ir::Atom atom) const;
  bool clearly(const Bounds& bounds, ir::Formula formula) const;

  ir::Program& program_;
  smt::Solver& solver_;
  Bounds facts_;
  std::vector<ir::ScalarId> positive_;
  std::vector<ir::ScalarId> negative_;
  std::map<std::vector<std::uint32_t>, bool> known_;
  std::uint64_t queries_ = 0;
  int given_up_ = 0;
  std::uint64_t syntactic_ = 0;
};

}  // namespace germ::sums
