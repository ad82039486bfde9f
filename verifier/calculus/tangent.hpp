#pragma once
// Forward mode: the derivative of a term's germ along a generic direction, and the germ read at a generic nearby point.
// Leaves (inputs, and defined tensors whose bodies contain a sum) get a free tangent tensor and a free nearby tensor:
// for a proof that is a generalisation; a solver's `sat` then proves nothing. With sums written out only tensors
// without a body are leaves.

#include <optional>
#include <unordered_map>

#include "calculus/forward_mode.hpp"
#include "calculus/germ.hpp"
#include "calculus/traits.hpp"

namespace germ::calculus {

enum class Sums : std::uint8_t { kept, written_out };

class Tangent {
 public:
  Tangent(ir::Program& program, Dependence& dependence, Unfolding& unfolding, Sums sums = Sums::kept);
  Tangent(const Tangent&) = delete;
  Tangent& operator=(const Tangent&) = delete;

  // d/dt germ(real)(x + t v) at t = 0, in the tangent tensors of the leaves.
  ir::Real along(ir::Real real);
  // germ(real) at the nearby point: conditions and winners at the base point, reads at the nearby tensors.
  ir::Real moved(ir::Real real);
  // A formula at the nearby point, its real conditions there too: for formulas whose terms have no conditions, maxima
  // or winners of their own that depend on what moves (`plain`); else nothing.
  std::optional<ir::Formula> moved(ir::Formula formula);

 private:
  ir::Real along_read(ir::Real read);
  ir::Real moved_germ(ir::Real real);
  bool plain(ir::Real real);
  bool leaf(ir::TensorId tensor);
  ir::TensorId companion(ir::TensorId tensor, ir::TensorRole role);

  ir::Program& program_;
  Dependence& dependence_;
  Unfolding& unfolding_;
  Sums sums_;
  Germ germ_;
  Differential differential_;
  std::unordered_map<ir::TensorId, ir::TensorId> tangents_;
  std::unordered_map<ir::TensorId, ir::TensorId> nearby_;
  std::unordered_map<ir::TensorId, bool> leaves_;
  std::unordered_map<ir::Real, ir::Real> moved_memo_;
};

// Does the term contain a sum (not looking into reads)?
bool contains_sum(ir::Real real);

// Products and sums that drop zeros and ones: for derivatives only, whose operands' definedness is owed elsewhere.
ir::Real times(ir::Terms& terms, ir::Real a, ir::Real b);
ir::Real plus(ir::Terms& terms, ir::Real a, ir::Real b);
// d(u^q)/du = q u^(q-1).
ir::Real power_slope(ir::Terms& terms, ir::Real base, const Rational& exponent);

}  // namespace germ::calculus
