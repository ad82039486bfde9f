#pragma once
// Elaboration of expressions: from trees to integers, reals and formulas at a place. All of these throw `Rejected`.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rational.hpp"
#include "syntax/elaborate_scope.hpp"

namespace germ::syntax {

// ---------------------------------------------------------------- integers (elaborate_index.cpp)

// Is the expression one between integers? Asks nothing about whether its names make sense.
bool is_integer(const Frame& frame, const Expr& expr);
ir::Index index_of(const Frame& frame, const Expr& expr);
// An integer, a tuple of them, or the cell of an argmax.
std::vector<ir::Index> tuple_of(const Frame& frame, const Expr& expr);
// The first integer abs, max or min in `expr` whose case is not chosen yet, innermost first.
const Expr* open_choice(const Frame& frame, const Expr& expr);
// Equal for all sizes, once defined sizes are written out.
bool same_extent(const Frame& frame, ir::Index a, ir::Index b);
// Defined sizes replaced by their definitions.
ir::Index written_out(ir::Program& program, ir::Index index);

// ---------------------------------------------------------------- reals (elaborate_real.cpp)

ir::Real real_of(const Frame& frame, const Expr& expr);
// The rational that a literal, a constant or arithmetic of these denotes.
std::optional<Rational> literal_of(const Frame& frame, const Expr& expr);

// ---------------------------------------------------------------- formulas (elaborate_formula.cpp)

ir::Formula formula_of(const Frame& frame, const Expr& expr);
// `kind` is one of the six comparisons.
ir::Formula compare(const Frame& frame, ExprKind kind, const Expr& left, const Expr& right);
ir::Formula compare_to(const Frame& frame, ExprKind kind, ir::Real left, const Expr& right);

// ---------------------------------------------------------------- binders, windows, reductions (elaborate_binders.cpp,
//                                                                  elaborate_window.cpp, elaborate_reduction.cpp)

struct Box {
  std::vector<ir::Binder> binders;
  ir::Formula guard;  // windows and filter
};
// Binds every item in `frame`, then reads the filter there.
Box bind(Frame& frame, const Binders& binders);
// One index. Without an extent of its own it has the range it was declared with, or else `fallback`.
ir::Binder bind_index(Frame& frame, const Name& name, const Expr* extent, ir::Index fallback = {});
ir::Binder bind_in_range(Frame& frame, const Name& name, ir::Index range);
// How many indices the items bind.
std::size_t count_indices(const Frame& frame, const Binders& binders);

// Binds `names` to the positions of a window call; gives the window's filter.
ir::Formula open_window(Frame& frame, const Expr& call, const std::vector<Name>& names,
                        std::vector<ir::Binder>& binders);
// Is `cell` a position of the window?
ir::Formula in_window(const Frame& frame, const Expr& call, const std::vector<ir::Index>& cell);
// The extent of one position of a window call; over sizes only.
ir::Index window_extent(const Frame& frame, const Expr& call, std::size_t position);
// The declaration that a window call names.
const WindowDecl& window_of(const Frame& frame, const Expr& call);

ir::Real reduce(const Frame& frame, const Expr& reduction);
std::vector<ir::Index> winner_of(const Frame& frame, const Expr& reduction);
ir::Formula quantify(const Frame& frame, const Expr& reduction);

// ---------------------------------------------------------------- ranges by name (elaborate_ranges.cpp)

// Collects the first range of every index name of a declaration.
void collect_ranges(const Declarations& declarations, Scope& scope, const Declaration& declaration);
void collect_ranges(const Declarations& declarations, Scope& scope, const Expr& expr);
// The range that the name was declared with; null if none.
ir::Index declared_range(const Frame& frame, std::string_view name);
const RangeOrigin* range_origin(const Frame& frame, std::string_view name);

inline std::string_view callee_name(const Expr& call) {
  return !call.args.empty() && call.args[0]->kind == ExprKind::name ? std::string_view(call.args[0]->text)
                                                                    : std::string_view();
}

}  // namespace germ::syntax
