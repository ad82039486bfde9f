#include "syntax/elaborate_jvp.hpp"

#include <algorithm>

#include "syntax/elaborate_backward.hpp"
#include "syntax/elaborate_terms.hpp"
#include "syntax/elaborate_view.hpp"

namespace germ::syntax {

const JvpItem* find_jvp(const Subject& subject, const std::string& name) {
  for (const JvpItem* item : items_of<JvpItem>(subject))
    if (name.empty() ? !item->name : item->name && item->name->text == name) return item;
  return nullptr;
}

std::vector<std::string> variables_of(const JvpItem& jvp) {
  std::vector<std::string> out;
  for (const Name& name : jvp.tangents) out.push_back(name.text.substr(1));
  return out;
}

namespace {

// The symbol of the layer that `t..` is the tangent of; null if there is none of these origins.
const Symbol* moved_by(Scope& layer, const Name& tangent, std::initializer_list<Origin> origins) {
  if (tangent.text[0] != 't') return nullptr;
  const Symbol* found = layer.own(tangent.text.substr(1));
  return found && std::find(origins.begin(), origins.end(), found->origin) != origins.end() ? found : nullptr;
}

Notes near_tangents(Scope& layer, const Name& written, std::initializer_list<Origin> origins) {
  std::vector<std::string> known;
  for (const Symbol& symbol : layer.symbols)
    if (std::find(origins.begin(), origins.end(), symbol.origin) != origins.end()) known.push_back("t" + symbol.name);
  Notes notes;
  if (auto near = nearest(written.text, known)) notes.push_back({"did you mean `" + *near + "`?", std::nullopt});
  return notes;
}

ir::TensorId tangent_tensor(Context& context, Scope& scope, const std::string& name, const Symbol& variable,
                            const Span& span) {
  ir::Tensor tensor;
  tensor.name = context.unique(name);
  tensor.role = ir::TensorRole::tangent;
  tensor.axes = fresh_binders(frame_of(context, scope), variable.view.axes);
  for (const Axis& axis : variable.view.axes) tensor.stored_axis.push_back(axis.stored);
  tensor.span = span;
  return context.program.add_tensor(std::move(tensor));
}

class Maker {
 public:
  Maker(Context& context, const Root& root, const JvpItem& item, Scope& scope)
      : context_(context), root_(root), item_(item), scope_(scope) {}

  void tangents(const std::vector<std::string>& wrt, const SliceOf& slice, Jvp& jvp) {
    for (const Name& name : item_.tangents) {
      const Symbol* variable = moved_by(*root_.scope, name, {Origin::input, Origin::param});
      if (!variable) {
        Notes notes = near_tangents(*root_.scope, name, {Origin::input, Origin::param});
        notes.push_back({"a tangent is written `t` and the name of an input or parameter", std::nullopt});
        fail(*root_.scope, "G420", name.span, "`" + name.text + "` is the tangent of no input or parameter",
             std::move(notes));
      }
      Symbol& symbol = declare(scope_, name, SymbolKind::tensor, Origin::tangent);
      if (variable->state != Symbol::State::ready) {
        symbol.state = Symbol::State::broken;
        continue;
      }
      bool moves = wrt.empty() || std::find(wrt.begin(), wrt.end(), variable->name) != wrt.end();
      ir::TensorId seen = moves ? moving(name, *variable, slice, jvp) : resting(name, *variable);
      symbol.view = view_of_tensor(seen, variable->view.axes);
    }
  }

  // The lines as pending symbols; a tangent stands for the output that `outputs` tells.
  void lines() {
    for (const DefinitionItem& line : item_.lines)
      context_.guarded(line.span, [&] {
        const Symbol* output = line.keyword == DefinitionKeyword::tangent ? &output_of(line.declarator.name) : nullptr;
        Symbol& symbol =
            declare(scope_, line.declarator.name, SymbolKind::tensor, output ? Origin::tangent : Origin::let);
        if (output) given_.emplace_back(output, &symbol);
        symbol.state = Symbol::State::pending;
        symbol.make = [this_context = &context_, scope = &scope_, &line, output](Symbol& made) {
          made.view = output ? define_for(*this_context, *scope, line, *output, ir::TensorRole::tangent)
                             : define_line(*this_context, *scope, line, ir::TensorRole::let);
        };
      });
  }

