#pragma once
// The local form: one pass that lists what makes a term differentiable (or continuous) at every point of a domain.
// GERMS section 2. Each obligation is a formula about the base point only; tangents and the nearby point are free.

#include <set>
#include <tuple>

#include "calculus/obligation.hpp"
#include "calculus/tangent.hpp"

namespace germ::calculus {

enum class Want : std::uint8_t { continuous, differentiable };
// first_order: pieces need one value and one derivative (G16, G19): enough for a derivative, not for `~`.
// germ: pieces must be equal near the point (G10): what a live index owes.
enum class Glue : std::uint8_t { first_order, germ };

class LocalForm {
 public:
  // `wrt`: the tensors that move, jointly.
  LocalForm(ir::Program& program, std::vector<ir::TensorId> wrt);

  // Obligations that make `output` differentiable in all of `wrt` jointly, at a generic index.
  void require_differentiable(ir::TensorId output) { require(output, Want::differentiable, Glue::first_order); }
  // ... that make it equal to its germ near the point: its conditions and winners stay as they are (G10, G13-G15).
  void require_local(ir::TensorId output) { require(output, Want::differentiable, Glue::germ); }
  void require_continuous(ir::TensorId output) { require(output, Want::continuous, Glue::first_order); }
  // ... that make `condition`, where it holds, hold near the point too (G14).
  void require_open(ir::Formula condition, Span span);
  // Germs at the nearby point.
  Tangent& nearby(Sums sums) { return sums == Sums::kept ? tangent_ : written_out_; }
  const std::vector<Obligation>& obligations() const { return obligations_; }

 private:
  using Path = std::vector<ir::Formula>;
  void require(ir::TensorId output, Want want, Glue glue);
  void walk(ir::Real real, const Path& path, Want want);
  void walk_read(ir::Real real, const Path& path, Want want);
  void walk_power(ir::Real real, const Path& path, Want want);
  void walk_sum(ir::Real real, const Path& path, Want want);
  void walk_choose(ir::Real real, const Path& path, Want want);
  void walk_maximum(ir::Real real, const Path& path, Want want);
  void walk_index(ir::Index index, const Path& path);
  void walk_indices(ir::Formula formula, const Path& path);
  void walk_atoms(ir::Formula condition, const Path& path);
  struct Determined {
    ir::Formula surely_true;   // true near the point
    ir::Formula surely_false;  // false near the point
  };
  Determined determine(ir::Formula condition);
  void owe(ObligationKind kind, const Path& path, ir::Formula goal, ir::Real about,
           std::function<std::vector<ir::Formula>()> otherwise = {});
  void owe_one_value(const Path& tied, ir::Real other, ir::Real best, ir::Real about);

  ir::Program& program_;
  ir::Terms& terms_;
  Dependence dependence_;
  Dependence kept_;  // on tensors that keep their values at the base point
  Unfolding unfolding_;
  Smoothness smoothness_;
  Tangent tangent_;
  Tangent written_out_;
  Glue glue_ = Glue::first_order;
  Span span_;
  std::vector<Obligation::Generic> generic_;
  std::vector<Obligation> obligations_;
  std::set<std::tuple<std::uint32_t, Want, Glue, std::vector<std::uint32_t>>> visited_;
  std::set<std::tuple<ObligationKind, std::uint32_t, std::vector<std::uint32_t>>> owed_;
};

}  // namespace germ::calculus
