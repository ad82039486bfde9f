#pragma once
// A jvp: the tangents of its variables, its own lets and the tangents of the outputs, in a scope below the layer's.

#include <functional>
#include <string>
#include <vector>

#include "syntax/elaborate_root.hpp"

namespace germ::syntax {

// The jvp of that name ("" for the unnamed one); null if the subject has none.
const JvpItem* find_jvp(const Subject& subject, const std::string& name);
// The variables that have a tangent, from its name: `tx` moves x.
std::vector<std::string> variables_of(const JvpItem& jvp);

// The slice on which a variable moves, over the axes of its tangent.
using SliceOf = std::function<ir::Formula(const std::string& variable, ir::TensorId tangent)>;

struct Jvp {
  std::vector<ir::VariableTangent> tangents;
  std::vector<ir::OutputTangent> outputs;
};
// `wrt`: the variables that move, empty: all that have a tangent. The tangents of the others are 0.
Jvp make_jvp(Context& context, const Root& root, const JvpItem& item, const std::vector<std::string>& wrt,
             const SliceOf& slice);

}  // namespace germ::syntax
