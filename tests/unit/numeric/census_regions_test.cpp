// Where the regions of a layer's claims hold, on layers small enough to decide by hand.

#include "unit/numeric/census_text.hpp"

using namespace census_test;
using numeric::ExampleCensus;
using tensors::floats;
using tensors::integers;

namespace {

std::vector<ExampleCensus> regions(const std::string& text, const std::string& name,
                                   const numeric::NamedArrays& arrays) {
  syntax::Library library;
  for (const Diagnostic& fault : library.add("test.germ", text)) FAIL(render(fault));
  auto layer = syntax::elaborate_layer(library, name, {}, syntax::claims_about(library, name));
  if (!layer) FAIL(render(layer.diagnostics().front()));
  auto result = numeric::take_census(*layer, arrays, {});
  if (!result) FAIL(render(result.diagnostics().front()));
  return *result;
}

const std::string square = R"(
layer square[N, H]
  input  x[n < N, p < H]
  output y[n, p] = x[n, p]^2
  domain all(n, p) x[n, p] != 0
  backward dy
    dx[n, p] = 2 * dy[n, p] * x[n, p]
)";

}  // namespace

TEST_CASE("the region of a backward is the domain, that of a theorem what stands after `on`") {
  auto examples = regions(square + "theorem small: vjp square on all(n, p) x[n, p] < 10\n", "square",
                          {{"x", integers({2, 3}, {1, 0, 3, 11, 5, 12})}});
  REQUIRE(examples.size() == 2);
  REQUIRE(examples[0].regions.size() == 2);
  CHECK_FALSE(examples[0].regions[0].holds());
  CHECK(examples[0].regions[1].holds());
  CHECK(examples[1].regions[0].holds());
  CHECK_FALSE(examples[1].regions[1].holds());
}

TEST_CASE("the failing instances are counted, and the first one is named") {
  auto examples = regions(square + "theorem small: vjp square on all(n, p) x[n, p] < 10\n", "square",
                          {{"x", integers({2, 4}, {1, 2, 3, 4, 5, 12, 6, 13})}});
  const auto& clause = examples[1].regions[1].clauses.at(0);
  CHECK(clause.failing == 2);
  CHECK(clause.first == std::vector<std::int64_t>{1, 1});
  CHECK(examples[0].regions[1].clauses.at(0).first.empty());
}

TEST_CASE("the first failing instance is the first by the order in which the indices are written") {
  // Entries (p, a) = (1, 1) and (2, 0) fail; p is the longer index, and is run in rows.
  auto examples = regions(
      "layer total[N, H]\n  input x[n < N, p < H, a < 2]\n  output y[n] = sum(p, a) x[n, p, a]\n"
      "  domain all(n, a, p) x[n, p, a] > 0\n"
      "  backward dy\n    dx[n, p, a] = dy[n]\n"
      "theorem other: vjp total on all(n, p, a) x[n, p, a] > 0\n",
      "total", {{"x", integers({1, 3, 2}, {1, 1, 1, 0, 0, 1})}});
  const auto& regions_of = examples.at(0).regions;
  CHECK(regions_of[0].clauses.at(0).first == std::vector<std::int64_t>{0, 0, 2});  // (n, a, p)
  CHECK(regions_of[1].clauses.at(0).first == std::vector<std::int64_t>{0, 1, 1});  // (n, p, a)
}

TEST_CASE("cells tied with equal patches are told from others") {
  // Pairs of neighbours; a cell reads its own mark. The first pair is tied with equal marks, the second with others.
  auto text = [](const std::string& marks) {
    return "layer pairs[N, H]\n  input z[n < N, p < 2*H]\n  given mark[n < N, p < 2*H]\n"
           "  output u[n, i < H] = max(a < 2) z[n, 2*i + a]\n"
           "  backward du\n    dz[n, p] = du[n, p / 2] if z[n, p] == u[n, p / 2] else 0\n"
           "theorem twins: vjp pairs on all(n, i) (all(a < 2, b < 2) (z[n, 2*i + a] < u[n, i]\n"
           "    or z[n, 2*i + b] < u[n, i] or " +
           marks + "))\n";
  };
  numeric::NamedArrays arrays{{"z", integers({2, 4}, {5, 5, 1, 2, 3, 4, 7, 7})},
                              {"mark", integers({2, 4}, {9, 9, 1, 2, 3, 4, 8, 6})}};
  auto examples = regions(text("mark[n, 2*i + a] == mark[n, 2*i + b]"), "pairs", arrays);
  CHECK(examples[0].regions[1].holds());
  CHECK_FALSE(examples[1].regions[1].holds());
  CHECK(examples[1].regions[1].clauses.at(0).first == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("a region that cannot be decided leaves the others their answers") {
  auto examples = regions(square +
                              "theorem wave: vjp square on all(n, p) exp(x[n, p]) > 2\n"
                              "theorem root: vjp square on all(n, p) (x[n, p] > 0 and x[n, p]^(1/2) > 1)\n"
                              "theorem small: vjp square on all(n, p) x[n, p] < 10\n",
                          "square", {{"x", integers({1, 2}, {2, 4})}});
  const auto& regions_of = examples.at(0).regions;
  REQUIRE(regions_of.size() == 4);
  CHECK(regions_of[0].holds());
  CHECK_FALSE(regions_of[1].decided());
  CHECK_FALSE(regions_of[1].holds());
  CHECK_FALSE(regions_of[2].decided());  // the root of 2 is irrational
  CHECK(regions_of[3].holds());
}

TEST_CASE("an example stands alone where nothing reads another one or the size of the batch") {
  numeric::NamedArrays arrays{{"x", integers({2, 2}, {1, 2, 3, 4})}};
  auto alone = [&](const std::string& lines) {
    auto examples = regions("layer f[N, H]\n  input x[n < N, p < H]\n" + lines, "f", arrays);
    CHECK(examples[0].alone == examples[1].alone);
    return examples[0].alone;
  };
  CHECK(alone("  output y[n, p] = x[n, p]^2\n  domain all(n, p) x[n, p] > 0\n"));
  CHECK(alone("  let h[n] = max(p) x[n, p]\n  output y[n] = h[n]\n  domain all(n) h[n] > 0\n"));
  CHECK(alone("  output y[n, p] = x[n, p]^2\n  domain all(n, p) x[n, p] > H\n"));
  CHECK_FALSE(alone("  let h[p] = sum(n) x[n, p]\n  output y[n, p] = x[n, p]\n  domain all(n, p) x[n, p] > h[p]\n"));
  CHECK_FALSE(alone("  output y[n, p] = x[n, p]\n  domain all(p) x[0, p] > 0\n"));
  CHECK_FALSE(alone("  output y[n, p] = x[n, p]\n  domain all(n, p) x[n, p] > N\n"));
  CHECK_FALSE(alone("  let h[n, p] = x[n, p] / N\n  output y[n, p] = h[n, p]\n  domain all(n, p) h[n, p] > 1\n"));
  CHECK_FALSE(alone("  require N >= 2\n  output y[n, p] = x[n, p]\n  domain all(n, p) x[n, p] > 0\n"));
}
