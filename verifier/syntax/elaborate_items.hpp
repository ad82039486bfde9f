#pragma once
// The items of a layer, a function or a theorem, as symbols of a scope. A root declares sizes, reals and tensors afresh
// in the program; a call has them from its arguments.

#include <map>
#include <string>
#include <vector>

#include "syntax/elaborate_scope.hpp"

namespace germ::syntax {

// A thing with items: a layer, a function (whose parameters are inputs of rank 0) or a theorem.
struct Subject {
  std::string name;
  const Declaration* declaration = nullptr;
  const std::vector<SizeDecl>* sizes = nullptr;
  const std::vector<Item>* items = nullptr;
  const FunctionDecl* function = nullptr;
  Span span;
};
Subject subject_of(const Declaration& declaration);

template <class Kind>
std::vector<const Kind*> items_of(const Subject& subject) {
  std::vector<const Kind*> out;
  for (const Item& item : *subject.items)
    if (const auto* found = std::get_if<Kind>(&item.content)) out.push_back(found);
  return out;
}
std::vector<const TensorItem::Tensor*> tensors_of(const Subject& subject, std::vector<Origin>& origins);

// The least value of each size: 1, or what its declaration or a `require` with a constant says.
std::int64_t lower_bound(const Subject& subject, const std::string& size, std::int64_t declared);

void declare_constants(Scope& scope, Context& context, const Subject& subject,
                       const std::map<std::string, std::int64_t>& values, Span place);
// Sizes by definition. `fresh`: sizes of the program with a fact each; else the definition itself is the value.
void declare_defined_sizes(Context& context, Scope& scope, const Subject& subject, bool fresh);
// Lets and outputs, made when they are first read.
void declare_definitions(Context& context, Scope& scope, const Subject& subject);
// The tensor of a line; the axes of a bare line are those of its expression.
View define_line(Context& context, Scope& scope, const DefinitionItem& line, ir::TensorRole role);
std::vector<Symbol*> outputs_of(Scope& scope);
// The integers that a given map takes: [low, high).
std::pair<ir::Index, ir::Index> range_of_given(const Frame& frame, const TensorItem::Tensor& tensor);

}  // namespace germ::syntax
