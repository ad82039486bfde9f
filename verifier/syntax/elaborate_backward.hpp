#pragma once
// A backward: its cotangents, its own lets and the adjoints it declares, in a scope below the layer's.

#include <optional>
#include <string>
#include <vector>

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// The backward of that name ("" for the unnamed one); null if the subject has none.
const BackwardItem* find_backward(const Subject& subject, const std::string& name);
// The inputs and params that a backward gives, from the names of its lines: `dx` gives x.
std::vector<std::string> variables_of(const Subject& subject, const BackwardItem& backward);

struct Backward {
  Scope* scope = nullptr;
  std::vector<ir::TensorId> cotangents;
  std::vector<ir::TensorId> tensors;  // in order of definition
  std::vector<ir::Adjoint> adjoints;
  std::vector<ir::Adjoint> steps;  // declared adjoints of lets of the forward
};
// `wrt`: the variables asked for; empty: all. Lines that none of these needs are not made.
Backward make_backward(Context& context, const Root& root, const BackwardItem& item,
                       const std::vector<std::string>& wrt);

// The lines of a backward as pending symbols of `scope`, below the scope of the layer.
void declare_lines(Context& context, Scope& layer, const BackwardItem& item, Scope& scope, ir::TensorRole adjoint_role);

// Two backwards of one name would be one claim, and nobody could say which of them is decided.
std::optional<Diagnostic> named_twice(const Subject& subject, const std::string& name);

}  // namespace germ::syntax
