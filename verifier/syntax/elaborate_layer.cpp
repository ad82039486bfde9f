// A layer ready for numbers: forward, domain, censuses.

#include <map>

#include "syntax/elaborate_claims.hpp"
#include "syntax/elaborate_region.hpp"
#include "syntax/elaborate_script.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

namespace {

std::vector<ir::Binder> plain_box(Frame& frame, const Binders& binders, const char* what) {
  Box box = bind(frame, binders);
  if (box.guard != frame.terms().truth())
    fail(frame, "G417", binders.items.front().span, std::string("the ") + what + " of a census has no filter");
  return box.binders;
}

ir::Census census_of(Context& context, const Root& root, const CensusItem& item) {
  Frame frame = frame_of(context, *root.scope);
  frame.mode = Mode::frozen;
  ir::Census census;
  census.name = item.name.text;
  census.span = item.name.span;
  census.windows = plain_box(frame, item.windows, "window");
  Box cells = bind(frame, item.cells);
  census.cells = cells.binders;
  census.guard = cells.guard;
  census.value = real_of(frame, *item.value);
  if (item.patch) {
    census.patch_binders = plain_box(frame, item.patch_binders, "patch");
    census.patch = real_of(frame, *item.patch);
  }
  if (item.zero) {
    const Symbol& symbol = resolve(frame, item.zero->text, item.zero->span);
    if (symbol.kind != SymbolKind::tensor || symbol.view.element != Element::real)
      fail(frame, "G302", item.zero->span,
           "`" + item.zero->text + "` is " + describe(symbol) + ", not a tensor of real numbers");
    census.zero = symbol.view.tensor;
  }
  return census;
}

// Names in `domain wrt` and `save` lines.
void check_names(Context& context, const Root& root) {
  for (const DomainItem* item : items_of<DomainItem>(root.subject))
    for (const Name& name : item->wrt)
      context.guarded(name.span, [&] {
        const Symbol* symbol = root.scope->own(name.text);
        if (symbol && (symbol->origin == Origin::input || symbol->origin == Origin::param)) return;
        fail(*root.scope, "G212", name.span,
             "`" + name.text + "` is no input or parameter of `" + root.subject.name + "`");
      });
  if (!items_of<BackwardItem>(root.subject).empty() || !items_of<JvpItem>(root.subject).empty()) return;
  for (const SaveItem* item : items_of<SaveItem>(root.subject))
    for (const Name& name : item->names)
      context.report({Diagnostic{"G417",
                                 "`" + name.text + "` is saved, and there is no backward and no jvp",
                                 name.span,
                                 Severity::error,
                                 {}}});
}

// The claim's subject is a theorem, or the layer itself.
ir::Region region_of_claim(Context& context, const Root& root, const ir::Claim& claim) {
  const Declaration* subject = context.declarations.find(claim.subject);
  const auto* theorem = subject ? std::get_if<TheoremDecl>(subject) : nullptr;
  Scope* scope = theorem ? &open_theorem(context, root, *theorem) : nullptr;
  return {claim.name, region_of(context, root, claim, theorem, scope)};
}

void fill(Context& context, const Declaration& declaration, const ir::Member& member,
          const std::vector<ir::Claim>& about, ir::Layer& layer) {
  Root root = open_root(context, declaration, member, Mode::live);
  if (root.outputs.empty())
    context.report(
        {Diagnostic{"G419", "`" + layer.name + "` has no output", name_of(declaration).span, Severity::error, {}}});
  check_names(context, root);
  for (const Symbol* variable : root.variables)
    if (variable->view.element == Element::real) layer.inputs.push_back(variable->view.tensor);
  for (const Symbol* output : root.outputs) layer.outputs.push_back(output->view.tensor);
  layer.clauses = domain_of(context, root, "");
  layer.domain = conjunction(context.program.terms(), layer.clauses);
  std::map<std::string, Span> first;
  for (const CensusItem* item : items_of<CensusItem>(root.subject))
    context.guarded(item->name.span, [&] {
      if (auto [known, added] = first.emplace(item->name.text, item->name.span); !added)
        fail(*root.scope, "G205", item->name.span,
             "`" + root.subject.name + "` has two censuses `" + item->name.text + "`",
             {{"the first is here", known->second}});
      layer.censuses.push_back(census_of(context, root, *item));
    });
  for (const ir::Claim& claim : about) layer.regions.push_back(region_of_claim(context, root, claim));
}

}  // namespace

Result<ir::Layer> elaborate_layer(const Library& library, const std::string& name, const ir::Member& member,
                                  const std::vector<ir::Claim>& about) {
  return elaborate_layer(Declarations(library), name, member, about);
}

Result<ir::Layer> elaborate_layer(const Declarations& declarations, const std::string& name, const ir::Member& member,
                                  const std::vector<ir::Claim>& about) {
  const Declaration* declaration = declarations.find(name);
  bool forward = declaration && (std::holds_alternative<LayerDecl>(*declaration) ||
                                 std::holds_alternative<FunctionDecl>(*declaration));
  if (!forward) {
    Diagnostic fault{"G415", "there is no layer or function `" + name + "`", {}, Severity::error, {}};
    if (auto near = nearest(name, declarations.names()))
      fault.notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
    return fault;
  }
  ir::Layer layer;
  layer.name = name;
  layer.span = span_of(*declaration);
  layer.program = std::make_unique<ir::Program>();
  Context context(declarations, *layer.program);
  context.guarded(layer.span, [&] { fill(context, *declaration, member, about, layer); });
  if (!context.diagnostics.empty()) return context.diagnostics;
  return layer;
}

}  // namespace germ::syntax
