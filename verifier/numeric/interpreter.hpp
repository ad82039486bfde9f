#pragma once
// Room `numeric`: numbers from terms. Owns evaluation of the IR on concrete instances (exact, along a ray, with many
// digits), one-sided slopes and the census. It may not know how anything is proved: of a table function it reads the
// value column only, a derivative is a germ along a ray or a difference quotient, and a winner is what a scan of the
// window finds in the tensors. That is what makes it a check of the symbolic rooms.
//
// One interpreter, three number types: Rational (values), Series (germs along a ray), Ball (where a rational will not
// do). Defined tensors are evaluated on demand, entry by entry, each entry once. Integer conditions of a conjunction or
// a disjunction are looked at before real ones, and a part that decides it excuses the others from having a value.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "numeric/instance.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

// Values of variables that are free in a term besides the sizes.
using Bindings = std::vector<std::pair<ir::Var, std::int64_t>>;

template <class Number>
class Interpreter {
 public:
  // Both must outlive the interpreter. `steps`: how many nodes it may visit before it gives up as too_costly.
  Interpreter(const ir::Program& program, const Instance& instance, std::uint64_t steps = 50'000'000);

  // Replaces the entries of a tensor without a body (the instance's, as constants, otherwise).
  void set_entries(ir::TensorId tensor, std::vector<Number> entries);
  // Where a frozen winner is looked up; without it winners are those of this very point.
  using FrozenWinner = std::function<std::int64_t(ir::FunctionId, std::span<const std::int64_t>)>;
  void set_frozen(FrozenWinner winner) { frozen_ = std::move(winner); }
  // Where a tensor that keeps its value at the base point (`base_of`) is looked up; without it this very point is the
  // base point.
  using BaseEntry = std::function<Number(ir::TensorId, std::span<const std::int64_t>)>;
  void set_base_entry(BaseEntry entry) { base_entry_ = std::move(entry); }
  // Called at each read of a tensor without a body, with the entry's place.
  using Watcher = std::function<void(ir::TensorId, std::size_t)>;
  void set_watcher(Watcher watcher) { watcher_ = std::move(watcher); }

  Outcome<Number> entry(ir::TensorId tensor, std::span<const std::int64_t> indices);
  Outcome<Number> real(ir::Real term, const Bindings& bindings = {});
  Outcome<bool> holds(ir::Formula formula, const Bindings& bindings = {});
  Outcome<std::int64_t> integer(ir::Index term, const Bindings& bindings = {});
  Outcome<std::int64_t> winner(ir::FunctionId function, std::span<const std::int64_t> arguments);
  const Shape& shape(ir::TensorId tensor);
  std::uint64_t steps_left() const { return steps_; }
  // Along a ray: every comparison, division and root so far was decided by a constant term other than 0. Then what was
  // evaluated is analytic near the base point: the same branches and winners hold in all directions.
  bool analytic() const { return analytic_; }

 private:
  struct Best {
    Number value;
    std::vector<std::int64_t> cell;
  };
  struct Table {
    bool ready = false;
    Shape shape;
    std::vector<std::optional<Number>> entries;
  };

  void bind(ir::Var variable, std::int64_t value);
  std::int64_t lookup(ir::Var variable) const;
  void spend();
  void spend_for(const Number& number);  // long numbers cost more

  std::int64_t index(ir::Index term);
  std::int64_t atom(const ir::IndexAtom& atom);
  std::int64_t application(ir::FunctionId function, std::span<const std::int64_t> arguments);
  std::int64_t given(ir::FunctionId function, std::span<const std::int64_t> arguments) const;
  std::vector<std::int64_t> values(const std::vector<ir::Index>& terms);

  bool truth(ir::Formula formula);
  bool junction(const ir::FormulaNode& node, bool decisive);
  bool quantified(const ir::FormulaNode& node, bool decisive);
  bool given(ir::PredicateId predicate, std::span<const std::int64_t> arguments) const;

  Number value(ir::Real term);
  Number sum(const ir::RealNode& node);
  Number addition(const ir::RealNode& node);
  bool cancels(const ir::RealNode& node);
  Number power_of(const ir::RealNode& node);
  int sign_of(const Number& number);
  const Number& read(ir::TensorId tensor, std::span<const std::int64_t> indices);
  const Number& defined(ir::TensorId tensor, std::size_t place, std::span<const std::int64_t> indices);
  const Number& kept(ir::TensorId tensor, std::size_t place, std::span<const std::int64_t> indices);
  const Best& best(ir::ReductionId reduction, std::span<const std::int64_t> arguments);
  Best scan(const ir::Reduction& reduction);
  Table& table(ir::TensorId tensor);
  // Runs `body` for each point of `binders`, in lexicographic order, until it returns false; restores what they hide.
  template <class Body>
  bool each(std::span<const ir::Binder> binders, const Body& body);

  const ir::Program& program_;
  const Instance& instance_;
  std::uint64_t steps_;
  bool analytic_ = true;
  std::vector<std::int64_t> environment_;  // by variable
  std::vector<Table> tables_;              // by TensorId
  struct Key {
    std::uint32_t reduction;
    std::vector<std::int64_t> arguments;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  std::unordered_map<Key, Best, KeyHash> best_;  // looked up, never walked
  FrozenWinner frozen_;
  BaseEntry base_entry_;
  Watcher watcher_;
};

}  // namespace germ::numeric
