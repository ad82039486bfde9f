// The compiled rows against the interpreter that walks the terms, on every layer of the library with small random
// tensors.

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.hpp"
#include "numeric/census_fault.hpp"
#include "numeric/census_plan.hpp"
#include "numeric/evaluator.hpp"
#include "syntax/tree.hpp"
#include "unit/numeric/census_text.hpp"

using namespace census_test;
namespace fixed = germ::numeric::fixed;

namespace {

struct Sources {
  syntax::Library library;
  std::vector<std::string> layers;

  void add(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    for (const Diagnostic& fault : library.add(path.string(), text.str())) FAIL(render(fault));
  }
  void collect() {
    for (const auto& module : library.modules())
      for (const syntax::Declaration& declaration : module->declarations)
        if (const auto* layer = std::get_if<syntax::LayerDecl>(&declaration)) layers.push_back(layer->name.text);
  }
};

// Random entries for all that is free, at random sizes that satisfy the facts; nullopt if none were found.
std::optional<numeric::Instance> random_instance(ir::Layer& layer, Dice& dice) {
  const ir::Program& program = *layer.program;
  for (int attempt = 0; attempt < 60; ++attempt) {
    std::vector<std::int64_t> free = dice.rolls(numeric::free_size_count(program), 1, 6);
    auto sizes = numeric::complete_sizes(program, free);
    if (!sizes) continue;
    numeric::Instance instance = numeric::blank_instance(program, *sizes);
    for (Rational& scalar : instance.scalars) scalar = Rational(dice.roll(1, 5), 2);
    for (auto& tensor : instance.tensors)
      for (Rational& entry : tensor.entries) entry = Rational(dice.roll(-6, 6), 2);
    for (std::uint32_t i = 0; i < program.functions().size(); ++i) {
      const ir::Function& function = program.functions()[i];
      if (function.role != ir::FunctionRole::given) continue;
      std::int64_t low = numeric::evaluate(program, instance.sizes, function.low);
      std::int64_t high = numeric::evaluate(program, instance.sizes, function.high);
      for (std::int64_t& entry : instance.maps[i].entries) entry = dice.roll(low, high - 1);
    }
    for (auto& condition : instance.conditions)
      for (std::uint8_t& entry : condition.entries) entry = static_cast<std::uint8_t>(dice.roll(0, 1));
    return instance;
  }
  return std::nullopt;
}

std::vector<std::int64_t> stored_shape(ir::Layer& layer, const numeric::Instance& instance,
                                       const numeric::Declared& declared) {
  std::vector<std::int64_t> out;
  for (ir::Index extent : declared.stored_extents)
    out.push_back(numeric::evaluate(*layer.program, instance.sizes, extent));
  return out;
}

numeric::NamedArrays arrays_of(ir::Layer& layer, const numeric::Instance& instance) {
  const ir::Program& program = *layer.program;
  numeric::NamedArrays arrays;
  std::map<std::string, std::vector<double>> entries;
  for (ir::TensorId id : layer.inputs)
    for (const Rational& entry : instance.tensors[id.value].entries)
      entries[program[id].name].push_back(entry.to_double());
  for (std::uint32_t i = 0; i < program.functions().size(); ++i)
    for (std::int64_t entry : instance.maps[i].entries)
      entries[program.functions()[i].name].push_back(static_cast<double>(entry));
  for (std::uint32_t i = 0; i < program.predicates().size(); ++i)
    for (std::uint8_t entry : instance.conditions[i].entries) entries[program.predicates()[i].name].push_back(entry);
  for (const numeric::Declared& declared : numeric::declared_arrays(layer))
    arrays.emplace(declared.name, tensors::floats(stored_shape(layer, instance, declared), entries[declared.name]));
  return arrays;
}

Rational entry_of(const fixed::TensorValues& values, std::size_t place) {
  switch (values.shape.width) {
    case fixed::Width::narrow:
      return Rational(values.narrow[place]) * values.shape.grid.scale;
    case fixed::Width::wide:
      return fixed::to_rational(values.wide[place]) * values.shape.grid.scale;
    case fixed::Width::exact:
      return values.exact[place];
  }
  return 0;
}

struct Tally {
  int entries = 0;
  int clauses = 0;
};

// Every defined tensor of the layer, entry by entry, and every clause.
void compare(ir::Layer& layer, const numeric::Instance& instance, Tally& tally) {
  ir::Program& program = *layer.program;
  std::map<ir::Var, std::int64_t> sizes;
  for (std::size_t i = 0; i < program.sizes().size(); ++i) sizes[program.sizes()[i].variable] = instance.sizes[i];
  std::map<std::uint32_t, Rational> scalars;
  for (std::uint32_t i = 0; i < program.scalars().size(); ++i)
    if (!program.scalars()[i].constant) scalars[i] = instance.scalars[i];
  // A clause that mentions every defined tensor makes the plan compute them all, and whole.
  std::size_t clauses = layer.clauses.size();
  for (std::uint32_t i = 0; i < program.tensors().size(); ++i) {
    const ir::Tensor& tensor = program.tensors()[i];
    if (!tensor.body) continue;
    std::vector<ir::Index> origin(tensor.axes.size(), program.terms().integer(0));
    layer.clauses.push_back({"", program.terms().positive(program.terms().read(ir::TensorId{i}, origin)), {}});
  }
  numeric::NamedArrays arrays = arrays_of(layer, instance);
  fixed::Plan plan(layer, arrays, sizes, scalars);
  REQUIRE(plan.violated().empty());
  plan.compute_shared();
  numeric::Evaluator evaluator(program, instance, 50'000'000);
  for (const auto& code : plan.order()) {
    if (!code->body) continue;
    const fixed::TensorValues* values = plan.tables().tensors[code->id.value];
    REQUIRE(values != nullptr);
    numeric::Shape shape(values->shape.extents);
    for (std::size_t place = 0; place < shape.size(); ++place) {
      auto expected = evaluator.entry(code->id, shape.indices(place));
      REQUIRE(std::holds_alternative<numeric::Ball>(expected));
      REQUIRE(std::get<numeric::Ball>(expected).exact());
      INFO(layer.name << "." << program[code->id].name << " at " << place);
      CHECK(entry_of(*values, place) == std::get<numeric::Ball>(expected).rational());
      ++tally.entries;
    }
  }
  layer.clauses.resize(clauses);
  numeric::CensusOptions options;
  for (const auto& [id, value] : scalars) options.reals[program.scalars()[id].name] = value;
  for (std::size_t i = 0; i < program.sizes().size(); ++i) options.sizes[program.sizes()[i].name] = instance.sizes[i];
  auto examples = numeric::take_census(layer, arrays, options);
  if (!examples) FAIL(render(examples.diagnostics().front()));
  for (std::size_t i = 0; i < clauses; ++i) {
    auto expected = evaluator.holds(layer.clauses[i].formula);
    REQUIRE(std::holds_alternative<bool>(expected));
    bool all = true;
    for (const auto& example : *examples) all = all && example.clauses[i].holds;
    INFO(layer.name << ": " << layer.clauses[i].text);
    CHECK(all == std::get<bool>(expected));
    ++tally.clauses;
  }
}

}  // namespace

