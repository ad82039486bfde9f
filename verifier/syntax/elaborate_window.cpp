// Window calls: sizes inferred from the ranges of the arguments, positions bound in the caller, the filter read in the
// window's own scope.

#include "ir/printer.hpp"
#include "syntax/elaborate_sizes.hpp"
#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

namespace {

// A size of the same name as the window's in the caller, if it has one.
ir::Index size_of_caller(const Frame& frame, const std::string& name, Span use) {
  Symbol* symbol = frame.scope->find(name);
  if (!symbol || symbol->kind != SymbolKind::integer) return {};
  force(*frame.context, *frame.scope, *symbol, use);
  return symbol->integer;
}

// The scope of a call with its sizes; names come from the declared ranges of plain arguments, so that no argument needs
// to be bound yet.
Scope& open_sizes(const Frame& frame, const Expr& call, const WindowDecl& window) {
  Scope& scope = open_callee(frame, window.name.text, &window, call);
  if (call.args.size() - 1 != window.parameters.size())
    fail(frame, "G403", call.span,
         "the window `" + window.name.text + "` takes " + counted(window.parameters.size(), "argument") + ", not " +
             std::to_string(call.args.size() - 1),
         {{"it is declared here", window.name.span}});
  SizeSolver solver(frame, scope, window.sizes, call);
  solver.refuse_others();
  Frame probe = frame_of(*frame.context, solver.probe());
  for (std::size_t i = 0; i < window.parameters.size(); ++i) {
    const Expr& argument = *call.args[i + 1];
    if (argument.kind != ExprKind::name || !window.parameters[i].extent) continue;
    const Bound* bound = frame.find(argument.text);
    ir::Index range = bound ? bound->extent : declared_range(frame, argument.text);
    if (range) solver.equation(index_of(probe, *window.parameters[i].extent), range, argument.span);
  }
  solver.solve();
  for (const SizeDecl& size : window.sizes)
    if (!solver.value(size.name.text))
      if (ir::Index same = size_of_caller(frame, size.name.text, call.span)) solver.set(size.name.text, same);
  solver.declare_in(scope);
  solver.check_equations();
  return scope;
}

// The window's own frame, its parameters bound to the arguments.
Frame open_frame(const Frame& frame, const Expr& call, const WindowDecl& window, Scope& scope) {
  Frame inner = frame_of(*frame.context, scope);
  inner.mode = frame.mode;
  inner.variables = frame.variables;
  for (std::size_t i = 0; i < window.parameters.size(); ++i) {
    const Name& name = window.parameters[i].names.at(0);
    inner.bound.push_back({name.text, index_of(frame.scalar(), *call.args[i + 1]), {}, name.span});
  }
  return inner;
}

std::vector<std::pair<const Name*, const Expr*>> positions_of(const Scope& scope, const WindowDecl& window) {
  std::vector<std::pair<const Name*, const Expr*>> out;
  for (const BinderItem& item : window.positions.items) {
    if (item.ellipsis || item.window || !item.group.empty() || !item.extent)
      fail(scope, "G311", item.span, "a position of a window needs a range of its own, `p < ..`");
    for (const Name& name : item.names) out.emplace_back(&name, item.extent.get());
  }
  return out;
}

ir::Index closed_extent(const Frame& inner, const Expr& extent) {
  ir::Index value = index_of(inner, extent);
  for (ir::Var variable : value->free)
    if (!inner.program().is_size(variable))
      fail(inner, "G310", extent.span,
           "the range of a window's position may depend on sizes only, and `" + ir::to_string(inner.program(), value) +
               "` depends on an index");
  return value;
}

}  // namespace

const WindowDecl& window_of(const Frame& frame, const Expr& call) {
  std::string name(callee_name(call));
  const Declaration* found = call.kind == ExprKind::call ? frame.context->declarations.find(name) : nullptr;
  const auto* window = found ? std::get_if<WindowDecl>(found) : nullptr;
  if (window) return *window;
  if (found)
    fail(frame, "G402", call.span, "`" + name + "` is a " + kind_name(*found) + ", and a window is needed here",
         {{"it is declared here", name_of(*found).span}});
  Notes notes;
  if (auto near = nearest(name, frame.context->declarations.names()))
    notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  fail(frame, "G401", call.span,
       name.empty() ? "a window is called here, `cell(i, j)`" : "unknown window `" + name + "`", std::move(notes));
}

ir::Index window_extent(const Frame& frame, const Expr& call, std::size_t position) {
  const WindowDecl& window = window_of(frame, call);
  Scope& scope = open_sizes(frame, call, window);
  auto positions = positions_of(scope, window);
  return closed_extent(frame_of(*frame.context, scope), *positions.at(position).second);
}

ir::Formula open_window(Frame& frame, const Expr& call, const std::vector<Name>& names,
                        std::vector<ir::Binder>& binders) {
  const WindowDecl& window = window_of(frame, call);
  Scope& scope = open_sizes(frame, call, window);
  Frame inner = open_frame(frame, call, window, scope);
  auto positions = positions_of(scope, window);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    ir::Index extent = closed_extent(inner, *positions[i].second);
    const RangeOrigin* origin = range_origin(frame, names[i].text);
    ir::Index known = origin && origin->window != &call ? declared_range(frame, names[i].text) : extent;
    if (!known) known = extent;
    if (!same_extent(frame, extent, known))
      fail(frame, "G203", names[i].span,
           "the index `" + names[i].text + "` has the range `" + ir::to_string(frame.program(), extent) +
               "` of the window here and `" + ir::to_string(frame.program(), known) + "` elsewhere",
           {{"its other range is here", origin->span}});
    ir::Binder binder = bind_in_range(frame, names[i], extent);
    binders.push_back(binder);
    inner.variables.push_back(binder);
    inner.bound.push_back({positions[i].first->text, frame.terms().variable(binder.variable), extent, names[i].span});
  }
  return window.positions.filter ? formula_of(inner, *window.positions.filter) : frame.terms().truth();
}

ir::Formula in_window(const Frame& frame, const Expr& call, const std::vector<ir::Index>& cell) {
  const WindowDecl& window = window_of(frame, call);
  Scope& scope = open_sizes(frame, call, window);
  Frame inner = open_frame(frame, call, window, scope);
  auto positions = positions_of(scope, window);
  if (positions.size() != cell.size())
    fail(frame, "G313", call.span,
         "a cell of `" + window.name.text + "` has " + counted(positions.size(), "coordinate") + ", and " +
             counted(cell.size(), "integer") + " before `in`");
  std::vector<ir::Formula> parts;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    ir::Index extent = closed_extent(inner, *positions[i].second);
    parts.push_back(frame.terms().in_range(cell[i], extent));
    inner.bound.push_back({positions[i].first->text, cell[i], extent, positions[i].first->span});
  }
  if (window.positions.filter) parts.push_back(formula_of(inner, *window.positions.filter));
  return frame.terms().and_(std::move(parts));
}

}  // namespace germ::syntax
