// The rules for forward mode, and ways to get a theorem for something false out of them. The kernel must refuse each by
// itself, without the gate. What no text can say is built by hand.

#include <doctest/doctest.h>

#include "base/check.hpp"
#include "support/texts.hpp"

using namespace germ;

namespace {

const char* product = R"(
function f(x, w) = x * w
  backward dy
    dx = dy * w
    dw = dy * x
  jvp tx, tw
    ty = tx * w + x * tw
theorem back: vjp f by pairing
theorem forth: jvp f by pairing
)";

// J is a quarter turn: <t, J t> = 0 for every t.
const char* quarter_turn = R"(
layer f[N]
  input  x[n < N], w[n < N]
  output p[n] = w[n]
  output q[n] = -x[n]
  backward dp, dq
    dx[n] = -dq[n]
    dw[n] = dp[n]
  jvp tx, tw
    tp[n] = tw[n]
    tq[n] = -tx[n]
theorem back: vjp f by pairing
theorem forth: jvp f by pairing
)";

const char* table = R"(
layer f[B, V]
  given  ids[b < B] in V
  input  table[v < V]
  output y[b < B] = table[ids[b]]
  backward dy
    dtable[v] = sum(b < B | ids[b] == v) dy[b]
  jvp ttable
    ty[b] = ttable[ids[b]]
theorem back: vjp f wrt table[v | v != 0] by pairing
theorem forth: jvp f wrt table[v | v != 0] by pairing
theorem whole: vjp f by pairing
)";

// A defined tensor's entry, at its own formals.
ir::Real own(ir::Program& program, ir::TensorId tensor, ir::TensorId at) {
  std::vector<ir::Index> indices;
  for (const ir::Binder& axis : program[at].axes) indices.push_back(program.terms().variable(axis.variable));
  return program.terms().read(tensor, indices);
}

