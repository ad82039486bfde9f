#pragma once
// Tensors as values: subscripts, slices, shapes, and whole-tensor expressions, which define a tensor entry by entry.

#include <optional>
#include <string>
#include <vector>

#include "ir/printer.hpp"
#include "syntax/elaborate_scope.hpp"

namespace germ::syntax {

// The table's indices of the entry at `entry` (one index per open axis).
std::vector<ir::Index> fill(const View& view, const std::vector<ir::Index>& entry);
// An entry as a real number; a truth value is none.
ir::Real read(const Frame& frame, const View& view, const std::vector<ir::Index>& entry, Span place);
// "[N, 2*H]".
std::string shape_text(const Frame& frame, const std::vector<Axis>& axes);
bool same_shape(const Frame& frame, const std::vector<Axis>& a, const std::vector<Axis>& b);
// A tensor of `rank` axes is read with `written` subscripts.
[[noreturn]] void fail_rank(const Frame& frame, const Expr& tensor, Span place, std::size_t rank, std::size_t written);
// A slice stands where one entry is needed.
[[noreturn]] void fail_slice(const Frame& frame, const Expr& expr, const View& view);

// `x[i, ..]`: what is left of x once the subscripts are in; no open axis for an entry.
View subscripted(const Frame& frame, const Expr& expr);
// The entry of a padded read, and the guard that it lies inside.
struct PaddedRead {
  ir::Formula inside;
  ir::Real value;
};
PaddedRead padded(const Frame& frame, const Expr& expr);

// Does the expression stand for a tensor by itself: a name, a slice, an output of a call?
bool names_tensor(const Frame& frame, const Expr& expr);
// The tensor that an argument stands for; an expression becomes a let called `name`.
View view_of(const Frame& frame, const Expr& expr, const std::string& name);

// A whole-tensor expression: its axes (none: a number) and its entry at fresh variables.
struct Whole {
  std::vector<Axis> axes;
  std::vector<ir::Binder> binders;
  ir::Real entry;
};
Whole whole_of(const Frame& frame, const Expr& expr);

// Adds the tensor name[binders] = body. Index variables of `frame` that the body mentions become leading axes; the view
// has them filled in.
View define(const Frame& frame, const std::string& name, ir::TensorRole role, const std::vector<Axis>& axes,
            const std::vector<ir::Binder>& binders, ir::Real body, Span span);
std::vector<ir::Binder> fresh_binders(const Frame& frame, const std::vector<Axis>& axes);
View view_of_tensor(ir::TensorId tensor, std::vector<Axis> axes);

// The axes of `name[n < N, ..]`, each bound in `frame`. `shape`: the axes of the tensor that it stands for, for items
// without a range and for `..`; null if there is none.
std::vector<Axis> bind_axes(Frame& frame, const Declarator& declarator, const std::vector<Axis>* shape,
                            std::vector<ir::Binder>& binders);

}  // namespace germ::syntax
