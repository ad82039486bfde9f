// From a claim to its statement.

#include <algorithm>
#include <map>

#include "syntax/elaborate_backward.hpp"
#include "syntax/elaborate_call.hpp"
#include "syntax/elaborate_claims.hpp"
#include "syntax/elaborate_jvp.hpp"
#include "syntax/elaborate_region.hpp"
#include "syntax/elaborate_script.hpp"
#include "syntax/elaborate_taint.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_theorem.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

// `E[v, d | filter]`: the names stand for the axes of the adjoint.
ir::Formula slice_of(Context& context, Scope& scope, const TheoremDecl::Wrt& wrt, ir::TensorId declared) {
  if (!wrt.variable.brackets) return context.program.terms().truth();
  Frame frame = frame_of(context, scope);
  std::vector<ir::Binder> formals = context.program[declared].axes;
  frame.variables = formals;
  std::size_t next = 0;
  for (const BinderItem& item : wrt.variable.axes) {
    if (item.names.size() != 1 || item.ellipsis || item.window || next >= formals.size())
      fail(scope, "G301", wrt.variable.name.span,
           "`" + wrt.variable.name.text + "` has " + counted(formals.size(), "axis") + "; name each of them once");
    const Name& name = item.names[0];
    const ir::Binder& formal = formals[next++];
    ir::Index own = item.extent ? index_of(frame_of(context, scope), *item.extent) : declared_range(frame, name.text);
    if (own && !same_extent(frame, own, formal.extent))
      fail(scope, "G203", name.span,
           "the index `" + name.text + "` has the range `" + ir::to_string(context.program, own) +
               "`, and this axis of `" + wrt.variable.name.text + "` has `" +
               ir::to_string(context.program, formal.extent) + "`");
    if (frame.find(name.text)) fail(scope, "G204", name.span, "the index `" + name.text + "` is bound already");
    frame.bound.push_back({name.text, context.program.terms().variable(formal.variable), formal.extent, name.span});
  }
  if (next != formals.size())
    fail(scope, "G301", wrt.variable.name.span,
         "`" + wrt.variable.name.text + "` has " + counted(formals.size(), "axis") + ", and " + std::to_string(next) +
             " are named");
  if (!wrt.slice) return context.program.terms().truth();
  ir::Formula slice = formula_of(frame, *wrt.slice);
  if (has_real_atom(slice)) fail(scope, "G417", wrt.slice->span, "a slice is chosen by indices, not by real numbers");
  return slice;
}

void apply_slices(Context& context, Scope& scope, const Root& root, const TheoremDecl& theorem, Backward& backward) {
  for (const auto& wrt : theorem.wrt)
    context.guarded(wrt.variable.name.span, [&] {
      const Symbol* variable = root.scope->own(wrt.variable.name.text);
      for (ir::Adjoint& adjoint : backward.adjoints)
        if (variable && variable->view.tensor == adjoint.of)
          adjoint.slice = slice_of(context, scope, wrt, adjoint.declared);
    });
}

void check_wrt(Context& context, const Root& root, const std::vector<std::string>& given, const char* rule,
               const TheoremDecl& theorem) {
  for (const auto& wrt : theorem.wrt)
    context.guarded(wrt.variable.name.span, [&] {
      const Name& name = wrt.variable.name;
      if (std::find(given.begin(), given.end(), name.text) != given.end()) return;
      Notes notes;
      if (auto near = nearest(name.text, given)) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
      fail(*root.scope, "G416", name.span,
           std::string("the ") + rule + " of `" + root.subject.name + "` gives nothing for `" + name.text + "`",
           std::move(notes));
    });
}

// Of two slices of one variable only one would be claimed.
void check_wrt_once(Context& context, const Root& root, const TheoremDecl& theorem) {
  std::map<std::string, Span> first;
  for (const auto& wrt : theorem.wrt)
    context.guarded(wrt.variable.name.span, [&] {
      const Name& name = wrt.variable.name;
      if (auto [known, added] = first.emplace(name.text, name.span); !added)
        fail(*root.scope, "G122", name.span, "`wrt " + name.text + "` is given twice", {{"first here", known->second}});
    });
}

