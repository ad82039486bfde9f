#pragma once
// Theorems that have lines of their own: equal, implies, local_equality, continuous, open, selector, fold, faithful.

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// A side of a comparison: the tensor that it names, or a let of its own.
View side_of(Context& context, Scope& scope, const Expr& side, const std::string& name);
// The two sides; they have one shape.
std::pair<ir::TensorId, ir::TensorId> sides_of(Context& context, Scope& scope, const TheoremDecl& theorem);
void fill_comparison(Context& context, const Declaration& declaration, const ir::Member& member,
                     const TheoremDecl& theorem, ir::Statement& statement);

// selector (MAP, ..) of TENSOR: each map names a cell of the window that attains the maximum.
ir::Formula selects(Context& context, Scope& scope, const TheoremDecl& theorem);
// fold: the leaf case and the node case of an induction over the in-order binary trees (G20).
//   leaf: keeps(l, r, k) where k is the only leaf with l <= k < r.
//   node: l < m < r, l <= a < m <= b < r leaves, keeps(l, m, a), keeps(m, r, b) give keeps(l, r, e(a, b)).
ir::Formula folds(Context& context, Scope& scope, const TheoremDecl& theorem);

}  // namespace germ::syntax
