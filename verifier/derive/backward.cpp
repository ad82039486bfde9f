#include "derive/backward.hpp"

#include <algorithm>
#include <map>

#include "calculus/derive.hpp"
#include "calculus/traits.hpp"
#include "derive/fold.hpp"
#include "derive/learned.hpp"
#include "derive/writer.hpp"

namespace germ::derive {

using namespace ir;

namespace {

// match: max(cell | guard) a     result: sum(cell | cell is the winner) a
// One value and one derivative wherever the maximum has one (G16), and a sum is what the chain rule takes.
Real maxima_as_sums(Program& program, Real r) {
  Terms& t = program.terms();
  std::vector<Real> children;
  for (Real child : r->children) children.push_back(maxima_as_sums(program, child));
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::read:
      return r;
    case RealKind::add:
      return t.add(std::move(children));
    case RealKind::mul:
      return t.mul(std::move(children));
    case RealKind::power:
      return t.power(children[0], r->value);
    case RealKind::apply:
      return t.apply(*r->function, children[0]);
    case RealKind::choose:
      return t.choose(r->condition, children[0], children[1]);
    case RealKind::sum:
      return t.sum(r->binders, r->condition, children[0]);
    case RealKind::stop:
      return t.stop(children[0]);
    case RealKind::maximum:
      break;
  }
  std::vector<Binder> cell;
  std::vector<Index> position;
  std::vector<Formula> is_winner;
  std::vector<Index> winner = program.winner(r->reduction, r->indices);
  const std::vector<Binder> binders = program.binders(r->reduction, r->indices);
  for (std::size_t j = 0; j < binders.size(); ++j) {
    cell.push_back({t.fresh(t.name(binders[j].variable)), binders[j].extent});
    position.push_back(t.variable(cell[j].variable));
    is_winner.push_back(t.equal(winner[j], position[j]));
  }
  Real body = program.at(r->reduction, r->indices, position).body;
  return t.sum(std::move(cell), t.and_(std::move(is_winner)), maxima_as_sums(program, body));
}

bool is_trivial(Real body) {
  if (body->kind == RealKind::mul && body->children.size() == 2 && body->children[0]->kind == RealKind::constant)
    return body->children[0]->value == Rational(-1) && body->children[1]->kind == RealKind::read;
  return body->kind == RealKind::constant || body->kind == RealKind::read;
}

class Derivation {
 public:
  Derivation(Layer& layer, const Subject& subject, const Sources& sources, Style style)
      : layer_(layer),
        subject_(subject),
        sources_(sources),
        style_(style),
        program_(*layer.program),
        ranges_(program_),
        tidy_(program_, ranges_, !style.plain),
        fold_(program_, ranges_),
        vocabulary_(program_, subject.words, subject.constants),
        writer_(program_, ranges_, tidy_, vocabulary_, sources, {!style.plain}) {}

  BackwardText run() {
    read_forward();
    name_all();
    reverse();
    write();
    return std::move(text_);
  }

 private:
  struct Line {
    TensorId of;
    TensorId adjoint;
  };

  void read_forward() {
    count_ = static_cast<std::uint32_t>(program_.tensors().size());
    for (std::uint32_t i = 0; i < count_; ++i) {
      TensorId tensor{i};
      if (program_[tensor].differentiable()) variables_.push_back(tensor);
      learn_indices(program_, tensor, sources_, vocabulary_, ranges_);
    }
    std::vector<TensorId> all;
    for (std::uint32_t i = 0; i < count_; ++i) all.push_back(TensorId{i});
    Learned{program_, ranges_, tidy_, fold_}.forward(all, !subject_.function);
    for (TensorId tensor : all) {
      if (!program_[tensor].body) continue;
      values_[tensor] = tidy_.of(*program_[tensor].body);
      program_.set_body(tensor, maxima_as_sums(program_, *program_[tensor].body));
    }
  }

