#pragma once
// Named sums: SUMS step 6. Sums proved equal for all values of their parameters get one name, so that powers,
// exponentials and signs of them are one factor.

#include "sums/context.hpp"

namespace germ::sums {

struct Named {
  std::uint32_t definition;
  std::vector<ir::Index> arguments;
};

// The name of `value` (tidy). A new one where no known definition is proved equal to it.
Named name(Context& context, DefinitionKind kind, const ir::FunctionRow* function, const Expression& value);

// The value of a definition at `arguments`.
Expression value_of(Context& context, std::uint32_t definition, const std::vector<ir::Index>& arguments);

// A canonical order of terms that does not see the names of variables: ties are possible.
Key lead(const Term& term);

// Variables that occur free in the term and are no sizes, in order of occurrence.
std::vector<ir::Var> outer_variables(const Context& context, const Term& term);

}  // namespace germ::sums