// What the kernel says when it refuses a statement as malformed; "" where it does not.
std::string refusal(ir::Statement& statement) {
  try {
    test::attempt(statement);
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

void add_to_body(ir::Program& program, ir::TensorId tensor, ir::Real more) {
  program.set_body(tensor, program.terms().add({*program[tensor].body, more}));
}

}  // namespace

TEST_CASE("the texts of this file are right: jvp, and pairing both ways") {
  CHECK(test::proved(product, "f.jvp"));
  CHECK(test::proved(product, "back"));
  CHECK(test::proved(product, "forth"));
  CHECK(test::proved(quarter_turn, "f.jvp"));
  CHECK(test::proved(quarter_turn, "back"));
  CHECK(test::proved(quarter_turn, "forth"));
  CHECK(test::proved(table, "back"));
  CHECK(test::proved(table, "forth"));
  CHECK(test::proved(table, "whole"));
}

TEST_CASE("a theorem has the kind of its statement, whatever it came from") {
  ir::Statement back = test::statement(product, "back");
  CHECK(test::attempt(back).theorem->kind() == ir::StatementKind::vjp);
  ir::Statement forth = test::statement(product, "forth");
  CHECK(test::attempt(forth).theorem->kind() == ir::StatementKind::jvp);
}

TEST_CASE("a jvp at a kink is no jvp, not even where the tangent chooses the side") {
  std::string text = "function f(x) = x if x > 0 else 0\n  domain x == 0\n  jvp tx\n    ty = ";
  CHECK_FALSE(test::proved(text + "0\n", "f.jvp"));
  CHECK_FALSE(test::proved(text + "tx if tx > 0 else 0\n", "f.jvp"));
}

TEST_CASE("a jvp that is not linear in the tangent is not proved") {
  std::string text = "function f(x) = x^2\n  jvp tx\n    ty = ";
  CHECK(test::proved(text + "2*x*tx\n", "f.jvp"));
  CHECK_FALSE(test::proved(text + "2*x*tx + tx^2\n", "f.jvp"));
  CHECK_FALSE(test::proved(text + "2*x*abs(tx)\n", "f.jvp"));
  CHECK_FALSE(test::proved(text + "2*x*tx^2/tx\n", "f.jvp"));
  CHECK_FALSE(test::proved(text + "2*x\n", "f.jvp"));
}

TEST_CASE("a fact of the domain does not simplify the forward before it is differentiated") {
  CHECK_FALSE(test::proved("function f(a, b) = a - b\n  domain a == b\n  jvp ta, tb\n    ty = 0\n", "f.jvp"));
}

TEST_CASE("a tangent is read in range") {
  CHECK_FALSE(test::proved(
      "layer f[N]\n  input x[i < N]\n  output y[i] = (x[i + 1] or 0)\n  jvp tx\n    ty[i] = tx[i + 1]\n", "f.jvp"));
}

TEST_CASE("a jvp of stop is a decree, not a derivative") {
  CHECK_FALSE(test::proved("function f(x) = x * stop(x)\n  jvp tx\n    ty = tx * x\n", "f.jvp"));
}

TEST_CASE("a backward and a jvp that are wrong alike do not prove each other") {
  std::string text =
      "function f(x) = x^2\n  backward dy\n    dx = 4*x*dy\n  jvp tx\n    ty = 4*x*tx\n"
      "theorem back: vjp f by pairing\ntheorem forth: jvp f by pairing\n";
  CHECK_FALSE(test::proved(text, "back"));
  CHECK_FALSE(test::proved(text, "forth"));
}

TEST_CASE("a pairing of zeros at a kink does not prove a derivative there") {
  std::string text =
      "function f(x) = x if x > 0 else 0\n  domain x == 0\n  backward dy\n    dx = 0*dy\n  jvp tx\n    ty = 0*tx\n"
      "theorem back: vjp f by pairing\ntheorem forth: jvp f by pairing\n";
  CHECK_FALSE(test::proved(text, "back"));
  CHECK_FALSE(test::proved(text, "forth"));
}

TEST_CASE("a backward that reads the tangents may satisfy the pairing and be wrong") {
  ir::Statement s = test::statement(product, "back");
  ir::Program& p = *s.program;
  ir::Terms& t = p.terms();
  add_to_body(p, s.adjoints[0].declared, t.read(s.tangents[1].tangent, {}));            // dx = dy*w + tw
  add_to_body(p, s.adjoints[1].declared, t.negate(t.read(s.tangents[0].tangent, {})));  // dw = dy*x - tx
  CHECK(refusal(s).find("the backward does not read a tangent") != std::string::npos);
}

TEST_CASE("a backward that reads a tangent through a frozen winner is seen to read it") {
  ir::Statement s = test::statement(table, "whole");
  ir::Program& p = *s.program;
  ir::Terms& t = p.terms();
  ir::TensorId tangent = s.tangents[0].tangent;
  ir::Binder v{t.fresh("v"), p[tangent].axes[0].extent};
  auto window = p.reduce({v}, t.truth(), t.read(tangent, {t.variable(v.variable)}), {}, {});
  ir::Index best = p.winner(window.reduction, window.arguments)[0];
  ir::TensorId declared = s.adjoints[0].declared;
  ir::Formula first = t.equal(best, t.variable(p[declared].axes[0].variable));
  add_to_body(p, declared, t.choose(first, t.constant(0), t.constant(0)));
  CHECK(refusal(s).find("the backward does not read a tangent") != std::string::npos);
}

TEST_CASE("a jvp that reads the cotangents may satisfy the pairing and be wrong") {
  ir::Statement s = test::statement(quarter_turn, "forth");
  ir::Program& p = *s.program;
  ir::TensorId tp = s.output_tangents[0].declared;
  ir::TensorId tq = s.output_tangents[1].declared;
  add_to_body(p, tp, own(p, s.cotangents[1], tp));
  add_to_body(p, tq, p.terms().negate(own(p, s.cotangents[0], tq)));
  CHECK(refusal(s).find("the forward and the jvp do not read a cotangent") != std::string::npos);
}

TEST_CASE("cotangents that are the tangents pair a right jvp with a backward of zeros") {
  ir::Statement s = test::statement(quarter_turn, "back");
  ir::Program& p = *s.program;
  for (std::size_t i = 0; i < 2; ++i) {
    s.cotangents[i] = s.tangents[i].tangent;
    p.set_body(s.adjoints[i].declared, p.terms().constant(0));
  }
  CHECK(refusal(s).find("variables, tangents and cotangents vary by themselves") != std::string::npos);
}

TEST_CASE("two variables do not share a tangent") {
  for (const char* claim : {"f.jvp", "back", "forth"}) {
    ir::Statement s = test::statement(product, claim);
    s.tangents[1].tangent = s.tangents[0].tangent;
    CHECK(refusal(s).find("each variable has a tangent of its own") != std::string::npos);
  }
}

TEST_CASE("a tangent with a body is not free") {
  ir::Statement s = test::statement(product, "f.jvp");
  s.program->set_body(s.tangents[0].tangent, s.program->terms().constant(0));
  CHECK(refusal(s).find("variables and tangents are free") != std::string::npos);
}

TEST_CASE("a domain does not speak of the tangents") {
  ir::Statement s = test::statement(product, "f.jvp");
  ir::Terms& t = s.program->terms();
  s.domain = t.positive(t.read(s.tangents[0].tangent, {}));
  CHECK(refusal(s).find("the forward and its domain do not read a tangent") != std::string::npos);
}

TEST_CASE("each output has its own tangent, and none is left out") {
  ir::Statement swapped = test::statement(quarter_turn, "f.jvp");
  std::swap(swapped.output_tangents[0].declared, swapped.output_tangents[1].declared);
  CHECK(test::attempt(swapped).theorem == nullptr);
  ir::Statement shorter = test::statement(quarter_turn, "f.jvp");
  shorter.output_tangents.pop_back();
  CHECK(refusal(shorter).find("each output has a tangent") != std::string::npos);
  ir::Statement twice = test::statement(quarter_turn, "forth");
  twice.output_tangents[1] = twice.output_tangents[0];
  CHECK(refusal(twice).find("the tangents are those of the outputs") != std::string::npos);
}

TEST_CASE("a right partner does not make a wrong rule right") {
  std::string text =
      "function f(x) = x^2\n  backward dy\n    dx = 2*x*dy\n  backward wrong dy\n    dx = 4*x*dy\n"
      "  jvp tx\n    ty = 2*x*tx\n  jvp off tx\n    ty = 4*x*tx\n"
      "theorem back: vjp f.wrong by pairing\ntheorem forth: jvp f.off by pairing\n";
  CHECK_FALSE(test::proved(text, "back"));
  CHECK_FALSE(test::proved(text, "forth"));
}

TEST_CASE("a partner about fewer variables proves nothing about the others") {
  // Without the tangent of w the pairing asks nothing of dw.
  ir::Statement back = test::statement(product, "back");
  back.tangents.pop_back();
  ir::Terms& t = back.program->terms();
  ir::Real by_w = t.read(back.adjoints[1].of, {});
  back.program->set_body(back.output_tangents[0].declared, t.mul({t.read(back.tangents[0].tangent, {}), by_w}));
  auto attempt = test::attempt(back);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason == "the backward and the jvp are about different variables");
  // Without the adjoint of w it asks nothing of tw.
  ir::Statement forth = test::statement(product, "forth");
  ir::Terms& u = forth.program->terms();
  ir::Real w = u.read(forth.adjoints[1].of, {});
  forth.adjoints.pop_back();
  forth.program->set_body(forth.output_tangents[0].declared, u.mul({u.read(forth.tangents[0].tangent, {}), w}));
  attempt = test::attempt(forth);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason == "the backward and the jvp are about different variables");
}