  void name_all() {
    for (TensorId variable : variables_)
      if (vocabulary_.fresh("d" + program_[variable].name) != "d" + program_[variable].name)
        throw Unsayable{"`d" + program_[variable].name + "` is a name of the layer already"};
    for (TensorId output : layer_.outputs) {
      const Tensor source = program_[output];
      Tensor cotangent;
      cotangent.name = vocabulary_.fresh(subject_.function ? "dy" : "d" + source.name);
      cotangent.role = TensorRole::cotangent;
      cotangent.axes = program_.terms().rename(source.axes).first;
      cotangent.stored_axis = source.stored_axis;
      text_.cotangents.push_back(cotangent.name);
      TensorId id = program_.add_tensor(cotangent);
      writer_.call(id, cotangent.name);
      seeds_.push_back({output, id});
    }
  }

  Real derived(TensorId tensor) {
    TensorId adjoint = calculus::derive_vjp(program_, seeds_, tensor, known_);
    ranges_.add(program_[adjoint].axes);
    Real body = tidy_.of(fold_.of(tidy_.of(*program_[adjoint].body)));
    program_.set_body(adjoint, body);
    lines_.push_back({tensor, adjoint});
    return body;
  }

  void reverse() {
    calculus::Dependence dependence(program_, variables_);
    std::vector<TensorId> order = calculus::definition_order(program_, layer_.outputs);
    std::reverse(order.begin(), order.end());
    for (TensorId tensor : order) {
      if (!dependence.depends(tensor)) continue;
      Real body = derived(tensor);
      TensorId adjoint = lines_.back().adjoint;
      known_[tensor] = adjoint;
      if (is_trivial(body)) {
        tidy_.write_out(adjoint);
        lines_.pop_back();
      }
    }
    for (TensorId variable : variables_) derived(variable);
  }

  // The adjoint of a let of the forward can be claimed under its own name.
  bool is_step(const Line& line) const {
    const Tensor& tensor = program_[line.of];
    return style_.steps && has_own_name(tensor) && tensor.role == TensorRole::let;
  }

  void write() {
    std::map<TensorId, std::string> heads;
    for (const Line& line : lines_) {
      const Tensor& of = program_[line.of];
      std::string wanted = "d" + of.name.substr(of.name.find_last_of('.') + 1);
      bool variable = of.differentiable();
      std::string name = variable ? wanted : vocabulary_.fresh(wanted);
      heads[line.adjoint] = (variable || (is_step(line) && name == wanted) ? "" : "let ") + name;
      writer_.call(line.adjoint, name);
    }
    for (const Line& line : lines_)
      text_.lines.push_back(
          writer_.definition(heads[line.adjoint], program_[line.adjoint].axes, *program_[line.adjoint].body));
    // What a call of the forward computed inside is computed again.
    for (std::vector<TensorId> more = writer_.take_unnamed(); !more.empty(); more = writer_.take_unnamed())
      for (TensorId tensor : more)
        text_.lines.insert(text_.lines.begin(), writer_.definition("let " + writer_.name_of(tensor),
                                                                   program_[tensor].axes, values_.at(tensor)));
    for (TensorId tensor : writer_.reads())
      if (program_[tensor].role != TensorRole::param && program_[tensor].role != TensorRole::given)
        text_.saved.push_back(program_[tensor].name);
    text_.indices = vocabulary_.made();
  }

  Layer& layer_;
  const Subject& subject_;
  const Sources& sources_;
  Style style_;
  Program& program_;
  Ranges ranges_;
  Tidy tidy_;
  Fold fold_;
  Vocabulary vocabulary_;
  Writer writer_;
  std::uint32_t count_ = 0;  // tensors of the forward
  std::vector<TensorId> variables_;
  std::vector<calculus::Seed> seeds_;
  calculus::KnownAdjoints known_;
  std::map<TensorId, Real> values_;
  std::vector<Line> lines_;
  BackwardText text_;
};

}  // namespace

BackwardText write_backward(Layer& layer, const Subject& subject, const Sources& sources, Style style) {
  return Derivation(layer, subject, sources, style).run();
}

}  // namespace germ::derive
