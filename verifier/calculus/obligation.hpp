#pragma once
// Room `calculus`, TRUSTED: what has to be shown before a term may be differentiated, the derivative itself, and the
// instantiation of domains that makes each obligation quantifier-free. It builds formulas and terms and asks nobody: it
// knows no solver, no normal form, no numbers. Rules and pitfalls: MATH section 2 (G1..G19), GERMS sections 2, 3, 5.

#include <functional>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace germ::calculus {

enum class ObligationKind : std::uint8_t {
  read_in_range,      // every index of a read lies in its axis
  argument_in_range,  // the arguments of a given map or window lie in its ranges
  window_nonempty,    // a maximum has a cell
  divisor,            // a divisor is not 0
  root_value,         // the base of a fractional power is >= 0
  root_slope,         // ... > 0 where a derivative is taken
  function_domain,    // the argument of a table function lies in its domain
  pieces_agree,       // two branches have one value where their condition may change          (G13, G19)
  slopes_agree,       // ... and one derivative                                                (G19)
  germs_agree,        // ... and are equal near the point                                      (G10)
  one_derivative,     // a cell that ties with the winner has the winner's derivative          (G16)
  one_germ,           // ... or is equal to it near the point                                  (G10)
  stays_true,         // a condition that holds at the point holds near it                     (G14)
  stable_filter,      // a maximum over a set that depends on real values: not supported
};
const char* name(ObligationKind kind);

// At every point of the theorem's domain, for all sizes: the conjunction of `path` implies `goal`. Variables are
// generic (universally quantified integers).
struct Obligation {
  // A generic cell of a window, or a generic index of an output: where domains are instantiated first.
  struct Generic {
    std::vector<ir::Index> extents;
    std::vector<ir::Index> cell;
  };

  ObligationKind kind;
  std::vector<ir::Formula> path;
  ir::Formula goal;
  Span span;         // the line that owes it
  std::string text;  // the subterm it is about
  std::vector<Generic> generic;
  // Goals that each imply the same as `goal`, to be tried where it is not shown: with sums written out, and from equal
  // parts (congruence.hpp). Null if there are none. To be asked while the pass that owes it is alive.
  std::function<std::vector<ir::Formula>()> otherwise = {};
};

}  // namespace germ::calculus
