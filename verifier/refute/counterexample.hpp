#pragma once
// Room `refute`: why a statement is false. Owns the search for counterexamples, their minimisation and execution, and
// the gate that every proof must pass. Everything here is executed by room `numeric`: a counterexample is a point
// inside the domain, computed exactly, at which the statement fails; a solver's model is a hint and nothing more. It
// may not know how the statement was derived or proved.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/statement.hpp"
#include "numeric/instance.hpp"
#include "numeric/slopes.hpp"

namespace germ::refute {

enum class Kind : std::uint8_t {
  wrong_entry,     // vjp, jvp: the declared entry is not the derivative
  kink,            // vjp, jvp: two unequal one-sided slopes, or slopes that do not add up
  jump,            // vjp, jvp: a one-sided limit that is not the value
  infinite_slope,  // vjp, jvp
  undefined,       // a division by 0, a root or a log outside of its domain
  out_of_range,    // a tensor or a map read outside of its extents
  empty_window,    // a maximum over no cell
  unequal_entry,   // equal: the two sides differ
  not_implied,     // implies: the domain holds, the conclusion does not
  unequal_near,    // local_equality: the two sides differ at points as near as one likes
  not_open,        // open: the conclusion fails at points as near as one likes
  differentiable,  // not_differentiable, exact: it is differentiable there
  other_class,     // kink: the declared adjoints are of another class there
};
const char* name(Kind kind);

// Where the failure shows, as `examine` found it and `recheck` executes it again.
struct Failure {
  Kind kind = Kind::wrong_entry;
  // wrong_entry, unequal_entry: the entry of the adjoint or tangent / of both sides. kink, jump, infinite_slope: the
  // output entry. unequal_near: the entry of the left side. undefined, out_of_range, empty_window: the entry being
  // computed, if any.
  numeric::Entry at;
  std::size_t adjoint = 0;                      // wrong_entry of a vjp: which of Statement::adjoints
  std::optional<numeric::Direction> direction;  // where the failure shows at points near along it
  std::optional<numeric::Direction> second;     // kink: slopes along the two directions do not add up
  std::optional<numeric::Undefined> fault;      // undefined, out_of_range, empty_window
  numeric::Ball declared;                       // wrong_entry, other_class; unequal: left; jump: the value
  numeric::Ball truth;                          // wrong_entry; unequal: right; jump: the limit
  numeric::Ball slope, opposite;  // kink, other_class: along the direction, and minus that along its negative
  std::optional<Rational> step;   // unequal_near, not_open: the smallest step along the direction that was executed
  std::vector<ir::KinkClass> classes;  // other_class: what it can be
};

struct Counterexample {
  Kind kind = Kind::wrong_entry;
  Failure failure;
  numeric::Instance instance;  // everything to execute it again
  std::uint64_t seed = 0;      // of the search that found it

  struct Number {
    std::string name;
    std::string value;
  };
  struct Entry {
    std::vector<std::int64_t> indices;
    std::string value;
  };
  struct Listing {
    std::string name;
    std::vector<Entry> entries;  // nonzero ones; of maps and predicates all
    std::size_t size = 0;        // entries in all
  };
  std::vector<Number> sizes;
  std::vector<Number> scalars;
  std::vector<Listing> tensors;  // with at least one nonzero entry, in order of declaration
  std::vector<Listing> givens;   // given maps and predicates
  std::string where;             // "dx[0, 1]"
  std::string declared;          // as text; empty where the kind has none
  std::string truth;
  std::string sentence;  // the failure in one line: "dx[0, 1]: declared 0, true 1"
  struct Line {
    Span span;
    std::string note;  // "the declared adjoint"
  };
  std::vector<Line> lines;
};

// Everything to print, from a failure at an instance.
Counterexample counterexample(const ir::Statement& statement, const numeric::Instance& instance,
                              const Failure& failure);

// Sizes, tensors in index notation, the failing line, then the lines of the text with carets.
std::string describe(const Counterexample& counterexample);

}  // namespace germ::refute
