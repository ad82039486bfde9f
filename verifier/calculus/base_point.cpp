#include "calculus/base_point.hpp"

#include <algorithm>

#include "ir/alike.hpp"

namespace germ::calculus {

using namespace ir;

BasePoint::BasePoint(Program& program)
    : program_(program),
      trivial_(std::none_of(program.tensors().begin(), program.tensors().end(),
                            [](const Tensor& tensor) { return tensor.base_of.has_value(); })),
      rewriting_(program, [this](Real read) { return of_read(read); }) {}

Real BasePoint::of_read(Real read) { return program_.terms().read(of(read->tensor), read->indices); }

TensorId BasePoint::of(TensorId id) {
  if (trivial_) return id;
  if (auto known = tensors_.find(id); known != tensors_.end()) return known->second;
  const Tensor tensor = program_[id];
  if (tensor.base_of) {
    TensorId original = of(*tensor.base_of);
    tensors_.emplace(id, original);
    return original;
  }
  tensors_.emplace(id, id);
  if (!tensor.body) return id;
  Real body = rewriting_.of(*tensor.body);
  if (body == *tensor.body) return id;
  for (std::uint32_t i = 0; i < program_.tensors().size(); ++i) {
    const Tensor& other = program_.tensors()[i];
    if (!other.body || other.axes.size() != tensor.axes.size()) continue;
    Substitution renaming;
    bool same = true;
    for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis) {
      same = same && other.axes[axis].extent == tensor.axes[axis].extent;
      renaming.set(tensor.axes[axis].variable, program_.terms().variable(other.axes[axis].variable));
    }
    if (same && alike(program_.terms().substitute(body, renaming), *other.body)) return tensors_[id] = TensorId{i};
  }
  Tensor made = tensor;
  made.name += " at the base point";
  std::tie(made.axes, std::ignore) = program_.terms().rename(tensor.axes);
  Substitution renaming;
  for (std::size_t axis = 0; axis < tensor.axes.size(); ++axis)
    renaming.set(tensor.axes[axis].variable, program_.terms().variable(made.axes[axis].variable));
  made.body = program_.terms().substitute(body, renaming);
  return tensors_[id] = program_.add_tensor(std::move(made));
}

}  // namespace germ::calculus
