#include "api/layer_builder.hpp"

#include <algorithm>

#include "syntax/elaborate_taint.hpp"

namespace germ::api {

namespace {

void refuse_unless(bool condition, const std::string& why) {
  if (!condition) throw Misuse(why);
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace

// Fresh variables for the cells of a box, as binders and as terms.
struct LayerBuilder::Box {
  std::vector<ir::Binder> binders;
  Indices at;

  template <class Term>
  Term cell(const Cells<Term>& function, const std::string& of) const {
    refuse_unless(function.rank() == at.size(), of + " has " + counted(at.size(), "extent", "extents") +
                                                    ", and its entry is a function of " +
                                                    std::to_string(function.rank()));
    Term term = function(at);
    refuse_unless(static_cast<bool>(term), "the entry of " + of + " is no term");
    return term;
  }
};

ir::Real Tensor::read(Indices at) const {
  ir::Terms& terms = layer_->terms();
  const ir::Tensor& tensor = (*layer_->statement_.program)[id_];
  refuse_unless(at.size() == tensor.axes.size(),
                "`" + tensor.name + "` has " + counted(tensor.axes.size(), "axis", "axes") + " and is read with " +
                    counted(at.size(), "subscript", "subscripts"));
  return terms.read(id_, std::move(at));
}

LayerBuilder::LayerBuilder() {
  statement_.kind = ir::StatementKind::vjp;
  statement_.program = std::make_unique<ir::Program>();
  statement_.domain = terms().truth();
  statement_.conclusion = terms().truth();
}

LayerBuilder::~LayerBuilder() = default;

ir::Terms& LayerBuilder::terms() {
  refuse_unless(!ended_, "the statement was taken: this builder has ended");
  return statement_.program->terms();
}

void LayerBuilder::take_name(const std::string& name) {
  refuse_unless(!name.empty(), "a name is empty");
  refuse_unless(names_.insert(name).second, "the name `" + name + "` is used twice");
}

// A forward that could read a cotangent would be no forward: none is made once there are cotangents.
void LayerBuilder::require_forward(const char* what) const {
  refuse_unless(!backward_ && !ended_, std::string(what) + " belongs to the forward, and the backward has begun");
}

void LayerBuilder::require_sizes_only(const Indices& extents) const {
  for (ir::Index extent : extents)
    for (ir::Var variable : extent->free)
      refuse_unless(statement_.program->is_size(variable), "an extent depends on an index");
}

// Every free variable is a size or one of the axes: an index stands inside its binder.
void LayerBuilder::require_bound(const std::vector<ir::Var>& free, const std::vector<ir::Binder>& axes,
                                 const std::string& of) const {
  for (ir::Var variable : free) {
    bool bound = statement_.program->is_size(variable) ||
                 std::any_of(axes.begin(), axes.end(), [&](const auto& axis) { return axis.variable == variable; });
    refuse_unless(bound, of + " uses an index outside of its binder");
  }
}

LayerBuilder::Box LayerBuilder::open(const Indices& extents) {
  ir::Terms& arena = terms();
  require_sizes_only(extents);
  Box box;
  for (ir::Index extent : extents) {
    ir::Var variable = arena.fresh("i" + std::to_string(box.at.size() + 1));
    box.binders.push_back({variable, extent});
    box.at.push_back(arena.variable(variable));
  }
  return box;
}

ir::Index LayerBuilder::size(const std::string& name, std::int64_t least) {
  require_forward("a size");
  take_name(name);
  ir::Index size = terms().variable(statement_.program->add_size(name));
  statement_.program->add_fact(terms().at_most(terms().integer(least), size));
  return size;
}

ir::Real LayerBuilder::real(const std::string& name) {
  require_forward("a real");
  take_name(name);
  return terms().scalar(statement_.program->add_scalar({name, std::nullopt, {}}));
}

void LayerBuilder::require(ir::Formula fact) {
  require_forward("a fact");
  require_bound(fact->free, {}, "a fact");
  refuse_unless(syntax::is_about_sizes(*statement_.program, fact),
                "a fact speaks of sizes and reals; what it asks of a tensor belongs in the domain");
  statement_.program->add_fact(fact);
}

Tensor LayerBuilder::declare(const std::string& name, ir::TensorRole role, const Indices& extents) {
  take_name(name);
  ir::Tensor tensor;
  tensor.name = name;
  tensor.role = role;
  tensor.axes = open(extents).binders;
  return {*this, statement_.program->add_tensor(std::move(tensor))};
}

Tensor LayerBuilder::input(const std::string& name, const Indices& extents) {
  require_forward("an input");
  return declare(name, ir::TensorRole::input, extents);
}

Tensor LayerBuilder::param(const std::string& name, const Indices& extents) {
  require_forward("a parameter");
  return declare(name, ir::TensorRole::param, extents);
}

Tensor LayerBuilder::given(const std::string& name, const Indices& extents) {
  require_forward("a given tensor");
  return declare(name, ir::TensorRole::given, extents);
}

Tensor LayerBuilder::define(const std::string& name, ir::TensorRole role, const Indices& extents,
                            const Cells<ir::Real>& entry) {
  take_name(name);
  Box box = open(extents);
  ir::Tensor tensor;
  tensor.name = name;
  tensor.role = role;
  tensor.axes = box.binders;
  tensor.body = box.cell(entry, '`' + name + '`');
  require_bound((*tensor.body)->free, box.binders, '`' + name + '`');
  return {*this, statement_.program->add_tensor(std::move(tensor))};
}

Tensor LayerBuilder::let(const std::string& name, const Indices& extents, const Cells<ir::Real>& entry) {
  Tensor made = define(name, ir::TensorRole::let, extents, entry);
  if (backward_) statement_.backward.push_back(made.id());
  return made;
}

Tensor LayerBuilder::output(const std::string& name, const Indices& extents, const Cells<ir::Real>& entry) {
  require_forward("an output");
  Tensor made = define(name, ir::TensorRole::output, extents, entry);
  require_forward("an output");  // its entry may have begun the backward
  statement_.outputs.push_back(made.id());
  return made;
}

void LayerBuilder::domain(ir::Formula condition) {
  require_forward("the domain");
  require_bound(condition->free, {}, "the domain");
  domain_.push_back(condition);
}

void LayerBuilder::close_forward() {
  refuse_unless(!ended_, "the statement was taken: this builder has ended");
  if (backward_) return;
  refuse_unless(!statement_.outputs.empty(), "the layer has no output");
  backward_ = true;
  for (ir::TensorId output : statement_.outputs) {
    ir::Program& program = *statement_.program;
    Indices extents;
    for (const ir::Binder& axis : program[output].axes) extents.push_back(axis.extent);
    std::string name = 'd' + program[output].name;
    statement_.cotangents.push_back(declare(name, ir::TensorRole::cotangent, extents).id());
  }
}

Tensor LayerBuilder::cotangent(const Tensor& output) {
  close_forward();
  const auto& outputs = statement_.outputs;
  auto found = std::find(outputs.begin(), outputs.end(), output.id());
  refuse_unless(output.layer_ == this && found != outputs.end(), "a cotangent is that of an output of this layer");
  return {*this, statement_.cotangents[static_cast<std::size_t>(found - outputs.begin())]};
}

Tensor LayerBuilder::adjoint(const Tensor& of, const Cells<ir::Real>& entry) {
  close_forward();
  refuse_unless(of.layer_ == this && (*statement_.program)[of.id()].differentiable(),
                "an adjoint is that of an input or parameter of this layer");
  Indices extents;
  for (const ir::Binder& axis : (*statement_.program)[of.id()].axes) extents.push_back(axis.extent);
  std::string name = 'd' + (*statement_.program)[of.id()].name;
  Tensor made = define(name, ir::TensorRole::adjoint, extents, entry);
  statement_.adjoints.push_back({of.id(), made.id(), terms().truth()});
  statement_.backward.push_back(made.id());
  return made;
}

ir::Real LayerBuilder::sum(const Indices& extents, const Cells<ir::Real>& body) {
  Box box = open(extents);
  return terms().sum(box.binders, terms().truth(), box.cell(body, "a sum"));
}

ir::Real LayerBuilder::sum(const Indices& extents, const Cells<ir::Formula>& filter, const Cells<ir::Real>& body) {
  Box box = open(extents);
  ir::Formula where = box.cell(filter, "the filter of a sum");
  return terms().sum(box.binders, where, box.cell(body, "a sum"));
}

ir::Formula LayerBuilder::all(const Indices& extents, const Cells<ir::Formula>& body) {
  Box box = open(extents);
  return terms().all(box.binders, terms().truth(), box.cell(body, "`all`"));
}

ir::Formula LayerBuilder::any(const Indices& extents, const Cells<ir::Formula>& body) {
  Box box = open(extents);
  return terms().any(box.binders, terms().truth(), box.cell(body, "`any`"));
}

ir::Statement LayerBuilder::statement() {
  refuse_unless(!ended_, "the statement was taken: this builder has ended");
  refuse_unless(!statement_.adjoints.empty(), "the backward gives no adjoint");
  statement_.domain = terms().and_(domain_);
  std::vector<ir::TensorId> variables;
  for (const ir::Adjoint& adjoint : statement_.adjoints) variables.push_back(adjoint.of);
  statement_.tainted = syntax::is_tainted(*statement_.program, statement_.outputs, variables);
  ended_ = true;
  return std::move(statement_);
}

}  // namespace germ::api