TEST_CASE("a pairing on a slice proves nothing beyond it") {
  // Row 0 stays, so that the pairing asks nothing of its adjoint.
  ir::Statement back = test::statement(table, "back");
  ir::Program& p = *back.program;
  ir::Terms& t = p.terms();
  ir::TensorId declared = back.adjoints[0].declared;
  ir::Formula row_zero = t.equal(t.variable(p[declared].axes[0].variable), t.integer(0));
  p.set_body(declared, t.choose(row_zero, t.constant(0), *p[declared].body));
  back.adjoints[0].slice = t.truth();
  auto attempt = test::attempt(back);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason == "the backward and the jvp are about different slices");
  // The text of a jvp on a slice takes the tangent of row 0 for 0.
  ir::Statement forth = test::statement(table, "forth");
  forth.tangents[0].slice = forth.program->terms().truth();
  attempt = test::attempt(forth);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason == "the backward and the jvp are about different slices");
}

TEST_CASE("a tangent of another shape is none") {
  ir::Statement s = test::statement(quarter_turn, "f.jvp");
  ir::Program& p = *s.program;
  ir::Terms& t = p.terms();
  ir::Tensor longer = p[s.tangents[0].tangent];
  longer.name = "longer";
  longer.axes[0] = {t.fresh("n"), t.add(longer.axes[0].extent, t.integer(1))};
  s.tangents[0].tangent = p.add_tensor(longer);
  CHECK(test::attempt(s).theorem == nullptr);
}

TEST_CASE("each rule takes statements of its own kind only") {
  ir::Statement pairing = test::statement(product, "back");
  CHECK_THROWS_AS(kernel::Theorem::vjp(pairing, test::z3(), kernel::Form::as_written), InternalError);
  ir::Statement forward = test::statement(product, "f.jvp");
  CHECK_THROWS_AS(kernel::Theorem::vjp(forward, test::z3(), kernel::Form::as_written), InternalError);
  CHECK_THROWS_AS(kernel::Theorem::pairing(forward, test::z3(), kernel::Form::as_written), InternalError);
  ir::Statement backward = test::statement(product, "f.backward");
  CHECK_THROWS_AS(kernel::Theorem::jvp(backward, test::z3(), kernel::Form::as_written), InternalError);
}
