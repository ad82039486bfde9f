// Certificates of what is false, made to look right: each relies on a rule without its premise.

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernel/theorem.hpp"
#include "support/texts.hpp"
#include "unit/replay/tampered.hpp"

using namespace germ;
using namespace germ::sums::test;
using certificate::Certificate;
using certificate::FactorKind;
using certificate::Purpose;
using certificate::Sum;
using certificate::Term;
using replay::test::Tampered;

namespace {

Term read(Tensor tensor, std::vector<ir::Index> indices, const Rational& exponent) {
  Term term;
  term.factors = {{FactorKind::read, tensor.id.value, std::move(indices), exponent}};
  return term;
}

certificate::Definition definition(Sum value) {
  return {certificate::DefinitionKind::base, nullptr, {}, std::move(value), {}};
}

Term base(std::uint32_t symbol, const Rational& exponent) {
  Term term;
  term.factors = {{FactorKind::base, symbol, {}, exponent}};
  return term;
}

// What the normal form writes when it is asked whether left = right, and does not find it.
Certificate not_found(World& w, Tensor left, Tensor right) {
  REQUIRE_FALSE(w.equal(left, right));
  return *w.last.certificate;
}

void set_form(Certificate& written, Tensor tensor, Sum value) {
  std::erase_if(written.forms, [&](const auto& form) { return form.tensor == tensor.id; });
  written.forms.push_back({tensor.id, std::move(value)});
}

}  // namespace

TEST_CASE("the root of a square is not its base") {
  World w;
  Tensor x = w.input("x", {});
  R square = x() ^ 2;
  Tensor left = w.let("left", {}, [&](const Indices&) { return square ^ Rational(1, 2); });
  Tensor right = w.let("right", {}, [&](const Indices&) { return x(); });
  Certificate written = not_found(w, left, right);
  written.products = {{square.real, Purpose::root, read(x, {}, 2)}};
  set_form(written, left, {read(x, {}, 1)});
  written.difference.clear();
  written.rewritings.clear();
  CHECK(w.replayed(left, right, written).step == "the root of a power that may be of a negative number");
}

TEST_CASE("a factor that may be 0 is not divided out of a sum that is not 0 there") {
  World w;
  Tensor x = w.input("x", {}), y = w.input("y", {});
  // (x + y)^-1 as x^-1 * (1 + y * x^-1)^-1 does not exist where x is 0.
  R sum = x() + y();
  Tensor left = w.let("left", {}, [&](const Indices&) { return 1 / sum; });
  Tensor right = w.let("right", {}, [&](const Indices&) { return 2 / sum; });
  Certificate written = not_found(w, left, right);
  Term ratio = read(y, {}, 1);
  ratio.factors.push_back(read(x, {}, -1).factors[0]);
  written.definitions = {definition({Term(), ratio})};
  Term product = read(x, {}, 1);
  product.factors.push_back(base(0, 1).factors[0]);
  written.products = {{sum.real, Purpose::whole_power, product}};
  written.difference.clear();
  CHECK(w.replayed(left, right, written).step == "a factor of a product that is not 0");
}

TEST_CASE("a certificate may not bring a power of its own of a sum that is 0") {
  World w;
  Tensor x = w.input("x", {});
  Tensor left = w.let("left", {}, [&](const Indices&) { return x(); });
  Tensor right = w.let("right", {}, [&](const Indices&) { return w.real(0); });
  Certificate written = not_found(w, left, right);
  // D = 0. x = x + (D^-1 * D * x - x): then D is written out beside D^-1, and x is 0.
  written.definitions = {definition({})};
  Term zero_over_zero = read(x, {}, 1);
  zero_over_zero.factors.push_back(base(0, -1).factors[0]);
  Sum opposite{zero_over_zero, zero_over_zero};
  opposite[1].coefficient = -1;

  Certificate merged = written;
  Term both = zero_over_zero;
  both.factors.push_back(base(0, 1).factors[0]);
  merged.difference = {both};
  merged.rewritings = {{{}, {{0, 0, {}, 1}}, {}}};
  CHECK(w.replayed(left, right, merged).step == "the difference");

  Certificate cancelled = written;
  cancelled.difference = {read(x, {}, 1), opposite[0], opposite[1]};
  cancelled.rewritings = {{{}, {{1, 0, {}, 1}}, {}}};
  CHECK(w.replayed(left, right, cancelled).step == "the difference");

  Certificate in_form = written;
  set_form(in_form, left, {read(x, {}, 1), opposite[0], opposite[1]});
  CHECK(w.replayed(left, right, in_form).step == "a tensor's entry as a sum of terms");
}

TEST_CASE("a sum that may be 0 is not multiplied in and divided out") {
  World w;
  Tensor x = w.input("x", {});
  Tensor left = w.let("left", {}, [&](const Indices&) { return x(); });
  Tensor right = w.let("right", {}, [&](const Indices&) { return w.real(0); });
  Certificate written = not_found(w, left, right);
  written.definitions = {definition({})};
  written.rewritings = {{{}, {{0, 0, {}, 1}}, {}}};
  CHECK(w.replayed(left, right, written).step == "a sum that is not 0");
}

