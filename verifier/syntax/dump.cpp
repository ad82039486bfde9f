// The structure of a module, every node in parentheses of its own.
#include "syntax/print.hpp"

namespace germ::syntax {

namespace {

std::string tree(const Expr* e);

std::string names(const std::vector<Name>& list) {
  std::string out = "{";
  for (const Name& name : list) out += (out.size() == 1 ? "" : " ") + name.text;
  return out + "}";
}

std::string binders(const std::vector<BinderItem>& items) {
  std::string out = "[";
  for (const BinderItem& item : items) {
    if (out.size() > 1) out += "; ";
    if (item.ellipsis) out += "..";
    if (!item.group.empty()) out += binders(item.group);
    for (const Name& name : item.names) out += name.text + " ";
    if (item.extent) out += "< " + tree(item.extent.get());
    if (item.window) out += "in " + tree(item.window.get());
  }
  return out + "]";
}

std::string binders(const Binders& b) { return binders(b.items) + (b.filter ? "|" + tree(b.filter.get()) : ""); }

std::string pairs(const std::vector<std::pair<Name, ExprPtr>>& list) {
  std::string out;
  for (const auto& [name, value] : list) out += " " + name.text + "=" + tree(value.get());
  return out;
}

std::string kind_number(ExprKind kind) { return "#" + std::to_string(static_cast<int>(kind)); }

std::string tree(const Expr* e) {
  if (!e) return "-";
  if (e->kind == ExprKind::number || e->kind == ExprKind::name) return e->text;
  std::string out = "(" + kind_number(e->kind) + (e->text.empty() ? "" : " " + e->text);
  if (e->kind == ExprKind::reduction) out += " " + binders(e->binders);
  for (const ExprPtr& arg : e->args) out += " " + tree(arg.get());
  if (!e->sizes.empty()) out += " sizes" + pairs(e->sizes);
  if (!e->named.empty()) out += " named" + pairs(e->named);
  return out + ")";
}

std::string declarator(const Declarator& d) { return d.name.text + (d.brackets ? binders(d.axes) : ""); }

std::string bounds(const std::vector<std::pair<ExprKind, ExprPtr>>& list) {
  std::string out;
  for (const auto& [kind, value] : list) out += " " + kind_number(kind) + " " + tree(value.get());
  return out;
}

std::string expected(Expectation e) { return " expect#" + std::to_string(static_cast<int>(e)); }

std::string line(const DefinitionItem& d) {
  return "define#" + std::to_string(static_cast<int>(d.keyword)) + " " + declarator(d.declarator) + " = " +
         tree(d.body.get());
}

std::string steps(const std::vector<StepDecl>& list) {
  std::string out;
  for (const StepDecl& step : list) {
    out += " step " + step.word + " " + step.cited.text + (step.arguments ? "(" : "") + tree(step.condition.get());
    for (const ExprPtr& value : step.values) out += tree(value.get());
  }
  return out;
}

struct ItemDump {
  std::string operator()(const ConstItem& item) const {
    std::string out = "const";
    for (const auto& c : item.constants)
      out += " " + c.name.text + " " + std::to_string(c.low) + ".." + std::to_string(c.high);
    return out;
  }
  std::string operator()(const SizeItem& item) const {
    return "size " + item.name.text + " = " + tree(item.definition.get());
  }
  std::string operator()(const RequireItem& item) const {
    std::string out = "require";
    for (const ExprPtr& fact : item.facts) out += " " + tree(fact.get());
    return out;
  }
  std::string operator()(const RealItem& item) const {
    std::string out = "real";
    for (const auto& scalar : item.scalars) out += " {" + scalar.name.text + bounds(scalar.bounds) + "}";
    return out;
  }
  std::string operator()(const TensorItem& item) const {
    std::string out = "tensor#" + std::to_string(static_cast<int>(item.keyword));
    for (const auto& tensor : item.tensors) {
      out += " {" + declarator(tensor.declarator) + (tensor.boolean ? " bool" : "") + " below " +
             tree(tensor.below.get()) + (tensor.or_none ? " none" : "") + bounds(tensor.bounds) + "}";
    }
    return out;
  }
  std::string operator()(const DefinitionItem& item) const { return line(item); }
  std::string operator()(const SaveItem& item) const { return "save " + names(item.names); }
  std::string operator()(const DomainItem& item) const {
    return "domain " + names(item.wrt) + " " + tree(item.condition.get());
  }
  std::string operator()(const BackwardItem& item) const {
    std::string out = "backward " + (item.name ? item.name->text : "-") + " " + names(item.cotangents) +
                      (item.surrogate ? " surrogate " + item.surrogate->text : "") + steps(item.steps) +
                      expected(item.expect);
    for (const DefinitionItem& each : item.lines) out += "\n    " + line(each);
    return out;
  }
  std::string operator()(const JvpItem& item) const {
    std::string out = "jvp " + (item.name ? item.name->text : "-") + " " + names(item.tangents) + expected(item.expect);
    for (const DefinitionItem& each : item.lines) out += "\n    " + line(each);
    return out;
  }
  std::string operator()(const CensusItem& item) const {
    return "census " + item.name.text + " window " + binders(item.windows) + " cells " + binders(item.cells) + " " +
           tree(item.value.get()) + " patch " + binders(item.patch_binders) + " " + tree(item.patch.get()) + " zero " +
           (item.zero ? item.zero->text : "-");
  }
};

std::string items(const std::vector<Item>& list) {
  std::string out;
  for (const Item& item : list) out += "\n  " + std::visit(ItemDump{}, item.content);
  return out + "\n";
}

std::string sizes(const std::vector<SizeDecl>& list) {
  std::string out = "[";
  for (const SizeDecl& size : list)
    out += size.name.text + (size.lower_bound ? ">=" + std::to_string(*size.lower_bound) : "") + " ";
  return out + "]";
}

struct DeclarationDump {
  std::string operator()(const LayerDecl& d) const { return "layer " + d.name.text + sizes(d.sizes) + items(d.items); }
  std::string operator()(const FunctionDecl& d) const {
    return "function " + d.name.text + names(d.parameters) + " = " + tree(d.body.get()) + items(d.items);
  }
  std::string operator()(const ConditionDecl& d) const {
    std::string out = "condition " + d.name.text + sizes(d.sizes) + "(";
    for (const Declarator& parameter : d.parameters) out += declarator(parameter) + " ";
    return out + ") = " + tree(d.body.get()) + "\n";
  }
  std::string operator()(const WindowDecl& d) const {
    return "window " + d.name.text + sizes(d.sizes) + binders(d.parameters) + " = " + binders(d.positions) + "\n";
  }
  std::string operator()(const TheoremDecl& d) const {
    std::string out = (d.rule ? "rule " : "theorem ") + d.name.text + sizes(d.sizes) + names(d.bases) + items(d.items);
    out += "  #" + std::to_string(static_cast<int>(d.kind)) + " " + d.layer.text + "." +
           (d.backward ? d.backward->text : "-") + " wrt";
    for (const auto& wrt : d.wrt) out += " {" + declarator(wrt.variable) + "|" + tree(wrt.slice.get()) + "}";
    out += " " + d.other.text + names(d.maps) + (d.schema ? " schema" : "") + " near " + tree(d.near.get());
    for (const AlongDecl& along : d.along)
      out += " along " + binders(along.family) + declarator(along.variable) + tree(along.value.get());
    if (d.fold)
      out += " fold " + d.fold->left.text + " " + d.fold->right.text + binders(d.fold->over) + names(d.fold->kept);
    out += steps(d.steps);
    if (d.pairing) out += " pairing " + (d.partner ? d.partner->text : "-");
    return out + " " + tree(d.left.get()) + " " + tree(d.right.get()) + " on " + tree(d.on.get()) + expected(d.expect) +
           "\n";
  }
};

}  // namespace

std::string dump(const Module& module) {
  std::string out;
  for (const Declaration& declaration : module.declarations) out += std::visit(DeclarationDump{}, declaration);
  return out;
}

}  // namespace germ::syntax
