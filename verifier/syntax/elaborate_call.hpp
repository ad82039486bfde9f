#pragma once
// Calls. A call inlines what it names: the forward of a layer as lets of the caller, a function or a condition by
// substitution. It never inherits the domain of the callee.

#include "syntax/elaborate_scope.hpp"

namespace germ::syntax {

// The value of `f(x)` or `f(x).output`.
View call_layer(const Frame& frame, const Expr& expr);
// The forward of a layer in the caller's program, its tensors bound to `arguments`, then to those by name.
Scope& inline_layer(const Frame& frame, const Declaration& declaration, const Expr& call,
                    const std::vector<const Expr*>& arguments);
std::vector<const Expr*> arguments_of(const Expr& call);

// `f.back(dy at x, W)`: the declaration of f; null if the call is no such thing.
const Declaration* back_of(const Frame& frame, const Expr& call);
// The adjoint that the unnamed backward of f gives, or the one that `.dx` picks.
View call_layer_back(const Frame& frame, const Expr& call, const std::string& picked);
ir::Real call_function_back(const Frame& frame, const Expr& call);

// The scope of a function, its parameters and reals bound to numbers.
Scope& open_function(const Frame& frame, const FunctionDecl& function, const Expr& call,
                     const std::vector<const Expr*>& arguments);
ir::Real call_function(const Frame& frame, const FunctionDecl& function, const Expr& call);
ir::Formula call_condition(const Frame& frame, const Expr& call);

}  // namespace germ::syntax