// The backward or the jvp of that name; `first` is a word of its header.
template <class Item>
const Item& require_rule(const Root& root, const Item* found, const std::string& name, const char* rule, Span place,
                         std::vector<Name> Item::*first) {
  if (auto fault = named_twice(root.subject, name.empty() ? rule : name)) throw Rejected{*fault};
  if (found) return *found;
  Notes notes;
  for (const Item* item : items_of<Item>(root.subject))
    notes.push_back(
        {item->name ? "there is `" + root.subject.name + "." + item->name->text + "`" : "there is one without a name",
         item->name ? item->name->span : (item->*first).at(0).span});
  fail(*root.scope, "G415", place,
       "`" + root.subject.name + "` has no " + rule + (name.empty() ? " without a name" : " `" + name + "`"),
       std::move(notes));
}

const BackwardItem& require_backward(const Root& root, const std::string& name, Span place) {
  return require_rule(root, find_backward(root.subject, name), name, "backward", place, &BackwardItem::cotangents);
}

const JvpItem& require_jvp(const Root& root, const std::string& name, Span place) {
  return require_rule(root, find_jvp(root.subject, name), name, "jvp", place, &JvpItem::tangents);
}

void fill_backward(Context& context, const Root& root, const BackwardItem& item, const ir::Claim& claim,
                   const TheoremDecl* theorem, Scope* scope, ir::Statement& statement) {
  if (theorem) check_wrt(context, root, variables_of(root.subject, item), "backward", *theorem);
  Backward backward = make_backward(context, root, item, claim.wrt);
  if (theorem) apply_slices(context, *scope, root, *theorem, backward);
  statement.cotangents = backward.cotangents;
  statement.adjoints = backward.adjoints;
  statement.steps = backward.steps;
  statement.backward = backward.tensors;
}

void fill_jvp(Context& context, const Root& root, const JvpItem& item, const ir::Claim& claim,
              const TheoremDecl* theorem, Scope* scope, ir::Statement& statement) {
  if (theorem) check_wrt(context, root, variables_of(item), "jvp", *theorem);
  auto slice = [&](const std::string& variable, ir::TensorId tangent) {
    if (theorem)
      for (const auto& wrt : theorem->wrt)
        if (wrt.variable.name.text == variable) return slice_of(context, *scope, wrt, tangent);
    return context.program.terms().truth();
  };
  Jvp jvp = make_jvp(context, root, item, claim.wrt, slice);
  statement.tangents = jvp.tangents;
  statement.output_tangents = jvp.outputs;
}

// The outputs of another layer at the variables of this one: `surrogate L of G`.
std::vector<ir::TensorId> outputs_of_other(Context& context, const Root& root, const Name& other) {
  const Declaration* found = context.declarations.find(other.text);
  if (!found || found->index() != root.subject.declaration->index())
    fail(*root.scope, "G415", other.span, "there is no other layer or function `" + other.text + "`");
  Expr call;
  call.kind = ExprKind::call;
  call.span = other.span;
  auto name = [&](const std::string& text) {
    auto expr = std::make_unique<Expr>();
    expr->kind = ExprKind::name;
    expr->text = text;
    expr->span = other.span;
    return expr;
  };
  call.args.push_back(name(other.text));
  for (const Symbol* variable : root.variables) call.args.push_back(name(variable->name));
  for (const RealItem* item : items_of<RealItem>(subject_of(*found)))
    for (const RealItem::Scalar& scalar : item->scalars) call.named.emplace_back(scalar.name, name(scalar.name.text));
  Frame frame = frame_of(context, *root.scope);
  std::vector<ir::TensorId> out;
  std::vector<std::vector<Axis>> shapes;
  if (std::holds_alternative<FunctionDecl>(*found)) {
    shapes.emplace_back();
    ir::Real value = call_function(frame, std::get<FunctionDecl>(*found), call);
    out.push_back(define(frame, other.text, ir::TensorRole::let, {}, {}, value, other.span).tensor);
  } else {
    Scope& scope = inline_layer(frame, *found, call, arguments_of(call));
    for (Symbol* output : outputs_of(scope)) {
      force(context, scope, *output, other.span);
      out.push_back(output->view.tensor);
      shapes.push_back(output->view.axes);
    }
  }
  bool alike = out.size() == root.outputs.size();
  for (std::size_t i = 0; alike && i < out.size(); ++i)
    alike = same_shape(frame, shapes[i], root.outputs[i]->view.axes) &&
            context.program[out[i]].axes.size() == shapes[i].size();
  if (!alike)
    fail(*root.scope, "G404", other.span,
         "`" + other.text + "` and `" + root.subject.name + "` have outputs of different shapes");
  return out;
}

