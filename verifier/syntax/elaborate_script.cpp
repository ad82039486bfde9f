#include "syntax/elaborate_script.hpp"

#include <algorithm>

#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_local.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_theorem.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

Scope& open_theorem(Context& context, const Root& root, const TheoremDecl& theorem) {
  Scope& scope = context.open(theorem.name.text, &theorem);
  scope.parent = root.scope;
  scope.mode = Mode::frozen;
  auto collect = [&](const Expr* expr) {
    if (expr) collect_ranges(context.declarations, scope, *expr);
  };
  collect(theorem.on.get());
  for (const auto& wrt : theorem.wrt) collect(wrt.slice.get());
  for (const AlongDecl& along : theorem.along) {
    for (const BinderItem& item : along.family.items) collect(item.extent.get());
    collect(along.value.get());
  }
  for (const StepDecl& step : theorem.steps) {
    collect(step.condition.get());
    for (const ExprPtr& value : step.values) collect(value.get());
  }
  return scope;
}

std::vector<std::string> cited_by(const std::vector<StepDecl>& steps) {
  std::vector<std::string> out;
  for (const StepDecl& step : steps)
    if (!step.cited.text.empty() && std::find(out.begin(), out.end(), step.cited.text) == out.end())
      out.push_back(step.cited.text);
  return out;
}

