#pragma once
// Room `smt`: the port to SMT solvers. TRUSTED: the encoder. Owns the translation of IR formulas into SMT-LIB2, the
// adapters (Z3 in process), budgets. The only room that sees Z3. It knows nothing of what the formulas are for.
//
// Encoding: integers as Int with div/mod by positive constants (floor); given maps and winners as uninterpreted
// functions with their range facts instantiated per application in the query (argument in range => value in range);
// reads as uninterpreted functions into Real; powers and table functions as uninterpreted functions constrained by true
// facts only (b != 0 => inv(b) * b = 1; b >= 0 => root(b) >= 0 and root(b)^k = b; a row's facts on its domain), never
// as Z3's total division; reads of defined tensors are reads of their bodies only if the caller inlined them, else free
// values.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "ir/program.hpp"

namespace germ::smt {

struct Budget {
  std::uint64_t resource_units = 2'000'000;  // deterministic; Z3's rlimit
  std::chrono::milliseconds wall{20'000};    // watchdog
};

// A satisfying assignment.
class Model {
 public:
  virtual ~Model() = default;
  // Values under the assignment; nullopt where it has none that is an exact rational in range.
  virtual std::optional<std::int64_t> value(ir::Index index) const = 0;
  virtual std::optional<Rational> value(ir::Real real) const = 0;
  virtual std::optional<bool> value(ir::Formula formula) const = 0;
};

struct Unsat {};
struct Sat {
  std::shared_ptr<const Model> model;
};
struct Unknown {
  std::string reason;  // "resource limit", "timeout", "solver: ...", "died: ..."
};
using Answer = std::variant<Unsat, Sat, Unknown>;

// One solver for one theorem: not shared between threads, bound to one program.
class Solver {
 public:
  virtual ~Solver() = default;
  // Is the conjunction of `assertions` satisfiable? Sort facts (ranges of functions, facts of powers and table
  // functions) are added by the encoder; the program's facts (sizes, scalars) are added too. Quantifiers are allowed
  // over integer formulas only.
  virtual Answer check(std::span<const ir::Formula> assertions) = 0;
  virtual std::string identity() const = 0;  // "z3 4.8.12"
  virtual std::uint64_t queries() const = 0;
};

std::unique_ptr<Solver> make_z3(ir::Program& program, const Budget& budget);

// How a decision gets its solver; tests hand in doubles.
using SolverFactory = std::function<std::unique_ptr<Solver>(ir::Program&, const Budget&)>;

// The query as SMT-LIB2 text that any solver reads (declarations, assertions, check-sat).
std::string to_smtlib2(ir::Program& program, std::span<const ir::Formula> assertions);

}  // namespace germ::smt
