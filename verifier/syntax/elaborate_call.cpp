#include "syntax/elaborate_call.hpp"

#include <algorithm>

#include "syntax/elaborate_arguments.hpp"
#include "syntax/elaborate_local.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

// A `require` of the callee that is false whatever the values are.
void check_requirements(const Frame& frame, Scope& callee, const Subject& subject, const Expr& call) {
  for (const SizeDecl& size : *subject.sizes) {
    ir::Index value = callee.own(size.name.text)->integer;
    std::int64_t least = lower_bound(subject, size.name.text, size.lower_bound.value_or(1));
    if (value->terms.empty() && value->constant < least)
      fail(frame, "G418", call.span,
           "the size `" + size.name.text + "` of `" + subject.name + "` is at least " + std::to_string(least) +
               ", and is " + std::to_string(value->constant) + " here",
           {{"it is declared here", size.name.span}});
  }
  for (const RequireItem* item : items_of<RequireItem>(subject))
    for (const ExprPtr& fact : item->facts)
      if (formula_of(frame_of(*frame.context, callee), *fact) == frame.terms().falsity())
        fail(frame, "G418", call.span,
             "`" + subject.name + "` requires `" + std::string(fact->span.text()) + "`, which is false here",
             {{"it is required here", fact->span}});
}

std::map<std::string, std::int64_t> constants_of(const Frame& frame, const Subject& subject, const SizeSolver& solver,
                                                 const Expr& call) {
  std::map<std::string, std::int64_t> out;
  std::set<std::string> known;
  for (const ConstItem* item : items_of<ConstItem>(subject))
    for (const auto& constant : item->constants) known.insert(constant.name.text);
  for (const auto& [name, expr] : call.sizes) {
    auto value = solver.others().find(name.text);
    if (value == solver.others().end()) continue;
    if (!known.contains(name.text))
      fail(frame, "G406", name.span, "`" + subject.name + "` has no size or constant `" + name.text + "`",
           {{"it is declared here", subject.span}});
    if (!value->second->terms.empty())
      fail(frame, "G408", expr->span, "the constant `" + name.text + "` needs a literal value");
    out[name.text] = value->second->constant;
  }
  return out;
}

}  // namespace

std::vector<const Expr*> arguments_of(const Expr& call) {
  std::vector<const Expr*> out;
  for (std::size_t i = 1; i < call.args.size(); ++i) out.push_back(call.args[i].get());
  return out;
}

Scope& inline_layer(const Frame& frame, const Declaration& declaration, const Expr& call,
                    const std::vector<const Expr*>& arguments) {
  Context& context = *frame.context;
  Subject subject = subject_of(declaration);
  Scope& scope = open_callee(frame, subject.name, &declaration, call);
  collect_ranges(context.declarations, scope, declaration);
  std::vector<Origin> origins;
  std::vector<Formal> formals;
  for (const TensorItem::Tensor* tensor : tensors_of(subject, origins))
    formals.push_back({&tensor->declarator, tensor, origins[formals.size()], nullptr, {}, false, {}});
  auto reals = match(frame, subject.name, formals, call, arguments, subject.span);
  SizeSolver solver(frame, scope, *subject.sizes, call);
  auto constants = constants_of(frame, subject, solver, call);
  declare_constants(solver.probe(), context, subject, constants, call.span);
  declare_defined_sizes(context, solver.probe(), subject, false);
  for (Formal& formal : formals) evaluate(frame, scope, formal, solver);
  solver.solve();
  solver.declare_in(scope);
  declare_constants(scope, context, subject, constants, call.span);
  declare_defined_sizes(context, scope, subject, false);
  bind_formals(frame, scope, formals);
  bind_reals(frame, scope, subject, reals, call);
  check_requirements(frame, scope, subject, call);
  declare_definitions(context, scope, subject);
  return scope;
}

namespace {

// What `..` stands for in the callee; every argument says the same.
void note_ellipsis(const Frame& frame, Scope& callee, const Declarator& declarator, const std::vector<Axis>& axes,
                   Span argument) {
  std::size_t before = 0;
  while (before < declarator.axes.size() && !declarator.axes[before].ellipsis) ++before;
  if (before == declarator.axes.size()) return;
  std::size_t after = declarator.axes.size() - before - 1;
  std::vector<Axis> rest(axes.begin() + static_cast<std::ptrdiff_t>(before),
                         axes.end() - static_cast<std::ptrdiff_t>(after));
  if (callee.ellipsis && !same_shape(frame, *callee.ellipsis, rest))
    fail(frame, "G404", argument,
         "`..` is " + shape_text(frame, *callee.ellipsis) + " for one argument of `" + callee.name + "` and " +
             shape_text(frame, rest) + " for another");
  callee.ellipsis = std::move(rest);
}

}  // namespace