// The cotangent of a loss is 1.
void fix_cotangents(Context& context, const Root& root, const TheoremDecl& theorem, ir::Statement& statement) {
  if (statement.outputs.size() != 1 || !context.program[statement.outputs[0]].axes.empty())
    fail(*root.scope, "G431", theorem.layer.span,
         "a gradient is that of one number, and `" + root.subject.name + "` has " +
             (statement.outputs.size() == 1 ? "an output with axes" : counted(statement.outputs.size(), "output")));
  context.program.set_body(statement.cotangents[0], context.program.terms().constant(1));
}

// The second backward, at the cotangents of the first.
void fill_others(Context& context, const Root& root, const ir::Claim& claim, const TheoremDecl& theorem,
                 ir::Statement& statement) {
  const BackwardItem& item = require_backward(root, theorem.other.text, theorem.layer.span);
  check_wrt(context, root, variables_of(root.subject, item), "backward", theorem);
  Backward second = make_backward(context, root, item, claim.wrt);
  ir::Program& program = context.program;
  for (std::size_t i = 0; i < second.cotangents.size(); ++i) {
    std::vector<ir::Index> at;
    for (const ir::Binder& axis : program[second.cotangents[i]].axes)
      at.push_back(program.terms().variable(axis.variable));
    program.set_body(second.cotangents[i], program.terms().read(statement.cotangents.at(i), at));
  }
  statement.other_steps = second.steps;
  for (const ir::Adjoint& adjoint : statement.adjoints)
    for (const ir::Adjoint& other : second.adjoints)
      if (other.of == adjoint.of) statement.others.push_back(other);
  if (statement.others.size() != statement.adjoints.size() || second.adjoints.size() != statement.others.size())
    fail(*root.scope, "G416", theorem.layer.span, "the two backwards give different variables; say which, `wrt x`");
}

// The variables that `wrt` names, or all.
std::vector<ir::TensorId> moving(const Root& root, const ir::Claim& claim, const TheoremDecl& theorem) {
  std::vector<ir::TensorId> out;
  for (const Symbol* symbol : root.variables)
    if (symbol->origin != Origin::given &&
        (claim.wrt.empty() || std::find(claim.wrt.begin(), claim.wrt.end(), symbol->name) != claim.wrt.end()))
      out.push_back(symbol->view.tensor);
  if (out.size() != (claim.wrt.empty() ? std::max<std::size_t>(out.size(), 1) : claim.wrt.size()))
    fail(*root.scope, "G416", theorem.layer.span, "`wrt` names an input or a parameter of `" + root.subject.name + "`");
  return out;
}

ir::KinkClass kink_of(const Name& name) {
  using enum ir::KinkClass;
  for (ir::KinkClass kink : {right, wrong, limit, clarke, neither, undefined})
    if (name.text == ir::name(kink)) return kink;
  return neither;
}

