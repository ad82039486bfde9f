// Whole-tensor expressions (`f(z) + x`): one shape, found first, then the entry at fresh variables.

#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_local.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

bool has_open_ellipsis(const Frame& frame, const Expr& expr) {
  if (frame.ellipsis) return false;
  for (const ExprPtr& arg : expr.args)
    if (arg->kind == ExprKind::ellipsis) return true;
  return false;
}

View tensor_of(const Frame& frame, const Expr& expr) {
  if (expr.kind == ExprKind::name) return resolve(frame, expr.text, expr.span).view;
  if (expr.kind == ExprKind::subscript) return subscripted(frame, expr);
  return call_layer(frame.scalar(), expr);
}

// The tensors inside an expression and the one shape that they all have.
class Collector {
 public:
  explicit Collector(const Frame& frame) : frame_(frame) {}
  std::map<const Expr*, View> parts;
  std::vector<Axis> axes;

  void visit(const Expr& expr) {
    if (names_tensor(frame_, expr)) {
      View view = tensor_of(frame_, expr);
      if (!view.axes.empty()) agree(view.axes, expr.span);
      parts.emplace(&expr, std::move(view));
      return;
    }
    if (expr.kind == ExprKind::reduction || expr.kind == ExprKind::subscript || applies_smooth(frame_, expr)) return;
    std::size_t first = expr.kind == ExprKind::call ? 1 : 0;
    for (std::size_t i = first; i < expr.args.size(); ++i) visit(*expr.args[i]);
  }

 private:
  void agree(const std::vector<Axis>& found, Span place) {
    if (axes.empty()) {
      axes = found;
      place_ = place;
    } else if (!same_shape(frame_, axes, found)) {
      fail(frame_, "G302", place,
           "the shapes " + shape_text(frame_, axes) + " and " + shape_text(frame_, found) +
               " differ; whole tensors are combined entry by entry",
           {{"shape " + shape_text(frame_, axes) + " is here", place_}});
    }
  }

  const Frame& frame_;
  Span place_;
};

}  // namespace

bool names_tensor(const Frame& frame, const Expr& expr) {
  if (expr.kind == ExprKind::name) {
    if (frame.find(expr.text)) return false;
    const Symbol* symbol = frame.scope->find(expr.text);
    return symbol && symbol->kind == SymbolKind::tensor;
  }
  if (expr.kind == ExprKind::subscript) return has_open_ellipsis(frame, expr);
  if (expr.kind == ExprKind::field) return true;
  if (expr.kind != ExprKind::call) return false;
  if (expr.args[0]->kind == ExprKind::field) {
    const Declaration* back = back_of(frame, expr);
    return !back || !std::holds_alternative<FunctionDecl>(*back);
  }
  return frame.context->declarations.find_as<LayerDecl>(callee_name(expr)) != nullptr;
}

Whole whole_of(const Frame& frame, const Expr& expr) {
  Collector collector(frame);
  collector.visit(expr);
  Whole whole;
  whole.axes = collector.axes;
  whole.binders = fresh_binders(frame, whole.axes);
  std::vector<ir::Index> entry;
  Frame inner = frame.scalar();
  for (const ir::Binder& binder : whole.binders) {
    entry.push_back(frame.terms().variable(binder.variable));
    inner.variables.push_back(binder);
  }
  inner.entry = &entry;
  inner.parts = &collector.parts;
  whole.entry = real_of(inner, expr);
  return whole;
}

View view_of(const Frame& frame, const Expr& expr, const std::string& name) {
  if (names_tensor(frame, expr)) return tensor_of(frame, expr);
  Whole whole = whole_of(frame, expr);
  return define(frame, name, ir::TensorRole::let, whole.axes, whole.binders, whole.entry, expr.span);
}

std::vector<Axis> bind_axes(Frame& frame, const Declarator& declarator, const std::vector<Axis>* shape,
                            std::vector<ir::Binder>& binders) {
  std::vector<Axis> axes;
  std::size_t plain = 0;
  for (const BinderItem& item : declarator.axes)
    plain += item.ellipsis ? 0 : item.group.empty() ? item.names.size() : item.group.size();
  int stored = 0;
  auto one = [&](const Name& name, const Expr* extent) {
    ir::Index fallback = shape && axes.size() < shape->size() ? (*shape)[axes.size()].extent : ir::Index();
    ir::Binder binder = bind_index(frame, name, extent, fallback);
    binders.push_back(binder);
    axes.push_back({name.text, binder.extent, stored});
  };
  for (const BinderItem& item : declarator.axes) {
    if (item.window) fail(frame, "G311", item.span, "an axis runs over a range, not over a window");
    if (item.ellipsis) {
      if (!shape) fail(frame, "G210", item.span, "`..` stands for no shape here");
      frame.ellipsis.emplace();
      for (std::size_t rest = shape->size() > plain ? shape->size() - plain : 0; rest > 0; --rest) {
        const Axis& axis = (*shape)[axes.size()];
        binders.push_back({frame.terms().fresh(axis.name), axis.extent});
        frame.variables.push_back(binders.back());
        frame.ellipsis->push_back(frame.terms().variable(binders.back().variable));
        axes.push_back({axis.name, axis.extent, stored++});
      }
      continue;
    }
    if (item.group.empty()) {
      for (const Name& name : item.names) one(name, item.extent.get());
    } else {
      for (const BinderItem& part : item.group)
        for (const Name& name : part.names) one(name, part.extent.get());
    }
    ++stored;
  }
  return axes;
}

}  // namespace germ::syntax
