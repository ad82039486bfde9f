#pragma once
// A layer from text, and its census, for tests.

#include <doctest/doctest.h>

#include <optional>

#include "numeric/census.hpp"
#include "syntax/library.hpp"

namespace census_test {

using namespace germ;

// A library outlives the layers that quote its text.
struct Text {
  syntax::Library library;
  std::optional<ir::Layer> layer;

  Text(const std::string& text, const std::string& name, ir::Member member = {}) {
    Diagnostics faults = library.add("test.germ", text);
    for (const Diagnostic& fault : faults) FAIL(render(fault));
    auto result = syntax::elaborate_layer(library, name, member);
    if (!result) FAIL(render(result.diagnostics().front()));
    layer.emplace(std::move(*result));
  }
};

inline std::vector<numeric::ExampleCensus> census(const std::string& text, const std::string& name,
                                                  const numeric::NamedArrays& arrays,
                                                  numeric::CensusOptions options = {}, ir::Member member = {}) {
  Text source(text, name, std::move(member));
  auto result = numeric::take_census(*source.layer, arrays, options);
  if (!result) FAIL(render(result.diagnostics().front()));
  return *result;
}

// The id of the first diagnostic; its message in `message`.
inline std::string fault(const std::string& text, const std::string& name, const numeric::NamedArrays& arrays,
                         std::string* message = nullptr, const numeric::CensusOptions& options = {}) {
  Text source(text, name);
  auto result = numeric::take_census(*source.layer, arrays, options);
  if (result) return "none";
  if (message) *message = render(result.diagnostics().front());
  return result.diagnostics().front().id;
}

// A small deterministic stream of numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::int64_t roll(std::int64_t low, std::int64_t high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + static_cast<std::int64_t>((state_ >> 33) % static_cast<std::uint64_t>(high - low + 1));
  }
  std::vector<std::int64_t> rolls(std::size_t count, std::int64_t low, std::int64_t high) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(roll(low, high));
    return out;
  }

 private:
  std::uint64_t state_;
};

}  // namespace census_test