TEST_CASE("compiled rows and the interpreter give every tensor of the library the same entries") {
  Sources sources;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(GERM_SOURCE_DIR) / "layers"))
    if (file.path().extension() == ".germ") sources.add(file.path());
  sources.collect();
  REQUIRE(sources.layers.size() > 5);
  Dice dice(2026);
  Tally tally;
  auto all_claims = syntax::claims(sources.library);
  for (const std::string& name : sources.layers) {
    auto claim =
        std::find_if(all_claims.begin(), all_claims.end(), [&](const ir::Claim& c) { return c.subject == name; });
    std::vector<ir::Member> members = claim == all_claims.end() ? std::vector<ir::Member>(1) : claim->members;
    for (const ir::Member& member : members) {
      for (int round = 0; round < 8; ++round) {
        auto layer = syntax::elaborate_layer(sources.library, name, member);
        if (!layer) FAIL(render(layer.diagnostics().front()));
        auto instance = random_instance(*layer, dice);
        if (!instance) continue;
        try {
          compare(*layer, *instance, tally);
        } catch (const numeric::CensusFault&) {  // an irrational layer
        } catch (const fixed::NotRational&) {
        } catch (const numeric::Undefined&) {
        } catch (const numeric::Undecided&) {
        }
      }
    }
  }
  MESSAGE(tally.entries << " entries and " << tally.clauses << " clauses compared");
  CHECK(tally.entries > 1000);
  CHECK(tally.clauses > 10);
}
