#pragma once
// The walk over one line of a backward that proposes its edits.

#include <string>
#include <vector>

#include "syntax/edits.hpp"
#include "syntax/vocabulary.hpp"

namespace germ::syntax {

class EditWalk {
 public:
  EditWalk(const Vocabulary& words, std::vector<Edit>& edits) : words_(words), edits_(edits) {}

  void line(const DefinitionItem& line, std::size_t number);

 private:
  // What may stand at a place. `number`: integers or reals, as in a comparison.
  enum class Place : std::uint8_t { real, index, number, truth };

  void visit(const Expr& e, Place place);
  void sum(const Expr& e, Place place);
  void product(const Expr& e, Place place);
  void power(const Expr& e, Place place);
  void comparison(const Expr& e);
  void connective(const Expr& e, Place place);
  void choice(const Expr& e, Place place);
  void call(const Expr& e, Place place);
  void subscript(const Expr& e, Place place);
  void name(const Expr& e, Place place);
  void numeral(const Expr& e, Place place);
  void reduction(const Expr& e, Place place);
  void binders(const Expr& e);
  void whole(const Expr& e);
  void term(const Expr& e);  // of a sum, in a real position: factors added
  void signed_term(const Expr& e);
  void further_terms(const Expr& e, std::uint32_t end);  // terms added to the sum `e`, which ends there
  void other_tensors(const Expr& e, const Span& span);

  void propose(Span span, std::string replacement);
  void insert(std::uint32_t at, std::string text) { propose({file_, at, at}, std::move(text)); }
  void drop(std::uint32_t begin, std::uint32_t end) { propose({file_, begin, end}, ""); }
  // Of a binary expression, without what stands around it.
  Span sign_of(const Expr& e) const;
  // The first place of `text` in the expression: parentheses around it belong to its span.
  Span word_of(const Expr& e, std::string_view text) const;
  bool in_scope(const std::string& index) const;
  bool fits(const Vocabulary::Part& part) const;

  const Vocabulary& words_;
  std::vector<Edit>& edits_;
  const SourceFile* file_ = nullptr;
  std::size_t number_ = 0;
  std::vector<std::string> scope_;  // indices bound here
  const Expr* read_ = nullptr;      // the outermost read whose subscripts are visited: shown whole
  std::string extent_;              // of the axis, where a subscript stands as such
};

}  // namespace germ::syntax
