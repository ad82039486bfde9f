#include "syntax/elaborate_arguments.hpp"

#include <algorithm>

#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

const char* element_name(Element element) {
  switch (element) {
    case Element::real:
      return "real numbers";
    case Element::integer:
      return "integers";
    case Element::boolean:
      return "truth values";
    case Element::smooth:
      return "opaque functions";
  }
  return "real numbers";
}

[[noreturn]] void fail_shape(const Frame& frame, const std::string& callee, const Formal& formal,
                             const std::string& wanted) {
  fail(frame, "G404", formal.argument->span,
       "the argument has shape " + shape_text(frame, formal.view.axes) + ", and `" + formal.declarator->name.text +
           "` of `" + callee + "` has shape " + wanted,
       {{"it is declared here", formal.declarator->name.span}});
}

std::size_t least_rank(const Declarator& declarator, bool& open) {
  std::size_t rank = 0;
  for (const BinderItem& item : declarator.axes) {
    open = open || item.ellipsis;
    rank += item.ellipsis ? 0 : item.group.empty() ? item.names.size() : item.group.size();
  }
  return rank;
}

void check_rank(const Frame& frame, const std::string& callee, const Formal& formal) {
  bool open = false;
  std::size_t rank = least_rank(*formal.declarator, open);
  std::size_t given = formal.view.axes.size();
  if (open ? given < rank : given != rank)
    fail_shape(frame, callee, formal,
               "of " + std::to_string(rank) +
                   (open        ? " or more axes"
                    : rank == 1 ? " axis"
                                : " axes"));
}

// The formal axes in a scope (a probe with unknown sizes, or the callee's own).
std::vector<Axis> formal_axes(const Frame& frame, Scope& scope, const Formal& formal) {
  Frame inner = frame_of(*frame.context, scope);
  std::vector<ir::Binder> binders;
  return bind_axes(inner, *formal.declarator, &formal.view.axes, binders);
}

void add_equations(const Frame& frame, SizeSolver& solver, const Formal& formal) {
  std::vector<Axis> axes = formal_axes(frame, solver.probe(), formal);
  for (std::size_t i = 0; i < axes.size(); ++i)
    solver.equation(axes[i].extent, formal.view.axes[i].extent, formal.argument->span);
  if (formal.tensor && formal.tensor->below)
    solver.equation(index_of(frame_of(*frame.context, solver.probe()), *formal.tensor->below),
                    frame.program()[formal.view.function].high, formal.argument->span);
}

void check_given_range(const Frame& frame, Scope& callee, const Formal& formal) {
  if (!formal.tensor || !formal.tensor->below) return;
  auto [low, high] = range_of_given(frame_of(*frame.context, callee), *formal.tensor);
  const ir::Function& actual = frame.program()[formal.view.function];
  if (same_extent(frame, high, actual.high) && low->constant <= actual.low->constant) return;
  auto text = [&](ir::Index below, bool none) {
    return "0.." + ir::to_string(frame.program(), frame.terms().add(below, -1)) + (none ? " or none" : "");
  };
  fail(frame, "G404", formal.argument->span,
       "the argument has values in " + text(actual.high, actual.low->constant < 0) + ", and `" +
           formal.declarator->name.text + "` of `" + callee.name + "` has values in " +
           text(high, formal.tensor->or_none),
       {{"it is declared here", formal.declarator->name.span}});
}

}  // namespace

Element element_of(const TensorItem::Tensor& tensor) {
  return tensor.smooth    ? Element::smooth
         : tensor.boolean ? Element::boolean
         : tensor.below   ? Element::integer
                          : Element::real;
}

std::map<std::string, const Expr*> match(const Frame& frame, const std::string& callee, std::vector<Formal>& formals,
                                         const Expr& call, const std::vector<const Expr*>& arguments, Span declared) {
  std::map<std::string, const Expr*> reals;
  std::size_t given = arguments.size();
  if (given > formals.size())
    fail(
        frame, "G403", call.span,
        "`" + callee + "` takes " + counted(formals.size(), "tensor") + ", and " + std::to_string(given) + " are given",
        {{"it is declared here", declared}});
  for (std::size_t i = 0; i < given; ++i) formals[i].argument = arguments[i];
  for (const auto& [name, value] : call.named) {
    auto named = std::find_if(formals.begin(), formals.end(),
                              [&, &text = name.text](const Formal& f) { return f.declarator->name.text == text; });
    if (named == formals.end() ? reals.contains(name.text) : named->argument != nullptr)
      fail(frame, "G406", name.span, "`" + name.text + "` is given twice");
    if (named == formals.end()) {
      reals.emplace(name.text, value.get());
    } else {
      named->argument = value.get();
    }
  }
  for (const Formal& formal : formals)
    if (!formal.argument)
      fail(frame, "G403", call.span,
           "`" + callee + "` needs `" + formal.declarator->name.text + "`, which is not given",
           {{"it is declared here", formal.declarator->name.span}});
  return reals;
}

void evaluate(const Frame& frame, const Scope& callee, Formal& formal, SizeSolver& solver) {
  Element wanted = formal.tensor ? element_of(*formal.tensor) : Element::real;
  bool scalar = !formal.declarator->brackets && formal.declarator->axes.empty();
  if (scalar && wanted == Element::real && (!names_tensor(frame, *formal.argument) || formal.tensor)) {
    formal.number = true;
    formal.real = real_of(frame, *formal.argument);
    return;
  }
  formal.view = view_of(frame, *formal.argument, callee.prefix + formal.declarator->name.text);
  if (formal.tensor && formal.view.element != wanted)
    fail(frame, "G404", formal.argument->span,
         std::string("a tensor of ") + element_name(formal.view.element) + " is given, and `" +
             formal.declarator->name.text + "` is one of " + element_name(wanted),
         {{"it is declared here", formal.declarator->name.span}});
  check_rank(frame, callee.name, formal);
  add_equations(frame, solver, formal);
}

void bind_formals(const Frame& frame, Scope& callee, std::vector<Formal>& formals) {
  for (Formal& formal : formals) {
    Symbol& symbol =
        declare(callee, formal.declarator->name, formal.number ? SymbolKind::real : SymbolKind::tensor, formal.origin);
    symbol.real = formal.real;
    symbol.view = formal.view;
  }
  for (Formal& formal : formals) {
    if (formal.number) continue;
    std::vector<Axis> axes = formal_axes(frame, callee, formal);
    if (!same_shape(frame, axes, formal.view.axes)) fail_shape(frame, callee.name, formal, shape_text(frame, axes));
    check_given_range(frame, callee, formal);
  }
}

void bind_reals(const Frame& frame, Scope& callee, const Subject& subject, std::map<std::string, const Expr*>& named,
                const Expr& call) {
  for (const RealItem* item : items_of<RealItem>(subject))
    for (const RealItem::Scalar& scalar : item->scalars) {
      auto value = named.find(scalar.name.text);
      if (value == named.end())
        fail(frame, "G409", call.span,
             "the real `" + scalar.name.text + "` of `" + subject.name + "` has no value here; write `" +
                 scalar.name.text + "=..`",
             {{"it is declared here", scalar.name.span}});
      declare(callee, scalar.name, SymbolKind::real, Origin::scalar).real = real_of(frame, *value->second);
      named.erase(value);
    }
  for (const auto& [name, value] : call.named)
    if (named.contains(name.text))
      fail(frame, "G406", name.span, "`" + subject.name + "` has no argument `" + name.text + "`",
           {{"it is declared here", subject.span}});
}

}  // namespace germ::syntax
