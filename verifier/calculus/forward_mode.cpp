#include "calculus/forward_mode.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "calculus/tangent.hpp"
#include "calculus/traits.hpp"
#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

Real Differential::of(Real germ) {
  if (auto known = memo_.find(germ); known != memo_.end()) return known->second;
  Real result = made(germ);
  memo_.emplace(germ, result);
  return result;
}

// (a b ..)' = a' b .. + a b' .. + ..
Real Differential::of_product(Real product) {
  Real total = terms_.constant(0);
  for (std::size_t i = 0; i < product->children.size(); ++i) {
    Real part = of(product->children[i]);
    for (std::size_t j = 0; j < product->children.size(); ++j)
      if (j != i) part = times(terms_, part, product->children[j]);
    total = plus(terms_, total, part);
  }
  return total;
}

Real Differential::made(Real r) {
  const Real zero = terms_.constant(0);
  switch (r->kind) {
    case RealKind::constant:
    case RealKind::scalar:
    case RealKind::from_index:
    case RealKind::stop:  // derivative 0 by decree
      return zero;
    case RealKind::read:
      return of_read_(r);
    case RealKind::add: {
      Real total = zero;
      for (Real child : r->children) total = plus(terms_, total, of(child));
      return total;
    }
    case RealKind::mul:
      return of_product(r);
    case RealKind::power:
      return times(terms_, of(r->children[0]), power_slope(terms_, r->children[0], r->value));
    case RealKind::apply: {
      Real inner = of(r->children[0]);
      return inner == zero ? zero : times(terms_, inner, r->function->derivative(terms_, r->children[0]));
    }
    case RealKind::choose: {
      Real then = of(r->children[0]);
      Real otherwise = of(r->children[1]);
      return then == otherwise ? then : terms_.choose(r->condition, then, otherwise);
    }
    case RealKind::sum: {
      Real inner = of(r->children[0]);
      return inner == zero ? zero : terms_.sum(r->binders, r->condition, inner);
    }
    case RealKind::maximum:
      throw InternalError("a germ contains no maximum");
  }
  throw InternalError("a real of no kind");
}

namespace {

std::vector<TensorId> moving(const std::vector<VariableTangent>& tangents) {
  std::vector<TensorId> out;
  for (const VariableTangent& tangent : tangents) out.push_back(tangent.of);
  return out;
}

class Forward {
 public:
  Forward(Program& program, const std::vector<VariableTangent>& tangents)
      : program_(program),
        t_(program.terms()),
        tangents_(tangents),
        dependence_(program, moving(tangents)),
        differential_(t_, [this](Real read) { return of_read(read); }) {}

  // The tangent of a tensor: a tensor of its own, made once. Definitions have no cycles.
  TensorId of(TensorId tensor) {
    if (auto known = made_.find(tensor); known != made_.end()) return known->second;
    const Tensor source = program_[tensor];
    auto [axes, renaming] = t_.rename(source.axes);
    std::vector<Index> at;
    for (const Binder& axis : axes) at.push_back(t_.variable(axis.variable));
    Tensor tangent;
    tangent.name = "true tangent of " + source.name;
    tangent.role = TensorRole::let;
    tangent.axes = axes;
    tangent.stored_axis = source.stored_axis;
    tangent.body = variable(tensor) ? moved(*variable(tensor), at)
                   : source.body    ? differential_.of(t_.substitute(*source.body, renaming))
                                    : t_.constant(0);
    tangent.span = source.span;
    TensorId id = program_.add_tensor(std::move(tangent));
    made_.emplace(tensor, id);
    return id;
  }

 private:
  const VariableTangent* variable(TensorId tensor) const {
    auto found = std::find_if(tangents_.begin(), tangents_.end(), [&](const auto& each) { return each.of == tensor; });
    return found == tangents_.end() ? nullptr : &*found;
  }

  // A variable's tangent at an entry: 0 outside of the slice.
  Real moved(const VariableTangent& tangent, const std::vector<Index>& at) {
    const auto& formals = program_[tangent.tangent].axes;
    check(formals.size() == at.size(), "a tangent has the axes of its variable");
    Substitution values;
    for (std::size_t i = 0; i < at.size(); ++i) values.set(formals[i].variable, at[i]);
    Real inside = t_.read(tangent.tangent, at);
    if (tangent.slice == t_.truth()) return inside;
    return t_.choose(t_.substitute(tangent.slice, values), inside, t_.constant(0));
  }

  Real of_read(Real read) {
    if (const VariableTangent* tangent = variable(read->tensor)) return moved(*tangent, read->indices);
    if (!program_[read->tensor].body || !dependence_.depends(read->tensor)) return t_.constant(0);
    return t_.read(of(read->tensor), read->indices);
  }

  Program& program_;
  Terms& t_;
  const std::vector<VariableTangent>& tangents_;
  Dependence dependence_;
  Differential differential_;
  std::unordered_map<TensorId, TensorId> made_;
};

}  // namespace

std::vector<TensorId> derive_jvp(Program& program, const std::vector<VariableTangent>& tangents,
                                 const std::vector<TensorId>& outputs) {
  Forward forward(program, tangents);
  std::vector<TensorId> derived;
  for (TensorId output : outputs) derived.push_back(forward.of(output));
  return derived;
}

}  // namespace germ::calculus
