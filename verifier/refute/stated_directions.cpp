#include "refute/stated_directions.hpp"

#include <algorithm>

namespace germ::refute {

namespace {

// Directions of several variables that belong together: their families have one shape, and no variable comes twice.
struct Group {
  std::vector<std::int64_t> family;
  std::vector<const ir::Direction*> members;
};

std::vector<Group> groups_of(const ir::Statement& statement, numeric::Evaluator& evaluator) {
  std::vector<Group> groups;
  for (const ir::Direction& direction : statement.directions) {
    const auto& extents = evaluator.shape(direction.value).extents();
    std::vector<std::int64_t> family(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(direction.family));
    auto belongs = [&](const Group& group) {
      return group.family == family && std::none_of(group.members.begin(), group.members.end(),
                                                    [&](const auto* member) { return member->of == direction.of; });
    };
    auto group = std::find_if(groups.begin(), groups.end(), belongs);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{family, {}});
    group->members.push_back(&direction);
  }
  return groups;
}

// The part of a direction in one variable; false where a value is not a rational.
bool fill(const ir::Direction& direction, const std::vector<std::int64_t>& parameters,
          const numeric::Instance& instance, numeric::Evaluator& evaluator, numeric::Direction& into) {
  for (numeric::Direction::Part& part : into.parts) {
    if (part.tensor != direction.of) continue;
    for (std::size_t place = 0; place < part.entries.size(); ++place) {
      std::vector<std::int64_t> indices = parameters;
      for (std::int64_t index : instance.tensors[part.tensor.value].shape.indices(place)) indices.push_back(index);
      auto value = evaluator.entry(direction.value, indices);
      if (value.index() != 0 || !std::get<0>(value).exact()) return false;
      part.entries[place] = std::get<0>(value).rational();
    }
  }
  return true;
}

}  // namespace

std::vector<numeric::Direction> stated_directions(const ir::Statement& statement, const numeric::Instance& instance,
                                                  const numeric::Direction& zero, Budget& budget, std::size_t most) {
  std::vector<numeric::Direction> out;
  numeric::Evaluator evaluator(*statement.program, instance, budget.grant());
  for (const Group& group : groups_of(statement, evaluator)) {
    const numeric::Shape family(group.family);
    for (std::size_t member = 0; member < family.size() && out.size() < most; ++member) {
      numeric::Direction direction = zero;
      const std::vector<std::int64_t> parameters = family.indices(member);
      if (std::all_of(group.members.begin(), group.members.end(),
                      [&](const auto* each) { return fill(*each, parameters, instance, evaluator, direction); }))
        out.push_back(std::move(direction));
    }
  }
  budget.spend(evaluator.spent());
  return out;
}

}  // namespace germ::refute
