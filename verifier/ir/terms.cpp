#include "ir/terms.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "ir/storage.hpp"

namespace germ::ir {

const Index* Substitution::find(Var variable) const {
  for (const auto& [known, value] : pairs_)
    if (known == variable) return &value;
  return nullptr;
}

bool Substitution::touches(const std::vector<Var>& free) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) { return occurs(pair.first, free); });
}

bool occurs(Var variable, const std::vector<Var>& free) {
  return std::binary_search(free.begin(), free.end(), variable);
}

void merge_free(std::vector<Var>& into, const std::vector<Var>& from) {
  if (from.empty()) return;
  std::vector<Var> merged;
  merged.reserve(into.size() + from.size());
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(merged));
  into = std::move(merged);
}

void remove_bound(std::vector<Var>& free, const std::vector<Binder>& binders) {
  std::erase_if(free, [&](Var variable) {
    return std::any_of(binders.begin(), binders.end(), [&](const Binder& b) { return b.variable == variable; });
  });
}

Terms::Terms() : storage_(std::make_unique<Storage>()) {
  FormulaNode node{};
  node.kind = FormulaKind::truth;
  true_ = make_formula(node);
  node.kind = FormulaKind::falsity;
  false_ = make_formula(node);
}

Terms::~Terms() = default;

Var Terms::fresh(std::string_view name) {
  storage_->names.emplace_back(name);
  return Var{static_cast<std::uint32_t>(storage_->names.size() - 1)};
}

const std::string& Terms::name(Var variable) const { return storage_->names[variable.value]; }

Var Terms::canonical(std::size_t k) {
  while (storage_->canonical.size() <= k)
    storage_->canonical.push_back(fresh("_" + std::to_string(storage_->canonical.size())));
  return storage_->canonical[k];
}

}  // namespace germ::ir
