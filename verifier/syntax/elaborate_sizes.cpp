#include "syntax/elaborate_sizes.hpp"

#include <algorithm>

#include "ir/printer.hpp"
#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

Scope& open_callee(const Frame& frame, const std::string& name, const void* declaration, const Expr& call) {
  for (const Scope* at = frame.scope; at; at = at->caller ? at->caller : at->parent)
    if (at->declaration == declaration) fail(frame, "G407", call.span, "`" + name + "` calls itself");
  frame.context->count_call(*frame.scope, call.span);
  Scope& scope = frame.context->open(name, declaration);
  scope.caller = frame.scope;
  scope.call = call.span;
  scope.mode = frame.mode;
  scope.lifted = frame.variables;
  scope.prefix = frame.scope->prefix + name + ".";
  return scope;
}

namespace {

void collect_names(const Expr& extent, std::vector<SizeDecl>& sizes) {
  if (extent.kind == ExprKind::name) {
    auto known =
        std::find_if(sizes.begin(), sizes.end(), [&](const SizeDecl& size) { return size.name.text == extent.text; });
    if (known == sizes.end()) sizes.push_back({{extent.text, extent.span}, std::nullopt});
  }
  for (const ExprPtr& arg : extent.args) collect_names(*arg, sizes);
}

void collect_names(const std::vector<BinderItem>& axes, std::vector<SizeDecl>& sizes) {
  for (const BinderItem& axis : axes) {
    if (axis.extent) collect_names(*axis.extent, sizes);
    collect_names(axis.group, sizes);
  }
}

}  // namespace

std::vector<SizeDecl> sizes_of(const ConditionDecl& condition) {
  std::vector<SizeDecl> sizes = condition.sizes;
  if (sizes.empty())
    for (const Declarator& parameter : condition.parameters) collect_names(parameter.axes, sizes);
  return sizes;
}

SizeSolver::SizeSolver(const Frame& caller, Scope& callee, const std::vector<SizeDecl>& sizes, const Expr& call)
    : caller_(caller), call_(call), probe_(&caller.context->open(callee.name, callee.declaration)) {
  probe_->caller = callee.caller;
  probe_->call = callee.call;
  probe_->mode = callee.mode;
  probe_->ranges = callee.ranges;
  for (const SizeDecl& size : sizes) {
    ir::Var variable = caller.terms().fresh(size.name.text);
    unknowns_.push_back({size.name, variable, std::nullopt});
    Symbol& symbol = declare(*probe_, size.name, SymbolKind::integer, Origin::size);
    symbol.integer = caller.terms().variable(variable);
  }
  std::size_t position = 0;
  for (const auto& [name, expr] : call.sizes) {
    ir::Index given = index_of(caller.scalar(), *expr);
    for (ir::Var variable : given->free)
      if (!caller.program().is_size(variable)) fail(caller, "G310", expr->span, "a size cannot depend on an index");
    if (name.text.empty()) {
      if (position >= unknowns_.size())
        fail(caller, "G403", expr->span, "`" + callee.name + "` has " + counted(unknowns_.size(), "size"));
      unknowns_[position++].value = given;
      continue;
    }
    auto unknown = std::find_if(unknowns_.begin(), unknowns_.end(),
                                [&text = name.text](const Unknown& candidate) { return candidate.name.text == text; });
    if (unknown == unknowns_.end()) {
      others_.emplace(name.text, given);
    } else if (unknown->value) {
      fail(caller, "G406", name.span, "`" + name.text + "` is given twice");
    } else {
      unknown->value = given;
    }
  }
}

void SizeSolver::refuse_others() const {
  for (const auto& [name, expr] : call_.sizes)
    if (others_.contains(name.text))
      fail(caller_, "G406", name.span, "`" + probe_->name + "` has no size `" + name.text + "`");
  for (const auto& [name, expr] : call_.named)
    fail(caller_, "G406", name.span, "`" + probe_->name + "` takes no argument by name");
}

