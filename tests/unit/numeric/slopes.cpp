#include "numeric/slopes.hpp"

#include <doctest/doctest.h>

#include "ir/function_table.hpp"

namespace germ::numeric {

namespace {

// y = f(x), both scalars; the ray of y at x along +1.
struct Scalar {
  ir::Program program;
  ir::Terms& t = program.terms();
  ir::TensorId x = add("x");
  ir::TensorId y = add("y");
  ir::Real read = t.read(x, {});

  ir::TensorId add(const char* name) {
    ir::Tensor tensor;
    tensor.name = name;
    return program.add_tensor(std::move(tensor));
  }
  Ray ray(ir::Real body, const Rational& at, const Rational& along) {
    program.set_body(y, body);
    Instance instance = blank_instance(program, {});
    instance.tensors[x.value].entries = {at};
    Rays rays(program, instance, 1'000'000);
    std::vector<Entry> entries = {{y, {}}};
    return rays.along(Direction{{{x, {along}}}}, entries)[0];
  }
};

}  // namespace

TEST_CASE("a polynomial has its exact slope along a ray") {
  Scalar s;
  Ray ray = s.ray(s.t.power(s.read, Rational(3)), Rational(2, 3), Rational(-5));
  REQUIRE(ray.kind == Ray::Kind::finite);
  REQUIRE(ray.slope.exact());
  CHECK(ray.limit.rational() == Rational(8, 27));
  CHECK(ray.slope.rational() == Rational(3) * Rational(4, 9) * Rational(-5));
}

TEST_CASE("relu has different slopes on the two sides of 0") {
  Scalar s;
  ir::Real relu = s.t.choose(s.t.positive(s.read), s.read, s.t.constant(0));
  CHECK(s.ray(relu, 0, 1).slope.rational() == Rational(1));
  CHECK(s.ray(relu, 0, -1).slope.rational() == Rational(0));
}

TEST_CASE("a jump shows as a limit that is not the value") {
  Scalar s;
  ir::Real step = s.t.choose(s.t.positive(s.read), s.t.constant(1), s.t.constant(0));
  CHECK(s.ray(step, 0, 1).limit.rational() == Rational(1));
  CHECK(s.ray(step, 0, -1).limit.rational() == Rational(0));
}

TEST_CASE("roots at 0 are steep on one side and undefined on the other, and so is a logarithm's entropy") {
  Scalar s;
  ir::Real root = s.t.power(s.read, Rational(1, 2));
  CHECK(s.ray(root, 0, 1).kind == Ray::Kind::steep);
  CHECK(s.ray(root, 0, -1).kind == Ray::Kind::undefined);
  ir::Real entropy = s.t.choose(s.t.positive(s.read), s.t.mul({s.read, s.t.apply(*ir::find_function("log"), s.read)}),
                                s.t.constant(0));
  CHECK(s.ray(entropy, 0, 1).kind == Ray::Kind::steep);
  ir::Real pole = s.t.power(s.read, Rational(-1));
  CHECK(s.ray(pole, 0, 1).kind == Ray::Kind::steep);
}

TEST_CASE("x to the power 3/2 has slope 0 at 0 on the right") {
  Scalar s;
  Ray ray = s.ray(s.t.power(s.read, Rational(3, 2)), 0, 1);
  REQUIRE(ray.kind != Ray::Kind::steep);
  if (ray.kind == Ray::Kind::finite) CHECK_FALSE(clearly_differ(ray.slope, Ball(0)));
}

TEST_CASE("the slope of exp is exp, and no neighbour of it") {
  Scalar s;
  const ir::FunctionRow* exp = ir::find_function("exp");
  Ray ray = s.ray(s.t.apply(*exp, s.read), Rational(3, 7), Rational(1));
  REQUIRE(ray.kind == Ray::Kind::finite);
  Ball truth = apply(*exp, Ball(Rational(3, 7)));
  CHECK_FALSE(clearly_differ(ray.slope, truth));
  CHECK(clearly_differ(ray.slope, truth + Ball(Rational::scaled(1, -50))));
  CHECK(ray.slope.radius() < 1e-25);
}

TEST_CASE("an irrational root has the slope of the power rule") {
  Scalar s;
  Ray ray = s.ray(s.t.power(s.read, Rational(-1, 2)), Rational(2), Rational(1));
  REQUIRE(ray.kind == Ray::Kind::finite);
  CHECK_FALSE(clearly_differ(ray.slope, Ball(Rational(-1, 2)) * power(Ball(2), Rational(-3, 2))));
}

TEST_CASE("t over t is followed through a removable point of the branch beside it") {
  Scalar s;
  ir::Real quotient = s.t.choose(s.t.nonzero(s.read), s.t.divide(s.t.mul({s.read, s.read}), s.read), s.t.constant(0));
  Ray ray = s.ray(quotient, 0, 1);
  REQUIRE(ray.kind == Ray::Kind::finite);
  CHECK(ray.limit.rational() == Rational(0));
  CHECK(ray.slope.rational() == Rational(1));
}

}  // namespace germ::numeric
