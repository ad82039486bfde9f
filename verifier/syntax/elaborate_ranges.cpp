// The first range of every index name, collected over the whole text of a declaration before anything is read, so that
// a bare name may stand before the range it has.

#include <algorithm>

#include "syntax/elaborate_terms.hpp"

namespace germ::syntax {

namespace {

class RangeCollector {
 public:
  RangeCollector(const Declarations& declarations, Scope& scope) : declarations_(declarations), scope_(scope) {}

  void declaration(const LayerDecl& layer) {
    items(layer.items);
    for (const Item& item : layer.items) implied(item);
  }
  void declaration(const FunctionDecl& function) {
    visit(function.body.get());
    items(function.items);
  }
  void declaration(const ConditionDecl& condition) {
    for (const Declarator& parameter : condition.parameters) axes(parameter);
    visit(condition.body.get());
    for (const Declarator& parameter : condition.parameters) implied(parameter, parameter.name.text);
  }
  void declaration(const WindowDecl& window) {
    for (const BinderItem& parameter : window.parameters) item(parameter);
    binders(window.positions);
  }
  void declaration(const TheoremDecl& theorem) {
    items(theorem.items);
    visit(theorem.left.get());
    visit(theorem.right.get());
    visit(theorem.on.get());
    visit(theorem.near.get());
    for (const AlongDecl& along : theorem.along) {
      binders(along.family);
      axes(along.variable);
      visit(along.value.get());
    }
    if (theorem.fold) binders(theorem.fold->over);
    for (const StepDecl& step : theorem.steps) {
      for (const ExprPtr& value : step.values) visit(value.get());
      visit(step.condition.get());
    }
  }

  void visit(const Expr* expr) {
    if (!expr) return;
    binders(expr->binders);
    for (const ExprPtr& arg : expr->args) visit(arg.get());
    for (const auto& [name, value] : expr->named) visit(value.get());
  }

 private:
  void note(const Name& name, RangeOrigin origin) {
    origin.span = name.span;
    scope_.ranges.try_emplace(name.text, origin);
  }

  void item(const BinderItem& binder) {
    std::size_t plain = binder.names.size();
    if (binder.window) {
      const auto* window = declarations_.find_as<WindowDecl>(callee_name(*binder.window));
      std::size_t positions = 0;
      if (window)
        for (const BinderItem& position : window->positions.items) positions += position.names.size();
      plain -= std::min(positions, plain);
      for (std::size_t i = plain; i < binder.names.size(); ++i) {
        RangeOrigin origin;
        origin.window = binder.window.get();
        origin.position = i - plain;
        note(binder.names[i], origin);
      }
    }
    for (std::size_t i = 0; binder.extent && i < plain; ++i) {
      RangeOrigin origin;
      origin.extent = binder.extent.get();
      note(binder.names[i], origin);
    }
    for (const BinderItem& part : binder.group) item(part);
  }

  void binders(const Binders& list) {
    for (const BinderItem& binder : list.items) item(binder);
    visit(list.filter.get());
  }

  void axes(const Declarator& declarator) {
    for (const BinderItem& axis : declarator.axes) item(axis);
  }

  void definition(const DefinitionItem& line) {
    axes(line.declarator);
    visit(line.body.get());
  }

