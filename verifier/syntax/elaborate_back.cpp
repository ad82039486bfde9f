// `f.back(dy at x, W)`: the lines of f's unnamed backward, inlined with its tensors bound to x, W and its cotangents to
// dy. It says what f's text says; whether that is a derivative is f's own claim.

#include "syntax/elaborate_arguments.hpp"
#include "syntax/elaborate_backward.hpp"
#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

struct BackArguments {
  std::vector<const Expr*> cotangents;
  std::vector<const Expr*> tensors;
};

BackArguments split(const Frame& frame, const Expr& call) {
  BackArguments out;
  bool before = true;
  for (const Expr* argument : arguments_of(call)) {
    if (argument->kind == ExprKind::at) {
      if (!before) fail(frame, "G403", argument->span, "`at` stands twice in one call");
      before = false;
      out.cotangents.push_back(argument->args[0].get());
      out.tensors.push_back(argument->args[1].get());
    } else {
      (before ? out.cotangents : out.tensors).push_back(argument);
    }
  }
  if (before) fail(frame, "G403", call.span, "a call of a backward says where: `f.back(dy at x)`");
  return out;
}

const BackwardItem& backward_of(const Frame& frame, const Subject& subject, const Expr& call, std::size_t cotangents) {
  const BackwardItem* item = find_backward(subject, "");
  if (!item)
    fail(frame, "G415", call.span, "`" + subject.name + "` has no backward without a name",
         {{"it is declared here", subject.span}});
  if (item->cotangents.size() != cotangents)
    fail(frame, "G411", call.span,
         "the backward of `" + subject.name + "` has " + counted(item->cotangents.size(), "cotangent") + ", and " +
             std::to_string(cotangents) + " stand before `at`",
         {{"it is declared here", item->cotangents.front().span}});
  return *item;
}

Scope& open_below(const Frame& frame, Scope& layer) {
  Scope& scope = frame.context->open(layer.name, layer.declaration);
  scope.parent = &layer;
  scope.mode = layer.mode;
  scope.prefix = layer.prefix;
  scope.lifted = layer.lifted;
  return scope;
}

// The shape of an output; its body is made only where the line has no axes of its own.
std::vector<Axis> output_shape(const Frame& frame, const Subject& subject, Scope& layer, Symbol& output) {
  for (const DefinitionItem* line : items_of<DefinitionItem>(subject)) {
    if (line->declarator.name.text != output.name || !line->declarator.brackets) continue;
    Frame inner = frame_of(*frame.context, layer);
    std::vector<ir::Binder> binders;
    return bind_axes(inner, line->declarator, nullptr, binders);
  }
  force(*frame.context, layer, output, output.span);
  return output.view.axes;
}

Symbol& picked_adjoint(const Frame& frame, const Expr& call, Scope& scope, const std::string& picked) {
  Symbol* found = nullptr;
  std::size_t adjoints = 0;
  for (Symbol& symbol : scope.symbols) {
    if (symbol.origin != Origin::adjoint) continue;
    ++adjoints;
    if (picked.empty() || symbol.name == picked) found = &symbol;
  }
  if (!found || (picked.empty() && adjoints > 1))
    fail(frame, "G410", call.span,
         picked.empty() ? "the backward of `" + scope.name + "` gives " + counted(adjoints, "adjoint") +
                              "; pick one, `" + scope.name + ".back(..).dx`"
                        : "the backward of `" + scope.name + "` gives no `" + picked + "`");
  return *found;
}

}  // namespace

const Declaration* back_of(const Frame& frame, const Expr& call) {
  if (call.kind != ExprKind::call || call.args[0]->kind != ExprKind::field || call.args[0]->text != "back")
    return nullptr;
  const Expr& base = *call.args[0]->args[0];
  const Declaration* found = base.kind == ExprKind::name ? frame.context->declarations.find(base.text) : nullptr;
  bool callable = found && (std::holds_alternative<LayerDecl>(*found) || std::holds_alternative<FunctionDecl>(*found));
  return callable ? found : nullptr;
}

View call_layer_back(const Frame& frame, const Expr& call, const std::string& picked) {
  const Declaration* declaration = back_of(frame, call);
  if (!declaration || !std::holds_alternative<LayerDecl>(*declaration))
    fail(frame, "G401", call.span, "`" + std::string(call.args[0]->span.text()) + "` is no backward of a layer");
  BackArguments arguments = split(frame, call);
  Subject subject = subject_of(*declaration);
  const BackwardItem& item = backward_of(frame, subject, call, arguments.cotangents.size());
  Scope& layer = inline_layer(frame, *declaration, call, arguments.tensors);
  Scope& scope = open_below(frame, layer);
  std::vector<Symbol*> outputs = outputs_of(layer);
  if (outputs.size() != item.cotangents.size()) throw Rejected{};  // a fault of the layer's own text
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Expr& argument = *arguments.cotangents[i];
    View view = view_of(frame.scalar(), argument, scope.prefix + item.cotangents[i].text);
    std::vector<Axis> wanted = output_shape(frame, subject, layer, *outputs[i]);
    if (view.element != Element::real || !same_shape(frame, view.axes, wanted))
      fail(frame, "G404", argument.span,
           "the cotangent has shape " + shape_text(frame, view.axes) + ", and `" + outputs[i]->name + "` of `" +
               subject.name + "` has shape " + shape_text(frame, wanted),
           {{"it is declared here", outputs[i]->span}});
    declare(scope, item.cotangents[i], SymbolKind::tensor, Origin::cotangent).view = view;
  }
  declare_lines(*frame.context, layer, item, scope, ir::TensorRole::let);
  Symbol& adjoint = picked_adjoint(frame, call, scope, picked);
  force(*frame.context, scope, adjoint, call.span);
  return adjoint.view;
}

ir::Real call_function_back(const Frame& frame, const Expr& call) {
  const Declaration* declaration = back_of(frame, call);
  const auto& function = std::get<FunctionDecl>(*declaration);
  BackArguments arguments = split(frame, call);
  Subject subject = subject_of(*declaration);
  const BackwardItem& item = backward_of(frame, subject, call, arguments.cotangents.size());
  Scope& layer = open_function(frame, function, call, arguments.tensors);
  Scope& scope = open_below(frame, layer);
  if (item.cotangents.size() != 1) throw Rejected{};
  declare(scope, item.cotangents[0], SymbolKind::real, Origin::cotangent).real =
      real_of(frame, *arguments.cotangents[0]);
  declare_lines(*frame.context, layer, item, scope, ir::TensorRole::let);
  Symbol& adjoint = picked_adjoint(frame, call, scope, "");
  force(*frame.context, scope, adjoint, call.span);
  return read(frame, adjoint.view, {}, call.span);
}

}  // namespace germ::syntax
