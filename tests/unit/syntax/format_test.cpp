#include "unit/syntax/texts.hpp"

using namespace germ;
using namespace germ::syntax;

namespace {

// Formats, and checks what must hold of every formatted text.
std::string formatted(const std::string& text) {
  SourceFile file("a.germ", text);
  auto once = format(file);
  REQUIRE(once);
  SourceFile canonical("a.germ", *once);
  auto twice = format(canonical);
  REQUIRE(twice);
  CHECK(*twice == *once);
  auto before = parse(file);
  auto after = parse(canonical);
  REQUIRE(before);
  REQUIRE(after);
  CHECK(dump(**before) == dump(**after));
  return *once;
}

}  // namespace

TEST_CASE("statements are indented by what they are") {
  CHECK(formatted("layer a[N]\ninput x[n<N]\n        output y = x\nbackward dy\ndx[n] = dy[n]\n") ==
        "layer a[N]\n"
        "  input  x[n < N]\n"
        "  output y = x\n"
        "  backward dy\n"
        "    dx[n] = dy[n]\n");
}

TEST_CASE("one space stands where spaces belong") {
  CHECK(formatted("function f ( x,v )=-x^ - 1*( v+ 2 )if not x<-1 else g ( x , v ) [ 0 ]\n") ==
        "function f(x, v) = -x^-1 * (v + 2) if not x < -1 else g(x, v)[0]\n");
  CHECK(formatted("window w[H](i<H)=(p<2 * H|abs(p-2 * i)<=1)\n") ==
        "window w[H](i < H) = (p < 2*H | abs(p - 2*i) <= 1)\n");
  CHECK(formatted("layer a[N,P>=0]\nconst S in 1 .. 3\ngiven k[n<N]:bool\n") ==
        "layer a[N, P >= 0]\n  const  S in 1..3\n  given  k[n < N] : bool\n");
  CHECK(formatted("condition z( x[ .. ] )=all( .. )x[ .. ]!=0\n") == "condition z(x[..]) = all(..) x[..] != 0\n");
  CHECK(formatted("function f(x)=g[ S = 2 ](x , eps = 1 / 2)\n") == "function f(x) = g[S=2](x, eps=1/2)\n");
}

TEST_CASE("a jvp and a pairing have a canonical form") {
  CHECK(formatted("layer a[N]\ninput x[n<N]\noutput y = x\njvp  tx ,tw   expect refuted\nlet g[n]=tx[n]\nty[n]=g[n]\n"
                  "theorem t:  jvp a . fast wrt x by   pairing with  slow\n") ==
        "layer a[N]\n"
        "  input  x[n < N]\n"
        "  output y = x\n"
        "  jvp tx, tw expect refuted\n"
        "    let g[n] = tx[n]\n"
        "    ty[n] = g[n]\n"
        "\n"
        "theorem t: jvp a.fast wrt x by pairing with slow\n");
}

TEST_CASE("an indicator after a reduction is no subscript") {
  CHECK(formatted("function f(x) = sum(k<K)[k>0]*x\n") == "function f(x) = sum(k < K) [k > 0] * x\n");
}

TEST_CASE("the equals signs of neighbouring adjoints stand in a column") {
  CHECK(formatted("layer a[N]\nbackward dy\ndx[n, k] = 1\ndb[m] = 2\n\ndc = 3\n") ==
        "layer a[N]\n"
        "  backward dy\n"
        "    dx[n, k] = 1\n"
        "    db[m]    = 2\n"
        "\n"
        "    dc = 3\n");
}

TEST_CASE("a theorem without items has a colon and two sides have a comma") {
  CHECK(formatted("theorem t\nvjp f\nexpect proved\n") == "theorem t: vjp f expect proved\n");
  CHECK(formatted("theorem t[N]: input x[n<N] equal x relu(x)\n") ==
        "theorem t[N]\n  input x[n < N]\n  equal x, relu(x)\n");
}

TEST_CASE("comments stay, where they were") {
  CHECK(formatted(
            "# first\n\n\n\n#   second\nlayer a[N]   # size\n# about x\ninput x[n<N]\n    # the end\n\nlayer b[N] # b\n"
            "# last") ==
        "# first\n"
        "\n"
        "#   second\n"
        "layer a[N]  # size\n"
        "  # about x\n"
        "  input  x[n < N]\n"
        "  # the end\n"
        "\n"
        "layer b[N]  # b\n"
        "# last\n");
}

TEST_CASE("a comment inside a statement keeps its line end") {
  CHECK(formatted("function f(x) = x + # plus\n  # more\n  1\n") == "function f(x) = x +  # plus\n    # more\n    1\n");
  CHECK(formatted("function f(x) = g(\n  # first\n  x, 1) # end\n") ==
        "function f(x) = g(\n    # first\n    x, 1)  # end\n");
  CHECK(formatted("theorem t: # why\nvjp f # what\nexpect proved\n") ==
        "theorem t:  # why\n    vjp f  # what\n    expect proved\n");
}

TEST_CASE("declarations are set apart by one blank line") {
  CHECK(formatted("layer a[N]\ninput x\nlayer b[N]\n\n\n\nlayer c[N]\ntheorem t: vjp a\ntheorem u: vjp b\n") ==
        "layer a[N]\n  input  x\n\nlayer b[N]\n\nlayer c[N]\ntheorem t: vjp a\ntheorem u: vjp b\n");
}

TEST_CASE("line ends of other systems and spaces at line ends go") {
  CHECK(formatted("layer a[N]  \r\n  input  x\t\r\n") == "layer a[N]\n  input  x\n");
}

TEST_CASE("an empty text stays empty") {
  CHECK(formatted("") == "");
  CHECK(formatted("\n\n") == "");
  CHECK(formatted("\n# a\n") == "# a\n");
}

TEST_CASE("a long statement is broken, first after its equals sign, and stays one statement") {
  std::string sum = "a";
  for (int i = 0; i < 20; ++i) sum += " + bbbbb * ccccc";
  std::string text = formatted("layer a[N]\noutput y[n < N] = " + sum + "\n");
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin))
    CHECK(end - begin <= 120);
  CHECK(text.starts_with("layer a[N]\n  output y[n < N] ="));
  CHECK(text.find("\n      + bbbbb * ccccc") != std::string::npos);  // at a sum before a product
}

TEST_CASE("a long line without a place to break stays long") {
  std::string name(150, 'a');
  CHECK(formatted("function f(x) = " + name + "[1]\n") == "function f(x) =\n    " + name + "[1]\n");
}

TEST_CASE("the examples of the design are kept, but for the columns of their comments") {
  std::string text = formatted(design_text);
  CHECK(text.find("    db[m]    = sum(n < N) dy[n, m]\n") != std::string::npos);
  CHECK(text.find("  # scalar; on a tensor it works entry by entry, any shape\n") != std::string::npos);
}

TEST_CASE("a text that does not parse is not formatted") {
  SourceFile file("a.germ", "layer a[N\n");
  CHECK_FALSE(format(file));
}
