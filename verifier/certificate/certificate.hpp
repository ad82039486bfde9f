#pragma once
// Room `certificate`: why two tensors were found equal, as plain values. Data only: the normal form writes it, `replay`
// reads it and believes none of it. It holds what is hard to find and easy to check: which sums have names, which
// product a sum is equal to before it is raised to a power, what each tensor's entry is as a sum of terms, and which
// factors were merged and which powers brought down before the difference fell apart into groups.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certificate/terms.hpp"
#include "ir/program.hpp"

namespace germ::certificate {

// A size that is replaced by its definition wherever it stands.
struct SizeValue {
  ir::Var size;
  ir::Index value;
};

enum class DefinitionKind : std::uint8_t { base, exponential, function, sign };

// A sum with a name: a function of its parameters. Its value names earlier definitions only.
struct Definition {
  DefinitionKind kind;
  const ir::FunctionRow* function;  // of kind function
  std::vector<ir::Var> parameters;
  Sum value;
  ir::FunctionId sign;  // of kind sign: the integer map that is -1, 0, 1 with the value's sign
};

// The body of a tensor at indices, with names for its bound variables.
struct Body {
  ir::TensorId tensor;
  std::vector<ir::Index> indices;
  ir::Real value;
};

// A sum under fresh names of its bound variables.
struct Opening {
  ir::Real sum;
  std::vector<ir::Binder> binders;
  ir::Formula filter;
  ir::Real body;
};

// The entry of a tensor at the variables of its axes.
struct Form {
  ir::TensorId tensor;
  Sum value;
};

// What `argument` is raised, taken the logarithm of or compared with 0 as.
enum class Purpose : std::uint8_t { whole_power, root, logarithm, sign };

// argument = product, a term without bound variables; a factor of kind base and exponent 1 stands for its sum.
struct Product {
  ir::Real argument;
  Purpose purpose;
  Term product;
};

// A part of an exponent: term = coefficient * [guard] * the definition's value.
struct Exponent {
  Term term;
  bool named = false;
  std::uint32_t definition = 0;  // of kind exponential, where it is named
  std::vector<ir::Index> arguments;
};

// function(argument): for exp the parts of its exponent; for sigmoid and tanh those and 1 + exp(..) as a product; for
// a function without identities argument = sign * the definition's value.
struct Application {
  const ir::FunctionRow* function;
  ir::Real argument;
  std::vector<Exponent> exponents;
  Term product;
  int sign = 1;
  std::uint32_t definition = 0;
  std::vector<ir::Index> arguments;
};

// Factors i and j of `term` have one name, and arguments that are equal under its guard (`always`), or may be: then
// the term where they are equal and the term where they are not. `together`: what the first is, tidied.
struct Split {
  Term term;
  std::size_t i;
  std::size_t j;
  bool always;
  Sum together;
};

// term = term * value^count * base^-count, value the sum that the base names.
struct Lift {
  std::size_t term;  // its place in the expression
  std::uint32_t definition;
  std::vector<ir::Index> arguments;
  std::int64_t count;
};

// From one expression to an equal one: the splits in turn, or the lifts at the same time.
struct Rewriting {
  std::vector<Split> splits;
  std::vector<Lift> lifts;
  Sum result;
};

struct Certificate {
  std::vector<SizeValue> sizes;
  std::vector<ir::TensorId> opaque;  // defined tensors treated as if they were inputs
  std::vector<ir::Var> index;        // of the entry compared
  std::vector<Definition> definitions;
  std::vector<Body> bodies;
  std::vector<Opening> openings;
  std::vector<Form> forms;
  std::vector<Product> products;
  std::vector<Application> applications;
  Sum difference;                     // left - right
  std::vector<Rewriting> rewritings;  // of the difference, in turn: the last one's groups are all 0
};

}  // namespace germ::certificate