// The hypotheses.
void fill_domain(Context& context, const Root& root, const ir::Claim& claim, const TheoremDecl* theorem, Scope* scope,
                 ir::Statement& statement) {
  ir::Terms& terms = context.program.terms();
  if (claim.kind == ir::StatementKind::exact)
    statement.within = conjunction(terms, on_clauses(context, root, theorem, scope));
  statement.clauses = region_of(context, root, claim, theorem, scope);
  statement.domain = conjunction(terms, statement.clauses);
}

// A claim about a layer's derivative; by pairing it has the parts of a vjp and a jvp.
void fill_derivative(Context& context, const Declaration& subject, const ir::Claim& claim, const ir::Member& member,
                     const TheoremDecl* theorem, ir::Statement& statement) {
  Root root = open_root(context, subject, member, Mode::live);
  if (root.outputs.empty())
    fail(*root.scope, "G419", name_of(subject).span, "`" + root.subject.name + "` has no output");
  using Kind = ir::StatementKind;
  const bool vjp = claim.kind == Kind::vjp || claim.kind == Kind::kink || claim.kind == Kind::unique;
  const bool jvp_claim = claim.kind == Kind::jvp;
  const bool pairing = claim.script == ir::Script::pairing;
  const Span place = theorem ? theorem->layer.span : claim.span;
  const Span partner = theorem && theorem->partner ? theorem->partner->span : place;
  if (theorem) check_wrt_once(context, root, *theorem);
  const BackwardItem* backward = nullptr;
  const JvpItem* jvp = nullptr;
  if (vjp || pairing) backward = &require_backward(root, vjp ? claim.backward : claim.partner, vjp ? place : partner);
  if (jvp_claim || pairing) jvp = &require_jvp(root, vjp ? claim.partner : claim.backward, vjp ? partner : place);
  Scope* scope = theorem ? &open_theorem(context, root, *theorem) : nullptr;
  fill_domain(context, root, claim, theorem, scope, statement);
  if (backward) fill_backward(context, root, *backward, claim, theorem, scope, statement);
  if (jvp) fill_jvp(context, root, *jvp, claim, theorem, scope, statement);
  for (const Symbol* output : root.outputs) statement.outputs.push_back(output->view.tensor);
  std::vector<ir::TensorId> variables;
  for (const ir::Adjoint& adjoint : statement.adjoints) variables.push_back(adjoint.of);
  for (const ir::VariableTangent& tangent : statement.tangents) variables.push_back(tangent.of);
  if (!context.diagnostics.empty()) return;
  if (theorem) {
    const bool made = std::all_of(statement.outputs.begin(), statement.outputs.end(),
                                  [](ir::TensorId output) { return output.valid(); });
    if (!made) return;  // a fault of the forward, reported
    if (theorem->kind == TheoremKind::gradient) fix_cotangents(context, root, *theorem, statement);
    if (claim.kind != Kind::vjp && claim.kind != Kind::jvp)
      for (const auto& wrt : theorem->wrt)
        if (wrt.variable.brackets)
          fail(*root.scope, "G417", wrt.variable.name.span, "a theorem of this kind is about whole variables");
    if (claim.kind == Kind::unique) fill_others(context, root, claim, *theorem, statement);
    if (claim.kind == Kind::kink) statement.kink = kink_of(theorem->other);
    if (claim.kind == Kind::exact || claim.kind == Kind::not_differentiable)
      variables = statement.wrt = moving(root, claim, *theorem);
    statement.directions = directions_of(context, *scope, root, *theorem);
    statement.script_steps = steps_of(context, *scope, theorem->steps);
    if (theorem->schema && context.smooth_at.empty())
      fail(*root.scope, "G428", theorem->name.span,
           "a schema is about a layer with an opaque function, `given smooth G`");
  }
  if (!theorem && backward && !backward->steps.empty()) {
    Scope& below = context.open(root.subject.name, &backward->steps);
    below.parent = root.scope;
    below.mode = Mode::frozen;
    statement.script_steps = steps_of(context, below, backward->steps);
  }
  const bool first_order = vjp ? claim.kind != Kind::kink : jvp_claim;
  if (!context.smooth_at.empty() && !first_order)
    fail(*root.scope, "G428", place,
         "an opaque function is known to first order: a theorem of this kind cannot speak of it");
  const bool surrogate = claim.word == "surrogate";
  if (surrogate) statement.outputs = outputs_of_other(context, root, theorem ? theorem->other : *backward->surrogate);
  if (!context.diagnostics.empty()) return;
  statement.tainted =
      is_tainted(context.program, statement.outputs, variables) || (!surrogate && backward && backward->surrogate);
}

