// Checking a library: every claim, every layer, and every condition and window by itself.

#include <algorithm>

#include "syntax/elaborate_backward.hpp"
#include "syntax/elaborate_claims.hpp"
#include "syntax/elaborate_root.hpp"
#include "syntax/elaborate_sizes.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

constexpr std::size_t all_members_up_to = 9;

std::vector<ir::Member> checked_members(const std::vector<ir::Member>& members) {
  if (members.size() <= all_members_up_to) return members;
  return {members.front(), members.back()};
}

void append(Diagnostics& all, const Diagnostics& more) { all.insert(all.end(), more.begin(), more.end()); }

void check_backwards(const Declaration& declaration, Diagnostics& all) {
  Subject subject = subject_of(declaration);
  for (const BackwardItem* backward : items_of<BackwardItem>(subject))
    if (auto fault = named_twice(subject, backward->name ? backward->name->text : "")) all.push_back(*fault);
}

// A declaration by itself has sizes of the program for its own.
void declare_free_sizes(Context& context, Scope& scope, const std::vector<SizeDecl>& sizes) {
  for (const SizeDecl& size : sizes)
    declare(scope, size.name, SymbolKind::integer, Origin::size).integer =
        context.program.terms().variable(context.program.add_size(context.unique(size.name.text), size.name.span));
}

ir::Index free_size(Context& context, const std::string& name) {
  return context.program.terms().variable(context.program.add_size(context.unique(name)));
}

void read_condition(Context& context, const Declaration& declaration, const ConditionDecl& condition) {
  Scope& scope = context.open(condition.name.text, &declaration);
  scope.mode = Mode::frozen;
  collect_ranges(context.declarations, scope, declaration);
  declare_free_sizes(context, scope, sizes_of(condition));
  std::vector<Axis> rest{{"k", free_size(context, "K"), 0}, {"l", free_size(context, "L"), 1}};
  for (const Declarator& parameter : condition.parameters) {
    std::vector<Axis> shape;
    for (const BinderItem& item : parameter.axes) {
      if (item.ellipsis) {
        shape.insert(shape.end(), rest.begin(), rest.end());
        scope.ellipsis = rest;
        continue;
      }
      for (std::size_t i = 0; i < std::max<std::size_t>(item.names.size(), item.group.size()); ++i)
        shape.push_back({"i", free_size(context, "M"), 0});
    }
    Symbol& symbol = declare(scope, parameter.name, SymbolKind::tensor, Origin::input);
    symbol.view = view_of_tensor({}, shape);
    Frame frame = frame_of(context, scope);
    ir::Tensor tensor;
    tensor.name = context.unique(parameter.name.text);
    std::vector<Axis> axes = bind_axes(frame, parameter, &shape, tensor.axes);
    symbol.view = view_of_tensor(context.program.add_tensor(std::move(tensor)), axes);
  }
  formula_of(frame_of(context, scope), *condition.body);
}

void read_window(Context& context, const Declaration& declaration, const WindowDecl& window) {
  Scope& scope = context.open(window.name.text, &declaration);
  collect_ranges(context.declarations, scope, declaration);
  declare_free_sizes(context, scope, window.sizes);
  Frame frame = frame_of(context, scope);
  for (const BinderItem& parameter : window.parameters)
    for (const Name& name : parameter.names)
      bind_index(frame, name, parameter.extent.get(), parameter.extent ? ir::Index() : free_size(context, "M"));
  bind(frame, window.positions);
}

// Read by itself a parameter is a tensor of reals: what only a call can tell (integers, truth values) is no fault.
void check_alone(const Declarations& declarations, const Declaration& declaration, Diagnostics& all) {
  ir::Program program;
  Context context(declarations, program);
  context.guarded(span_of(declaration), [&] {
    if (const auto* condition = std::get_if<ConditionDecl>(&declaration))
      read_condition(context, declaration, *condition);
    if (const auto* window = std::get_if<WindowDecl>(&declaration)) read_window(context, declaration, *window);
  });
  std::erase_if(context.diagnostics,
                [](const Diagnostic& d) { return d.id == "G303" || d.id == "G304" || d.id == "G307"; });
  append(all, context.diagnostics);
}

void check_claims(const Declarations& declarations, const Declaration& declaration, Diagnostics& all) {
  if (auto fault = family_fault(declarations, declaration)) {
    all.push_back(*fault);
    return;
  }
  bool forward = std::holds_alternative<LayerDecl>(declaration) || std::holds_alternative<FunctionDecl>(declaration);
  if (forward) {
    check_backwards(declaration, all);
    for (const ir::Member& member : checked_members(members_of(declarations, declaration))) {
      auto layer = elaborate_layer(declarations, name_of(declaration).text, member);
      if (!layer) append(all, layer.diagnostics());
    }
  }
  for (const ir::Claim& claim : claims_of(declarations, declaration))
    for (const ir::Member& member : checked_members(claim.members)) {
      auto statement = elaborate(declarations, claim, member);
      if (!statement) append(all, statement.diagnostics());
    }
}

// In order of place; one of each, with the fewest notes.
Diagnostics in_order(const Library& library, Diagnostics all) {
  auto file = [&](const Diagnostic& d) {
    std::size_t position = 0;
    while (position < library.files().size() && library.files()[position].get() != d.span.file) ++position;
    return position;
  };
  auto place = [&](const Diagnostic& d) {
    return std::tuple(file(d), d.span.begin, d.span.end, d.id, d.message, d.notes.size());
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
  auto same = [&](const Diagnostic& a, const Diagnostic& b) {
    return a.id == b.id && a.message == b.message && a.span.file == b.span.file && a.span.begin == b.span.begin &&
           a.span.end == b.span.end;
  };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

}  // namespace

Diagnostics check(const Library& library) {
  Declarations declarations(library);
  Diagnostics all;
  for (const Declaration* declaration : all_declarations(library)) {
    if (std::holds_alternative<ConditionDecl>(*declaration) || std::holds_alternative<WindowDecl>(*declaration)) {
      check_alone(declarations, *declaration, all);
    } else {
      check_claims(declarations, *declaration, all);
    }
  }
  return in_order(library, std::move(all));
}

}  // namespace germ::syntax
