#pragma once
// The arguments of a call: matched to the parameters, evaluated in the caller, their shapes solved for the sizes of the
// callee and compared with what it declares.

#include <map>
#include <string>
#include <vector>

#include "syntax/elaborate_items.hpp"
#include "syntax/elaborate_sizes.hpp"

namespace germ::syntax {

// A parameter of a layer or a condition, and what a call gives for it.
struct Formal {
  const Declarator* declarator;
  const TensorItem::Tensor* tensor = nullptr;  // null: a condition's, of any element
  Origin origin = Origin::input;
  const Expr* argument = nullptr;
  View view;
  bool number = false;  // of rank 0: passed as a number
  ir::Real real;
};

Element element_of(const TensorItem::Tensor& tensor);

// By position, then by name; what is left of the named ones is given back: the reals.
std::map<std::string, const Expr*> match(const Frame& frame, const std::string& callee, std::vector<Formal>& formals,
                                         const Expr& call, const std::vector<const Expr*>& arguments, Span declared);
// The value of one argument, with the equations that its shape gives.
void evaluate(const Frame& frame, const Scope& callee, Formal& formal, SizeSolver& solver);
// Formals become symbols of the callee; shapes are compared in its own sizes.
void bind_formals(const Frame& frame, Scope& callee, std::vector<Formal>& formals);
// Reals by name; every one needs a value, and every value a real.
void bind_reals(const Frame& frame, Scope& callee, const Subject& subject, std::map<std::string, const Expr*>& named,
                const Expr& call);

}  // namespace germ::syntax
