#include "calculus/obligation.hpp"

namespace germ::calculus {

const char* name(ObligationKind kind) {
  switch (kind) {
    case ObligationKind::read_in_range:
      return "read in range";
    case ObligationKind::argument_in_range:
      return "argument in range";
    case ObligationKind::window_nonempty:
      return "window not empty";
    case ObligationKind::divisor:
      return "divisor not 0";
    case ObligationKind::root_value:
      return "base of a root not negative";
    case ObligationKind::root_slope:
      return "base of a root positive";
    case ObligationKind::function_domain:
      return "argument in the function's domain";
    case ObligationKind::pieces_agree:
      return "branches agree";
    case ObligationKind::slopes_agree:
      return "branches have one derivative";
    case ObligationKind::germs_agree:
      return "branches agree near the point";
    case ObligationKind::one_derivative:
      return "tied cells have one derivative";
    case ObligationKind::one_germ:
      return "tied cells agree near the point";
    case ObligationKind::stays_true:
      return "condition stays true near the point";
    case ObligationKind::stable_filter:
      return "window does not depend on real values";
  }
  return "obligation";
}

}  // namespace germ::calculus
