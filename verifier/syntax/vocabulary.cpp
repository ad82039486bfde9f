#include "syntax/vocabulary.hpp"

#include <algorithm>

#include "syntax/print.hpp"

namespace germ::syntax {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (!contains(names, name)) names.push_back(name);
}

void add_once(std::vector<Vocabulary::Part>& parts, Vocabulary::Part part) {
  for (const auto& known : parts)
    if (known.text == part.text) return;
  parts.push_back(std::move(part));
}

class Collector {
 public:
  Collector(const Subject& subject, const BackwardItem& backward) : subject_(subject), backward_(backward) {}

  Vocabulary run() {
    sizes_and_scalars();
    for (const Item& item : *subject_.items) ranges_of(item);
    forward_tensors();
    backward_tensors();
    for (const auto& [name, body] : bodies()) parts_of(*body);
    return std::move(words_);
  }

 private:
  using Body = std::pair<std::string, const Expr*>;
  // Those of the forward, then those of the backward.
  std::vector<Body> bodies() const {
    std::vector<Body> out;
    if (subject_.function) out.emplace_back("", subject_.function->body.get());
    for (const auto* item : items_of<DefinitionItem>(subject_))
      out.emplace_back(item->declarator.name.text, item->body.get());
    for (const DefinitionItem& line : backward_.lines) out.emplace_back(line.declarator.name.text, line.body.get());
    return out;
  }

  void sizes_and_scalars() {
    if (subject_.sizes)
      for (const SizeDecl& size : *subject_.sizes) words_.sizes.push_back(size.name.text);
    for (const auto* item : items_of<SizeItem>(subject_)) words_.sizes.push_back(item->name.text);
    for (const auto* item : items_of<ConstItem>(subject_))
      for (const auto& constant : item->constants) words_.sizes.push_back(constant.name.text);
    words_.counts = words_.sizes;
    for (const auto* item : items_of<RealItem>(subject_))
      for (const auto& scalar : item->scalars) words_.scalars.push_back(scalar.name.text);
  }

  void binder(const BinderItem& item) {
    for (const BinderItem& part : item.group) binder(part);
    for (const Name& name : item.names) {
      const bool ranged = item.extent && &name == &item.names.back();
      if (ranged) words_.ranges.insert_or_assign(name.text, to_string(*item.extent));
      if (!ranged) words_.ranges.try_emplace(name.text, "");
    }
  }
  void ranges_of(const Expr* expression) {
    if (!expression) return;
    for (const BinderItem& item : expression->binders.items) binder(item);
    ranges_of(expression->binders.filter.get());
    for (const ExprPtr& argument : expression->args) ranges_of(argument.get());
  }
  void ranges_of(const DefinitionItem& line) {
    for (const BinderItem& axis : line.declarator.axes) binder(axis);
    ranges_of(line.body.get());
  }
  void ranges_of(const Item& item) {
    if (const auto* tensors = std::get_if<TensorItem>(&item.content))
      for (const auto& tensor : tensors->tensors)
        for (const BinderItem& axis : tensor.declarator.axes) binder(axis);
    if (const auto* line = std::get_if<DefinitionItem>(&item.content)) ranges_of(*line);
    if (std::get_if<BackwardItem>(&item.content) == &backward_)
      for (const DefinitionItem& line : backward_.lines) ranges_of(line);
  }

  void axis(Vocabulary::Tensor& tensor, const BinderItem& item) const {
    if (item.ellipsis || item.window) tensor.known = false;
    for (const BinderItem& part : item.group) axis(tensor, part);
    for (const Name& name : item.names) {
      auto range = words_.ranges.find(name.text);
      tensor.axes.push_back(name.text);
      tensor.extents.push_back(range == words_.ranges.end() ? "" : range->second);
    }
  }
  Vocabulary::Tensor tensor(const Declarator& declarator) const {
    Vocabulary::Tensor out;
    out.name = declarator.name.text;
    out.known = declarator.brackets;
    for (const BinderItem& item : declarator.axes) axis(out, item);
    return out;
  }

  void forward_tensors() {
    if (subject_.function)
      for (const Name& parameter : subject_.function->parameters)
        words_.tensors.push_back({parameter.text, true, {}, {}});
    for (const auto* item : items_of<TensorItem>(subject_))
      for (const auto& each : item->tensors) {
        words_.tensors.push_back(tensor(each.declarator));
        words_.tensors.back().known = true;  // without brackets it has no axes
        words_.tensors.back().real = !each.below && !each.boolean;
      }
    for (const auto* line : items_of<DefinitionItem>(subject_)) words_.tensors.push_back(tensor(line->declarator));
  }

