// Ill-formed texts: the id and the place of every fault.

#include "unit/syntax/elaborate_texts.hpp"

using namespace germ;
using namespace germ::syntax;
using namespace germ::syntax::testing;

namespace {

// Lines 1 and 2, then `lines` from line 3 on.
std::string layer(const std::string& lines) { return "layer f[N, K]\n  input x[n < N, k < K]\n" + lines; }
// Lines 1 to 3, then f from line 4 on.
std::string with_g(const std::string& lines) {
  return "layer g[M]\n  input a[m < M]\n  output o[m] = a[m]\n" + layer(lines);
}

}  // namespace

TEST_CASE("an unknown name is reported with the nearest one") {
  CHECK(faults(layer("  output y[n] = sum(k) xx[n, k]\n")) == "G201 3:24");
  CHECK(message("layer f[N]\n  input weight[n < N]\n  output y[n] = wieght[n]\n") ==
        "unknown name `wieght` / did you mean `weight`?");
}

TEST_CASE("an index outside its binder is reported") {
  CHECK(faults(layer("  output y[n] = x[n, k]\n")) == "G202 3:22");
}

TEST_CASE("an index with another range is reported with both places") {
  std::string text = layer("  output y[n] = sum(k < N) x[n, k]\n");
  CHECK(faults(text) == "G203 3:21");
  Library library = library_of(text);
  Diagnostic fault = check(library)[0];
  REQUIRE(fault.notes.size() == 1);
  CHECK(fault.notes[0].span->line() == 2);
}

TEST_CASE("a window's position keeps the range that its name has") {
  CHECK(faults(pool + layer("  output y[n] = sum(k in cell(n)) 1\n")).substr(0, 4) == "G203");
}

TEST_CASE("an index that is bound already is reported") {
  CHECK(faults(layer("  output y[n] = sum(k) (sum(k) x[n, k])\n")) == "G204 3:29");
}

TEST_CASE("a name declared twice is reported, an index too") {
  CHECK(faults(layer("  input x[n]\n  output y[n] = 1\n")) == "G205 3:9");
  CHECK(faults(layer("  output y[n] = sum(N < 3) 1\n")) == "G205 3:21");
}

TEST_CASE("an index without a range is reported") {
  CHECK(faults(layer("  output y[n] = sum(j) x[n, 0]\n")) == "G206 3:21");
}

TEST_CASE("a backward that reads what is not saved is reported") {
  CHECK(faults(layer(
            "  let g[n] = 2 * x[n, 0]\n  output y = g\n  save x\n  backward dy\n    dx[n, k] = g[n] * dy[n]\n")) ==
        "G207 7:16");
  CHECK(faults(layer(
            "  let g[n] = 2 * x[n, 0]\n  output y = g\n  save g\n  backward dy\n    dx[n, k] = g[n] * dy[n]\n")) == "");
}

TEST_CASE("a circle of definitions is reported with its path") {
  std::string text = layer("  let a[n] = b[n]\n  let b[n] = a[n]\n  output y = b\n");
  CHECK(faults(text) == "G208 4:14");
  CHECK(message(text).substr(0, 65) == "the definition of `a` goes in a circle: `a` -> `b` -> `a` / `a` i");
  CHECK(faults(layer("  output y[n] = y[n]\n")) == "G208 3:17");
  CHECK(faults(layer("  size A = B + 1\n  size B = A\n  output y[n] = 1\n")) == "G208 4:12");
}

TEST_CASE("what is built in cannot be declared") {
  CHECK(faults(layer("  real pi\n  output y[n] = 1\n")) == "G209 3:8");
}

TEST_CASE("`..` without a shape is reported") {
  CHECK(faults("layer f[N]\n  input x[..]\n  output y[n < N] = 1\n") == "G210 2:11");
  CHECK(faults(layer("  output y[n] = 1\n  domain all(..) x[..] > 0\n")) == "G210 4:14");
}

TEST_CASE("saved names and the names after `domain wrt` are checked") {
  CHECK(faults(layer("  save q\n  output y[n] = 1\n  backward dy\n    dx[n, k] = 0\n")) == "G211 3:8");
  CHECK(faults(layer("  domain wrt z true\n  output y[n] = 1\n")) == "G212 3:14");
}

TEST_CASE("the number of subscripts is checked") {
  CHECK(faults(layer("  output y[n] = x[n]\n")) == "G301 3:17");
  CHECK(faults(layer("  output y[n] = x[n, 0, 0]\n")) == "G301 3:17");
  CHECK(faults(layer("  output y[n] = x\n")) == "G301 3:17");
  CHECK(faults(layer("  output y[n] = 2 * x[n, ..]\n")) == "G301 3:21");
}

