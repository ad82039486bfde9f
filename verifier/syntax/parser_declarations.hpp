#pragma once
// The declarations of a file.

#include "syntax/parser_items.hpp"
#include "syntax/parser_steps.hpp"

namespace germ::syntax {

class DeclarationParser {
 public:
  explicit DeclarationParser(Cursor& cursor)
      : cursor_(cursor), expressions_(cursor), items_(cursor, expressions_), steps_(cursor, expressions_) {}

  std::vector<Declaration> declarations();

 private:
  void declaration(std::vector<Declaration>& out);
  [[noreturn]] void no_declaration();
  void skip_to_declaration();
  LayerDecl layer();
  FunctionDecl function();
  ConditionDecl condition();
  WindowDecl window();
  std::vector<SizeDecl> sizes();

  TheoremDecl theorem();
  TheoremDecl rule();
  void theorem_statement(TheoremDecl& out);
  void of_layer(TheoremDecl& out);
  void second_backward(TheoremDecl& out);
  void two_sides(TheoremDecl& out);
  void selector(TheoremDecl& out);
  void fold(TheoremDecl& out);
  void clauses(TheoremDecl& out);
  bool at_clause() const;
  void script(TheoremDecl& out);
  AlongDecl along();
  TheoremDecl::Wrt wrt();

  Cursor& cursor_;
  ExpressionParser expressions_;
  ItemParser items_;
  StepParser steps_;
};

}  // namespace germ::syntax
