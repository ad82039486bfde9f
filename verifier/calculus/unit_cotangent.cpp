#include "calculus/unit_cotangent.hpp"

#include <algorithm>

#include "calculus/tangent.hpp"
#include "calculus/traits.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

class UnitCotangent {
 public:
  UnitCotangent(Program& program, const std::vector<TensorId>& cotangents, TensorId one)
      : terms_(program.terms()),
        program_(program),
        dependence_(program, cotangents),
        unfolding_(program),

        one_(one) {}

  // Of a term that is linear: 0, or made from cotangents by sums, and by products and choices with what is free of
  // them.
  std::optional<Real> of(Real real) {
    if (real->kind == RealKind::read && program_[real->tensor].body)
      return of(unfolding_.at(real->tensor, real->indices));
    if (!dependence_.depends(real)) {
      const bool zero = real->kind == RealKind::constant && real->value.is_zero();
      return zero ? std::optional(real) : std::nullopt;
    }
    switch (real->kind) {
      case RealKind::read:
        return terms_.constant(real->tensor == one_ ? 1 : 0);
      case RealKind::add:
        return of_total(real);
      case RealKind::mul:
        return of_product(real);
      case RealKind::choose: {
        auto then = of(real->children[0]);
        auto otherwise = of(real->children[1]);
        if (dependence_.depends(real->condition) || !then || !otherwise) return std::nullopt;
        return terms_.choose(real->condition, *then, *otherwise);
      }
      case RealKind::sum: {
        auto inner = of(real->children[0]);
        if (dependence_.depends(real->condition) || !inner) return std::nullopt;
        return terms_.sum(real->binders, real->condition, *inner);
      }
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::power:
      case RealKind::apply:
      case RealKind::maximum:
      case RealKind::stop:
        return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::optional<Real> of_total(Real real) {
    std::vector<Real> parts;
    for (Real child : real->children) {
      auto part = of(child);
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
    return terms_.add(std::move(parts));
  }

  std::optional<Real> of_product(Real real) {
    std::vector<Real> factors;
    int linear = 0;
    for (Real child : real->children) {
      const bool moves = dependence_.depends(child);
      auto factor = moves ? of(child) : std::optional(child);
      if (!factor) return std::nullopt;
      if (moves) ++linear;
      factors.push_back(*factor);
    }
    return linear == 1 ? std::optional(terms_.mul(std::move(factors))) : std::nullopt;
  }

  Terms& terms_;
  Program& program_;
  Dependence dependence_;
  Unfolding unfolding_;
  TensorId one_;
};

}  // namespace

std::optional<Real> at_unit_cotangent(Program& program, Real backward, const std::vector<TensorId>& cotangents,
                                      std::size_t output) {
  return UnitCotangent(program, cotangents, cotangents[output]).of(backward);
}

}  // namespace germ::calculus
