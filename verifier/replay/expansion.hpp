#pragma once
// From the bodies of tensors to sums of terms: each step of the certificate is checked where it is used.

#include <map>
#include <set>

#include "replay/zero.hpp"

namespace germ::replay {

class Expansion {
 public:
  explicit Expansion(World& world);

  Sum of(ir::Real real);
  // `condition` without positive(..): comparisons of reals become comparisons of sign maps.
  ir::Formula resolved(ir::Formula condition);
  // What sign maps in `formulas` mean, where it can be written for the solver. True at every point.
  Guard sign_facts(const Guard& formulas);
  // Tensors in whose bodies powers and functions were used: that these are defined is owed for each.
  const std::set<ir::TensorId>& relied() const { return relied_; }

 private:
  using Purpose = certificate::Purpose;
  // Values v with directions d: d * v > 0 is the question, the same for all.
  using Forms = std::vector<std::pair<ir::Real, int>>;
  struct Occurrence {
    std::uint32_t definition;
    std::vector<ir::Index> arguments;
    ir::Real value;
    int direction;
  };

  void rely() { relied_.insert(open_.empty() ? ir::TensorId{} : open_.back()); }
  ir::Real body(ir::TensorId tensor, const std::vector<ir::Index>& indices);
  const Sum& form(ir::TensorId tensor);
  ir::Real looked_through(ir::Real real);
  Sum choice(ir::Formula condition, Sum then, Sum otherwise);
  Sum integer(ir::Index index);
  Sum opened(ir::Real sum);
  Sum raised(ir::Real base, const Rational& exponent);
  Sum distributed(const Term& product, const Rational& exponent);
  const Term* product(ir::Real argument, Purpose purpose);
  void check_product(const Sum& value, const Term& product, Purpose purpose);
  Sum applied(const ir::FunctionRow& function, ir::Real argument);
  Sum applied(const certificate::Application& application, const Sum& value);
  Sum exponential(const std::vector<certificate::Exponent>& exponents, const Sum& value);
  Sum exponential(const certificate::Exponent& exponent);
  Sum logarithm(const Term& product);
  ir::Formula positive(ir::Real value, int direction, Forms forms);
  ir::Formula sign_literal(ir::Real value, int direction, const Forms& forms);
  ir::FunctionId sign_map(std::uint32_t definition) const;
  ir::Formula meaning(ir::Atom sign, ir::Real value, int direction);
  std::optional<ir::Real> instance_at(const Occurrence& occurrence, const std::vector<ir::Index>& arguments);

  World& world_;
  ir::Terms& terms_;
  std::map<ir::Real, const certificate::Opening*> openings_;
  std::map<std::pair<ir::TensorId, std::vector<ir::Index>>, ir::Real> bodies_;
  std::map<ir::TensorId, const Sum*> forms_;
  std::map<std::pair<ir::Real, Purpose>, const Term*> products_;
  std::map<std::pair<std::string_view, ir::Real>, const certificate::Application*> applications_;
  std::set<ir::TensorId> shown_forms_;
  std::vector<ir::TensorId> open_;
  std::set<std::pair<ir::Real, Purpose>> shown_products_;
  std::set<ir::TensorId> relied_;
  std::vector<Occurrence> occurrences_;
};

}  // namespace germ::replay
