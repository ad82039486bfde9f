#pragma once
// The sizes of a called window, condition or layer: given in brackets, or solved from the shapes of the arguments, each
// equation linear in one unknown.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "syntax/elaborate_scope.hpp"

namespace germ::syntax {

// The scope of a call's declaration; calling itself, directly or not, is an error.
Scope& open_callee(const Frame& frame, const std::string& name, const void* declaration, const Expr& call);

// The sizes of a condition: those in its brackets, or else every name in the extents of its parameters.
std::vector<SizeDecl> sizes_of(const ConditionDecl& condition);

class SizeSolver {
 public:
  // Takes `f[H, W](..)` and `f[H = 3](..)` as given; names in brackets that are no size go to `others`.
  SizeSolver(const Frame& caller, Scope& callee, const std::vector<SizeDecl>& sizes, const Expr& call);

  // A scope in which unknown sizes are variables, for reading formal extents.
  Scope& probe() { return *probe_; }
  const std::map<std::string, ir::Index>& others() const { return others_; }
  void refuse_others() const;
  void equation(ir::Index formal, ir::Index actual, Span place);
  void solve();
  std::optional<ir::Index> value(const std::string& name) const;
  void set(const std::string& name, ir::Index value);
  // Every size as a symbol of `callee`; one without a value is an error.
  void declare_in(Scope& callee) const;
  // Every equation holds with the values found.
  void check_equations() const;

 private:
  struct Unknown {
    Name name;
    ir::Var variable;
    std::optional<ir::Index> value;
  };
  struct Equation {
    ir::Index formal;
    ir::Index actual;
    Span place;
  };
  bool solve_one(const Equation& equation, ir::Index actual);
  ir::Index known_part(ir::Index formal) const;

  const Frame& caller_;
  const Expr& call_;
  Scope* probe_;
  std::vector<Unknown> unknowns_;
  std::vector<Equation> equations_;
  std::map<std::string, ir::Index> others_;
};

}  // namespace germ::syntax