  void outputs(Jvp& jvp) {
    for (const Symbol* output : root_.outputs) {
      auto line = std::find_if(given_.begin(), given_.end(), [&](const auto& each) { return each.first == output; });
      if (line == given_.end())
        fail(*root_.scope, "G422", item_.tangents.front().span, "the jvp gives no tangent of `" + output->name + "`",
             {{"`" + output->name + "` is an output", output->span}});
      jvp.outputs.push_back({output->view.tensor, line->second->view.tensor});
    }
  }

 private:
  // What the text reads: the free tangent, 0 outside of the slice.
  ir::TensorId moving(const Name& name, const Symbol& variable, const SliceOf& slice, Jvp& jvp) {
    ir::Terms& terms = context_.program.terms();
    ir::TensorId free = tangent_tensor(context_, scope_, name.text, variable, name.span);
    ir::Formula where = slice(variable.name, free);
    jvp.tangents.push_back({variable.view.tensor, free, where});
    if (where == terms.truth()) return free;
    ir::TensorId seen = tangent_tensor(context_, scope_, name.text + ".slice", variable, name.span);
    ir::Substitution formals;
    std::vector<ir::Index> at;
    for (std::size_t i = 0; i < context_.program[seen].axes.size(); ++i) {
      at.push_back(terms.variable(context_.program[seen].axes[i].variable));
      formals.set(context_.program[free].axes[i].variable, at.back());
    }
    ir::Formula inside = terms.substitute(where, formals);
    context_.program.set_body(seen, terms.choose(inside, terms.read(free, at), terms.constant(0)));
    return seen;
  }

  ir::TensorId resting(const Name& name, const Symbol& variable) {
    ir::TensorId zero = tangent_tensor(context_, scope_, name.text, variable, name.span);
    context_.program.set_body(zero, context_.program.terms().constant(0));
    return zero;
  }

  // A function's result has no name of its own, so its line may have any.
  const Symbol& output_of(const Name& line) {
    const Symbol* output = root_.subject.function && !root_.outputs.empty()
                               ? root_.outputs.front()
                               : moved_by(*root_.scope, line, {Origin::output});
    if (!output) {
      Notes notes = near_tangents(*root_.scope, line, {Origin::output});
      notes.push_back({"a value of the jvp's own is a `let`", std::nullopt});
      fail(*root_.scope, "G421", line.span, "`" + line.text + "` is the tangent of no output", std::move(notes));
    }
    for (const auto& [known, symbol] : given_)
      if (known == output)
        fail(*root_.scope, "G421", line.span, "the tangent of `" + output->name + "` is given twice",
             {{"the first is here", symbol->span}});
    return *output;
  }

  Context& context_;
  const Root& root_;
  const JvpItem& item_;
  Scope& scope_;
  std::vector<std::pair<const Symbol*, Symbol*>> given_;  // output, line
};

}  // namespace

Jvp make_jvp(Context& context, const Root& root, const JvpItem& item, const std::vector<std::string>& wrt,
             const SliceOf& slice) {
  Jvp jvp;
  Scope& scope = context.open(root.subject.name, root.subject.declaration);
  scope.parent = root.scope;
  scope.mode = Mode::frozen;
  scope.reader = "jvp";
  read_saved(context, root, scope);
  Maker maker(context, root, item, scope);
  Span place = item.tangents.front().span;
  if (!context.guarded(place, [&] { maker.tangents(wrt, slice, jvp); })) return jvp;
  maker.lines();
  bool made = true;
  for (Symbol& symbol : scope.symbols)
    made = context.guarded(symbol.span, [&] { force(context, scope, symbol, symbol.span); }) && made;
  if (made) context.guarded(place, [&] { maker.outputs(jvp); });
  return jvp;
}

}  // namespace germ::syntax