void check_clauses(Context& context, const TheoremDecl& theorem) {
  if (about_layer(theorem.kind)) {
    if (!theorem.sizes.empty() || !theorem.items.empty())
      context.report({Diagnostic{"G417",
                                 "a theorem about a layer has the sizes and lines of that layer, and none of its own",
                                 theorem.name.span,
                                 Severity::error,
                                 {}}});
    return;
  }
  for (const Item& item : theorem.items)
    if (std::holds_alternative<DomainItem>(item.content) || std::holds_alternative<BackwardItem>(item.content) ||
        std::holds_alternative<SaveItem>(item.content) || std::holds_alternative<JvpItem>(item.content) ||
        std::holds_alternative<CensusItem>(item.content))
      context.report({Diagnostic{"G417", "this line has no meaning in a theorem", item.span, Severity::error, {}}});
}

const Declaration& layer_of(Context& context, const TheoremDecl& theorem) {
  const Declaration* found = context.declarations.find(theorem.layer.text);
  if (found && (std::holds_alternative<LayerDecl>(*found) || std::holds_alternative<FunctionDecl>(*found)))
    return *found;
  Notes notes;
  if (found) notes.push_back({std::string("it is a ") + kind_name(*found), name_of(*found).span});
  if (auto near = found ? std::nullopt : nearest(theorem.layer.text, context.declarations.names()))
    notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  throw Rejected{Diagnostic{"G415", "there is no layer or function `" + theorem.layer.text + "`", theorem.layer.span,
                            Severity::error, std::move(notes)}};
}

void fill(Context& context, const Declaration& subject, const ir::Claim& claim, const ir::Member& member,
          ir::Statement& statement) {
  const auto* theorem = std::get_if<TheoremDecl>(&subject);
  if (theorem) check_clauses(context, *theorem);
  if (!theorem) {
    fill_derivative(context, subject, claim, member, nullptr, statement);
  } else if (about_layer(theorem->kind)) {
    fill_derivative(context, layer_of(context, *theorem), claim, member, theorem, statement);
  } else {
    fill_comparison(context, subject, member, *theorem, statement);
  }
}

}  // namespace

Result<ir::Statement> elaborate(const Library& library, const ir::Claim& claim, const ir::Member& member) {
  return elaborate(Declarations(library), claim, member);
}

Result<ir::Statement> elaborate(const Declarations& declarations, const ir::Claim& claim, const ir::Member& member) {
  ir::Statement statement;
  statement.kind = claim.kind;
  statement.script = claim.script;
  statement.span = claim.span;
  statement.program = std::make_unique<ir::Program>();
  statement.domain = statement.program->terms().truth();
  statement.conclusion = statement.near = statement.within = statement.domain;
  Context context(declarations, *statement.program);
  const Declaration* subject = declarations.find(claim.subject);
  if (!subject)
    return Diagnostic{
        "G415", "there is no layer, function or theorem `" + claim.subject + "`", claim.span, Severity::error, {}};
  context.guarded(claim.span, [&] { fill(context, *subject, claim, member, statement); });
  if (!context.diagnostics.empty()) return context.diagnostics;
  return statement;
}

}  // namespace germ::syntax
