#pragma once
// What one comparison shares: the program, the oracle, the definitions made so far, the limits, the premises met.

#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "certificate/certificate.hpp"
#include "ir/program.hpp"
#include "sums/oracle.hpp"
#include "sums/term.hpp"

namespace germ::sums {

// Outside of what the normal form handles: the comparison is unknown, never wrong.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Limits {
  std::size_t terms = 3000;        // of one expression
  std::int64_t window = 64;        // a range that is expanded point by point
  std::size_t permutations = 720;  // of equal factors in one group
  std::int64_t expanded_power = 8;
  std::uint64_t steps = 20'000;  // terms made tidy in one comparison
};

using certificate::DefinitionKind;

// A sum with a name: a function of its parameters, for all integer values of them. Two sums proved equal have one
// definition.
struct Definition {
  DefinitionKind kind;
  const ir::FunctionRow* function = nullptr;  // of kind function
  std::vector<ir::Var> parameters;
  Expression value;
  std::vector<std::vector<std::int64_t>> signatures;  // per parameter: where it occurs
  std::vector<Key> shape;                             // the terms' factors and monomials
  ir::FunctionId sign;                                // of kind sign: the integer map -1, 0, 1
};

// A positive(..) that stands in a text, and the literal that replaces it.
struct SignOccurrence {
  std::uint32_t definition;
  ir::Real value;                    // as written
  int direction;                     // value > 0 is direction * sign >= 1
  std::vector<ir::Index> arguments;  // of the sign function
};

enum class PremiseKind : std::uint8_t { nonzero, positive, defined };

// What the rewrites of powers rely on: `base` (as it stands in the body of `tensor`, under its path there) is not 0, or
// positive; for `defined`, the argument of a partial function is in its domain. Each is a definedness obligation of
// that tensor, to be proved by the caller.
struct Premise {
  PremiseKind kind;
  ir::TensorId tensor;
  ir::Real base;
  friend bool operator==(const Premise&, const Premise&) = default;
};

struct Context {
  Context(ir::Program& program, smt::Solver& solver, const Limits& limits);

  ir::Program& program;
  ir::Terms& terms;
  Oracle oracle;
  Limits limits;
  std::vector<ir::TensorId> opaque;
  ir::Substitution sizes;                    // sizes that are affine or products of others, by their definitions
  std::deque<Definition> definitions;        // references stay valid as it grows
  std::map<ir::TensorId, Expression> forms;  // of defined tensors, in the variables of their axes
  std::vector<ir::TensorId> open;            // being normalised, innermost last
  std::vector<Premise> premises;
  std::vector<SignOccurrence> occurrences;
  certificate::Certificate* record = nullptr;       // where what is found is written down, if anywhere
  certificate::Application* application = nullptr;  // the function whose value is being found, if that is written down
  certificate::Rewriting* rewriting = nullptr;      // the second try under way, if that is written down

  // The value of argument j of factor n of a group; and marks for keys, which never leave a key.
  ir::Var slot(std::size_t n, std::size_t j);
  ir::Var mark(std::size_t k);

  bool is_leaf(ir::TensorId tensor) const;
  // The body of a defined tensor at `indices`, sizes replaced by their definitions.
  ir::Real body(ir::TensorId tensor, const std::vector<ir::Index>& indices);
  bool is_positive(const Symbol& symbol) const;
  bool is_nonnegative(const Symbol& symbol) const;
  bool is_nonzero(const Symbol& symbol) const;
  bool sizes_only(const std::vector<ir::Var>& free) const;
  void require(PremiseKind kind, ir::Real base);
  void check_size(const Expression& expression) const;
  void spend_step();  // throws LimitReached when the limit's are spent

 private:
  std::map<std::pair<std::size_t, std::size_t>, ir::Var> slots_;
  std::vector<ir::Var> marks_;
  std::map<std::pair<ir::TensorId, std::vector<ir::Index>>, ir::Real> bodies_;
  std::uint64_t steps_ = 0;
};

}  // namespace germ::sums
