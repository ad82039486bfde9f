#pragma once
// The nodes of the IR. Built by `Terms` only, which normalises, hash-conses and owns them.

#include <cstdint>
#include <vector>

#include "base/rational.hpp"
#include "ir/handles.hpp"

namespace germ::ir {

struct FunctionRow;  // a row of the function table (function_table.hpp)

// ---------------------------------------------------------------- integers

enum class AtomKind : std::uint8_t {
  variable,     // variable
  quotient,     // floor(dividend / divisor), divisor > 1 a constant
  application,  // function(arguments)
  product,      // left * right, both with atoms (nonlinear)
};

struct IndexAtom {
  std::uint32_t id;
  AtomKind kind;
  Var variable;
  Index left;  // quotient: the dividend; product: the left factor
  Index right;
  std::int64_t divisor = 0;
  FunctionId function;
  std::vector<Index> arguments;
  std::vector<Var> free;  // sorted
};

// constant + sum of coefficient * atom, atoms in creation order, no coefficient 0.
struct IndexNode {
  std::uint32_t id;
  std::int64_t constant;
  struct Term {
    Atom atom;
    std::int64_t coefficient;
  };
  std::vector<Term> terms;
  std::vector<Var> free;  // free variables, sorted; sizes included
};

// A bound variable with its range 0 <= variable < extent.
struct Binder {
  Var variable;
  Index extent;
  friend bool operator==(const Binder&, const Binder&) = default;
};

// ---------------------------------------------------------------- reals

enum class RealKind : std::uint8_t {
  constant,    // value
  scalar,      // a symbolic real
  from_index,  // an integer read as a real
  read,        // tensor[indices]
  add,         // children, two or more
  mul,         // children, two or more
  power,       // children[0] ^ value, a rational exponent
  apply,       // function(children[0]), a smooth function of the table
  choose,      // children[0] if condition else children[1]
  sum,         // sum over binders with condition (the filter) of children[0]
  maximum,     // the maximum of a reduction at indices (the values of its parameters)
  stop,        // children[0] with derivative 0 by decree
};

struct RealNode {
  std::uint32_t id;
  RealKind kind;
  Rational value;
  ScalarId scalar;
  Index index;
  TensorId tensor;
  ReductionId reduction;
  const FunctionRow* function = nullptr;
  Formula condition;
  std::vector<Index> indices;
  std::vector<Binder> binders;
  std::vector<Real> children;
  std::vector<Var> free;
};

// ---------------------------------------------------------------- formulas

enum class FormulaKind : std::uint8_t {
  truth,
  falsity,
  at_most_zero,  // index <= 0
  zero,          // index == 0
  predicate,     // predicate(indices)
  positive,      // real > 0: the one real atom
  negation,      // of zero, predicate, positive only
  conjunction,   // children, two or more
  disjunction,
  all,  // over binders, where children[0] (the filter) holds: children[1]
  any,
};

struct FormulaNode {
  std::uint32_t id;
  FormulaKind kind;
  Index index;
  PredicateId predicate;
  Real real;
  std::vector<Index> indices;
  std::vector<Binder> binders;
  std::vector<Formula> children;
  std::vector<Var> free;
};

}  // namespace germ::ir