TEST_CASE("factors are merged only where their arguments are equal") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  // sum over i of exp(x[k]) / exp(x[i]) is N only if all entries are equal.
  auto exp = [&](I i) { return w.apply("exp", x(i)); };
  Tensor left = w.let("left", {n}, [&](const Indices& k) {
    return w.sum({n}, [&](const Indices& i) { return exp(k[0]) / exp(i[0]); });
  });
  Tensor right = w.let("right", {n}, [&](const Indices&) { return w.number(n); });
  Certificate written = not_found(w, left, right);
  REQUIRE_FALSE(written.rewritings.empty());
  REQUIRE(written.rewritings[0].splits.size() == 1);
  written.rewritings.resize(1);
  certificate::Rewriting& rewriting = written.rewritings[0];
  rewriting.splits[0].always = true;
  rewriting.splits[0].together = {rewriting.splits[0].term};
  rewriting.splits[0].together[0].factors.clear();
  rewriting.result.clear();
  CHECK(w.replayed(left, right, written).step == "the arguments of two factors are equal");
}

TEST_CASE("a certificate of one equality is none of another") {
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto twice = w.let("twice", {n}, [&](const Indices& i) { return 2 * x(i[0]); });
  auto added = w.let("added", {n}, [&](const Indices& i) { return x(i[0]) + x(i[0]); });
  auto square = w.let("square", {n}, [&](const Indices& i) { return x(i[0]) * x(i[0]); });
  Tampered equality(w, twice, added);
  CHECK(w.replayed(twice, square, equality.written).step == "a tensor's entry as a sum of terms");
  CHECK(w.replayed(twice, added, {}).step == "tensors of one rank");
  // The form of `twice` under the name of `square`.
  Certificate changed = equality.written;
  Term doubled = read(x, {w.t.variable(w.program[square.id].axes[0].variable)}, 1);
  doubled.coefficient = 2;
  changed.forms.push_back({square.id, {doubled}});
  CHECK(w.replayed(twice, square, changed).step == "a tensor's entry as a sum of terms");
}

TEST_CASE("a solver that does not answer proves no step") {
  class Silent final : public smt::Solver {
   public:
    smt::Answer check(std::span<const ir::Formula>) override { return smt::Unknown{"no comment"}; }
    std::string identity() const override { return "silent"; }
    std::uint64_t queries() const override { return 0; }
  };
  World w;
  I n = w.size("N");
  Tensor x = w.input("x", {n});
  auto left = w.let("left", {n}, [&](const Indices& i) { return w.choose(0 <= i[0] && i[0] < n, x(i[0])); });
  auto right = w.let("right", {n}, [&](const Indices& i) { return w.choose(i[0] <= n - 1, x(i[0])); });
  REQUIRE(w.equal(left, right));
  Silent silent;
  CHECK_FALSE(replay::check(w.program, silent, left.id, right.id, w.t.truth(), *w.last.certificate).accepted);
}

TEST_CASE("every layer's certificates are accepted, and none with a term of either side doubled or missing") {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
  const std::filesystem::path folder = std::filesystem::path(GERM_SOURCE_DIR) / "layers";
  syntax::Library library;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::stringstream text;
    text << std::ifstream(file.path()).rdbuf();
    REQUIRE(library.add(file.path().filename().string(), text.str()).empty());
  }
  syntax::Library& kept = test::keep(std::move(library));
  for (const ir::Claim& claim : syntax::claims(kept)) {
    // One member each: the joint claims have all variables.
    if (claim.members.empty() || claim.name.find(" wrt ") != std::string::npos) continue;
    CAPTURE(claim.name);
    ir::Statement statement = test::statement(kept, claim.name);
    kernel::Attempt attempt = test::attempt(statement);
    REQUIRE(attempt.theorem != nullptr);
    auto solver = smt::make_z3(*statement.program, {});
    for (const kernel::Replayed& equality : attempt.replayed) {
      auto accepts = [&](const Certificate& written) {
        return replay::check(*statement.program, *solver, equality.left, equality.right, equality.slice, written)
            .accepted;
      };
      if (!accepts(*equality.written)) continue;  // it needs the domain's facts, which the kernel hands in
      ++accepted;
      for (std::size_t k = 0; k < equality.written->forms.size(); ++k) {
        const auto& form = equality.written->forms[k];
        if (form.tensor != equality.left && form.tensor != equality.right) continue;
        for (std::size_t i = 0; i < form.value.size(); ++i) {
          Certificate doubled = *equality.written;
          doubled.forms[k].value[i].coefficient *= 2;
          CHECK_FALSE(accepts(doubled));
          Certificate missing = *equality.written;
          missing.forms[k].value.erase(missing.forms[k].value.begin() + static_cast<std::ptrdiff_t>(i));
          CHECK_FALSE(accepts(missing));
          rejected += 2;
        }
      }
    }
  }
  CHECK(accepted > 20);
  CHECK(rejected > 60);
}
