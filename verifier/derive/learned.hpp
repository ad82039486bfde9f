#pragma once
// What a tensor's definition says of the layer's index names.

#include <set>
#include <string>

#include "derive/fold.hpp"
#include "derive/sources.hpp"
#include "derive/tidy.hpp"
#include "derive/vocabulary.hpp"

namespace germ::derive {

// The indices of a tensor of the layer's own text become known with their ranges.
void learn_indices(ir::Program& program, ir::TensorId tensor, const Sources& sources, Vocabulary& vocabulary,
                   Ranges& ranges);

// Defined tensors of the forward: what they hold is folded to reads of them, and `let h = f(x)` names what the call
// computes. Other tensors of calls that only read another one are written out.
struct Learned {
  ir::Program& program;
  Ranges& ranges;
  Tidy& tidy;
  Fold& fold;

  void forward(const std::vector<ir::TensorId>& tensors, bool values_have_names);
};

// Has it a name of the layer's own text (no tensor of a call)?
bool has_own_name(const ir::Tensor& tensor);
// The words of a text outside of its comments.
std::set<std::string> words_of(const std::string& text);

}  // namespace germ::derive
