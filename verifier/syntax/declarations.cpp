#include "syntax/declarations.hpp"

namespace germ::syntax {

Declarations::Declarations(const Library& library) {
  for (const auto& module : library.modules())
    for (const Declaration& declaration : module->declarations)
      by_name_.try_emplace(name_of(declaration).text, &declaration);
}

const Declaration* Declarations::find(std::string_view name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<std::string> Declarations::names() const {
  std::vector<std::string> out;
  for (const auto& entry : by_name_) out.push_back(entry.first);
  return out;
}

const char* kind_name(const Declaration& declaration) {
  struct Visitor {
    const char* operator()(const LayerDecl&) const { return "layer"; }
    const char* operator()(const FunctionDecl&) const { return "function"; }
    const char* operator()(const ConditionDecl&) const { return "condition"; }
    const char* operator()(const WindowDecl&) const { return "window"; }
    const char* operator()(const TheoremDecl& d) const { return d.rule ? "rule" : "theorem"; }
  };
  return std::visit(Visitor(), declaration);
}

const Name& name_of(const Declaration& declaration) {
  return std::visit([](const auto& d) -> const Name& { return d.name; }, declaration);
}

Span span_of(const Declaration& declaration) {
  return std::visit([](const auto& d) { return d.span; }, declaration);
}

}  // namespace germ::syntax
