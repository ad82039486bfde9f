#include "unit/syntax/elaborate_texts.hpp"

using namespace germ;
using namespace germ::syntax;
using namespace germ::syntax::testing;

namespace {

std::string claim_names(const std::string& text) {
  std::string out;
  for (const ir::Claim& claim : claims(library_of(text))) {
    out += (out.empty() ? "" : "; ") + claim.name;
    if (claim.expect) out += std::string(" ") + name(*claim.expect);
  }
  return out;
}

std::string member_names(const ir::Claim& claim) {
  std::string out;
  for (const ir::Member& member : claim.members) out += (out.empty() ? "" : "; ") + member.to_string();
  return out;
}

}  // namespace

TEST_CASE("a backward claims jointly, then for each variable") {
  CHECK(claim_names(dense) == "dense.backward; dense.backward wrt x; dense.backward wrt W; dense.backward wrt b");
}

TEST_CASE("a jvp claims once, however many variables it moves") {
  CHECK(claim_names(R"(
layer f[N]
  input x[n < N], z[n]
  output y = x * z
  jvp tx, tz
    ty = tx * z + x * tz
  jvp wrong tx expect refuted
    ty = tx
)") == "f.jvp; f.wrong refuted");
}

TEST_CASE("what has no tangent, or is not asked for, stays") {
  std::string text = R"(
layer f[N]
  input x[n < N], z[n]
  output y = x * z
  jvp tx, tz
    ty = tx * z + x * tz
theorem in_z: jvp f wrt z
theorem in_part_of_z: jvp f wrt z[n | n != 0]
)";
  ir::Statement s = statement_of(text, "in_z");
  CHECK(s.kind == ir::StatementKind::jvp);
  REQUIRE(s.tangents.size() == 1);
  CHECK((*s.program)[s.tangents[0].of].name == "z");
  CHECK((*s.program)[s.tangents[0].tangent].name == "tz");
  CHECK_FALSE((*s.program)[s.tangents[0].tangent].body);
  for (const ir::Tensor& tensor : s.program->tensors())
    if (tensor.name == "tx") CHECK(*tensor.body == s.program->terms().constant(0));
  CHECK((*s.program)[s.output_tangents.at(0).of].name == "y");
  ir::Statement part = statement_of(text, "in_part_of_z");
  CHECK(to_string(*part.program, part.tangents.at(0).slice) == "n != 0");
}

TEST_CASE("a backward that gives one variable claims once") { CHECK(claim_names(relu) == "relu.backward"); }

TEST_CASE("an expected verdict belongs to the joint claim, and no claim of one variable is made") {
  CHECK(claim_names(R"(
layer f[N]
  input x[n < N], z[n]
  output y = x * z
  backward wrong dy expect refuted
    dx = z * dy
    dz = dy
)") == "f.wrong refuted");
}

TEST_CASE("the members of a family are all values of its constants that meet the requirements between them") {
  Library library = library_of(R"(
layer f[H]
  const S in 1..3, D in 1..2
  require S >= D
  input x[h < H]
  output y[h] = S * x[h] + D
  backward dy
    dx[h] = S * dy[h]
)");
  auto all = claims(library);
  REQUIRE(all.size() == 1);
  CHECK(member_names(all[0]) == "S=1, D=1; S=2, D=1; S=2, D=2; S=3, D=1; S=3, D=2");
  auto last = elaborate(library, all[0], all[0].members.back());
  REQUIRE(last);
  CHECK(tensor(*last, "y") == "y[h < H] = 3 * x[h] + 2");
  CHECK(facts(*last) == "1 <= H");
}

TEST_CASE("a claim without constants has one empty member") {
  auto all = claims(library_of(relu));
  REQUIRE(all[0].members.size() == 1);
  CHECK(all[0].members[0].constants.empty());
}

TEST_CASE("a family that is too large or empty has no member, and is reported") {
  std::string wide =
      "layer f[N]\n  const A in 1..9, B in 1..9\n  input x[n < N]\n  output y = x\n  backward dy\n    dx = dy\n";
  CHECK(claims(library_of(wide))[0].members.empty());
  CHECK(faults(wide) == "G315 2:9");
  CHECK(faults("layer f[N]\n  const A in 3..1\n  input x[n < N]\n  output y = x\n  backward dy\n    dx = dy\n") ==
        "G314 2:9");
  CHECK(faults("layer f[N]\n  const A in 1..2\n  require A > 5\n  input x[n < N]\n  output y = x\n  backward dy\n    "
               "dx = dy\n") == "G314 1:7");
}

TEST_CASE("a theorem on a layer takes its condition in place of the domain, and slices the variable") {
  ir::Statement s = statement_of(relu + R"(
layer embed[N, V, D]
  given t[n < N] in V
  param E[v < V, d < D]
  output y[n, d] = E[t[n], d]
  domain all(v, d) E[v, d] > 0
  backward dy
    dE[v, d] = sum(n < N | t[n] is v) dy[n, d]
theorem rows: vjp embed wrt E[v, d | not v is 0] on E[0, 0] > 5
)",
                                 "rows");
  CHECK(domain(s) == "E[0, 0] > 5");
  REQUIRE(s.adjoints.size() == 1);
  CHECK(to_string(*s.program, s.adjoints[0].slice) == "v != 0");
  // The slice speaks of the formals of the declared adjoint.
  CHECK(ir::occurs((*s.program)[s.adjoints[0].declared].axes[0].variable, s.adjoints[0].slice->free));
}

TEST_CASE("two sides of an equality become tensors of one shape") {
  ir::Statement s = statement_of(relu + R"(
theorem t[N]: input x[n < N]
  equal max(x, 0 * x), relu(x) on all(n) x[n] > 1
)",
                                 "t");
  CHECK(s.kind == ir::StatementKind::equal);
  CHECK(tensor(s, "right") == "right[n < N] = x[n] if x[n] > 0 else 0");
  CHECK((*s.program)[s.left].name == "left");
  CHECK(domain(s) == "all(n < N) (x[n] > 1)");
}

TEST_CASE("an implication has its premise as domain") {
  ir::Statement s = statement_of("theorem t[N]: input x[n < N]\n  implies all(n) x[n] > 1, all(n) x[n] > 0\n", "t");
  CHECK(domain(s) == "all(n < N) (x[n] > 1)");
  CHECK(to_string(*s.program, s.conclusion) == "all(n < N) (x[n] > 0)");
}

TEST_CASE("both argmaxes of an equality look at the base point") {
  ir::Statement s = statement_of(pool + R"(
theorem t[N, H]: input y[n < N, p < 2*H]
  let g[n, i < H] = y[n, argmax(r in cell(i)) y[n, r]]
  equal g, max_pool(y)
)",
                                 "t");
  CHECK(tensor(s, "g") == "g[n < N, i < H] = y[n, argmax0_0[n, i]]");
  CHECK(s.program->reductions().size() == 1);
}

TEST_CASE("elaborating twice gives the same text") {
  auto print = [](const ir::Statement& s) {
    std::string out = domain(s);
    for (std::uint32_t i = 0; i < s.program->tensors().size(); ++i)
      out += to_string(*s.program, ir::TensorId{i}) + "\n";
    return out;
  };
  CHECK(print(statement_of(pool, "max_pool.backward")) == print(statement_of(pool, "max_pool.backward")));
}
