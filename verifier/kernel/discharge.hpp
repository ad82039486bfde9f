#pragma once
// Obligations to the solver. One instance serves one attempt: one program, one solver, one ledger.

#include <set>

#include "calculus/base_point.hpp"
#include "calculus/grounding.hpp"
#include "kernel/theorem.hpp"

namespace germ::kernel {

class Discharge {
 public:
  Discharge(ir::Program& program, ir::Formula domain, const Context& context, Attempt& attempt);

  // Are the facts and the domain contradictory (proved so)?
  bool contradictory();
  // Do the facts alone contradict a formula over integers (proved so)?
  bool contradicts_facts(ir::Formula integers);
  // Shows every obligation at every point of the domain (`under_domain`), or records what stays open.
  void all(const std::vector<calculus::Obligation>& obligations, bool under_domain);
  // Is `goal` a consequence of the facts and `premise`? Records it as an obligation of kind `kind`.
  // `otherwise`: a formula that implies it, tried where it is not shown.
  bool consequence(ir::Formula premise, ir::Formula goal, const char* kind, Span span, ir::Formula otherwise = {});

  // Do `forms` contradict the facts and the domain (proved so)? Nothing is recorded but the solver's answer.
  enum class Effort : std::uint8_t { once, patient };
  bool impossible(std::vector<ir::Formula> forms, Effort effort = Effort::patient);

  // A definition made for this attempt, true at every point.
  void define(ir::Formula meaning) { grounding_.assume(base_point_.of(meaning)); }
  smt::Solver& solver() { return *solver_; }
  // A solver for the replay alone.
  smt::Solver& second_solver();
  // The conjuncts of the domain, about the base point.
  const std::vector<ir::Formula>& domain() const { return domain_; }
  bool replays() const { return context_.replay; }
  // What the normal form may assume in a group: its own `facts`, grounded, and those of the domain and the winners at
  // the cells of `guards` and `facts`. The guards are not assumed.
  std::vector<ir::Formula> facts_at(std::span<const ir::Formula> guards, std::span<const ir::Formula> facts);

 private:
  using Formulas = std::vector<ir::Formula>;
  bool refuted(const Formulas& assertions, std::string& reason, std::shared_ptr<const smt::Model>& model);
  Because by_integers(const std::vector<const calculus::Obligation*>& obligations);
  Because one(const calculus::Obligation& obligation, bool under_domain, Open& open);
  bool follows(ir::Formula premise, ir::Formula goal, Open& open);
  bool otherwise(const calculus::Obligation& obligation, bool under_domain);
  ir::Formula negated_at_ends(ir::Formula goal);
  void add_first_cells(const Formulas& forms, bool under_domain, std::vector<calculus::Obligation::Generic>& into);
  void record(const calculus::Obligation& obligation, Because because);

  ir::Program& program_;
  Context context_;
  ir::Terms& terms_;
  calculus::BasePoint base_point_;  // every formula here is about the base point, but for tangents and nearby tensors
  Formulas domain_;
  Attempt& attempt_;
  std::unique_ptr<smt::Solver> solver_;
  std::unique_ptr<smt::Solver> second_solver_;
  calculus::Grounding grounding_;
  calculus::Grounding free_grounding_;  // without the domain
};

}  // namespace germ::kernel
