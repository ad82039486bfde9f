// Binder lists: `i < H`, a bare index, the positions of a window, `..`.

#include "ir/printer.hpp"
#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

namespace {

void check_free(const Frame& frame, const Name& name) {
  if (const Bound* outer = frame.find(name.text))
    fail(frame, "G204", name.span, "the index `" + name.text + "` is bound already",
         {{"it is bound here", outer->span}});
  if (const Symbol* symbol = frame.scope->find(name.text))
    fail(frame, "G205", name.span, "`" + name.text + "` is " + describe(*symbol) + " and cannot be an index as well",
         {{"it is declared here", symbol->span}});
}

// A window takes its positions from the last names; those before are plain indices.
std::size_t plain_names(const Frame& frame, const BinderItem& item) {
  if (!item.window) return item.names.size();
  std::size_t positions = 0;
  for (const BinderItem& position : window_of(frame, *item.window).positions.items) positions += position.names.size();
  if (positions > item.names.size())
    fail(frame, "G403", item.window->span,
         "the window `" + std::string(callee_name(*item.window)) + "` has " + counted(positions, "position") +
             ", and " + counted(item.names.size(), "name") + " before `in`");
  return item.names.size() - positions;
}

void bind_ellipsis(Frame& frame, const BinderItem& item, Box& box) {
  const Scope* scope = frame.scope;
  while (scope && !scope->ellipsis) scope = scope->parent;
  if (!scope) fail(frame, "G210", item.span, "`..` stands for no shape here");
  if (frame.ellipsis) fail(frame, "G204", item.span, "`..` is bound already");
  frame.ellipsis.emplace();
  for (const Axis& axis : *scope->ellipsis) {
    ir::Binder binder{frame.terms().fresh(axis.name), axis.extent};
    frame.variables.push_back(binder);
    frame.ellipsis->push_back(frame.terms().variable(binder.variable));
    box.binders.push_back(binder);
  }
}

}  // namespace

ir::Binder bind_index(Frame& frame, const Name& name, const Expr* extent, ir::Index fallback) {
  const RangeOrigin* origin = range_origin(frame, name.text);
  ir::Index own = extent ? index_of(frame.scalar(), *extent) : ir::Index();
  ir::Index range = own;
  if (origin && (!own || origin->extent != extent)) {
    ir::Index known = declared_range(frame, name.text);
    if (own && known && !same_extent(frame, own, known))
      fail(frame, "G203", name.span,
           "the index `" + name.text + "` has the range `" + ir::to_string(frame.program(), own) + "` here and `" +
               ir::to_string(frame.program(), known) + "` elsewhere; one name has one range in a layer",
           {{"its other range is here", origin->span}});
    if (known) range = known;
  }
  if (!range) range = fallback;
  if (!range)
    fail(frame, "G206", name.span, "the index `" + name.text + "` has no range; write `" + name.text + " < ..`");
  return bind_in_range(frame, name, range);
}

ir::Binder bind_in_range(Frame& frame, const Name& name, ir::Index range) {
  check_free(frame, name);
  ir::Binder binder{frame.terms().fresh(name.text), range};
  frame.variables.push_back(binder);
  frame.bound.push_back({name.text, frame.terms().variable(binder.variable), range, name.span});
  return binder;
}

Box bind(Frame& frame, const Binders& binders) {
  Box box;
  std::vector<ir::Formula> guard;
  for (const BinderItem& item : binders.items) {
    if (item.ellipsis) {
      bind_ellipsis(frame, item, box);
      continue;
    }
    if (!item.group.empty()) fail(frame, "G311", item.span, "axes are grouped in a declaration only");
    std::size_t plain = plain_names(frame, item);
    for (std::size_t i = 0; i < plain; ++i) box.binders.push_back(bind_index(frame, item.names[i], item.extent.get()));
    if (!item.window) continue;
    std::vector<Name> positions(item.names.begin() + static_cast<std::ptrdiff_t>(plain), item.names.end());
    guard.push_back(open_window(frame, *item.window, positions, box.binders));
  }
  if (binders.filter) guard.push_back(formula_of(frame.scalar(), *binders.filter));
  box.guard = frame.terms().and_(std::move(guard));
  return box;
}

std::size_t count_indices(const Frame& frame, const Binders& binders) {
  std::size_t count = 0;
  for (const BinderItem& item : binders.items) {
    count += item.names.size();
    if (item.ellipsis)
      for (const Scope* scope = frame.scope; scope; scope = scope->parent)
        if (scope->ellipsis) {
          count += scope->ellipsis->size();
          break;
        }
  }
  return count;
}

}  // namespace germ::syntax