  // A cotangent has the axes of its output. An adjoint is read by nothing that an edit brings in.
  void backward_tensors() {
    std::vector<const Declarator*> outputs;
    for (const auto* line : items_of<DefinitionItem>(subject_))
      if (line->keyword == DefinitionKeyword::output) outputs.push_back(&line->declarator);
    for (std::size_t i = 0; i < backward_.cotangents.size(); ++i) {
      Vocabulary::Tensor cotangent;
      cotangent.known = subject_.function != nullptr;
      if (i < outputs.size()) cotangent = tensor(*outputs[i]);
      cotangent.name = backward_.cotangents[i].text;
      words_.tensors.push_back(std::move(cotangent));
    }
    for (const DefinitionItem& line : backward_.lines)
      if (line.keyword == DefinitionKeyword::let) words_.tensors.push_back(tensor(line.declarator));
  }

  bool is_count(const Expr& e) const {
    if (e.kind == ExprKind::name) return words_.is_size(e.text);
    return e.kind == ExprKind::multiply && is_count(*e.args[0]) && is_count(*e.args[1]);
  }

  static std::string count(const Expr& e) {
    return e.kind == ExprKind::name ? e.text : count(*e.args[0]) + "*" + count(*e.args[1]);
  }

  void sum(const Expr& e) {
    if (e.span.text().empty() || e.span.text().front() != '(') return;
    const Expr* first = &e;
    while (first->kind == ExprKind::add || first->kind == ExprKind::subtract) first = first->args[0].get();
    if (first->span.begin == e.span.begin) return;  // the parenthesis is that of the first term
    Vocabulary::Part part = part_of(words_, e);
    part.first = std::string(first->span.text());
    add_once(words_.sums, std::move(part));
  }

  void parts_of(const Expr& e) {
    if (e.kind == ExprKind::multiply && is_count(e)) add_once(words_.counts, "(" + count(e) + ")");
    if (e.kind == ExprKind::add || e.kind == ExprKind::subtract)
      for (const ExprPtr& term : e.args)
        if (term->kind == ExprKind::multiply || term->kind == ExprKind::divide || term->kind == ExprKind::subscript)
          add_once(words_.products, part_of(words_, *term));
    if (e.kind == ExprKind::add || e.kind == ExprKind::subtract) sum(e);
    if (e.kind == ExprKind::choose) add_once(words_.conditions, part_of(words_, *e.args[1]));
    if (e.kind == ExprKind::subscript) return;  // integers
    for (const ExprPtr& argument : e.args) parts_of(*argument);
  }

  const Subject& subject_;
  const BackwardItem& backward_;
  Vocabulary words_;
};

void indices_of(const Vocabulary& vocabulary, const Expr& e, Vocabulary::Part& part) {
  for (const BinderItem& item : e.binders.items) {
    for (const Name& name : item.names) add_once(part.bound, name.text);
    if (item.window) indices_of(vocabulary, *item.window, part);
  }
  if (e.binders.filter) indices_of(vocabulary, *e.binders.filter, part);
  if (e.kind == ExprKind::name && vocabulary.ranges.contains(e.text)) add_once(part.free, e.text);
  for (const ExprPtr& argument : e.args) indices_of(vocabulary, *argument, part);
}

}  // namespace

const Vocabulary::Tensor* Vocabulary::find(const std::string& name) const {
  for (const Tensor& tensor : tensors)
    if (tensor.name == name) return &tensor;
  return nullptr;
}
bool Vocabulary::is_size(const std::string& name) const { return contains(sizes, name); }
bool Vocabulary::is_scalar(const std::string& name) const { return contains(scalars, name); }

Vocabulary::Part part_of(const Vocabulary& vocabulary, const Expr& expression) {
  std::string written(expression.span.text());
  if (written.find_first_of("#\n") != std::string::npos) written = to_string(expression);
  Vocabulary::Part part{std::move(written), {}, {}};
  indices_of(vocabulary, expression, part);
  std::erase_if(part.free, [&](const std::string& name) { return contains(part.bound, name); });
  return part;
}

Vocabulary vocabulary_of(const Subject& subject, const BackwardItem& backward) {
  return Collector(subject, backward).run();
}

}  // namespace germ::syntax
