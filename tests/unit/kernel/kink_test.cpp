// Classes of declared backwards at kinks. Each claim's true class is worked out by hand from the two one-sided slopes.

#include <doctest/doctest.h>

#include "support/texts.hpp"

using namespace germ;

namespace {

const char* const classes[] = {"right", "wrong", "limit", "clarke", "neither", "undefined"};

// The classes that the kernel proves of a backward dx = `back` of f(x) = `body` at the points of `domain`, in a row.
std::string proved(const std::string& body, const std::string& back, const std::string& domain) {
  std::string found;
  for (const char* kink : classes) {
    std::string text = "function f(x) = " + body + "\n  backward dy\n    dx = " + back + "\ntheorem t: kink f is " +
                       kink + " on " + domain + "\n";
    if (test::proved(text, "t")) found += std::string(found.empty() ? "" : " ") + kink;
  }
  return found;
}

}  // namespace

TEST_CASE("relu: right off 0, at 0 a limit, a mean of limits, or neither") {
  CHECK(proved("x if x > 0 else 0", "dy if x > 0 else 0", "x != 0") == "right");
  CHECK(proved("x if x > 0 else 0", "dy if x > 0 else 0", "x == 0") == "limit");
  CHECK(proved("x if x > 0 else 0", "dy if x >= 0 else 0", "x == 0") == "limit");
  CHECK(proved("x if x > 0 else 0", "(1 if x > 0 else 0 if x < 0 else 1/2)*dy", "x == 0") == "clarke");
  CHECK(proved("x if x > 0 else 0", "2*dy", "x == 0") == "neither");
  CHECK(proved("x if x > 0 else 0", "dy if x > 0 else 0", "true") == "");
}

TEST_CASE("kinks that cancel: differentiable, and the composite of two masks is wrong") {
  std::string difference = "(x if x > 0 else 0) - (-x if -x > 0 else 0)";
  CHECK(proved(difference, "(dy if x > 0 else 0) + (dy if -x > 0 else 0)", "x == 0") == "wrong");
  CHECK(proved(difference, "dy", "x == 0") == "right");
  CHECK(proved("x*abs(x)", "0", "x == 0") == "right");
}

TEST_CASE("a jump is undefined, whatever is declared") {
  CHECK(proved("1 if x > 0 else 0", "0", "x == 0") == "undefined");
  CHECK(proved("1 if x > 0 else 0", "0", "x != 0") == "right");
  CHECK(proved("x + 1 if x == 0 else x", "dy", "x == 0") == "undefined");
}

TEST_CASE("no class where a slope is not known, or the backward is not linear") {
  CHECK(proved("sqrt(x^2)", "0", "x == 0") == "");
  CHECK(proved("x if x > 0 else 0", "dy^2", "x == 0") == "");
  CHECK(proved("x if x > 0 else 0", "dy + 1", "x == 0") == "");
  CHECK(proved("x if x > 0 else 0", "dy if dy > 0 else 0", "x == 0") == "");
}

TEST_CASE("the class of a leaky slope depends on the parameter") {
  auto leaky = [](const std::string& kink, const std::string& domain) {
    return test::proved(
        "layer f\n  real a\n  input x\n  output y = x if x > 0 else a*x\n  backward dy\n    dx = dy if x > 0 "
        "else a*dy if x < 0 else 0\ntheorem t: kink f is " +
            kink + " on x == 0 and " + domain + "\n",
        "t");
  };
  CHECK(leaky("wrong", "a == 1"));
  CHECK(leaky("limit", "a == 0"));
  CHECK(leaky("clarke", "a < 0"));
  CHECK(leaky("neither", "a > 0 and a < 1"));
  CHECK(leaky("neither", "a > 1"));
  CHECK_FALSE(leaky("neither", "a > 0"));
  CHECK_FALSE(leaky("clarke", "a <= 0"));
}

TEST_CASE("outputs are classified jointly: two limits may be neither") {
  auto pair = [](const std::string& second, const std::string& at_zero, const std::string& kink) {
    return test::proved("layer f\n  input x\n  output p = x if x > 0 else 0\n  output q = " + second +
                            "\n  backward dp, dq\n    dx = " + at_zero + "\ntheorem t: kink f is " + kink +
                            " on x == 0\n",
                        "t");
  };
  const std::string relu = "x if x > 0 else 0";
  CHECK(pair(relu, "(dp if x > 0 else 0) + (dq if x > 0 else 0)", "limit"));
  CHECK(pair(relu, "(dp if x > 0 else 0) + (dq if x >= 0 else 0)", "neither"));
  CHECK_FALSE(pair(relu, "(dp if x > 0 else 0) + (dq if x >= 0 else 0)", "limit"));
  CHECK(pair(relu, "(dp + dq)/2", "clarke"));
  CHECK(pair("-x if -x > 0 else 0", "0", "neither"));
  CHECK_FALSE(pair("-x if -x > 0 else 0", "0", "limit"));
}