View call_layer(const Frame& frame, const Expr& expr) {
  const Expr& call = expr.kind == ExprKind::field ? *expr.args[0] : expr;
  if (backs_smooth(frame, call)) return smooth_back(frame, call);
  if (call.kind == ExprKind::call && call.args[0]->kind == ExprKind::field)
    return call_layer_back(frame, call, expr.kind == ExprKind::field ? expr.text : "");
  const Declaration* declaration =
      call.kind == ExprKind::call ? frame.context->declarations.find(callee_name(call)) : nullptr;
  if (!declaration || !std::holds_alternative<LayerDecl>(*declaration))
    fail(frame, "G402", expr.span, "`." + expr.text + "` picks an output of a layer's call, and this is none");
  Scope& scope = inline_layer(frame, *declaration, call, arguments_of(call));
  std::vector<Symbol*> outputs = outputs_of(scope);
  Symbol* output = nullptr;
  if (expr.kind == ExprKind::field) {
    output = scope.own(expr.text);
    if (!output || (output->origin != Origin::output && output->origin != Origin::aux))
      fail(frame, "G410", expr.span, "`" + scope.name + "` has no output `" + expr.text + "`");
  } else if (outputs.size() == 1) {
    output = outputs[0];
  } else {
    fail(frame, "G410", expr.span,
         "`" + scope.name + "` has " + counted(outputs.size(), "output") + "; pick one, `" + scope.name + "(..).name`",
         {{"it is declared here", name_of(*declaration).span}});
  }
  force(*frame.context, scope, *output, call.span);
  return output->view;
}

Scope& open_function(const Frame& frame, const FunctionDecl& function, const Expr& call,
                     const std::vector<const Expr*>& arguments) {
  const Declaration& declaration = *frame.context->declarations.find(function.name.text);
  Scope& scope = open_callee(frame, function.name.text, &declaration, call);
  collect_ranges(frame.context->declarations, scope, declaration);
  if (arguments.size() != function.parameters.size())
    fail(frame, "G403", call.span,
         "`" + function.name.text + "` takes " + counted(function.parameters.size(), "argument") + ", not " +
             std::to_string(arguments.size()),
         {{"it is declared here", function.name.span}});
  if (!call.sizes.empty()) fail(frame, "G406", call.span, "`" + function.name.text + "` has no sizes");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    declare(scope, function.parameters[i], SymbolKind::real, Origin::input).real = real_of(frame, *arguments[i]);
  std::map<std::string, const Expr*> named;
  for (const auto& [name, value] : call.named)
    if (!named.emplace(name.text, value.get()).second)
      fail(frame, "G406", name.span, "`" + name.text + "` is given twice");
  bind_reals(frame, scope, subject_of(declaration), named, call);
  return scope;
}

ir::Real call_function(const Frame& frame, const FunctionDecl& function, const Expr& call) {
  Scope& scope = open_function(frame, function, call, arguments_of(call));
  return real_of(frame_of(*frame.context, scope), *function.body);
}

ir::Formula call_condition(const Frame& frame, const Expr& call) {
  std::string name(callee_name(call));
  const Declaration* declaration = frame.context->declarations.find(name);
  const auto* condition = declaration ? std::get_if<ConditionDecl>(declaration) : nullptr;
  if (!condition && (declaration || is_integer(frame, call)))
    fail(frame, "G307", call.span, "a number stands where a condition is needed; compare it with something");
  if (!condition) {
    Notes notes;
    if (auto near = nearest(name, frame.context->declarations.names()))
      notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
    fail(frame, "G401", call.span, "unknown condition `" + name + "`", std::move(notes));
  }
  Scope& scope = open_callee(frame, name, declaration, call);
  collect_ranges(frame.context->declarations, scope, *declaration);
  std::vector<Formal> formals;
  for (const Declarator& parameter : condition->parameters)
    formals.push_back({&parameter, nullptr, Origin::input, nullptr, {}, false, {}});
  auto reals = match(frame, name, formals, call, arguments_of(call), condition->name.span);
  if (!reals.empty()) fail(frame, "G406", call.span, "`" + name + "` has no argument `" + reals.begin()->first + "`");
  std::vector<SizeDecl> sizes = sizes_of(*condition);
  SizeSolver solver(frame, scope, sizes, call);
  for (Formal& formal : formals) evaluate(frame.scalar(), scope, formal, solver);
  solver.solve();
  solver.declare_in(scope);
  for (const Formal& formal : formals)
    note_ellipsis(frame, scope, *formal.declarator, formal.view.axes, formal.argument->span);
  bind_formals(frame, scope, formals);
  return formula_of(frame_of(*frame.context, scope), *condition->body);
}

}  // namespace germ::syntax