void SizeSolver::equation(ir::Index formal, ir::Index actual, Span place) {
  equations_.push_back({formal, actual, place});
}

std::optional<ir::Index> SizeSolver::value(const std::string& name) const {
  for (const Unknown& unknown : unknowns_)
    if (unknown.name.text == name) return unknown.value;
  return std::nullopt;
}

void SizeSolver::set(const std::string& name, ir::Index value) {
  for (Unknown& unknown : unknowns_)
    if (unknown.name.text == name) unknown.value = value;
}

ir::Index SizeSolver::known_part(ir::Index formal) const {
  ir::Substitution known;
  for (const Unknown& unknown : unknowns_)
    if (unknown.value) known.set(unknown.variable, *unknown.value);
  return known.empty() ? formal : caller_.terms().substitute(formal, known);
}

// k * u + rest = actual  gives  u = (actual - rest) / k, where k divides every coefficient.
bool SizeSolver::solve_one(const Equation& equation, ir::Index actual) {
  ir::Terms& terms = caller_.terms();
  ir::Index formal = known_part(equation.formal);
  Unknown* target = nullptr;
  for (Unknown& unknown : unknowns_) {
    if (!ir::occurs(unknown.variable, formal->free)) continue;
    if (target) return false;
    target = &unknown;
  }
  if (!target) return false;
  std::int64_t factor = 0;
  ir::Index rest = formal;
  for (const auto& term : formal->terms) {
    if (term.atom->kind != ir::AtomKind::variable || term.atom->variable != target->variable) continue;
    factor = term.coefficient;
    rest = terms.sub(formal, terms.scale(terms.variable(target->variable), factor));
  }
  if (factor == 0 || ir::occurs(target->variable, rest->free)) return false;
  ir::Index multiple = terms.scale(terms.sub(actual, rest), factor < 0 ? -1 : 1);
  factor = factor < 0 ? -factor : factor;
  bool divides =
      multiple->constant % factor == 0 && std::all_of(multiple->terms.begin(), multiple->terms.end(),
                                                      [&](const auto& term) { return term.coefficient % factor == 0; });
  if (!divides) return false;
  target->value = terms.quotient(multiple, factor);
  return true;
}

void SizeSolver::solve() {
  for (bool progress = true; progress;) {
    progress = false;
    for (const Equation& equation : equations_)
      progress = solve_one(equation, equation.actual) ||
                 solve_one(equation, written_out(caller_.program(), equation.actual)) || progress;
  }
}

void SizeSolver::declare_in(Scope& callee) const {
  for (const Unknown& unknown : unknowns_) {
    if (!unknown.value) {
      for (const Equation& equation : equations_) {
        if (!ir::occurs(unknown.variable, equation.formal->free)) continue;
        fail(caller_, "G404", equation.place,
             "the extent `" + ir::to_string(caller_.program(), equation.actual) + "` does not have the form `" +
                 ir::to_string(caller_.program(), equation.formal) + "` that `" + callee.name + "` asks for",
             {{"the size `" + unknown.name.text + "` is declared here", unknown.name.span}});
      }
      fail(caller_, "G405", call_.span,
           "the size `" + unknown.name.text + "` of `" + callee.name +
               "` does not follow from the arguments; give it in brackets",
           {{"it is declared here", unknown.name.span}});
    }
    Symbol& symbol = declare(callee, unknown.name, SymbolKind::integer, Origin::size);
    symbol.integer = *unknown.value;
  }
}

void SizeSolver::check_equations() const {
  for (const Equation& equation : equations_) {
    ir::Index formal = known_part(equation.formal);
    if (!same_extent(caller_, formal, equation.actual))
      fail(caller_, "G404", equation.place,
           "the extent is `" + ir::to_string(caller_.program(), equation.actual) + "` here, and `" + probe_->name +
               "` asks for `" + ir::to_string(caller_.program(), formal) + "`");
  }
}

}  // namespace germ::syntax
