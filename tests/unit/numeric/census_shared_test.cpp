// The figures of a real network on real photos. The large data lie beside the checkout; where they do not, the two
// photos of examples/data stand for them.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "tensors/npy.hpp"
#include "unit/numeric/census_text.hpp"

using namespace census_test;
using numeric::CensusCounts;

namespace {

const std::filesystem::path source = GERM_SOURCE_DIR;
const std::filesystem::path shared = source / ".." / "shared" / "data";

tensors::Array read(const std::filesystem::path& path, const std::string& slice = "") {
  auto sliced = tensors::parse_sliced_path(path.string() + slice);
  REQUIRE(sliced);
  auto array = tensors::read_npy(*sliced);
  if (!array) FAIL(render(array.diagnostics().front()));
  return *array;
}

struct Census {
  std::vector<std::string> claims;  // as the regions
  std::vector<numeric::ExampleCensus> examples;
};

Census stem_census(const std::filesystem::path& weights, tensors::Array images) {
  std::ifstream stream(source / "examples" / "stem.germ");
  std::stringstream text;
  text << stream.rdbuf();
  numeric::NamedArrays arrays{{"x", std::move(images)},
                              {"w", read(weights / "conv1_weight.npy")},
                              {"bias", read(weights / "conv1_bias.npy")},
                              {"scale", read(weights / "scale1_weight.npy")},
                              {"shift", read(weights / "scale1_bias.npy")}};
  syntax::Library library;
  for (const Diagnostic& fault : library.add("stem.germ", text.str())) FAIL(render(fault));
  auto about = syntax::claims_about(library, "dlib_stem");
  auto layer = syntax::elaborate_layer(library, "dlib_stem", {}, about);
  if (!layer) FAIL(render(layer.diagnostics().front()));
  numeric::CensusOptions options;
  options.jobs = 2;
  auto result = numeric::take_census(*layer, arrays, options);
  if (!result) FAIL(render(result.diagnostics().front()));
  Census out{{}, *result};
  for (const ir::Claim& claim : about) out.claims.push_back(claim.name);
  return out;
}

// On which images the claim's region holds, as their numbers in a row.
std::string images_of(const Census& census, const std::string& claim) {
  auto place = std::find(census.claims.begin(), census.claims.end(), claim);
  REQUIRE(place != census.claims.end());
  std::string out;
  for (std::size_t i = 0; i < census.examples.size(); ++i) {
    CHECK(census.examples[i].alone);
    if (census.examples[i].regions[static_cast<std::size_t>(place - census.claims.begin())].holds())
      out += std::to_string(i);
  }
  return out;
}

// `smooth`: the images without a tie; `twin`: those without a tie of different patches. No image has a zero.
void check_statements(const Census& census, const std::string& smooth, const std::string& twin,
                      const std::string& all) {
  for (const char* claim : {"dlib_stem.backward", "s05_image", "b1z_image"})
    CHECK_MESSAGE(images_of(census, claim) == smooth, claim);
  for (const char* claim : {"s12_weight", "s12_parameters"}) CHECK_MESSAGE(images_of(census, claim) == twin, claim);
  for (const char* claim : {"b4_bias", "b4_shift", "b4_scale", "b4_affine"})
    CHECK_MESSAGE(images_of(census, claim) == all, claim);
}

CensusCounts total(const std::vector<numeric::ExampleCensus>& examples) {
  CensusCounts sum;
  for (const auto& example : examples) sum += example.counts.at(0);
  return sum;
}

bool have_shared() {
  if (std::filesystem::exists(shared / "images" / "images_150.npy")) return true;
  std::cout << "skipped: no " << shared << "\n";
  return false;
}

// Dead windows and exact zeros by image, as an independent count in float64 gives them (their margins are wide enough
// for it).
struct Known {
  std::int64_t windows, dead, zero;
};
std::vector<Known> known_counts(const std::string& set) {
  std::ifstream stream(shared / "expected" / "windows_known.csv");
  std::vector<Known> out;
  std::string line;
  while (std::getline(stream, line)) {
    std::vector<std::string> cells;
    std::stringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
    if (cells.size() > 11 && cells[0] == "dlib" && cells[1] == set && cells[3] == "float64")
      out.push_back({std::stoll(cells[4]), std::stoll(cells[5]), std::stoll(cells[11])});
  }
  return out;
}

void compare(const std::string& set, std::int64_t windows, std::int64_t dead, std::int64_t identical,
             std::int64_t different, const std::string& smooth) {
  Census census = stem_census(shared / "stem_dlib", read(shared / "images" / (set + ".npy"), "[0:10]"));
  // Every image with a tie has one of different patches.
  check_statements(census, smooth, smooth, "0123456789");
  const auto& examples = census.examples;
  CensusCounts sum = total(examples);
  CHECK(sum.windows == windows);
  CHECK(sum.dead == dead);
  CHECK(sum.tie_identical == identical);
  CHECK(sum.tie_different == different);
  CHECK(sum.undecided == 0);
  CHECK(sum.dead + sum.single + sum.tie_identical + sum.tie_different == sum.windows);
  auto known = known_counts(set);
  REQUIRE(known.size() >= examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const CensusCounts& counts = examples[i].counts[0];
    CHECK(counts.windows == known[i].windows);
    CHECK(counts.dead == known[i].dead);
    CHECK(counts.zero == known[i].zero);
    CHECK(examples[i].clauses.at(0).failing == counts.zero);
    CHECK(examples[i].clauses.at(1).failing == counts.tie_identical + counts.tie_different);
  }
}

}  // namespace

TEST_CASE("ten photos at 150x150 have 1240 ties between identical patches and 12 between different ones") {
  if (have_shared()) compare("images_150", 392000, 65628, 1240, 12, "01235678");
}

TEST_CASE("ten photos at 224x224 have 5543 ties between identical patches and 10 between different ones") {
  if (have_shared()) compare("images_224", 933120, 160963, 5543, 10, "1235678");
}

TEST_CASE("the two photos of the example carry all the ties of the ten") {
  auto folder = source / "examples" / "data" / "dlib_stem";
  Census census = stem_census(folder, read(folder / "photos.npy"));
  check_statements(census, "", "", "01");
  CensusCounts sum = total(census.examples);
  CHECK(sum.windows == 2 * 39200);
  CHECK(sum.dead == 7708 + 6878);
  CHECK(sum.tie_identical == 1240);
  CHECK(sum.tie_different == 12);
}
