#pragma once
// Definedness: that every value a statement speaks of exists, at every point of the domain, for all sizes. Reads in
// range, divisors, roots, arguments of table functions, windows not empty, arguments of given maps in range; in
// forward, backward and domain (SUMS step 0, GERMS step 0). Never optional: the normal form *assumes* ranges.

#include <set>

#include "calculus/obligation.hpp"
#include "calculus/traits.hpp"

namespace germ::calculus {

class Definedness {
 public:
  explicit Definedness(ir::Program& program) : program_(program), terms_(program.terms()) {}

  // The body of a defined tensor at a generic index, and of every defined tensor that it reads.
  void require(ir::TensorId tensor);
  // A formula (a domain, a premise), under no hypothesis but its own binders and guards.
  void require(ir::Formula formula, Span span);
  // A defined tensor that holds a germ at the nearby point. Nothing is owed: what its values need holds at the base
  // point strictly and by continuity (obligations of the local form), so it holds near it (G14).
  void nearby(ir::TensorId tensor) {
    done_.insert(tensor);
    nearby_.insert(tensor);
  }
  bool is_nearby(ir::TensorId tensor) const { return nearby_.contains(tensor); }
  // Has this tensor's body been looked at?
  bool covers(ir::TensorId tensor) const { return done_.contains(tensor); }
  // What values owe at points of the domain, and what the domain itself owes (to be shown without it).
  const std::vector<Obligation>& obligations() const { return obligations_; }
  const std::vector<Obligation>& of_domain() const { return of_domain_; }

 private:
  using Path = std::vector<ir::Formula>;
  void visit(ir::Real real, const Path& path);
  void visit(ir::Formula formula, const Path& path);
  void visit(ir::Index index, const Path& path);
  void visit_power(ir::Real real, const Path& path);
  void require_window(ir::ReductionId reduction);
  void in_range(const std::vector<ir::Index>& indices, const std::vector<ir::Index>& extents, ObligationKind kind,
                const Path& path, const std::string& about);
  Path open(const std::vector<ir::Binder>& binders, ir::Substitution& renaming, const Path& path);
  void owe(ObligationKind kind, const Path& path, ir::Formula goal, std::string about);

  ir::Program& program_;
  ir::Terms& terms_;
  Span span_;
  bool domain_ = false;
  std::set<ir::TensorId> done_;
  std::set<ir::TensorId> nearby_;
  std::set<ir::ReductionId> windows_;
  std::set<ir::ReductionId> domain_windows_;
  std::vector<Obligation> obligations_;
  std::vector<Obligation> of_domain_;
};

}  // namespace germ::calculus
