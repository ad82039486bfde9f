#include "kernel/written_out.hpp"

#include "ir/alike.hpp"

namespace germ::kernel {

using namespace ir;

Real WrittenOut::of_read(Real read) {
  if (!program_[read->tensor].body) return read;
  return rewriting_.of(unfolding_.at(read->tensor, read->indices));
}

bool WrittenOut::same(TensorId a, TensorId b) {
  if (a == b) return true;
  const std::vector<Binder> axes = program_[a].axes;
  if (axes.size() != program_[b].axes.size()) return false;
  std::vector<Index> at;
  for (const Binder& axis : program_.terms().rename(axes).first) at.push_back(program_.terms().variable(axis.variable));
  return alike(of(a, at), of(b, at));
}

}  // namespace germ::kernel
