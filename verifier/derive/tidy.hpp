#pragma once
// Derived terms as a person writes them: sums over unit equations solved, constants gathered, branches put together.
// Every rewrite keeps the value where the term is defined; nothing is trusted, the written text is proved as a whole.

#include <optional>
#include <set>
#include <unordered_map>

#include "derive/ranges.hpp"

namespace germ::derive {

class Tidy {
 public:
  // `padded`: turn a filter that keeps one factor's read in range into the padded read of it.
  Tidy(ir::Program& program, Ranges& ranges, bool padded)
      : program_(program), t_(program.terms()), ranges_(ranges), padded_(padded) {}

  ir::Real of(ir::Real real);
  ir::Formula of(ir::Formula formula);
  ir::Index of(ir::Index index);
  // Reads of `tensor` are reads of `other`, which holds the same entries; or its body, written out.
  void read_as(ir::TensorId tensor, ir::TensorId other) { other_names_[tensor] = other; }
  void write_out(ir::TensorId tensor) { written_out_.insert(tensor); }
  // Is it `(x[..] or 0)`?
  bool is_padded_read(ir::Real real) const;

 private:
  struct Sum {
    std::vector<ir::Binder> binders;
    std::vector<ir::Formula> filter;  // conjuncts, left to right
    ir::Real body;
  };
  struct Product {
    Rational constant = 1;
    std::vector<ir::Formula> conditions;  // 0 elsewhere
    std::vector<std::pair<ir::Real, Rational>> powers;
  };
  ir::Formula positive(ir::Real real);
  ir::Real rebuild(ir::Real real);
  ir::Real add(ir::Real real);
  ir::Real multiply(ir::Real real);
  ir::Real choose(ir::Formula condition, ir::Real then, ir::Real otherwise);
  ir::Real read(ir::Real real);
  ir::Real sum(ir::Real real);
  std::optional<ir::Real> as_maximum(const Sum& sum);
  std::optional<ir::Real> one_choice(ir::Real a, ir::Real b);
  ir::Real assuming(ir::Real real, const std::vector<ir::Formula>& facts);
  ir::Formula assuming(ir::Formula formula, const std::vector<ir::Formula>& facts);
  ir::Formula consistent(ir::Formula condition);
  void drop_implied_by_equations(std::vector<ir::Formula>& filter) const;
  ir::Real power(ir::Real base, const Rational& exponent);

  void gather(ir::Real factor, const Rational& exponent, Product& into) const;
  ir::Real made(const Product& product);
  void absorb(Sum& sum);
  bool solve_one(Sum& sum, int most);
  struct Radix {  // divisor * quotient + the binder == whole
    std::int64_t divisor;
    ir::Index quotient;
    ir::Index whole;
  };
  std::optional<Radix> radix_of(ir::Index equation, const std::vector<ir::Binder>& binders, std::size_t which);
  bool split_quotient(Sum& sum);
  bool split_remainder(Sum& sum);
  std::vector<ir::Index> of(const std::vector<ir::Index>& indices);
  void substitute(Sum& sum, std::size_t equation, std::size_t binder, ir::Index solution,
                  std::vector<ir::Formula> range);
  void drop_implied(Sum& sum);
  void pad(Sum& sum);
  bool exists_without(ir::Real factor) const;
  ir::Real outside(Sum& sum);
  ir::Real finished(Sum sum);

  ir::Program& program_;
  ir::Terms& t_;
  Ranges& ranges_;
  bool padded_;
  std::unordered_map<ir::Real, ir::Real> known_;
  std::map<ir::TensorId, ir::TensorId> other_names_;
  std::set<ir::TensorId> written_out_;
};

// The rational factor of a term and the rest of it.
std::pair<Rational, ir::Real> split_constant(ir::Terms& terms, ir::Real real);
// Does an index mention the winner of a maximum?
bool mentions_winner(const ir::Program& program, ir::Index index);

}  // namespace germ::derive