TEST_CASE("whole tensors of different shapes do not combine") {
  CHECK(message(layer("  output y = x + x[0, ..]\n")).substr(0, 37) == "the shapes [N, K] and [K] differ; who");
}

TEST_CASE("an index position takes integers only") {
  CHECK(faults(layer("  output y[n] = x[n, x[n, 0]]\n")) == "G303 3:22");
  CHECK(faults(layer("  output y[n] = x[n, 1.5]\n")) == "G303 3:22");
  CHECK(faults(layer("  real a\n  output y[n] = x[n, a]\n")) == "G303 4:22");
  CHECK(faults(layer("  output y[n] = x[n, abs(n)]\n")) == "G303 3:22");
  CHECK(faults(layer("  output y[n] = x[n, exp(n)]\n")) == "G303 3:22");
}

TEST_CASE("truth values are no numbers and numbers are no conditions") {
  CHECK(faults(layer("  given t[n] : bool\n  output y[n] = t[n] * 2\n")) == "G304 4:17");
  CHECK(faults(layer("  output y[n] = x[n, 0] > 0\n")) == "G304 3:17");
  CHECK(faults(layer("  output y[n] = 1 if x[n, 0] else 0\n")) == "G307 3:22");
  CHECK(faults(layer("  output y[n] = all(k) x[n, k] > 0\n")) == "G307 3:17");
  CHECK(faults(layer("  output y[n] = 1 if n else 0\n")) == "G307 3:22");
}

TEST_CASE("an integer is divided by a positive constant only") {
  CHECK(faults(layer("  output y[n] = x[n, n / K]\n")) == "G305 3:26");
  CHECK(faults(layer("  output y[n] = x[n, n % -2]\n")) == "G305 3:26");
  CHECK(faults(layer("  output y[n] = x[n, n / 0]\n")) == "G306 3:26");
}

TEST_CASE("numbers beyond 64 bits are reported, not wrapped") {
  CHECK(faults(layer("  output y[n] = x[n, 99999999999999999999]\n")) == "G308 3:22");
  CHECK(faults(layer("  output y[n] = x[n, 9223372036854775807 * (n + 2)]\n")) == "G308 3:10");
}

TEST_CASE("definitions that double without end are stopped") {
  std::string text = "function twice0(x) = x + 1\n";
  for (int i = 1; i <= 40; ++i) {
    std::string below = "twice" + std::to_string(i - 1) + "(x)";
    text += "function twice" + std::to_string(i) + "(x) = " + below + " + " + below + "\n";
  }
  Library library = library_of(text);
  auto last = elaborate_layer(library, "twice40", {});
  REQUIRE_FALSE(last);
  CHECK(last.diagnostics()[0].id == "G308");
}

TEST_CASE("an exponent is a literal") { CHECK(faults(layer("  output y[n] = x[n, 0] ^ x[n, 1]\n")) == "G309 3:27"); }

TEST_CASE("an extent depends on no index") {
  CHECK(faults("layer f[N]\n  input x[n < N, k < n + 1]\n  output y[n] = 1\n").substr(0, 4) == "G310");
}

TEST_CASE("an adjoint has the shape of its variable") {
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    dx[k, n] = dy[n]\n")) == "G312 5:5");
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    dx = dy\n")) == "G312 5:5");
}

TEST_CASE("tuples of different lengths are not compared") {
  CHECK(faults(layer("  output y[n] = [(n, 1) is (n, 1, 2)]\n")) == "G313 3:18");
}

TEST_CASE("what is called must be there and of the right kind") {
  CHECK(faults(layer("  output y[n] = ezp(x[n, 0])\n")) == "G401 3:17");
  CHECK(message(layer("  output y[n] = ezp(x[n, 0])\n")) == "unknown function or layer `ezp` / did you mean `exp`?");
  CHECK(faults(layer("  output y[n] = 1\n  domain nothing(x)\n")) == "G401 4:10");
  CHECK(faults(layer("  output y[n] = x(n)\n")) == "G402 3:17");
  CHECK(faults(relu + layer("  output y[n] = sum(q in relu(n)) 1\n")).substr(0, 4) == "G402");
}

TEST_CASE("the number of arguments is checked") {
  CHECK(faults(layer("  output y[n] = exp(x[n, 0], 2)\n")) == "G403 3:17");
  CHECK(faults(with_g("  output y[n] = g(x[n, ..], x[n, ..])[0]\n")) == "G403 6:17");
  CHECK(faults(with_g("  output y[n] = g()[0]\n")) == "G403 6:17");
}