  void items(const std::vector<Item>& list) {
    struct Visitor {
      RangeCollector& self;
      void operator()(const ConstItem&) const {}
      void operator()(const SizeItem&) const {}
      void operator()(const RequireItem&) const {}
      void operator()(const RealItem&) const {}
      void operator()(const SaveItem&) const {}
      void operator()(const TensorItem& item) const {
        for (const auto& tensor : item.tensors) self.axes(tensor.declarator);
      }
      void operator()(const DefinitionItem& item) const { self.definition(item); }
      void operator()(const DomainItem& item) const { self.visit(item.condition.get()); }
      void operator()(const BackwardItem& item) const {
        for (const StepDecl& step : item.steps) {
          for (const ExprPtr& value : step.values) self.visit(value.get());
          self.visit(step.condition.get());
        }
        for (const DefinitionItem& line : item.lines) self.definition(line);
      }
      void operator()(const JvpItem& item) const {
        for (const DefinitionItem& line : item.lines) self.definition(line);
      }
      void operator()(const CensusItem& item) const {
        self.binders(item.windows);
        self.binders(item.cells);
        self.visit(item.value.get());
        self.binders(item.patch_binders);
        self.visit(item.patch.get());
      }
    };
    for (const Item& each : list) std::visit(Visitor{*this}, each.content);
  }

  // A bare index of an adjoint `dx[a, b]` has the range of the variable's axis, one of a tangent `ty[a, b]` that of the
  // output's.
  void implied(const Item& each) {
    const auto* backward = std::get_if<BackwardItem>(&each.content);
    const auto* jvp = std::get_if<JvpItem>(&each.content);
    if (!backward && !jvp) return;
    for (const DefinitionItem& line : backward ? backward->lines : jvp->lines)
      if (line.keyword != DefinitionKeyword::let && line.declarator.name.text.size() > 1)
        implied(line.declarator, line.declarator.name.text.substr(1));
  }

  void implied(const Declarator& declarator, const std::string& tensor) {
    std::size_t position = 0;
    auto one = [&](const Name& name) {
      RangeOrigin origin;
      origin.tensor = tensor;
      origin.position = position++;
      note(name, origin);
    };
    for (const BinderItem& axis : declarator.axes) {
      if (axis.ellipsis) return;
      for (const Name& name : axis.names) one(name);
      for (const BinderItem& part : axis.group)
        for (const Name& name : part.names) one(name);
    }
  }

  const Declarations& declarations_;
  Scope& scope_;
};

}  // namespace

void collect_ranges(const Declarations& declarations, Scope& scope, const Declaration& declaration) {
  std::visit([&](const auto& each) { RangeCollector(declarations, scope).declaration(each); }, declaration);
}

void collect_ranges(const Declarations& declarations, Scope& scope, const Expr& expr) {
  RangeCollector(declarations, scope).visit(&expr);
}

const RangeOrigin* range_origin(const Frame& frame, std::string_view name) {
  for (const Scope* scope = frame.scope; scope; scope = scope->parent) {
    auto found = scope->ranges.find(name);
    if (found != scope->ranges.end()) return &found->second;
  }
  return nullptr;
}

namespace {

// The sizes of the call follow from the ranges of its arguments; one of them may be the index itself.
ir::Index range_of_window(const Frame& frame, const RangeOrigin& origin, std::string_view name) {
  std::vector<const Expr*>& active = frame.context->active_windows;
  if (std::find(active.begin(), active.end(), origin.window) != active.end())
    fail(frame, "G206", origin.window->span, "the range of the index `" + std::string(name) + "` depends on itself");
  struct Asked {
    std::vector<const Expr*>& stack;
    ~Asked() { stack.pop_back(); }
  };
  active.push_back(origin.window);
  Asked asked{active};
  return window_extent(frame.scalar(), *origin.window, origin.position);
}

}  // namespace

ir::Index declared_range(const Frame& frame, std::string_view name) {
  const RangeOrigin* origin = range_origin(frame, name);
  if (!origin) return {};
  if (origin->extent) return index_of(frame.scalar(), *origin->extent);
  if (origin->window) return range_of_window(frame, *origin, name);
  Symbol* symbol = frame.scope->find(origin->tensor);
  if (!symbol || symbol->kind != SymbolKind::tensor) return {};
  force(*frame.context, *frame.scope, *symbol, origin->span);
  return origin->position < symbol->view.axes.size() ? symbol->view.axes[origin->position].extent : ir::Index();
}

}  // namespace germ::syntax
