#pragma once
// The sizes of a layer from the shapes of its tensors.

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/layer.hpp"
#include "tensors/array.hpp"

namespace germ::numeric {

using NamedArrays = std::map<std::string, tensors::Array>;

// A tensor or given map of a layer, as far as its file is concerned.
struct Declared {
  std::string name;
  std::vector<ir::Index> stored_extents;  // one per stored axis: the product of the extents of its indices
  Span span;
};
std::vector<Declared> declared_arrays(ir::Layer& layer);

// Every size as a number. Ids: G510 a tensor is missing, G511 a number of axes, G512 an extent, G513 a size that no
// extent determines, G514 an unknown name. `fixed` gives sizes by name beforehand.
Result<std::map<ir::Var, std::int64_t>> bind_sizes(ir::Layer& layer, const NamedArrays& arrays,
                                                   const std::map<std::string, std::int64_t>& fixed);

}  // namespace germ::numeric
