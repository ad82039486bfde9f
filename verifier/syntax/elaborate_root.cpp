#include "syntax/elaborate_root.hpp"

#include <algorithm>

#include "syntax/elaborate_local.hpp"
#include "syntax/elaborate_taint.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

void declare_sizes(Context& context, Scope& scope, const Subject& subject) {
  ir::Program& program = context.program;
  for (const SizeDecl& size : *subject.sizes)
    context.guarded(size.name.span, [&] {
      Symbol& symbol = declare(scope, size.name, SymbolKind::integer, Origin::size);
      symbol.integer = program.terms().variable(program.add_size(context.unique(size.name.text), size.name.span));
      std::int64_t least = lower_bound(subject, size.name.text, size.lower_bound.value_or(1));
      program.add_fact(program.terms().at_most(program.terms().integer(least), symbol.integer));
    });
}

void declare_reals(Context& context, Scope& scope, const Subject& subject) {
  ir::Program& program = context.program;
  for (const RealItem* item : items_of<RealItem>(subject))
    for (const RealItem::Scalar& scalar : item->scalars)
      context.guarded(scalar.name.span, [&] {
        Symbol& symbol = declare(scope, scalar.name, SymbolKind::real, Origin::scalar);
        symbol.real = program.terms().scalar(
            program.add_scalar({context.unique(scalar.name.text), std::nullopt, scalar.name.span}));
      });
}

void add_fact(Context& context, Scope& scope, ir::Formula fact, Span span) {
  if (!is_about_sizes(context.program, fact))
    fail(scope, "G417", span, "a fact speaks of sizes and reals; what it asks of a tensor belongs in the `domain`");
  context.program.add_fact(fact);
}

// Bounds of reals and `require` lines; a bound may mention a real that is declared later.
void add_facts(Context& context, Scope& scope, const Subject& subject) {
  for (const RealItem* item : items_of<RealItem>(subject))
    for (const RealItem::Scalar& scalar : item->scalars)
      for (const auto& [kind, bound] : scalar.bounds)
        context.guarded(bound->span, [&, comparison = kind, &limit = *bound] {
          Symbol* symbol = scope.own(scalar.name.text);
          if (!symbol || symbol->kind != SymbolKind::real) throw Rejected{};
          add_fact(context, scope, compare_to(frame_of(context, scope), comparison, symbol->real, limit), limit.span);
        });
  for (const RequireItem* item : items_of<RequireItem>(subject))
    for (const ExprPtr& fact : item->facts)
      context.guarded(fact->span,
                      [&] { add_fact(context, scope, formula_of(frame_of(context, scope), *fact), fact->span); });
}

View integer_map(const Frame& frame, const TensorItem::Tensor& tensor, const std::vector<Axis>& axes) {
  ir::Function function;
  function.name = frame.context->unique(tensor.declarator.name.text);
  for (const Axis& axis : axes) function.extents.push_back(axis.extent);
  std::tie(function.low, function.high) = range_of_given(frame, tensor);
  function.span = tensor.declarator.name.span;
  // There is such a map only if it has no arguments or some value.
  ir::Terms& terms = frame.program().terms();
  std::vector<ir::Formula> arguments;
  for (ir::Index extent : function.extents) arguments.push_back(terms.at_most(terms.integer(1), extent));
  frame.program().add_fact(terms.implies(terms.and_(std::move(arguments)), terms.less(function.low, function.high)));
  View view = view_of_tensor({}, axes);
  view.element = Element::integer;
  view.function = frame.program().add_function(std::move(function));
  return view;
}

View boolean_map(const Frame& frame, const TensorItem::Tensor& tensor, const std::vector<Axis>& axes) {
  ir::Predicate predicate;
  predicate.name = frame.context->unique(tensor.declarator.name.text);
  for (const Axis& axis : axes) predicate.extents.push_back(axis.extent);
  predicate.span = tensor.declarator.name.span;
  View view = view_of_tensor({}, axes);
  view.element = Element::boolean;
  view.predicate = frame.program().add_predicate(std::move(predicate));
  return view;
}

View make_tensor(Context& context, Scope& scope, const TensorItem::Tensor& tensor, Origin origin) {
  Frame frame = frame_of(context, scope);
  std::vector<ir::Binder> binders;
  std::vector<Axis> axes = bind_axes(frame, tensor.declarator, nullptr, binders);
  for (const Axis& axis : axes)
    for (ir::Var variable : axis.extent->free)
      if (!context.program.is_size(variable))
        fail(scope, "G310", tensor.declarator.name.span,
             "the extent of the axis `" + axis.name + "` depends on an index");
  if (tensor.smooth) return smooth_function(context, tensor, axes, binders);
  if (tensor.below) return integer_map(frame_of(context, scope), tensor, axes);
  if (tensor.boolean) return boolean_map(frame, tensor, axes);
  ir::Tensor made;
  made.name = context.unique(tensor.declarator.name.text);
  made.role = origin == Origin::input   ? ir::TensorRole::input
              : origin == Origin::param ? ir::TensorRole::param
                                        : ir::TensorRole::given;
  made.axes = binders;
  for (const Axis& axis : axes) made.stored_axis.push_back(axis.stored);
  made.span = tensor.declarator.name.span;
  return view_of_tensor(context.program.add_tensor(std::move(made)), axes);
}

