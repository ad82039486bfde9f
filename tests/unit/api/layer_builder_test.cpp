// Layers made in C++: what is right is proved, what is wrong is refuted, and what is no layer is refused.

#include <doctest/doctest.h>

#include <algorithm>

#include "api/germ.hpp"
#include "ir/function_table.hpp"
#include "ir/printer.hpp"

using namespace germ;
using namespace germ::api;

namespace {

// y[n] = x[n] * w[n] with dx = `factor` * dy * w.
void scaled(LayerBuilder& layer, std::int64_t factor) {
  ir::Terms& t = layer.terms();
  ir::Index N = layer.size("N");
  Tensor x = layer.input("x", {N}), w = layer.param("w", {N});
  Tensor y = layer.output("y", {N}, [&](ir::Index n) { return t.mul({x(n), w(n)}); });
  Tensor dy = layer.cotangent(y);
  layer.adjoint(x, [&](ir::Index n) { return t.mul({t.constant(factor), dy(n), w(n)}); });
  layer.adjoint(w, [&](ir::Index n) { return t.mul({dy(n), x(n)}); });
}

std::string misuse(const std::function<void(LayerBuilder&)>& build) {
  try {
    LayerBuilder layer;
    build(layer);
    layer.statement();
  } catch (const Misuse& fault) {
    return fault.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a right backward built in C++ is proved, a wrong one is refuted by an executed counterexample") {
  refute::Decision right = decide("scaled", [](LayerBuilder& layer) { scaled(layer, 1); });
  CHECK(right.verdict == ir::Verdict::proved);
  CHECK(right.sizes == "all");
  refute::Decision wrong = decide("scaled", [](LayerBuilder& layer) { scaled(layer, 3); });
  CHECK(wrong.verdict == ir::Verdict::refuted);
  REQUIRE(wrong.counterexample);
  CHECK(wrong.counterexample->where.substr(0, 2) == "dx");
  CHECK(report::to_text(wrong, {}).find("declared") != std::string::npos);
}

TEST_CASE("a layer built in C++ is the layer of the text") {
  Loaded loaded = load({{"s.germ",
                         "layer scaled[N]\n  input x[n < N]\n  param w[n]\n  output y[n] = x[n] * w[n]\n"
                         "  backward dy\n    dx[n] = 1 * dy[n] * w[n]\n    dw[n] = dy[n] * x[n]\n"}});
  REQUIRE(loaded);
  std::vector<ir::Claim> claims = syntax::claims(loaded.library);
  auto text = syntax::elaborate(loaded.library, claims.at(0), claims.at(0).members.at(0));
  REQUIRE(text);
  LayerBuilder layer;
  scaled(layer, 1);
  ir::Statement built = layer.statement();
  REQUIRE(built.program->tensors().size() == text->program->tensors().size());
  auto same = [&](const std::vector<ir::TensorId>& a, const std::vector<ir::TensorId>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](ir::TensorId one, ir::TensorId other) {
      const ir::Tensor &left = (*built.program)[one], &right = (*text->program)[other];
      return left.name == right.name && left.role == right.role && left.axes.size() == right.axes.size();
    });
  };
  CHECK(same(built.outputs, text->outputs));
  CHECK(same(built.cotangents, text->cotangents));
  CHECK(same(built.backward, text->backward));
  CHECK(built.program->facts().size() == text->program->facts().size());
}

TEST_CASE("conditions, symbolic reals, filters and functions of the table") {
  auto build = [](bool on_the_domain) {
    return [on_the_domain](LayerBuilder& layer) {
      ir::Terms& t = layer.terms();
      ir::Index N = layer.size("N", 2);
      ir::Real a = layer.real("a");
      layer.require(t.positive(a));
      Tensor x = layer.input("x", {N});
      if (on_the_domain) layer.domain(layer.all({N}, [&](ir::Index n) { return t.nonzero(x(n)); }));
      Tensor h = layer.let("h", {N}, [&](ir::Index n) { return t.choose(t.positive(x(n)), x(n), t.mul({a, x(n)})); });
      Tensor y = layer.output("y", {}, [&] {
        return layer.sum(
            {N}, [&](ir::Index n) { return t.at_most(t.integer(1), n); },
            [&](ir::Index n) { return t.apply(*ir::find_function("tanh"), h(n)); });
      });
      Tensor dy = layer.cotangent(y);
      layer.adjoint(x, [&](ir::Index n) {
        ir::Real value = t.apply(*ir::find_function("tanh"), h(n));
        ir::Real slope = t.choose(t.positive(x(n)), t.constant(1), a);
        ir::Real inner = t.mul({dy(), t.sub(t.constant(1), t.mul({value, value})), slope});
        return t.choose(t.at_most(t.integer(1), n), inner, t.constant(0));
      });
    };
  };
  CHECK(decide("leaky", build(true)).verdict == ir::Verdict::proved);
  CHECK(decide("leaky", build(false)).verdict == ir::Verdict::refuted);
}

