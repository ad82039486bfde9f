#pragma once
// Subterms that a tensor of the forward already holds: exp(z[n, k] - m[n]) is e[n, k] where `let e[n, k] = exp(z[n, k]
// - m[n])`.

#include <map>
#include <optional>
#include <vector>

#include "derive/ranges.hpp"

namespace germ::derive {

class Fold {
 public:
  Fold(ir::Program& program, const Ranges& ranges) : program_(program), t_(program.terms()), ranges_(ranges) {}

  // `body`: what the tensor's entry is at its own axes, tidied. Bodies that are no shorter as a read are not learned.
  void learn(ir::TensorId tensor, ir::Real body);
  ir::Real of(ir::Real real);
  ir::Formula of(ir::Formula formula);

 private:
  struct Pattern {
    ir::TensorId tensor;
    std::vector<ir::Formula> condition;  // what must hold where the body stands
    ir::Real body;
  };
  // What the variables of a pattern stand for.
  struct Match {
    const std::vector<ir::Binder>* axes;
    std::map<ir::Var, ir::Index> values;
    std::vector<ir::Var> bound;  // inside the term that is matched: no value may mention them
  };
  ir::Real folded(ir::Real real);
  std::optional<ir::Real> as_read(const Pattern& pattern, const Match& match);
  ir::Real with_children(ir::Real real);

  void add(ir::TensorId tensor, std::vector<ir::Formula> condition, ir::Real body);
  ir::Real where(const std::vector<ir::Formula>& facts, ir::Real real);
  bool matches(ir::Real pattern, ir::Real real, Match& match);
  bool matches(ir::Formula pattern, ir::Formula formula, Match& match);
  bool matches(ir::Index pattern, ir::Index index, Match& match);
  bool matches(const std::vector<ir::Index>& pattern, const std::vector<ir::Index>& indices, Match& match);
  bool enter(const std::vector<ir::Binder>& pattern, const std::vector<ir::Binder>& binders, Match& match);
  // Each of `pattern` from `next` on is matched by one of `children` that is not `taken`.
  bool some(const std::vector<ir::Real>& pattern, std::size_t next, const std::vector<ir::Real>& children,
            std::vector<bool>& taken, Match& match);

  ir::Program& program_;
  ir::Terms& t_;
  const Ranges& ranges_;
  std::vector<Pattern> patterns_;
  std::vector<ir::Formula> facts_;  // what holds at the place in hand
};

}  // namespace germ::derive
