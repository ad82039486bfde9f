#pragma once
// Groups of equal products: SUMS steps 7-9 and 10a. An expression is 0 if in every group the guarded coefficients add
// up to 0 for all values of the slots, which are the arguments of the factors.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sums/context.hpp"

namespace germ::sums {

// A factor whose arguments are slots.
struct SlotFactor {
  FactorKind kind;
  std::uint32_t symbol;
  std::size_t arity;
  Rational exponent;
  friend bool operator==(const SlotFactor&, const SlotFactor&) = default;
};

struct Entry {
  std::vector<ir::Formula> guard;
  std::vector<Count> counts;
  Rational coefficient;
};

struct Group {
  std::vector<SlotFactor> factors;
  std::size_t hidden = 0;  // bound variables left over: compared summand by summand, as further slots
  Monomial monomial;
  std::vector<Entry> entries;
};

// What may be assumed in a group: `facts` (of the sign functions in it) with their defined tensors unfolded, and the
// ground facts of the domain that bear on its guards and reads (as atoms among `guards`), which are not assumed
// themselves.
using HypothesisSource =
    std::function<std::vector<ir::Formula>(std::span<const ir::Formula> guards, std::span<const ir::Formula> facts)>;

struct GroupAnswer {
  enum class Kind : std::uint8_t { equal, different, unknown } kind;
  std::string reason;
  std::shared_ptr<const smt::Model> model;
  std::vector<ir::Formula> query;  // satisfiable where the coefficients differ
};

// `facts` hold wherever the expression is evaluated.
std::vector<Group> collect_groups(Context& context, const Expression& expression,
                                  const std::vector<ir::Formula>& facts);
GroupAnswer decide(Context& context, const Group& group, const std::vector<ir::Formula>& facts,
                   const HypothesisSource& hypotheses);

}  // namespace germ::sums