// u[p] = x[p - 1] + x[p / 2], padded by 0: the backward gathers what was scattered.
TEST_CASE("padded reads and quotients of indices") {
  auto build = [](std::int64_t step) {
    return [step](LayerBuilder& layer) {
      ir::Terms& t = layer.terms();
      ir::Index H = layer.size("H");
      Tensor x = layer.input("x", {H});
      auto padded = [&](const Tensor& z, ir::Index p) {
        return t.choose(t.in_range(p, H), z.read({p}), t.constant(0));
      };
      Tensor u = layer.output("u", {H}, [&](ir::Index p) {
        return t.add({padded(x, t.add(p, -1)), t.divide(x(t.quotient(p, 2)), t.constant(3))});
      });
      Tensor du = layer.cotangent(u);
      layer.adjoint(x, [&](ir::Index q) {
        ir::Real halves = layer.sum(
            {H}, [&](ir::Index p) { return t.equal(t.quotient(p, 2), q); },
            [&](ir::Index p) {
              return t.mul({t.constant(Rational(1, 3)), du(p)});
            });
        return t.add({padded(du, t.add(q, step)), halves});
      });
    };
  };
  CHECK(decide("shift", build(1)).verdict == ir::Verdict::proved);
  CHECK(decide("shift", build(-1)).verdict == ir::Verdict::refuted);
}

TEST_CASE("a derivative by decree is not proved") {
  refute::Decision decision = decide("straight_through", [](LayerBuilder& layer) {
    ir::Terms& t = layer.terms();
    Tensor x = layer.input("x", {});
    Tensor y = layer.output("y", {}, [&] { return t.stop(x()); });
    layer.cotangent(y);
    layer.adjoint(x, [&] { return t.constant(0); });
  });
  CHECK(decision.verdict != ir::Verdict::proved);
}

TEST_CASE("no forward reads a cotangent, and nothing joins the forward after its end") {
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {});
          Tensor y = layer.output("y", {}, [&] { return x(); });
          Tensor dy = layer.cotangent(y);
          layer.output("z", {}, [&] { return dy(); });
        }) == "an output belongs to the forward, and the backward has begun");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {});
          Tensor y = layer.output("y", {}, [&] { return x(); });
          layer.output("z", {}, [&] { return layer.cotangent(y)(); });
        }) == "an output belongs to the forward, and the backward has begun");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {});
          Tensor dy = layer.cotangent(layer.output("y", {}, [&] { return x(); }));
          layer.domain(layer.terms().positive(dy()));
        }) == "the domain belongs to the forward, and the backward has begun");
}

TEST_CASE("an index stands inside its binder, an extent depends on sizes only") {
  CHECK(misuse([](LayerBuilder& layer) {
          ir::Index N = layer.size("N"), escaped = N;
          Tensor x = layer.input("x", {N});
          layer.sum({N}, [&](ir::Index n) { return escaped = n, x(n); });
          layer.output("y", {}, [&] { return x(escaped); });
        }) == "`y` uses an index outside of its binder");
  CHECK(misuse([](LayerBuilder& layer) {
          ir::Index N = layer.size("N");
          Tensor x = layer.input("x", {N});
          layer.output("y", {N}, [&](ir::Index n) { return layer.sum({n}, [&](ir::Index k) { return x(k); }); });
        }) == "an extent depends on an index");
}

TEST_CASE("names, ranks and roles are checked") {
  CHECK(misuse([](LayerBuilder& layer) { layer.input("x", {}), layer.param("x", {}); }) ==
        "the name `x` is used twice");
  CHECK(misuse([](LayerBuilder& layer) { layer.input("x", {layer.size("N")})(); }) ==
        "`x` has 1 axis and is read with 0 subscripts");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {layer.size("N")});
          layer.output("y", {}, [&](ir::Index n) { return x(n); });
        }) == "`y` has 0 extents, and its entry is a function of 1");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor g = layer.given("g", {});
          layer.output("y", {}, [&] { return g(); });
          layer.adjoint(g, [&] { return g(); });
        }) == "an adjoint is that of an input or parameter of this layer");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {});
          layer.require(layer.terms().positive(x()));
        }) == "a fact speaks of sizes and reals; what it asks of a tensor belongs in the domain");
  CHECK(misuse([](LayerBuilder& layer) {
          Tensor x = layer.input("x", {});
          layer.cotangent(x);
        }) == "the layer has no output");
  CHECK(misuse([](LayerBuilder& layer) { layer.size("N"); }) == "the backward gives no adjoint");
  CHECK_THROWS_AS(decide("nothing", [](LayerBuilder&) {}), Misuse);
}

TEST_CASE("faults of a text are values, with their place") {
  Loaded loaded = load({{"s.germ", "layer f[N]\n  input x[n < N]\n  output y[n] = z[n]\n"}});
  REQUIRE_FALSE(loaded);
  REQUIRE(loaded.faults.size() == 1);
  CHECK(render(loaded.faults[0]).substr(0, 17) == "s.germ:3:17: erro");
  Loaded missing = load_files({"no/such/file.germ"});
  REQUIRE(missing.faults.size() == 1);
  CHECK(missing.faults[0].id == "G501");
}
