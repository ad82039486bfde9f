#pragma once
// The backward of a forward, as lines of text: one adjoint for each tensor of the forward that depends on a variable,
// then one for each variable, by the chain rule in reverse (calculus/derive.hpp).

#include <set>
#include <string>
#include <vector>

#include "derive/sources.hpp"
#include "derive/vocabulary.hpp"
#include "ir/layer.hpp"

namespace germ::derive {

struct Style {
  bool plain = false;  // no windows by name, no padded reads
  bool steps = false;  // adjoints of the forward's lets are claimed, not only used
};

struct BackwardText {
  std::vector<std::string> saved;  // inputs, lets and outputs that the lines read
  std::vector<std::string> cotangents;
  std::vector<std::string> lines;                            // "let dh[n] = ..", "dx[n] = .."
  std::vector<std::pair<std::string, std::string>> indices;  // new ones, with their ranges
};

struct Subject {
  std::set<std::string> words;  // of the declaration without its backwards
  std::vector<Constant> constants;
  bool function = false;
};

// Throws Unsayable. The layer's program is used up.
BackwardText write_backward(ir::Layer& layer, const Subject& subject, const Sources& sources, Style style);

}  // namespace germ::derive
