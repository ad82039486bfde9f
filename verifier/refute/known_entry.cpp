#include "refute/known_entry.hpp"

#include <algorithm>

#include "numeric/evaluator.hpp"

namespace germ::refute {

namespace {

template <class Dense>
const Dense* find(const std::vector<std::pair<std::string, Dense>>& known, const std::string& name) {
  for (const auto& [each, dense] : known)
    if (each == name) return &dense;
  return nullptr;
}

// False where the program has something free that is not known, or of another shape.
bool fill(const ir::Program& program, const KnownEntry& known, numeric::Instance& instance) {
  auto take = [](auto& into, const auto* from) {
    if (!from || from->entries.size() != into.entries.size()) return false;
    into.entries = from->entries;
    return true;
  };
  for (std::size_t i = 0; i < instance.tensors.size(); ++i) {
    const ir::Tensor& tensor = program.tensors()[i];
    if (!tensor.body && !take(instance.tensors[i], find(known.values.tensors, tensor.name))) return false;
  }
  for (std::size_t i = 0; i < instance.maps.size(); ++i) {
    const ir::Function& function = program.functions()[i];
    const bool given = function.role == ir::FunctionRole::given;
    if (given && !take(instance.maps[i], find(known.values.maps, function.name))) return false;
  }
  for (std::size_t i = 0; i < instance.conditions.size(); ++i)
    if (!take(instance.conditions[i], find(known.values.conditions, program.predicates()[i].name))) return false;
  if (instance.scalars.size() != known.scalars.size()) return false;
  instance.scalars = known.scalars;
  return true;
}

}  // namespace

std::optional<KnownEntry> known_entry(const ir::Statement& statement, const Counterexample& found) {
  if (found.kind != Kind::wrong_entry || found.failure.adjoint >= statement.adjoints.size()) return std::nullopt;
  const ir::Program& program = *statement.program;
  const numeric::Instance& instance = found.instance;
  KnownEntry known{instance.sizes, instance.scalars, {}, "", found.failure.at.indices, found.failure.truth};
  known.variable = program[statement.adjoints[found.failure.adjoint].of].name;
  for (std::size_t i = 0; i < instance.tensors.size(); ++i)
    if (!program.tensors()[i].body) known.values.tensors.emplace_back(program.tensors()[i].name, instance.tensors[i]);
  for (std::size_t i = 0; i < instance.maps.size(); ++i)
    if (program.functions()[i].role == ir::FunctionRole::given)
      known.values.maps.emplace_back(program.functions()[i].name, instance.maps[i]);
  for (std::size_t i = 0; i < instance.conditions.size(); ++i)
    known.values.conditions.emplace_back(program.predicates()[i].name, instance.conditions[i]);
  return known;
}

bool agrees(const ir::Statement& statement, const KnownEntry& known, std::uint64_t& steps) {
  const ir::Program& program = *statement.program;
  auto adjoint = std::find_if(statement.adjoints.begin(), statement.adjoints.end(),
                              [&](const ir::Adjoint& each) { return program[each.of].name == known.variable; });
  if (adjoint == statement.adjoints.end() || known.sizes.size() != program.sizes().size()) return true;
  numeric::Instance instance = numeric::blank_instance(program, known.sizes);
  if (!fill(program, known, instance)) return true;
  numeric::Evaluator evaluator(program, instance, steps);
  const auto value = evaluator.entry(adjoint->declared, known.indices);
  steps -= std::min(steps, evaluator.spent());
  if (value.index() == 1) return false;
  return value.index() == 2 || !clearly_differ(std::get<0>(value), known.truth);
}

}  // namespace germ::refute
