#include "numeric/outcome.hpp"

namespace germ::numeric {

const char* describe(Fault fault) {
  switch (fault) {
    case Fault::division_by_zero:
      return "division by 0";
    case Fault::root_of_negative:
      return "fractional power of a negative number";
    case Fault::outside_function:
      return "function outside of its domain";
    case Fault::tensor_range:
      return "read out of range";
    case Fault::map_range:
      return "given map applied out of range";
    case Fault::empty_window:
      return "maximum over an empty window";
  }
  return "";
}

std::string Undefined::to_string() const {
  std::string text = describe(fault);
  if (object.empty()) return text;
  text += ": " + object + "[";
  for (std::size_t i = 0; i < at.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(at[i]);
  return text + "]";
}

}  // namespace germ::numeric
