#include "syntax/elaborate_local.hpp"

#include <algorithm>

#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

ir::TensorId base_of(Context& context, ir::TensorId tensor) {
  if (auto known = context.bases.find(tensor); known != context.bases.end()) return known->second;
  const ir::Tensor& of = context.program[tensor];
  ir::Tensor base;
  base.role = ir::TensorRole::base;
  base.axes = context.program.terms().rename(of.axes).first;
  base.stored_axis = of.stored_axis;
  base.span = of.span;
  base.base_of = tensor;
  base.name = context.unique(of.name + " at the base point");
  ir::TensorId made = context.program.add_tensor(std::move(base));
  context.bases.emplace(tensor, made);
  return made;
}

void declare_bases(Context& context, Scope& scope, const TheoremDecl& theorem) {
  if (theorem.bases.empty()) return;
  const auto& moving = std::get<TensorItem>(theorem.items.front().content).tensors;
  for (std::size_t i = 0; i < theorem.bases.size(); ++i)
    context.guarded(theorem.bases[i].span, [&] {
      Symbol& symbol = declare(scope, theorem.bases[i], SymbolKind::tensor, Origin::base);
      Symbol* of = scope.own(moving[i].declarator.name.text);
      if (!of) throw Rejected{};
      symbol.state = Symbol::State::pending;
      symbol.make = [&context, &scope, of](Symbol& made) {
        force(context, scope, *of, made.span);
        if (of->kind != SymbolKind::tensor)
          fail(scope, "G427", made.span, "a value at the base point is that of a tensor, and a number stands here");
        const View& view = of->view;
        bool whole =
            std::none_of(view.pattern.begin(), view.pattern.end(), [](const auto& s) { return s.has_value(); });
        if (view.element != Element::real || !whole)
          fail(scope, "G427", made.span,
               "a value at the base point is that of a whole tensor, and a slice stands here");
        made.view = view_of_tensor(base_of(context, view.tensor), view.axes);
      };
    });
}

View smooth_function(Context& context, const TensorItem::Tensor& tensor, const std::vector<Axis>& axes,
                     const std::vector<ir::Binder>& binders) {
  ir::Tensor gradient;
  gradient.name = context.unique("gradient of " + tensor.declarator.name.text);
  gradient.role = ir::TensorRole::given;
  gradient.axes = binders;
  for (const Axis& axis : axes) gradient.stored_axis.push_back(axis.stored);
  gradient.span = tensor.declarator.name.span;
  View view = view_of_tensor(context.program.add_tensor(std::move(gradient)), axes);
  view.element = Element::smooth;
  return view;
}

namespace {

const Symbol* smooth_symbol(const Frame& frame, const Expr& name) {
  if (name.kind != ExprKind::name || frame.find(name.text)) return nullptr;
  const Symbol* symbol = frame.scope->find(name.text);
  return symbol && symbol->kind == SymbolKind::tensor && symbol->view.element == Element::smooth ? symbol : nullptr;
}

// The tensor that the function is applied to: a whole one, the same everywhere.
ir::TensorId argument_of(const Frame& frame, const View& function, const Expr& argument) {
  View view = view_of(frame.scalar(), argument, frame.scope->prefix + "argument");
  bool whole = std::none_of(view.pattern.begin(), view.pattern.end(), [](const auto& s) { return s.has_value(); });
  if (view.element != Element::real || !whole || !same_shape(frame, view.axes, function.axes))
    fail(frame, "G404", argument.span,
         "an opaque function takes a whole tensor of shape " + shape_text(frame, function.axes) +
             ", and one of shape " + shape_text(frame, view.axes) + " stands here");
  auto [known, first] = frame.context->smooth_at.emplace(function.tensor, view.tensor);
  if (known->second != view.tensor)
    fail(frame, "G428", argument.span, "an opaque function is applied to one tensor, and this is a second one");
  return view.tensor;
}

}  // namespace

bool applies_smooth(const Frame& frame, const Expr& expr) {
  return expr.kind == ExprKind::call && smooth_symbol(frame, *expr.args[0]);
}

ir::Real smooth_value(const Frame& frame, const Expr& call) {
  const View& function = resolve(frame, call.args[0]->text, call.span).view;
  if (call.args.size() != 2) fail(frame, "G403", call.span, "an opaque function takes one tensor");
  ir::TensorId of = argument_of(frame, function, *call.args[1]);
  ir::TensorId base = base_of(*frame.context, of);
  ir::Program& program = frame.program();
  ir::Terms& terms = frame.terms();
  auto [value, fresh] = frame.context->smooth_values.try_emplace(function.tensor);
  if (fresh) {
    ir::Tensor made;
    made.name = frame.context->unique("value of " + call.args[0]->text);
    made.role = ir::TensorRole::given;
    made.span = call.span;
    value->second = program.add_tensor(std::move(made));
  }
  std::vector<ir::Binder> binders = fresh_binders(frame, function.axes);
  std::vector<ir::Index> at;
  for (const ir::Binder& binder : binders) at.push_back(terms.variable(binder.variable));
  ir::Real moved = terms.sub(terms.read(of, at), terms.read(base, at));
  ir::Real along = terms.mul({terms.read(function.tensor, at), moved});
  return terms.add({terms.read(value->second, {}), binders.empty() ? along : terms.sum(binders, terms.truth(), along)});
}

bool backs_smooth(const Frame& frame, const Expr& expr) {
  return expr.kind == ExprKind::call && expr.args[0]->kind == ExprKind::field && expr.args[0]->text == "back" &&
         smooth_symbol(frame, *expr.args[0]->args[0]);
}

View smooth_back(const Frame& frame, const Expr& call) {
  const View& function = resolve(frame, call.args[0]->args[0]->text, call.span).view;
  // In a forward it would follow the tensor, and nothing is known of how.
  if (frame.mode == Mode::live)
    fail(frame, "G428", call.span, "the gradient of an opaque function stands in backwards and conditions only");
  if (call.args.size() != 2 || call.args[1]->kind != ExprKind::at || call.args[1]->args.size() != 2)
    fail(frame, "G403", call.span, "a call of a backward says where: `G.back(d at u)`");
  ir::Real cotangent = real_of(frame.scalar(), *call.args[1]->args[0]);
  argument_of(frame, function, *call.args[1]->args[1]);
  ir::Terms& terms = frame.terms();
  std::vector<ir::Binder> binders = fresh_binders(frame, function.axes);
  std::vector<ir::Index> at;
  for (const ir::Binder& binder : binders) at.push_back(terms.variable(binder.variable));
  ir::Real entry = terms.mul({cotangent, terms.read(function.tensor, at)});
  return define(frame, frame.scope->prefix + call.args[0]->args[0]->text + ".back", ir::TensorRole::let, function.axes,
                binders, entry, call.span);
}

}  // namespace germ::syntax
