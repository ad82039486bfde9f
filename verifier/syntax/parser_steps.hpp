#pragma once
// The steps of a proof script, after `by`.

#include "syntax/parser_expressions.hpp"

namespace germ::syntax {

class StepParser {
 public:
  StepParser(Cursor& cursor, ExpressionParser& expressions) : cursor_(cursor), expressions_(expressions) {}

  // One step or more, apart by commas or line ends.
  std::vector<StepDecl> steps();

 private:
  StepDecl step();

  Cursor& cursor_;
  ExpressionParser& expressions_;
};

}  // namespace germ::syntax