void declare_tensors(Context& context, Root& root) {
  Scope& scope = *root.scope;
  std::vector<Origin> origins;
  std::vector<const TensorItem::Tensor*> tensors = tensors_of(root.subject, origins);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    context.guarded(tensors[i]->declarator.name.span, [&] {
      const TensorItem::Tensor& tensor = *tensors[i];
      Symbol& symbol = declare(scope, tensor.declarator.name, SymbolKind::tensor, origins[i]);
      if (origins[i] != Origin::given && (tensor.below || tensor.boolean || !tensor.bounds.empty()))
        fail(scope, "G417", tensor.declarator.name.span, "only a `given` has a set of values");
      if (tensor.smooth) symbol.view.element = Element::smooth;
      if (tensor.below || tensor.boolean) symbol.view.element = tensor.boolean ? Element::boolean : Element::integer;
      symbol.state = Symbol::State::pending;
      symbol.make = [&context, &scope, &tensor, origin = origins[i]](Symbol& made) {
        made.view = make_tensor(context, scope, tensor, origin);
      };
      root.variables.push_back(&symbol);
    });
  if (!root.subject.function) return;
  for (const Name& parameter : root.subject.function->parameters)
    context.guarded(parameter.span, [&] {
      Symbol& symbol = declare(scope, parameter, SymbolKind::tensor, Origin::input);
      ir::Tensor made;
      made.name = context.unique(parameter.text);
      made.span = parameter.span;
      symbol.view = view_of_tensor(context.program.add_tensor(std::move(made)), {});
      root.variables.push_back(&symbol);
    });
}

// `given w[k < K] >= 0`: for all entries.
void bound_givens(Context& context, Root& root) {
  std::vector<Origin> origins;
  for (const TensorItem::Tensor* tensor : tensors_of(root.subject, origins))
    for (const auto& [kind, bound] : tensor->bounds)
      context.guarded(bound->span, [&, comparison = kind, &limit = *bound] {
        Frame frame = frame_of(context, *root.scope);
        const View& view = resolve(frame, tensor->declarator.name.text, tensor->declarator.name.span).view;
        std::vector<ir::Binder> binders = fresh_binders(frame, view.axes);
        std::vector<ir::Index> entry;
        for (const ir::Binder& binder : binders) entry.push_back(context.program.terms().variable(binder.variable));
        ir::Formula body = compare_to(frame, comparison, read(frame, view, entry, limit.span), limit);
        Span span = join(tensor->declarator.name.span, limit.span);
        ir::Terms& terms = context.program.terms();
        root.on_givens.push_back(
            {std::string(span.text()), binders.empty() ? body : terms.all(binders, terms.truth(), body), span});
      });
}

void make_all(Context& context, Root& root) {
  for (Symbol& symbol : root.scope->symbols) {
    try {
      force(context, *root.scope, symbol, symbol.span);
    } catch (const Rejected& rejected) {
      context.report(rejected);
    }
  }
}

}  // namespace

Root open_root(Context& context, const Declaration& declaration, const ir::Member& member, Mode mode) {
  Root root;
  root.subject = subject_of(declaration);
  root.scope = &context.open(root.subject.name, &declaration);
  Scope& scope = *root.scope;
  scope.mode = mode;
  collect_ranges(context.declarations, scope, declaration);
  std::map<std::string, std::int64_t> values(member.constants.begin(), member.constants.end());
  context.guarded(root.subject.span,
                  [&] { declare_constants(scope, context, root.subject, values, name_of(declaration).span); });
  declare_sizes(context, scope, root.subject);
  context.guarded(root.subject.span, [&] { declare_defined_sizes(context, scope, root.subject, true); });
  declare_reals(context, scope, root.subject);
  declare_tensors(context, root);
  if (const auto* theorem = std::get_if<TheoremDecl>(&declaration)) declare_bases(context, scope, *theorem);
  declare_definitions(context, scope, root.subject);
  make_all(context, root);
  add_facts(context, scope, root.subject);
  bound_givens(context, root);
  root.outputs = outputs_of(scope);
  return root;
}

namespace {

void collect_conjuncts(const Expr& condition, std::vector<const Expr*>& out) {
  if (condition.kind != ExprKind::and_) {
    out.push_back(&condition);
    return;
  }
  collect_conjuncts(*condition.args[0], out);
  collect_conjuncts(*condition.args[1], out);
}

}  // namespace

std::vector<ir::Clause> clauses_of(Context& context, Scope& scope, const Expr& condition, Mode mode) {
  std::vector<const Expr*> parts;
  collect_conjuncts(condition, parts);
  std::vector<ir::Clause> clauses;
  for (const Expr* part : parts)
    context.guarded(part->span, [&] {
      Frame frame = frame_of(context, scope);
      frame.mode = mode;
      clauses.push_back({std::string(part->span.text()), formula_of(frame, *part), part->span});
    });
  return clauses;
}

std::vector<ir::Clause> domain_of(Context& context, const Root& root, const std::string& wrt) {
  std::vector<ir::Clause> for_all;
  std::vector<ir::Clause> for_one;
  bool own = false;
  for (const DomainItem* item : items_of<DomainItem>(root.subject)) {
    bool named = std::any_of(item->wrt.begin(), item->wrt.end(), [&](const Name& name) { return name.text == wrt; });
    if (!item->wrt.empty() && !named) continue;
    own = own || named;
    std::vector<ir::Clause>& target = named ? for_one : for_all;
    for (ir::Clause& clause : clauses_of(context, *root.scope, *item->condition)) target.push_back(std::move(clause));
  }
  std::vector<ir::Clause> out = own ? for_one : for_all;
  out.insert(out.begin(), root.on_givens.begin(), root.on_givens.end());
  return out;
}

ir::Formula conjunction(ir::Terms& terms, const std::vector<ir::Clause>& clauses) {
  std::vector<ir::Formula> parts;
  for (const ir::Clause& clause : clauses) parts.push_back(clause.formula);
  return terms.and_(std::move(parts));
}

}  // namespace germ::syntax
