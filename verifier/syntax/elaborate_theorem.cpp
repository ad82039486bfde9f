#include "syntax/elaborate_theorem.hpp"

#include <algorithm>

#include "syntax/elaborate_script.hpp"
#include "syntax/elaborate_taint.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

View side_of(Context& context, Scope& scope, const Expr& side, const std::string& name) {
  Frame frame = frame_of(context, scope);
  View view = view_of(frame, side, name);
  if (view.element != Element::real) fail(scope, "G307", side.span, "a side is a tensor of real numbers");
  bool whole =
      std::none_of(view.pattern.begin(), view.pattern.end(), [](const auto& slot) { return slot.has_value(); });
  if (whole) return view;
  std::vector<ir::Binder> binders = fresh_binders(frame, view.axes);
  std::vector<ir::Index> entry;
  for (const ir::Binder& binder : binders) entry.push_back(context.program.terms().variable(binder.variable));
  return define(frame, name, ir::TensorRole::let, view.axes, binders, read(frame, view, entry, side.span), side.span);
}

std::pair<ir::TensorId, ir::TensorId> sides_of(Context& context, Scope& scope, const TheoremDecl& theorem) {
  View left = side_of(context, scope, *theorem.left, "left");
  View right = side_of(context, scope, *theorem.right, "right");
  Frame frame = frame_of(context, scope);
  if (!same_shape(frame, left.axes, right.axes))
    fail(scope, "G302", theorem.right->span,
         "the shapes " + shape_text(frame, left.axes) + " and " + shape_text(frame, right.axes) +
             " of the two sides differ",
         {{"the left side is here", theorem.left->span}});
  return {left.tensor, right.tensor};
}

namespace {

// Near a point everything follows the tensors; at one point everything looks at it.
Mode mode_of(TheoremKind kind) {
  bool near = kind == TheoremKind::local_equality || kind == TheoremKind::continuous || kind == TheoremKind::open;
  return near ? Mode::live : Mode::frozen;
}

// The variables that `wrt` names, or all inputs and parameters; of a rule those after `near`.
std::vector<ir::TensorId> moving(Context& context, const Root& root, const TheoremDecl& theorem) {
  std::vector<std::string> wanted;
  if (theorem.rule)
    for (const auto& tensor : std::get<TensorItem>(theorem.items.front().content).tensors)
      wanted.push_back(tensor.declarator.name.text);
  for (const auto& wrt : theorem.wrt) {
    const Symbol* symbol = root.scope->own(wrt.variable.name.text);
    if (wrt.variable.brackets || !symbol || (symbol->origin != Origin::input && symbol->origin != Origin::param))
      context.report({Diagnostic{
          "G416",
          "`wrt` names an input or a parameter of the theorem, and `" + wrt.variable.name.text + "` is none",
          wrt.variable.name.span,
          Severity::error,
          {}}});
    wanted.push_back(wrt.variable.name.text);
  }
  std::vector<ir::TensorId> out;
  for (const Symbol* symbol : root.variables)
    if (symbol->origin != Origin::given &&
        (wanted.empty() || std::find(wanted.begin(), wanted.end(), symbol->name) != wanted.end()))
      out.push_back(symbol->view.tensor);
  if (out.empty()) fail(*root.scope, "G416", theorem.name.span, "nothing moves: there is no input and no parameter");
  return out;
}

// What is frozen may mention the base point only.
void check_frozen(Context& context, const Root& root, const TheoremDecl& theorem, const ir::Statement& statement) {
  if (!theorem.rule || !follows(context.program, statement.right, statement.wrt)) return;
  fail(*root.scope, "G427", theorem.right->span,
       "what is frozen may mention the base point only: an argmax on the right side of a rule looks at `" +
           theorem.bases.front().text + "`");
}

}  // namespace

void fill_comparison(Context& context, const Declaration& declaration, const ir::Member& member,
                     const TheoremDecl& theorem, ir::Statement& statement) {
  Root root = open_root(context, declaration, member, mode_of(theorem.kind));
  Scope& scope = *root.scope;
  std::vector<ir::Clause> domain = root.on_givens;
  auto add = [&](const Expr* condition) {
    if (!condition) return;
    for (ir::Clause& clause : clauses_of(context, scope, *condition)) domain.push_back(std::move(clause));
  };
  ir::Terms& terms = context.program.terms();
  add(theorem.on.get());
  switch (theorem.kind) {
    case TheoremKind::implies:
      add(theorem.left.get());
      statement.conclusion = conjunction(terms, clauses_of(context, scope, *theorem.right));
      break;
    case TheoremKind::selector:
      statement.conclusion = selects(context, scope, theorem);
      break;
    case TheoremKind::fold:
      statement.conclusion = folds(context, scope, theorem);
      break;
    case TheoremKind::open:
      statement.conclusion = conjunction(terms, clauses_of(context, scope, *theorem.left, Mode::live));
      statement.wrt = moving(context, root, theorem);
      break;
    case TheoremKind::continuous:
      statement.outputs = {side_of(context, scope, *theorem.left, "left").tensor};
      statement.wrt = moving(context, root, theorem);
      break;
    case TheoremKind::local_equality:
      std::tie(statement.left, statement.right) = sides_of(context, scope, theorem);
      statement.wrt = moving(context, root, theorem);
      if (theorem.near) statement.near = conjunction(terms, clauses_of(context, scope, *theorem.near, Mode::live));
      check_frozen(context, root, theorem, statement);
      break;
    case TheoremKind::equal:
    case TheoremKind::faithful:
      std::tie(statement.left, statement.right) = sides_of(context, scope, theorem);
      break;
    case TheoremKind::vjp:
    case TheoremKind::jvp:
    case TheoremKind::gradient:
    case TheoremKind::surrogate:
    case TheoremKind::not_differentiable:
    case TheoremKind::exact:
    case TheoremKind::kink:
    case TheoremKind::unique:
      throw Rejected{};
  }
  statement.domain = conjunction(terms, domain);
  statement.clauses = std::move(domain);
  statement.script_steps = steps_of(context, open_theorem(context, root, theorem), theorem.steps);
  if (theorem.schema)
    fail(scope, "G428", theorem.name.span, "a schema is about a layer with an opaque function, `given smooth G`");
  if (!context.smooth_at.empty() && theorem.kind != TheoremKind::equal)
    fail(scope, "G428", theorem.name.span,
         "an opaque function is known to first order: a theorem of this kind cannot speak of it");
}

}  // namespace germ::syntax
