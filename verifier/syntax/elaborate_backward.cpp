#include "syntax/elaborate_backward.hpp"

#include <algorithm>

#include "ir/printer.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

const BackwardItem* find_backward(const Subject& subject, const std::string& name) {
  for (const BackwardItem* item : items_of<BackwardItem>(subject))
    if (name.empty() ? !item->name : item->name && item->name->text == name) return item;
  return nullptr;
}

std::vector<std::string> variables_of(const Subject& subject, const BackwardItem& backward) {
  std::vector<std::string> out;
  auto defined = [&](const std::string& name) {
    auto lines = items_of<DefinitionItem>(subject);
    return std::any_of(lines.begin(), lines.end(), [&](const auto* line) {
      return line->keyword == DefinitionKeyword::let && line->declarator.name.text == name;
    });
  };
  for (const DefinitionItem& line : backward.lines) {
    std::string variable = line.declarator.name.text.substr(1);
    if (line.keyword == DefinitionKeyword::adjoint && !defined(variable)) out.push_back(std::move(variable));
  }
  return out;
}

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The input, parameter or let that the line `d..` is about.
Symbol& variable_of(Scope& layer, const Name& line) {
  std::string name = line.text.substr(1);
  Symbol* variable = line.text[0] == 'd' ? layer.own(name) : nullptr;
  if (variable && (variable->origin == Origin::input || variable->origin == Origin::param ||
                   (variable->origin == Origin::let && variable->kind == SymbolKind::tensor)))
    return *variable;
  Notes notes;
  std::vector<std::string> known;
  for (const Symbol& symbol : layer.symbols)
    if (symbol.origin == Origin::input || symbol.origin == Origin::param) known.push_back("d" + symbol.name);
  if (auto near = nearest(line.text, known)) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  if (variable) notes.push_back({"`" + name + "` is " + describe(*variable), variable->span});
  notes.push_back({"a value of the backward's own is a `let`", std::nullopt});
  fail(layer, "G412", line.span, "`" + line.text + "` is the adjoint of no input, parameter or let of the forward",
       std::move(notes));
}

void declare_cotangents(Context& context, const Root& root, const BackwardItem& item, Backward& backward) {
  if (item.cotangents.size() != root.outputs.size()) {
    Span span = item.cotangents.empty() ? root.subject.span : item.cotangents.back().span;
    Notes notes;
    for (const Symbol* output : root.outputs) notes.push_back({"`" + output->name + "` is an output", output->span});
    fail(*root.scope, "G411", span,
         "the backward has " + counted(item.cotangents.size(), "cotangent") + ", and `" + root.subject.name + "` has " +
             counted(root.outputs.size(), "output"),
         std::move(notes));
  }
  for (std::size_t i = 0; i < item.cotangents.size(); ++i) {
    Symbol& symbol = declare(*backward.scope, item.cotangents[i], SymbolKind::tensor, Origin::cotangent);
    if (root.outputs[i]->state != Symbol::State::ready) {
      symbol.state = Symbol::State::broken;
      continue;
    }
    const std::vector<Axis>& axes = root.outputs[i]->view.axes;
    ir::Tensor tensor;
    tensor.name = context.unique(symbol.name);
    tensor.role = ir::TensorRole::cotangent;
    tensor.axes = fresh_binders(frame_of(context, *root.scope), axes);
    for (const Axis& axis : axes) tensor.stored_axis.push_back(axis.stored);
    tensor.span = symbol.span;
    symbol.view = view_of_tensor(context.program.add_tensor(std::move(tensor)), axes);
    backward.cotangents.push_back(symbol.view.tensor);
  }
}

// A let that is another name of a tensor, or of a part of one, has no adjoint of its own.
void require_own_tensor(Scope& scope, const Name& line, const Symbol& variable) {
  const View& view = variable.view;
  bool whole =
      std::none_of(view.pattern.begin(), view.pattern.end(), [](const auto& slot) { return slot.has_value(); });
  if (variable.origin == Origin::let && (view.element != Element::real || !whole))
    fail(scope, "G412", line.span,
         "`" + variable.name + "` is no tensor of its own, so `" + line.text + "` says nothing",
         {{"`" + variable.name + "` is declared here", variable.span}});
}

View define_adjoint(Context& context, Scope& layer, Scope& scope, const DefinitionItem& line, Symbol& variable,
                    ir::TensorRole role) {
  if (variable.origin == Origin::let) force(context, layer, variable, line.declarator.name.span);
  require_own_tensor(scope, line.declarator.name, variable);
  return define_for(context, scope, line, variable, role);
}

}  // namespace

View define_for(Context& context, Scope& scope, const DefinitionItem& line, const Symbol& of, ir::TensorRole role) {
  Frame frame = frame_of(context, scope);
  const Name& name = line.declarator.name;
  if (of.state != Symbol::State::ready) throw Rejected{};
  const std::vector<Axis>& shape = of.view.axes;
  auto refuse = [&](const std::vector<Axis>& found) {
    fail(scope, "G312", name.span,
         "`" + name.text + "` has shape " + shape_text(frame, found) + ", and `" + of.name + "` has shape " +
             shape_text(frame, shape),
         {{"`" + of.name + "` is declared here", of.span}});
  };
  std::vector<Axis> axes;
  std::vector<ir::Binder> binders;
  ir::Real body;
  if (line.declarator.brackets) {
    axes = bind_axes(frame, line.declarator, &shape, binders);
    if (!same_shape(frame, axes, shape)) refuse(axes);
    body = real_of(frame, *line.body);
  } else {
    Whole whole = whole_of(frame, *line.body);
    if (!same_shape(frame, whole.axes, shape)) refuse(whole.axes);
    axes = whole.axes;
    binders = whole.binders;
    body = whole.entry;
  }
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i].stored = shape[i].stored;
  return define(frame, scope.prefix + name.text, role, axes, binders, body, line.span);
}