TEST_CASE("a shape that does not fit is printed beside the one that is asked for") {
  std::string text = "layer g[M]\n  input a[m < M], b[m < M]\n  output o[m] = a[m]\n" +
                     layer("  output y[n] = g(x[n, ..], x[.., 0])[0]\n");
  CHECK(message(text).substr(0, 62) == "the argument has shape [N], and `b` of `g` has shape [K] / it ");
  CHECK(faults(with_g("  output y = g(x)\n")) == "G404 6:16");
}

TEST_CASE("a size that no argument fixes must be given") {
  CHECK(faults("layer g[M, Q]\n  input a[m < M]\n  output o[m] = a[m] + Q\n" +
               layer("  output y[n] = g(x[n, ..])[0]\n")) == "G405 6:17");
}

TEST_CASE("a name that the callee does not know is reported") {
  CHECK(faults(with_g("  output y[n] = g(x[n, ..], eps=1)[0]\n")) == "G406 6:29");
  CHECK(faults(with_g("  output y[n] = g[Q=1](x[n, ..])[0]\n")) == "G406 6:19");
}

TEST_CASE("nothing calls itself, not even through another") {
  CHECK(faults(layer("  output y[n] = f(x)[n]\n")) == "G407 3:17");
  CHECK(faults("function a(x) = b(x)\nfunction b(x) = a(x)\n") == "G407 1:17; G407 2:17");
}

TEST_CASE("constants and reals of a callee need values in their ranges") {
  std::string g = "layer g[M]\n  const S in 1..2\n  real e\n  input a[m < M]\n  output o[m] = S * a[m] + e\n";
  CHECK(faults(g + layer("  output y[n] = g(x[n, ..], e=1)[0]\n")) == "G408 8:17");
  CHECK(faults(g + layer("  output y[n] = g[S=3](x[n, ..], e=1)[0]\n")) == "G408 8:17");
  CHECK(faults(g + layer("  output y[n] = g[S=2](x[n, ..])[0]\n")) == "G409 8:17");
}

TEST_CASE("a requirement of a callee that cannot hold is reported") {
  CHECK(faults("layer g[M, P]\n  require P >= 2\n  input a[m < M]\n  output o[m] = a[m] * P\n" +
               layer("  output y[n] = g[P=1](x[n, ..])[0]\n")) == "G418 7:17");
}

TEST_CASE("cotangents and adjoints are checked") {
  CHECK(faults(layer("  output y[n] = 1\n  backward dy, dz\n    dx[n, k] = dy[n]\n")) == "G411 4:16");
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    dw[n, k] = dy[n]\n")) == "G412 5:5");
  CHECK(faults(layer("  given w[n]\n  output y[n] = 1\n  backward dy\n    dx[n, k] = 0\n    dw[n] = 0\n")) ==
        "G412 7:5");
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    dx[n, k] = dy[n]\n    dx[n, k] = dy[n]\n")) == "G413 6:5");
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    let q = 1\n")) == "G414 4:12");
  CHECK(faults(layer("  output y[n] = 1\n  backward dy\n    dx[n, k] = 0\n  backward dy\n    dx[n, k] = 0\n")) ==
        "G205 6:3");
}

TEST_CASE("tangents are checked") {
  CHECK(faults(layer("  output y[n] = 1\n  jvp tw\n    ty[n] = 0\n")) == "G420 4:7");
  CHECK(faults(layer("  output y[n] = 1\n  jvp dx\n    ty[n] = 0\n")) == "G420 4:7");
  CHECK(faults(layer("  given w[n]\n  output y[n] = 1\n  jvp tw\n    ty[n] = 0\n")) == "G420 5:7");
  CHECK(faults(layer("  output y[n] = 1\n  jvp tx, tx\n    ty[n] = 0\n")) == "G205 4:11");
  CHECK(faults(layer("  output y[n] = 1\n  jvp tx\n    tz[n] = 0\n    ty[n] = 0\n")) == "G421 5:5");
  CHECK(faults(layer("  let z[n] = 1\n  output y[n] = z[n]\n  jvp tx\n    tz[n] = 0\n    ty[n] = 0\n")) == "G421 6:5");
  CHECK(faults(layer("  output y[n] = 1\n  jvp tx\n    ty[n] = 0\n    ty[n] = 0\n")) == "G421 6:5");
  CHECK(faults(layer("  output y[n] = 1\n  output z = 1\n  jvp tx\n    ty[n] = 0\n")) == "G422 5:7");
  CHECK(faults(layer("  output y[n] = 1\n  jvp tx\n    ty[n, k] = 0\n")) == "G312 5:5");
  CHECK(faults("function f(x) = x\n  jvp tx\n    ty = tx\n    tz = tx\n") == "G421 4:5");
  CHECK(faults(layer("  output y[n] = 1\n  jvp a tx\n    ty[n] = 0\n  jvp a tx\n    ty[n] = 0\n")) == "G205 6:7");
  CHECK(faults(layer("  output y[n] = 1\n  backward a dy\n    dx[n, k] = 0\n  jvp a tx\n    ty[n] = 0\n")) ==
        "G205 6:7");
}

