#include "unit/syntax/elaborate_texts.hpp"

using namespace germ;
using namespace germ::syntax;
using namespace germ::syntax::testing;

TEST_CASE("a layer for numbers has its clauses apart, with their text") {
  Library library = library_of(R"(
layer f[N]
  real a > 0
  given w[n < N] >= 0
  input x[n < N]
  output y = a * x * w
  aux t = x + 1
  domain all(n) x[n] != 0 and a > 1
  domain a < 5
)");
  auto layer = elaborate_layer(library, "f", {});
  REQUIRE(layer);
  ir::Program& p = *layer->program;
  REQUIRE(layer->clauses.size() == 4);
  CHECK(layer->clauses[0].text == "w[n < N] >= 0");
  CHECK(layer->clauses[1].text == "all(n) x[n] != 0");
  CHECK(to_string(p, layer->clauses[2].formula) == "a > 1");
  CHECK(layer->clauses[3].text == "a < 5");
  CHECK(layer->inputs.size() == 2);
  CHECK(layer->outputs.size() == 1);
}

TEST_CASE("a census has windows, cells, patches and the tensor whose zeros count") {
  Library library = library_of(pool + R"(
layer stem[N, H]
  input x[n < N, q < 4*H]
  let z[n, p < 2*H] = x[n, 2*p]
  output u = max_pool(z)
  census ties = window (n < N, i < H), cells (p in cell(i)) z[n, p], patch (a < 3) (x[n, 2*p + a] or 0), zero z
)");
  auto layer = elaborate_layer(library, "stem", {});
  if (!layer) FAIL(render(layer.diagnostics()[0]));
  ir::Program& p = *layer->program;
  REQUIRE(layer->censuses.size() == 1);
  const ir::Census& census = layer->censuses[0];
  CHECK(census.name == "ties");
  CHECK(census.windows.size() == 2);
  REQUIRE(census.cells.size() == 1);
  CHECK(to_string(p, census.cells[0].extent) == "2*H");
  CHECK(to_string(p, census.guard) == "p <= 2*i + 1 and 2*i <= p + 1");
  CHECK(to_string(p, census.value) == "z[n, p]");
  REQUIRE(census.patch);
  CHECK(to_string(p, *census.patch) == "x[n, 2*p + a] if 0 <= 2*p + a and 2*p + a + 1 <= 4*H else 0");
  REQUIRE(census.zero);
  CHECK(p[*census.zero].name == "z");
}

TEST_CASE("a layer without a backward is checked too") {
  CHECK(faults("layer f[N]\n  input x[n < N]\n  output y[n] = z[n]\n") == "G201 3:17");
}

TEST_CASE("an unknown layer is refused with the nearest name") {
  Library library = library_of(dense);
  auto layer = elaborate_layer(library, "dence", {});
  REQUIRE_FALSE(layer);
  CHECK(layer.diagnostics()[0].id == "G415");
  CHECK(layer.diagnostics()[0].notes[0].message == "did you mean `dense`?");
}

TEST_CASE("a layer has the regions of the claims about it, theorems of the file included") {
  Library library = library_of(R"(
layer f[N]
  input x[n < N], a[n < N]
  output y[n] = x[n] * a[n]
  domain all(n) x[n] > 1
  domain wrt a true
  backward dy
    dx[n] = dy[n] * a[n]
    da[n] = dy[n] * x[n]
layer g[N]
  input x[n < N]
  output y[n] = x[n]
theorem wide: vjp f wrt x on all(n) x[n] > 0 and all(n) a[n] > 0
theorem own: vjp f wrt x
theorem other[N]
  input x[n < N]
  equal x, x
)");
  auto about = claims_about(library, "f");
  std::vector<std::string> names;
  for (const ir::Claim& claim : about) names.push_back(claim.name);
  CHECK(names == std::vector<std::string>{"f.backward", "f.backward wrt x", "f.backward wrt a", "wide", "own"});
  CHECK(claims_about(library, "g").empty());
  auto layer = elaborate_layer(library, "f", {}, about);
  if (!layer) FAIL(render(layer.diagnostics()[0]));
  REQUIRE(layer->regions.size() == about.size());
  auto texts = [&](std::size_t region) {
    std::vector<std::string> out;
    for (const ir::Clause& clause : layer->regions[region].clauses) out.push_back(clause.text);
    return out;
  };
  CHECK(layer->regions[3].claim == "wide");
  CHECK(texts(0) == std::vector<std::string>{"all(n) x[n] > 1"});
  CHECK(texts(2) == std::vector<std::string>{"true"});
  CHECK(texts(3) == std::vector<std::string>{"all(n) x[n] > 0", "all(n) a[n] > 0"});
  CHECK(texts(4) == std::vector<std::string>{"all(n) x[n] > 1"});
}