namespace {

const Declaration& cited(Context& context, Scope& scope, const StepDecl& step) {
  const Declaration* found = context.declarations.find(step.cited.text);
  const auto* theorem = found ? std::get_if<TheoremDecl>(found) : nullptr;
  bool rule = theorem && theorem->kind == TheoremKind::local_equality;
  bool implication = theorem && theorem->kind == TheoremKind::implies;
  if (step.word == "cite" ? implication : rule) return *found;
  Notes notes;
  if (found) notes.push_back({std::string("it is a ") + kind_name(*found), name_of(*found).span});
  if (auto near = found ? std::nullopt : nearest(step.cited.text, context.declarations.names()))
    notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  fail(scope, "G430", step.cited.span,
       step.word == "cite" ? "`cite` takes an `implies` theorem, and `" + step.cited.text + "` is none"
                           : "`" + step.word + "` takes a rule, and `" + step.cited.text + "` is none",
       std::move(notes));
}

ExprPtr name_expr(const std::string& text, Span span) {
  auto out = std::make_unique<Expr>();
  out->kind = ExprKind::name;
  out->text = text;
  out->span = span;
  return out;
}

// What the cited text asks of its sizes and reals, at the arguments.
ir::Formula requirements(Context& context, Scope& callee, const Subject& subject) {
  ir::Terms& terms = context.program.terms();
  Frame frame = frame_of(context, callee);
  std::vector<ir::Formula> out;
  for (const SizeDecl& size : *subject.sizes) {
    std::int64_t least = lower_bound(subject, size.name.text, size.lower_bound.value_or(1));
    out.push_back(terms.at_most(terms.integer(least), callee.own(size.name.text)->integer));
  }
  for (const SizeItem* item : items_of<SizeItem>(subject)) {
    Symbol& symbol = resolve(frame, item->name.text, item->name.span);
    out.push_back(terms.at_most(terms.integer(lower_bound(subject, item->name.text, 1)), symbol.integer));
  }
  for (const RequireItem* item : items_of<RequireItem>(subject))
    for (const ExprPtr& fact : item->facts) out.push_back(formula_of(frame, *fact));
  for (const RealItem* item : items_of<RealItem>(subject))
    for (const RealItem::Scalar& scalar : item->scalars)
      for (const auto& [kind, bound] : scalar.bounds)
        out.push_back(compare_to(frame, kind, callee.own(scalar.name.text)->real, *bound));
  std::vector<Origin> origins;
  for (const TensorItem::Tensor* tensor : tensors_of(subject, origins))
    for (const auto& bound : tensor->bounds)
      fail(callee, "G430", bound.second->span, "a text with bounds on its given tensors cannot be cited yet");
  return terms.and_(std::move(out));
}

// The cited text inlined at its arguments: its tensors bound to them, or to tensors of the same names.
struct Instance {
  Scope* scope;
  Subject subject;
  const TheoremDecl* theorem;
};
Instance inlined(Context& context, Scope& scope, const StepDecl& step) {
  const Declaration& declaration = cited(context, scope, step);
  Instance out{nullptr, subject_of(declaration), &std::get<TheoremDecl>(declaration)};
  Expr call;
  call.kind = ExprKind::call;
  call.span = step.span;
  call.args.push_back(name_expr(step.cited.text, step.cited.span));
  std::vector<Origin> origins;
  std::vector<ExprPtr> by_name;
  std::vector<const Expr*> arguments;
  for (const ExprPtr& value : step.values) arguments.push_back(value.get());
  if (!step.arguments)
    for (const TensorItem::Tensor* tensor : tensors_of(out.subject, origins)) {
      by_name.push_back(name_expr(tensor->declarator.name.text, step.span));
      arguments.push_back(by_name.back().get());
    }
  for (const RealItem* item : items_of<RealItem>(out.subject))
    for (const RealItem::Scalar& scalar : item->scalars)
      call.named.emplace_back(scalar.name, name_expr(scalar.name.text, step.span));
  Frame frame = frame_of(context, scope);
  frame.mode = out.theorem->kind == TheoremKind::local_equality ? Mode::live : Mode::frozen;
  out.scope = &inline_layer(frame, declaration, call, arguments);
  declare_bases(context, *out.scope, *out.theorem);
  return out;
}

ir::Formula condition_of(Context& context, Scope& scope, const Expr* expr, Mode mode = Mode::frozen) {
  return expr ? conjunction(context.program.terms(), clauses_of(context, scope, *expr, mode))
              : context.program.terms().truth();
}

void fill_rule(Context& context, Scope& scope, const StepDecl& text, ir::Step& step) {
  Instance rule = inlined(context, scope, text);
  std::tie(step.left, step.right) = sides_of(context, *rule.scope, *rule.theorem);
  step.condition = context.program.terms().and_(
      {requirements(context, *rule.scope, rule.subject), condition_of(context, *rule.scope, rule.theorem->on.get())});
  step.near = condition_of(context, *rule.scope, rule.theorem->near.get(), Mode::live);
  std::vector<Origin> origins;
  auto tensors = tensors_of(rule.subject, origins);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const std::string& name = tensors[i]->declarator.name.text;
    const Symbol* symbol = rule.scope->own(name);
    const TheoremDecl& theorem = *rule.theorem;
    auto named = [&](const TheoremDecl::Wrt& wrt) { return wrt.variable.name.text == name; };
    bool moves = theorem.rule ? i < theorem.bases.size()
                              : origins[i] != Origin::given &&
                                    (theorem.wrt.empty() || std::any_of(theorem.wrt.begin(), theorem.wrt.end(), named));
    if (symbol->kind == SymbolKind::real) {
      step.fixed.push_back(symbol->real);
    } else if (symbol->view.element == Element::real) {
      Frame frame = frame_of(context, *rule.scope);
      std::vector<ir::Index> entry;
      for (const ir::Binder& binder : fresh_binders(frame, symbol->view.axes))
        entry.push_back(context.program.terms().variable(binder.variable));
      bool whole = std::none_of(symbol->view.pattern.begin(), symbol->view.pattern.end(),
                                [](const auto& slot) { return slot.has_value(); });
      if (moves && whole) step.arguments.push_back(symbol->view.tensor);
      if (!moves || !whole) step.fixed.push_back(read(frame, symbol->view, entry, text.span));
    }
  }
  for (const RealItem* item : items_of<RealItem>(rule.subject))
    for (const RealItem::Scalar& scalar : item->scalars) step.fixed.push_back(rule.scope->own(scalar.name.text)->real);
}

