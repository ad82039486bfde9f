#include "unit/sums/world.hpp"

#include "base/check.hpp"
#include "ir/function_table.hpp"

namespace germ::sums::test {

R World::apply(const char* function, R argument) {
  const ir::FunctionRow* row = ir::find_function(function);
  check(row != nullptr, "the function of a test stands in the table");
  return {this, t.apply(*row, argument.real)};
}

}  // namespace germ::sums::test
