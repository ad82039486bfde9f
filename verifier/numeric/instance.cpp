#include "numeric/instance.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/check.hpp"
#include "numeric/interpreter.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

Shape::Shape(std::vector<std::int64_t> extents) : extents_(std::move(extents)) {
  constexpr std::size_t largest = 50'000'000;
  for (std::int64_t& extent : extents_) {
    extent = std::max<std::int64_t>(0, extent);
    if (extent != 0 && size_ > largest / static_cast<std::size_t>(extent)) throw Undecided{Undecided::Why::too_costly};
    size_ *= static_cast<std::size_t>(extent);
  }
}

std::optional<std::size_t> Shape::offset(std::span<const std::int64_t> indices) const {
  check(indices.size() == extents_.size(), "as many indices as axes");
  std::size_t place = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= extents_[i]) return std::nullopt;
    place = place * static_cast<std::size_t>(extents_[i]) + static_cast<std::size_t>(indices[i]);
  }
  return place;
}

std::vector<std::int64_t> Shape::indices(std::size_t offset) const {
  std::vector<std::int64_t> result(extents_.size());
  for (std::size_t i = extents_.size(); i-- > 0;) {
    auto extent = static_cast<std::size_t>(extents_[i]);
    result[i] = static_cast<std::int64_t>(offset % extent);
    offset /= extent;
  }
  return result;
}

namespace {

bool speaks_of_sizes_alone(ir::Formula formula) {
  if (formula->real || formula->kind == ir::FormulaKind::predicate) return false;
  return std::all_of(formula->children.begin(), formula->children.end(), speaks_of_sizes_alone);
}

// Definitions may mention sizes that are defined later: passes until nothing is left to define.
bool follow_definitions(const ir::Program& program, std::vector<std::int64_t>& sizes, std::vector<bool> known) {
  const auto& all = program.sizes();
  std::unordered_map<ir::Var, std::size_t> place;
  for (std::size_t i = 0; i < all.size(); ++i) place.emplace(all[i].variable, i);
  for (std::size_t pass = 0; pass < all.size(); ++pass) {
    bool waiting = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (known[i]) continue;
      const auto& free = (*all[i].definition)->free;
      if (std::all_of(free.begin(), free.end(), [&](ir::Var v) { return known[place.at(v)]; })) {
        sizes[i] = evaluate(program, sizes, *all[i].definition);
        known[i] = true;
      } else {
        waiting = true;
      }
    }
    if (!waiting) return true;
  }
  return std::all_of(known.begin(), known.end(), [](bool b) { return b; });
}

}  // namespace

std::size_t free_size_count(const ir::Program& program) {
  return static_cast<std::size_t>(
      std::count_if(program.sizes().begin(), program.sizes().end(), [](const auto& s) { return !s.definition; }));
}

std::optional<std::vector<std::int64_t>> complete_sizes(const ir::Program& program,
                                                        std::span<const std::int64_t> free_sizes) {
  std::vector<std::int64_t> sizes;
  std::vector<bool> known;
  std::size_t next = 0;
  for (const auto& size : program.sizes()) {
    known.push_back(!size.definition);
    if (!size.definition) check(next < free_sizes.size(), "a value for each free size");
    sizes.push_back(size.definition ? 0 : free_sizes[next++]);
  }
  try {
    if (!follow_definitions(program, sizes, std::move(known))) return std::nullopt;
    Instance instance;
    instance.sizes = sizes;
    Interpreter<Rational> interpreter(program, instance);
    for (ir::Formula fact : program.facts())
      if (speaks_of_sizes_alone(fact)) {
        auto truth = interpreter.holds(fact);
        if (truth.index() != 0 || !std::get<0>(truth)) return std::nullopt;
      }
  } catch (const LimitReached&) {
    return std::nullopt;
  }
  return sizes;
}

std::int64_t evaluate(const ir::Program& program, std::span<const std::int64_t> sizes, ir::Index index) {
  Instance instance;
  instance.sizes.assign(sizes.begin(), sizes.end());
  Interpreter<Rational> interpreter(program, instance);
  auto value = interpreter.integer(index);
  check(value.index() == 0, "an extent mentions sizes only");
  return std::get<0>(value);
}

Instance blank_instance(const ir::Program& program, std::vector<std::int64_t> sizes, std::size_t most_entries) {
  Instance instance;
  instance.sizes = std::move(sizes);
  Instance bare;
  bare.sizes = instance.sizes;
  Interpreter<Rational> interpreter(program, bare);
  auto value = [&](ir::Index index) {
    auto outcome = interpreter.integer(index);
    check(outcome.index() == 0, "an extent mentions sizes only");
    return std::get<0>(outcome);
  };
  auto shape = [&](const std::vector<ir::Index>& extents) {
    std::vector<std::int64_t> values;
    for (ir::Index extent : extents) values.push_back(value(extent));
    Shape result(std::move(values));
    if (result.size() > most_entries) throw Undecided{Undecided::Why::too_costly};
    most_entries -= result.size();
    return result;
  };
  instance.scalars.assign(program.scalars().size(), Rational(1));
  for (const ir::Tensor& tensor : program.tensors()) {
    Tensor dense;
    if (!tensor.body && !tensor.base_of) {
      std::vector<ir::Index> extents;
      for (const ir::Binder& axis : tensor.axes) extents.push_back(axis.extent);
      dense.shape = shape(extents);
      dense.entries.resize(dense.shape.size());
    }
    instance.tensors.push_back(std::move(dense));
  }
  for (const ir::Function& function : program.functions()) {
    Map map;
    if (function.role == ir::FunctionRole::given) {
      map.shape = shape(function.extents);
      map.entries.assign(map.shape.size(), value(function.low));
    }
    instance.maps.push_back(std::move(map));
  }
  for (const ir::Predicate& predicate : program.predicates()) {
    Condition condition;
    condition.shape = shape(predicate.extents);
    condition.entries.resize(condition.shape.size());
    instance.conditions.push_back(std::move(condition));
  }
  return instance;
}

}  // namespace germ::numeric
