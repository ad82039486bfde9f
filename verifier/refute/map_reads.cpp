#include "refute/map_reads.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace germ::refute {

namespace {

// Walks a term, and hands out its given maps' applications and what it reads; not into the bodies of what it reads.
struct Walk {
  const ir::Program& program;
  std::function<void(const ir::IndexAtom&, const std::vector<ir::Var>&)> on_map;
  std::function<void(ir::TensorId)> on_tensor;
  std::function<void(ir::ReductionId)> on_reduction;
  std::vector<ir::Var> bound;

  void of(ir::Index index) {
    for (const auto& term : index->terms) {
      const ir::IndexAtom& atom = *term.atom;
      if (atom.left) of(atom.left);
      if (atom.right) of(atom.right);
      for (ir::Index argument : atom.arguments) of(argument);
      if (atom.kind != ir::AtomKind::application) continue;
      const ir::Function& function = program[atom.function];
      if (function.role == ir::FunctionRole::given) {
        on_map(atom, bound);
      } else if (function.reduction.valid()) {
        on_reduction(function.reduction);
      }
    }
  }
  void of(ir::Real real) {
    const std::size_t depth = bound.size();
    for (const ir::Binder& binder : real->binders) bound.push_back(binder.variable);
    if (real->index) of(real->index);
    for (ir::Index index : real->indices) of(index);
    if (real->condition) of(real->condition);
    for (ir::Real child : real->children) of(child);
    if (real->kind == ir::RealKind::read) on_tensor(real->tensor);
    if (real->kind == ir::RealKind::maximum) on_reduction(real->reduction);
    bound.resize(depth);
  }
  void of(ir::Formula formula) {
    const std::size_t depth = bound.size();
    for (const ir::Binder& binder : formula->binders) bound.push_back(binder.variable);
    if (formula->index) of(formula->index);
    for (ir::Index index : formula->indices) of(index);
    if (formula->real) of(formula->real);
    for (ir::Formula child : formula->children) of(child);
    bound.resize(depth);
  }
};

bool free_of(const ir::IndexAtom& atom, const std::vector<ir::Var>& bound) {
  return std::none_of(bound.begin(), bound.end(), [&](ir::Var v) { return ir::occurs(v, atom.free); });
}

}  // namespace

std::vector<MapEntry> map_reads(const ir::Program& program, const numeric::Instance& instance,
                                numeric::Evaluator& evaluator, ir::Formula formula, const numeric::Bindings& bindings) {
  std::vector<MapEntry> found;
  auto add = [&](const ir::IndexAtom& atom, const std::vector<ir::Var>& bound) {
    if (!free_of(atom, bound)) return;
    std::vector<std::int64_t> at;
    for (ir::Index argument : atom.arguments) {
      auto value = evaluator.integer(argument, bindings);
      if (value.index() != 0) return;
      at.push_back(std::get<0>(value));
    }
    auto place = instance.maps[atom.function.value].shape.offset(at);
    if (!place) return;
    MapEntry entry{atom.function, *place};
    if (std::find(found.begin(), found.end(), entry) == found.end()) found.push_back(entry);
  };
  Walk{program, add, [](ir::TensorId) {}, [](ir::ReductionId) {}, {}}.of(formula);
  return found;
}

bool names_maps(const ir::Program& program, ir::Formula formula) {
  bool named = false;
  auto note = [&](const ir::IndexAtom& atom, const std::vector<ir::Var>& bound) {
    named = named || free_of(atom, bound);
  };
  Walk{program, note, [](ir::TensorId) {}, [](ir::ReductionId) {}, {}}.of(formula);
  return named;
}

bool values_depend_on_maps(const ir::Program& program, ir::Formula formula) {
  std::vector<ir::TensorId> tensors;
  std::vector<ir::ReductionId> reductions;
  std::set<std::uint32_t> seen_tensors;
  std::set<std::uint32_t> seen_reductions;
  auto read = [&](ir::TensorId tensor) {
    if (seen_tensors.insert(tensor.value).second) tensors.push_back(tensor);
  };
  auto reduce = [&](ir::ReductionId reduction) {
    if (seen_reductions.insert(reduction.value).second) reductions.push_back(reduction);
  };
  bool depends = false;
  Walk{program, [](const ir::IndexAtom&, const std::vector<ir::Var>&) {}, read, reduce, {}}.of(formula);
  Walk inside{program, [&](const ir::IndexAtom&, const std::vector<ir::Var>&) { depends = true; }, read, reduce, {}};
  while (!depends && !(tensors.empty() && reductions.empty())) {
    if (!tensors.empty()) {
      const ir::Tensor& tensor = program[tensors.back()];
      tensors.pop_back();
      if (tensor.base_of) read(*tensor.base_of);
      if (tensor.body) inside.of(*tensor.body);
    } else {
      const ir::Reduction& reduction = program[reductions.back()];
      reductions.pop_back();
      inside.of(reduction.guard);
      inside.of(reduction.body);
    }
  }
  return depends;
}

}  // namespace germ::refute
