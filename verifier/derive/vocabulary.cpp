#include "derive/vocabulary.hpp"

#include <algorithm>

#include "ir/printer.hpp"

namespace germ::derive {

using namespace ir;

Vocabulary::Vocabulary(Program& program, std::set<std::string> words, std::vector<Constant> constants)
    : program_(program), words_(std::move(words)) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  for (std::size_t i = 0; i < constants.size(); ++i) {
    monomials_.push_back({constants[i].name, constants[i].stands_for});
    for (std::size_t j = constants.size() > 2 ? i + 1 : i; j < constants.size(); ++j)
      if (constants[j].stands_for <= most / constants[i].stands_for)
        monomials_.push_back(
            {constants[i].name + "*" + constants[j].name, constants[i].stands_for * constants[j].stands_for});
  }
  std::sort(monomials_.begin(), monomials_.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
}

void Vocabulary::learn(const std::string& index, Index extent) {
  if (words_.contains(index) && declared_.insert(index).second) indices_.emplace_back(index, extent);
}

std::string Vocabulary::fresh(const std::string& name) {
  std::string candidate = name;
  for (int i = 2; !words_.insert(candidate).second; ++i) candidate = name + "_" + std::to_string(i);
  return candidate;
}

bool Vocabulary::in_scope(const std::string& index) const {
  return std::any_of(scope_.begin(), scope_.end(), [&](const auto& entry) { return entry.second == index; });
}

std::string Vocabulary::bind(const Binder& binder) {
  std::string own = program_.terms().name(binder.variable);
  auto usable = [&](const auto& entry) { return entry.second == binder.extent && !in_scope(entry.first); };
  take_back(binder.extent);
  auto found = std::find_if(indices_.begin(), indices_.end(),
                            [&](const auto& entry) { return entry.first == own && usable(entry); });
  if (found == indices_.end() && words_.contains(own)) found = std::find_if(indices_.begin(), indices_.end(), usable);
  if (found == indices_.end()) {
    indices_.emplace_back(fresh(own), binder.extent);
    found = std::prev(indices_.end());
  }
  return scope_.emplace_back(binder.variable, found->first).second;
}

// Names that another text of the layer has given to this range.
void Vocabulary::take_back(Index extent) {
  std::string text = to_string(program_, extent);
  std::erase_if(foreign_, [&](const auto& entry) {
    if (entry.second != text) return false;
    indices_.emplace_back(entry.first, extent);
    return true;
  });
}

std::vector<std::pair<std::string, std::string>> Vocabulary::made() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [index, extent] : indices_)
    if (!declared_.contains(index)) out.emplace_back(index, to_string(program_, extent));
  return out;
}

void Vocabulary::unbind(std::size_t count) { scope_.resize(scope_.size() - count); }

const std::string& Vocabulary::name(Var variable) const {
  for (auto entry = scope_.rbegin(); entry != scope_.rend(); ++entry)
    if (entry->first == variable) return entry->second;
  return program_.terms().name(variable);  // a size
}

std::string Vocabulary::integer(std::int64_t value, int* parts) const {
  constexpr std::int64_t most_coefficient = 99;
  std::string out;
  int count = 0;
  auto add = [&](std::int64_t coefficient, const std::string& text) {
    std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    out += out.empty() ? (coefficient < 0 ? "-" : "") : (coefficient < 0 ? " - " : " + ");
    out += text.empty() ? std::to_string(size) : (size == 1 ? "" : std::to_string(size) + "*") + text;
    ++count;
  };
  for (const Monomial& monomial : monomials_) {
    std::int64_t half = monomial.value / 2;
    std::int64_t coefficient = (value >= 0 ? value + half : value - half) / monomial.value;
    if (coefficient == 0 || coefficient > most_coefficient || coefficient < -most_coefficient) continue;
    add(coefficient, monomial.text);
    value -= coefficient * monomial.value;
  }
  if (value != 0 || count == 0) add(value, "");
  if (parts) *parts = count;
  return out;
}

}  // namespace germ::derive
