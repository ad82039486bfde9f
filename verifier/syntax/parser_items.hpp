#pragma once
// The lines inside a layer, a function or a theorem.

#include "syntax/parser_steps.hpp"

namespace germ::syntax {

enum class ItemPlace : std::uint8_t { layer, function, theorem, rule };

// `expect VERDICT`, if it stands here.
Expectation parse_expectation(Cursor& cursor);

class ItemParser {
 public:
  ItemParser(Cursor& cursor, ExpressionParser& expressions) : cursor_(cursor), expressions_(expressions) {}

  // Items up to the next declaration, or in a theorem up to its statement. Errors are reported; a line with an error is
  // left out. False if there was an error.
  bool items(ItemPlace place, std::vector<Item>& out);

 private:
  Item item(ItemPlace place);
  void require_allowed(ItemPlace place);
  [[noreturn]] void unknown_item(ItemPlace place);
  ConstItem constants();
  SizeItem size();
  RequireItem require();
  RealItem real();
  RealItem::Scalar scalar();
  TensorItem tensors(TensorKeyword keyword);
  TensorItem::Tensor tensor(TensorKeyword keyword);
  std::vector<std::pair<ExprKind, ExprPtr>> bounds(const Name& of);
  DefinitionItem definition(DefinitionKeyword keyword);
  SaveItem save();
  DomainItem domain();
  BackwardItem backward(ItemPlace place);
  JvpItem jvp(ItemPlace place);
  // What stands after `backward` and `jvp`: [NAME] FIRST, .. [expect VERDICT]; and the lines below.
  struct Header {
    std::optional<Name> name;
    std::vector<Name> variables;
    Expectation expect = Expectation::none;
    std::optional<Name> surrogate;
    std::vector<StepDecl> steps;
  };
  Header header(const char* what);
  std::vector<DefinitionItem> lines(ItemPlace place, DefinitionKeyword keyword);
  DefinitionItem line(ItemPlace place, DefinitionKeyword keyword);
  CensusItem census();

  Cursor& cursor_;
  ExpressionParser& expressions_;
};

}  // namespace germ::syntax