void fill_citation(Context& context, Scope& scope, const StepDecl& text, ir::Step& step) {
  Instance lemma = inlined(context, scope, text);
  ir::Terms& terms = context.program.terms();
  ir::Formula premise = terms.and_({requirements(context, *lemma.scope, lemma.subject),
                                    condition_of(context, *lemma.scope, lemma.theorem->on.get()),
                                    condition_of(context, *lemma.scope, lemma.theorem->left.get())});
  step.condition = terms.implies(premise, condition_of(context, *lemma.scope, lemma.theorem->right.get()));
}

ir::Step::Kind kind_of(const StepDecl& step) {
  using Kind = ir::Step::Kind;
  constexpr std::pair<std::string_view, Kind> rows[] = {
      {"transport", Kind::transport}, {"pull", Kind::rewrite},  {"push", Kind::rewrite}, {"cite", Kind::cite},
      {"cases", Kind::cases},         {"unfold", Kind::unfold}, {"smt", Kind::side},     {"chain", Kind::chain},
      {"normalise", Kind::normalise}};
  for (const auto& [word, kind] : rows)
    if (word == step.word) return kind;
  return Kind::chain;
}

}  // namespace

std::vector<ir::Step> steps_of(Context& context, Scope& scope, const std::vector<StepDecl>& steps) {
  std::vector<ir::Step> out;
  for (const StepDecl& text : steps)
    context.guarded(text.span, [&] {
      ir::Step step;
      step.kind = kind_of(text);
      step.cited = text.cited.text;
      step.span = text.span;
      step.condition = step.near = context.program.terms().truth();
      if (step.kind == ir::Step::Kind::transport || step.kind == ir::Step::Kind::rewrite)
        fill_rule(context, scope, text, step);
      if (step.kind == ir::Step::Kind::cite) fill_citation(context, scope, text, step);
      if (step.kind == ir::Step::Kind::cases) step.condition = condition_of(context, scope, text.condition.get());
      out.push_back(std::move(step));
    });
  return out;
}

std::vector<ir::Direction> directions_of(Context& context, Scope& scope, const Root& root, const TheoremDecl& theorem) {
  std::vector<ir::Direction> out;
  for (const AlongDecl& along : theorem.along)
    context.guarded(along.variable.name.span, [&] {
      const Symbol* variable = root.scope->own(along.variable.name.text);
      if (!variable || (variable->origin != Origin::input && variable->origin != Origin::param))
        fail(scope, "G416", along.variable.name.span,
             "`" + along.variable.name.text + "` is no input or parameter of `" + root.subject.name + "`");
      Frame frame = frame_of(context, scope);
      Box family = bind(frame, along.family);
      if (family.guard != context.program.terms().truth())
        fail(scope, "G417", along.variable.name.span, "a family of directions has no filter");
      std::vector<ir::Binder> binders = family.binders;
      std::vector<Axis> axes;
      for (const ir::Binder& binder : binders)
        axes.push_back({context.program.terms().name(binder.variable), binder.extent, static_cast<int>(axes.size())});
      std::vector<ir::Binder> own;
      std::vector<Axis> shape = bind_axes(frame, along.variable, &variable->view.axes, own);
      if (!same_shape(frame, shape, variable->view.axes))
        fail(scope, "G302", along.variable.name.span,
             "a direction of `" + variable->name + "` has its shape, " + shape_text(frame, variable->view.axes));
      for (Axis axis : shape) {
        axis.stored += static_cast<int>(family.binders.size());
        axes.push_back(axis);
      }
      binders.insert(binders.end(), own.begin(), own.end());
      ir::Real value = real_of(frame, *along.value);
      View view =
          define(frame, "direction of " + variable->name, ir::TensorRole::let, axes, binders, value, along.value->span);
      out.push_back({variable->view.tensor, view.tensor, family.binders.size()});
    });
  return out;
}

}  // namespace germ::syntax
