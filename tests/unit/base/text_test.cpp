#include <doctest/doctest.h>

#include "base/diagnostic.hpp"
#include "base/wide_real.hpp"

using namespace germ;

TEST_CASE("a message has place, sentence, id, excerpt and caret") {
  SourceFile file("a.germ", "layer x\n  output y = zz\n");
  Diagnostic diagnostic{"G201", "no tensor is named `zz`", Span{&file, 21, 23}, Severity::error, {}};
  CHECK(render(diagnostic) ==
        "a.germ:2:14: error: no tensor is named `zz` [G201]\n"
        "  2 |   output y = zz\n"
        "    |              ^~\n");
}

TEST_CASE("a place past the end of the text does not crash") {
  SourceFile file("a.germ", "x");
  CHECK(render({"G1", "the text ends here", Span{&file, 1, 1}, Severity::error, {}}).find("a.germ:1:2:") == 0);
}

TEST_CASE("the nearest name is suggested, a far one is not") {
  CHECK(nearest("ouptut", {"input", "output"}) == std::optional<std::string>("output"));
  CHECK_FALSE(nearest("zebra", {"input", "output"}));
}

TEST_CASE("a wide real keeps a hundred digits") {
  WideReal third = WideReal(Rational(1, 3));
  WideReal error = (third * WideReal(Rational(3)) - WideReal(Rational(1))).abs();
  CHECK(error < WideReal(Rational(1) / Rational(10).power(99)));
  CHECK((exp(log(WideReal(Rational(2)))) - WideReal(Rational(2))).abs() <
        WideReal(Rational(1) / Rational(10).power(95)));
}
