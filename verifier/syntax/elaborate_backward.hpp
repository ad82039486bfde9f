#pragma once
// A backward: its cotangents, its own lets and the adjoints it declares, in a scope below the layer's.

#include <optional>
#include <string>
#include <vector>

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// The backward of that name ("" for the unnamed one); null if the subject has none.
const BackwardItem* find_backward(const Subject& subject, const std::string& name);
// The variables that a backward gives, from the names of its lines: `dx` gives x.
std::vector<std::string> variables_of(const BackwardItem& backward);

struct Backward {
  Scope* scope = nullptr;
  std::vector<ir::TensorId> cotangents;
  std::vector<ir::TensorId> tensors;  // in order of definition
  std::vector<ir::Adjoint> adjoints;
};
// `wrt`: the variables asked for; empty: all. Lines that none of these needs are not made.
Backward make_backward(Context& context, const Root& root, const BackwardItem& item,
                       const std::vector<std::string>& wrt);

// The tensors of the layer's `save` line become those that `scope` may read.
void read_saved(Context& context, const Root& root, Scope& scope);
// A line that stands for a tensor of the layer, with its shape: an adjoint for a variable, a tangent for an output.
View define_for(Context& context, Scope& scope, const DefinitionItem& line, const Symbol& of, ir::TensorRole role);

// The lines of a backward as pending symbols of `scope`, below the scope of the layer.
void declare_lines(Context& context, Scope& layer, const BackwardItem& item, Scope& scope, ir::TensorRole adjoint_role);

}  // namespace germ::syntax
