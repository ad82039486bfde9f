#pragma once
// Levels of binding in the language, weakest first; as in syntax/print.cpp.

namespace germ::derive {

enum Level {
  choice_level,
  disjunction,
  conjunction,
  negation,
  comparison_level,
  additive,
  reduction_level,
  product_level,
  sign,
  power_level,
  tight
};

}  // namespace germ::derive