TEST_CASE("a jvp reads what is saved, tangents and parameters") {
  std::string forward = "  let g[n] = 2 * x[n, 0]\n  output y[n] = g[n]\n  save g\n  jvp tx\n    ty[n] = ";
  CHECK(faults(layer(forward + "g[n] * tx[n, 0]\n")) == "");
  CHECK(faults(layer(forward + "x[n, 0] * tx[n, 0]\n")) == "G207 7:13");
}

TEST_CASE("a jvp does not see the lines of a backward, nor a backward those of a jvp") {
  std::string both = "  output y[n] = 1\n  backward dy\n    let g[n] = dy[n]\n    dx[n, k] = ";
  CHECK(faults(layer(both + "tx[n, k]\n  jvp tx\n    ty[n] = 0\n")) == "G201 6:16");
  CHECK(faults(layer(both + "0\n  jvp tx\n    ty[n] = g[n]\n")) == "G201 8:13");
  CHECK(faults(layer(both + "0\n  jvp tx\n    ty[n] = dy[n]\n")) == "G201 8:13");
}

TEST_CASE("a jvp theorem names a jvp and variables that have a tangent") {
  std::string f = layer("  output y[n] = 1\n  jvp tx\n    ty[n] = 0\n");
  CHECK(faults(f + "theorem t: jvp f.other\n") == "G415 6:16");
  CHECK(faults(f + "theorem t: jvp f wrt w\n") == "G416 6:22");
  CHECK(faults(f + "theorem t: vjp f\n") == "G415 6:16");
  CHECK(faults(f + "theorem t: jvp f by pairing\n") == "G415 6:16");
  CHECK(faults(f + "theorem t: jvp f by pairing with b\n") == "G415 6:34");
}

TEST_CASE("a theorem names a layer, a backward of it and variables that it gives") {
  std::string f = layer("  output y[n] = 1\n  backward dy\n    dx[n, k] = dy[n]\n");
  CHECK(faults("theorem t: vjp nothing\n") == "G415 1:16");
  CHECK(faults(f + "theorem t: vjp f.other\n") == "G415 6:16");
  CHECK(faults(f + "theorem t: vjp f wrt w\n") == "G416 6:22");
  CHECK(faults(f + "theorem t: vjp f wrt x[n | n > 0]\n").substr(0, 4) == "G301");
  CHECK(faults(f + "theorem t: vjp f wrt x[n, k | x[n, k] > 0]\n").substr(0, 4) == "G417");
}

TEST_CASE("the two sides of an equality have one shape") {
  CHECK(faults("theorem t[N, K]: input x[n < N, k < K]\n  equal x, x[0, ..]\n") == "G302 2:12");
}

TEST_CASE("a fact speaks of no tensor") {
  CHECK(faults(layer("  require x[0, 0] > 0\n  output y[n] = 1\n")) == "G417 3:11");
  CHECK(faults(layer("  real a > x[0, 0]\n  output y[n] = 1\n")) == "G417 3:12");
}

TEST_CASE("a layer without an output is reported") { CHECK(faults(layer("  let q[n] = 1\n")) == "G419 1:7"); }

TEST_CASE("a fault in a condition is reported once, where it is") {
  std::string text = "condition c(z[a < A]) = all(a) z[b] > 0\n" + layer("  output y[n] = 1\n  domain c(x[0, ..])\n");
  CHECK(faults(text) == "G201 1:34");
}

TEST_CASE("several faults are reported in order of place") {
  CHECK(faults(layer("  let a[n] = p\n  let b[n] = q\n  output y = a + b\n  domain r > 0\n")) ==
        "G201 3:14; G201 4:14; G201 6:10");
}

TEST_CASE("a window whose sizes would follow from its own positions is reported") {
  CHECK(faults("window cell[H](i < H) = (p < 2*H | p <= i)\n" + layer("  output y[n] = sum(r in cell(r)) 1\n"))
            .substr(0, 4) == "G206");
}
