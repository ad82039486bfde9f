#include "syntax/elaborate_items.hpp"

#include <algorithm>

#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

const std::vector<SizeDecl> no_sizes;
const std::vector<Item> no_items;

}  // namespace

Subject subject_of(const Declaration& declaration) {
  Subject subject;
  subject.name = name_of(declaration).text;
  subject.declaration = &declaration;
  subject.span = span_of(declaration);
  subject.sizes = &no_sizes;
  subject.items = &no_items;
  if (const auto* layer = std::get_if<LayerDecl>(&declaration)) {
    subject.sizes = &layer->sizes;
    subject.items = &layer->items;
  } else if (const auto* function = std::get_if<FunctionDecl>(&declaration)) {
    subject.function = function;
    subject.items = &function->items;
  } else if (const auto* theorem = std::get_if<TheoremDecl>(&declaration)) {
    subject.sizes = &theorem->sizes;
    subject.items = &theorem->items;
  }
  return subject;
}

std::vector<const TensorItem::Tensor*> tensors_of(const Subject& subject, std::vector<Origin>& origins) {
  std::vector<const TensorItem::Tensor*> out;
  for (const TensorItem* item : items_of<TensorItem>(subject))
    for (const TensorItem::Tensor& tensor : item->tensors) {
      out.push_back(&tensor);
      origins.push_back(item->keyword == TensorKeyword::input   ? Origin::input
                        : item->keyword == TensorKeyword::param ? Origin::param
                                                                : Origin::given);
    }
  return out;
}

std::int64_t lower_bound(const Subject& subject, const std::string& size, std::int64_t declared) {
  std::int64_t bound = declared;
  for (const RequireItem* item : items_of<RequireItem>(subject))
    for (const ExprPtr& fact : item->facts) {
      bool strict = fact->kind == ExprKind::greater;
      if (fact->kind != ExprKind::greater_equal && !strict) continue;
      const Expr& left = *fact->args[0];
      const Expr& right = *fact->args[1];
      if (left.kind != ExprKind::name || left.text != size || right.kind != ExprKind::number) continue;
      auto value = Rational::parse(right.text);
      auto integer = value ? value->to_int64() : std::nullopt;
      if (integer && *integer < 1'000'000'000) bound = *integer + (strict ? 1 : 0);
    }
  return bound;
}

void declare_constants(Scope& scope, Context& context, const Subject& subject,
                       const std::map<std::string, std::int64_t>& values, Span place) {
  for (const ConstItem* item : items_of<ConstItem>(subject))
    for (const ConstItem::Constant& constant : item->constants) {
      Symbol& symbol = declare(scope, constant.name, SymbolKind::integer, Origin::constant);
      auto value = values.find(constant.name.text);
      if (value == values.end())
        fail(scope, "G408", place,
             "the constant `" + constant.name.text + "` of `" + subject.name + "` has no value here; write `" +
                 subject.name + "[" + constant.name.text + "=..]`",
             {{"it is declared here", constant.name.span}});
      if (value->second < constant.low || value->second > constant.high)
        fail(scope, "G408", place,
             "`" + constant.name.text + "` is " + std::to_string(value->second) + " here, outside " +
                 std::to_string(constant.low) + ".." + std::to_string(constant.high),
             {{"it is declared here", constant.name.span}});
      symbol.integer = context.program.terms().integer(value->second);
    }
}

void declare_defined_sizes(Context& context, Scope& scope, const Subject& subject, bool fresh) {
  for (const SizeItem* item : items_of<SizeItem>(subject)) {
    Symbol& symbol = declare(scope, item->name, SymbolKind::integer, Origin::size);
    symbol.state = Symbol::State::pending;
    std::int64_t least = lower_bound(subject, item->name.text, 1);
    symbol.make = [&context, &scope, item, fresh, least](Symbol& made) {
      ir::Program& program = context.program;
      ir::Index definition = index_of(frame_of(context, scope), *item->definition);
      if (!fresh) {
        made.integer = definition;
        return;
      }
      ir::Var size = program.add_size(context.unique(made.name), made.span);
      made.integer = program.terms().variable(size);
      program.define_size(size, definition);
      program.add_fact(program.terms().at_most(program.terms().integer(least), made.integer));
    };
  }
}

View define_line(Context& context, Scope& scope, const DefinitionItem& line, ir::TensorRole role) {
  Frame frame = frame_of(context, scope);
  std::string name = scope.prefix + line.declarator.name.text;
  if (!line.declarator.brackets) {
    Whole whole = whole_of(frame, *line.body);
    return define(frame, name, role, whole.axes, whole.binders, whole.entry, line.span);
  }
  std::vector<ir::Binder> binders;
  std::vector<Axis> axes = bind_axes(frame, line.declarator, nullptr, binders);
  return define(frame, name, role, axes, binders, real_of(frame, *line.body), line.span);
}

void declare_definitions(Context& context, Scope& scope, const Subject& subject) {
  auto add = [&](const Name& name, Origin origin, std::function<View()> make) {
    Symbol& symbol = declare(scope, name, SymbolKind::tensor, origin);
    symbol.state = Symbol::State::pending;
    symbol.make = [make = std::move(make)](Symbol& made) { made.view = make(); };
  };
  bool root = scope.caller == nullptr;
  if (subject.function) {
    const FunctionDecl* function = subject.function;
    add(function->name, Origin::output, [&context, &scope, function, root] {
      ir::Real value = real_of(frame_of(context, scope), *function->body);
      return define(frame_of(context, scope), scope.prefix + function->name.text,
                    root ? ir::TensorRole::output : ir::TensorRole::let, {}, {}, value, function->body->span);
    });
  }
  for (const DefinitionItem* line : items_of<DefinitionItem>(subject)) {
    Origin origin = line->keyword == DefinitionKeyword::output ? Origin::output
                    : line->keyword == DefinitionKeyword::aux  ? Origin::aux
                                                               : Origin::let;
    ir::TensorRole role = root && origin == Origin::output ? ir::TensorRole::output : ir::TensorRole::let;
    context.guarded(line->span, [&] {
      add(line->declarator.name, origin,
          [&context, &scope, line, role] { return define_line(context, scope, *line, role); });
    });
  }
}

std::vector<Symbol*> outputs_of(Scope& scope) {
  std::vector<Symbol*> out;
  for (Symbol& symbol : scope.symbols)
    if (symbol.origin == Origin::output) out.push_back(&symbol);
  return out;
}

std::pair<ir::Index, ir::Index> range_of_given(const Frame& frame, const TensorItem::Tensor& tensor) {
  return {frame.terms().integer(tensor.or_none ? -1 : 0), index_of(frame, *tensor.below)};
}

}  // namespace germ::syntax
