#pragma once
// A layer ready for numbers: its forward, its domain and what its `census` lines count. No backward.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace germ::ir {

// A top-level conjunct of the domain, with its text.
struct Clause {
  std::string text;
  Formula formula;
  Span span;
};

// `census NAME = window (..), cells (.. | ..) value, patch (..) entry, zero TENSOR`: for each window (a point of
// `windows`), its cells are the points of `cells` where `guard` holds; `value` is the cell's activation. A window is
// dead if every value <= 0; else single if one cell attains the maximum; else a tie, identical if every two cells that
// attain it have the same entries for all points of `patch_binders`, different otherwise. `zero`: count the entries of
// this tensor that are exactly 0. The first window binder runs over the examples of the batch.
struct Census {
  std::string name;
  std::vector<Binder> windows;
  std::vector<Binder> cells;
  Formula guard;
  Real value;
  std::vector<Binder> patch_binders;
  std::optional<Real> patch;
  std::optional<TensorId> zero;
  Span span;
};

// Where a claim about the layer is claimed.
struct Region {
  std::string claim;  // its name
  std::vector<Clause> clauses;
};

struct Layer {
  std::string name;
  std::unique_ptr<Program> program;
  std::vector<TensorId> inputs;  // inputs, params and given tensors, in order of declaration
  std::vector<TensorId> outputs;
  Formula domain;
  std::vector<Clause> clauses;
  std::vector<Census> censuses;
  std::vector<Region> regions;  // of the claims that were asked for, in their order
  Span span;
};

}  // namespace germ::ir
