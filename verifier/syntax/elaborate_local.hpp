#pragma once
// What stands for a tensor near a point: its value at the base point (`rule .. at z0, near z`), and opaque
// differentiable functions (`given smooth G[n < N]`).

#include "syntax/elaborate_items.hpp"

namespace germ::syntax {

// The tensor's value at the base point: a tensor without a body, one for each tensor.
ir::TensorId base_of(Context& context, ir::TensorId tensor);
// `z0` of `rule .. at z0, near z`: base points of the theorem's first tensors, whose symbols are in the scope.
void declare_bases(Context& context, Scope& scope, const TheoremDecl& theorem);

// G of `given smooth G[n < N]`, a differentiable function of a tensor u[n < N], with one real value.
//   G(u) = v + sum(n) g[n] * (u[n] - u0[n])     v, g: free; u0: u at the base point
// has the value v and the gradient g at the base point, as G has: the same value and derivative there. So a claim about
// values and first derivatives at the base point that is shown for all v and g holds for every G. It is applied to one
// tensor only.
View smooth_function(Context& context, const TensorItem::Tensor& tensor, const std::vector<Axis>& axes,
                     const std::vector<ir::Binder>& binders);
bool applies_smooth(const Frame& frame, const Expr& expr);  // G(u)
ir::Real smooth_value(const Frame& frame, const Expr& call);
bool backs_smooth(const Frame& frame, const Expr& expr);  // G.back(d at u) = d * g
View smooth_back(const Frame& frame, const Expr& call);

}  // namespace germ::syntax
