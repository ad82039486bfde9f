#pragma once
// A layer compiled for its census: which tensors are needed, in which order, and which of them can be computed example
// by example (every reader asks for its own example only).

#include <memory>
#include <optional>
#include <string>

#include "ir/layer.hpp"
#include "numeric/census_sizes.hpp"
#include "numeric/fixed_compiler.hpp"
#include "numeric/fixed_rows.hpp"

namespace germ::numeric::fixed {

// The variables that a piece of code is run over.
struct RunCode {
  std::optional<Loop> example;  // runs over the batch, or stands at one example
  std::vector<Loop> loops;
  std::optional<Loop> lane;
  std::size_t slots = 0;
};

// Runs `body(lane_start)` for every row; the lanes and slots are set.
template <class Body>
void run(const RunCode& code, RowEvaluator& rows, std::optional<std::int64_t> example, Body body) {
  std::vector<Loop> loops;
  if (code.example && !example) loops.push_back(*code.example);
  loops.insert(loops.end(), code.loops.begin(), code.loops.end());
  if (code.example && example) rows.slot(code.example->slot) = *example;
  rows.each(loops, [&] {
    std::int64_t extent = code.lane ? code.lane->extent : 1;
    for (std::int64_t start = 0; start < extent; start += longest_row) {
      if (code.lane) rows.slot(code.lane->slot) = start;
      rows.set_lanes(std::min(longest_row, extent - start));
      body(start);
    }
    return true;
  });
}

// A read of a tensor, as the plan sees it.
struct ReadOf {
  ir::TensorId tensor;
  const IndexCode* first;  // its first index, if any
};
void collect_reads(const RealCode& code, std::vector<ReadOf>& out);
void collect_reads(const FormulaCode& code, std::vector<ReadOf>& out);
void collect_reads(const WindowCode& code, std::vector<ReadOf>& out);

struct TensorCode {
  ir::TensorId id;
  bool batched = false;                   // its first axis is the batch
  bool whole = false;                     // batched, and needed for all examples at once
  const tensors::Array* array = nullptr;  // where the entries come from a file
  RunCode run;                            // else: how they are computed,
  std::vector<Slot> axes;                 //       the slot of each axis
  RealPtr body;
};

struct CensusCode {
  RunCode run;
  std::vector<Slot> windows;  // the slot of each window binder
  WindowCode cells;
  std::optional<ir::TensorId> zero;
  RealPtr patch;  // null where there is none
  RunCode patch_run;
  std::vector<Slot> patch_windows;  // where the patch's code expects the window and the cell
  std::vector<Slot> patch_cell;
};

struct ClauseCode {
  RunCode run;
  FormulaPtr fails;
  bool per_example = false;
  bool counted = false;          // an `all`, whose failing instances are counted;
  std::vector<IndexCode> place;  // then the values of its binders
};

class Plan {
 public:
  // `regions`: which of the layer's regions are asked about.
  Plan(ir::Layer& layer, const NamedArrays& arrays, const std::map<ir::Var, std::int64_t>& sizes,
       const std::map<std::uint32_t, Rational>& scalars, const std::vector<std::size_t>& regions = {});

  std::size_t examples() const { return examples_; }
  const std::vector<CensusCode>& censuses() const { return censuses_; }
  // Each clause once, however often it is written; which of them are the domain's, and a region's.
  const std::vector<ClauseCode>& clauses() const { return clauses_; }
  const std::vector<std::size_t>& of_domain() const { return of_domain_; }
  const std::vector<std::vector<std::size_t>>& of_regions() const { return of_regions_; }
  // Is everything about one example what the batch of that example alone would give?
  bool alone() const { return alone_; }
  const std::vector<std::unique_ptr<TensorCode>>& order() const { return order_; }
  const TensorCode* find(ir::TensorId tensor) const { return by_id_[tensor.value]; }
  const TensorShape& shape(ir::TensorId tensor) const { return *shapes_[tensor.value]; }
  const Tables& tables() const { return tables_; }
  // The facts of the layer that its sizes (and given reals) violate.
  const std::vector<ir::Formula>& violated() const { return violated_; }
  // Computes what all examples share. Call once, before the first example.
  void compute_shared();

 private:
  const TensorShape& require(ir::TensorId tensor);
  void compile(TensorCode& code);
  void load_given(const NamedArrays& arrays);
  RunCode run_over(Compiler& compiler, const std::vector<ir::Binder>& axes, bool batched, std::vector<Slot>& slots);
  CensusCode compile(const ir::Census& census);
  ClauseCode compile(const ir::Clause& clause);
  std::vector<std::size_t> compile(const std::vector<ir::Clause>& clauses);
  void check_facts();
  void mark_whole();
  bool stands_alone();
  bool is_batch(ir::Index extent) const { return batch_ && extent == *batch_; }
  std::int64_t extent_of(ir::Index extent);

  ir::Layer& layer_;
  const NamedArrays& arrays_;
  Setting setting_;
  std::optional<ir::Index> batch_;
  std::size_t examples_ = 1;
  std::vector<std::unique_ptr<TensorCode>> order_;  // after what they read
  std::vector<TensorCode*> by_id_;
  std::vector<std::unique_ptr<TensorShape>> shapes_;
  std::vector<std::unique_ptr<TensorValues>> shared_;
  std::vector<std::unique_ptr<GivenValues>> given_;
  std::vector<CensusCode> censuses_;
  std::vector<ClauseCode> clauses_;
  std::vector<ir::Formula> written_;  // as clauses_
  std::vector<std::size_t> of_domain_;
  std::vector<std::vector<std::size_t>> of_regions_;
  bool alone_ = false;
  std::vector<ir::Formula> violated_;
  Tables tables_;
};

// The entries of a tensor that is read from a file or computed; `example`: of that one only.
TensorValues compute(const TensorCode& code, const TensorShape& shape, const Tables& tables,
                     std::optional<std::int64_t> example);

}  // namespace germ::numeric::fixed