void read_saved(Context& context, const Root& root, Scope& scope) {
  for (const SaveItem* item : items_of<SaveItem>(root.subject)) {
    if (!scope.saved) scope.saved.emplace();
    for (const Name& name : item->names)
      context.guarded(name.span, [&] {
        const Symbol* symbol = root.scope->own(name.text);
        if (!symbol || symbol->kind != SymbolKind::tensor)
          fail(*root.scope, "G211", name.span,
               "`" + name.text + "` is saved, and is no tensor of `" + root.subject.name + "`");
        scope.saved->insert(name.text);
      });
  }
}

void declare_lines(Context& context, Scope& layer, const BackwardItem& item, Scope& scope,
                   ir::TensorRole adjoint_role) {
  for (const DefinitionItem& line : item.lines)
    context.guarded(line.span, [&] {
      const Name& name = line.declarator.name;
      bool adjoint = line.keyword == DefinitionKeyword::adjoint;
      Symbol* variable = adjoint ? &variable_of(layer, name) : nullptr;
      bool step = variable && variable->origin == Origin::let;
      if (const Symbol* first = scope.own(name.text);
          adjoint && first && (first->origin == Origin::adjoint || first->origin == Origin::step))
        fail(scope, "G413", name.span, "`" + name.text + "` is given twice", {{"the first is here", first->span}});
      Origin origin = step ? Origin::step : adjoint ? Origin::adjoint : Origin::let;
      Symbol& symbol = declare(scope, name, SymbolKind::tensor, origin);
      symbol.state = Symbol::State::pending;
      ir::TensorRole role = step ? ir::TensorRole::let : adjoint_role;
      symbol.make = [&context, &layer, &scope, &line, variable, role](Symbol& made) {
        made.view = variable ? define_adjoint(context, layer, scope, line, *variable, role)
                             : define_line(context, scope, line, ir::TensorRole::let);
      };
    });
}

Backward make_backward(Context& context, const Root& root, const BackwardItem& item,
                       const std::vector<std::string>& wrt) {
  Backward backward;
  backward.scope = &context.open(root.subject.name, root.subject.declaration);
  Scope& scope = *backward.scope;
  scope.parent = root.scope;
  scope.mode = Mode::frozen;
  read_saved(context, root, scope);
  Span place = item.cotangents.empty() ? root.subject.span : item.cotangents.front().span;
  if (!context.guarded(place, [&] { declare_cotangents(context, root, item, backward); })) return backward;
  declare_lines(context, *root.scope, item, scope, ir::TensorRole::adjoint);
  if (variables_of(root.subject, item).empty()) {
    context.guarded(place, [&] {
      fail(*root.scope, "G414", place,
           "the backward gives no adjoint; write `d` and the name of an input or parameter");
    });
  }
  std::size_t first = context.program.tensors().size();
  for (Symbol& symbol : scope.symbols) {
    bool adjoint = symbol.origin == Origin::adjoint;
    bool step = symbol.origin == Origin::step;
    bool asked = wrt.empty() || step || (adjoint && contains(wrt, symbol.name.substr(1)));
    if (!asked) continue;
    bool made = context.guarded(symbol.span, [&] { force(context, scope, symbol, symbol.span); });
    if (!made || !(adjoint || step)) continue;
    const Symbol& variable = *root.scope->own(symbol.name.substr(1));
    (step ? backward.steps : backward.adjoints)
        .push_back({variable.view.tensor, symbol.view.tensor, context.program.terms().truth()});
  }
  for (std::size_t i = first; i < context.program.tensors().size(); ++i)
    backward.tensors.push_back(ir::TensorId{static_cast<std::uint32_t>(i)});
  return backward;
}

std::optional<std::string> claim_name_of(const Item& item) {
  if (const auto* backward = std::get_if<BackwardItem>(&item.content))
    return backward->name ? backward->name->text : "backward";
  if (const auto* jvp = std::get_if<JvpItem>(&item.content)) return jvp->name ? jvp->name->text : "jvp";
  return std::nullopt;
}

std::optional<Diagnostic> named_twice(const Subject& subject, const std::string& name) {
  std::optional<Span> first;
  for (const Item& item : *subject.items) {
    if (claim_name_of(item) != name) continue;
    const auto* backward = std::get_if<BackwardItem>(&item.content);
    const std::optional<Name>& own = backward ? backward->name : std::get<JvpItem>(item.content).name;
    Span span = own ? own->span : item.span;
    if (first)
      return Diagnostic{"G205",
                        "`" + subject.name + "` has two backwards or jvps `" + name + "`",
                        span,
                        Severity::error,
                        {{"the first is here", first}}};
    first = span;
  }
  return std::nullopt;
}

}  // namespace germ::syntax
