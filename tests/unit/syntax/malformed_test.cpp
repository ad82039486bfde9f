#include <fstream>
#include <set>
#include <vector>

#include "unit/syntax/texts.hpp"

using namespace germ;
using namespace germ::syntax;

namespace {

struct Malformed {
  std::string text;
  std::string said;  // every diagnostic: id line:column
};

const std::vector<Malformed> lexical = {
    {"layer a[N]\n  let y = x ; z\n", "G105 2:13"}, {"function f(x) = x \u2264 1\n", "G105 1:19"},
    {"function f(x) = x && y\n", "G105 1:19"},      {"function f(x) = x**2\n", "G105 1:18"},
    {"function f(x) = \"x\"\n", "G105 1:17"},       {"function f(x) = x\rlayer\n", "G105 1:18"},
    {"function f(x) = 2H\n", "G106 1:17"},          {"function f(x) = x + .5\n", "G106 1:21"},
    {"function f(x) = 1. + x\n", "G106 1:17"},
};

const std::vector<Malformed> declarations = {
    {"layr a[N]\n  input x[n < N]\n", "G116 1:1"},
    {"x = 1\n", "G116 1:1"},
    {"(a)\n", "G110 1:1"},
    {"input x[n < N]\n", "G118 1:1"},
    {"layer\n", "G110 1:6"},
    {"layer layer\n", "G115 1:7"},
    {"layer if[N]\n", "G115 1:7"},
    {"layer a[]\n", "G110 1:9"},
    {"layer a[N, 3]\n", "G110 1:12"},
    {"layer a[P >= x]\n", "G110 1:14"},
    {"layer a[P >= 99999999999999999999]\n", "G107 1:14"},
    {"layer a[P >= 1.5]\n", "G110 1:14"},
    {"layer a[N] input x\n", "G110 1:12"},
    {"function f = 1\n", "G110 1:12"},
    {"function f() = 1\n", "G110 1:12"},
    {"function f(x)\n", "G110 1:14"},
    {"condition c(x[..]) all(..) x[..] > 0\n", "G110 1:20"},
    {"window w(i < H) = p < 2\n", "G110 1:19"},
    {"window w(i < H) = (p < 2 | p > 0\nlayer a[N]\n", "G111 1:19"},
};

const std::vector<Malformed> items = {
    {"layer a[N]\n  ouput y = x\n", "G117 2:3"},
    {"layer a[N]\n  dx[n] = 1\n", "G118 2:3"},
    {"layer a[N]\n  and x\n", "G110 2:3"},
    {"layer a[N]\n  input x[n < N\n", "G111 2:10"},
    {"layer a[N]\n  input x[n <= N]\n", "G120 2:13"},
    {"layer a[N]\n  input x[0 <= n]\n", "G120 2:11"},
    {"layer a[N]\n  input x[n < N] > 0\n", "G124 2:18"},
    {"layer a[N]\n  param w : bool\n", "G124 2:11"},
    {"layer a[N]\n  input size[n < N]\n", "G115 2:9"},
    {"layer a[N]\n  given t[n < N] in K or 1\n", "G110 2:26"},
    {"layer a[N]\n  given t[n < N] : real\n", "G110 2:20"},
    {"layer a[N]\n  const S in 1..x\n", "G110 2:17"},
    {"layer a[N]\n  const S in 1..9223372036854775808\n", "G107 2:17"},
    {"layer a[N]\n  const S = 1\n", "G110 2:11"},
    {"layer a[N]\n  size OH\n", "G110 2:10"},
    {"layer a[N]\n  real 0 > a\n", "G110 2:10"},
    {"layer a[N]\n  real a > 0 and x\n", "G110 2:18"},
    {"layer a[N]\n  output y[n < N]\n", "G110 2:18"},
    {"layer a[N]\n  let y = x z\n", "G110 2:13"},
    {"layer a[N]\n  let y = x)\n", "G112 2:12"},
    {"layer a[N]\n  domain\n", "G110 2:9"},
    {"layer a[N]\n  backward\n", "G110 2:11"},
    {"layer a[N]\n  backward dy expect refutd\n", "G121 2:22"},
    {"layer a[N]\n  backward dy\n    dx[n] dy[n]\n", "G110 3:11"},
    {"layer a[N]\n  backward dy\n    oputput y\n", "G117 3:5"},
    {"layer a[N]\n  census c = cells (p) y[p]\n", "G110 2:14"},
    {"layer a[N]\n  census c = window (n < N), cells (p) y[p], w z\n", "G110 2:46"},
    {"function f(x) = x\n  input y\n", "G118 2:3"},
    {"theorem t\n  output y = x\n  equal a, b\n", "G118 2:3"},
};

const std::vector<Malformed> expressions = {
    {"function f(x) = \n", "G110 1:16"},
    {"function f(x) = x +\nlayer a[N]\n", "G110 1:20"},
    {"function f(x) = (x + 1\n", "G111 1:17"},
    {"function f(x) = x[1, 2\nlayer a[N]\n", "G111 1:18"},
    {"function f(x) = (x + 1]\n", "G111 1:17"},
    {"function f(x) = (x y)\n", "G110 1:20"},
    {"function f(x) = x if x > 0\n", "G110 1:27"},
    {"function f(x) = 0 < x < 1\n", "G119 1:23"},
    {"function f(x) = x is not y\n", "G110 1:22"},
    {"function f(x) = sum(k < K)\n", "G110 1:27"},
    {"function f(x) = sum(k in K) x\n", "G120 1:26"},
    {"function f(x) = sum(k < K | ) x\n", "G110 1:29"},
    {"function f(x) = sum(3) x\n", "G120 1:21"},
    {"function f(x) = x[]\n", "G110 1:19"},
    {"function f(x) = x[S=2]\n", "G110 1:23"},
    {"function f(x) = g(a=1, x)\n", "G110 1:24"},
    {"function f(x) = g.1\n", "G106 1:18"},
    {"function f(x) = let\n", "G110 1:17"},
    {"function f(x) = + x\n", "G110 1:17"},
};

const std::vector<Malformed> theorems = {
    {"theorem t vjp f\n", "G110 1:11"},
    {"theorem t[N]\n  input x[n < N]\n", "G123 1:9"},
    {"theorem t: vjb f\n", "G117 1:12"},
    {"theorem t: vjp f expect maybe\n", "G121 1:25"},
    {"theorem t: vjp f expect proved expect proved\n", "G122 1:32"},
    {"theorem t: equal a\n", "G110 2:1"},
    {"theorem t: equal a, b wrt x\n", "G118 1:23"},
    {"theorem t: vjp f wrt W[v, d |]\n", "G110 1:30"},
    {"theorem t: vjp f by\n  transport g\n", "G110 1:20"},
    {"rule r at a, b, near x[n < N]\n  x ~ x\n", "G126 1:6"},
};

const std::vector<Malformed> later = {
    {"convention torch: relu at 0 = 0; max at tie = first\n", "G902 1:1"},
    {"function f(x) = prod(k < K) x\n", "G917 1:17"},
    {"function f(x) = ranked(r < 2, k < K) x\n", "G918 1:17"},
    {"layer a[N]\n  backward auto\n", "G919 2:12"},
    {"layer a[N]\n  domain inherited\n", "G921 2:10"},
    {"function f(x) = f32(0.01) * x\n", "G923 1:17"},
    {"theorem t: vjp f expect refuted at x\n", "G925 1:33"},
    {"theorem t: kink f follows torch\n", "G926 1:19"},
};

void check_all(const std::vector<Malformed>& table) {
  for (const Malformed& each : table) {
    CAPTURE(each.text);
    CHECK(complaints(each.text) == each.said);
  }
}

std::string repeat(const std::string& part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

}  // namespace

TEST_CASE("characters and numbers that are none are named at their place") { check_all(lexical); }
TEST_CASE("malformed declarations are named at their place") { check_all(declarations); }
TEST_CASE("malformed items are named at their place") { check_all(items); }
TEST_CASE("malformed expressions are named at their place") { check_all(expressions); }
TEST_CASE("malformed theorems are named at their place") { check_all(theorems); }
TEST_CASE("constructs that are not handled yet are rejected, each with an id of its own") { check_all(later); }

TEST_CASE("every id of the text is in the table of diagnostics, and every id there is met in a test") {
  std::set<std::string> met = {"G101", "G102", "G103", "G104",
                               "G113", "G114", "G130", "G131"};  // in tests of their own
  for (const auto& table : {lexical, declarations, items, expressions, theorems, later})
    for (const Malformed& each : table) met.insert(each.said.substr(0, 4));
  std::ifstream in(std::string(GERM_SOURCE_DIR) + "/docs/DIAGNOSTICS.md");
  std::set<std::string> listed;
  for (std::string row; std::getline(in, row);)
    if (row.starts_with("| G1") || row.starts_with("| G90") || row.starts_with("| G91") || row.starts_with("| G92"))
      listed.insert(row.substr(2, 4));
  CHECK(listed == met);
}

TEST_CASE("a misspelt keyword is answered with the right one") {
  auto advice = [](const std::string& text) { return parse_text(text).diagnostics.at(0).notes.at(0).message; };
  CHECK(advice("layr a[N]\n") == "did you mean `layer`?");
  CHECK(advice("layer a[N]\n  ouput y = x\n") == "did you mean `output`?");
  CHECK(advice("layer a[N]\n  backward dy\n    dx = 1\n  theorm t\n") == "did you mean `theorem`?");
  CHECK(advice("theorem t: inplies a, b\n") == "did you mean `implies`?");
  CHECK(advice("theorem t: vjp f expect refutd\n") == "did you mean `refuted`?");
  CHECK(advice("function f(x) = x \u2265 1\n") == "write `>=`");
  CHECK(advice("function f(x) = 2H\n") == "a product is written `2*H`");
}

TEST_CASE("an open bracket is shown, with the place where it should have been closed") {
  Parsed parsed = parse_text("layer a[N]\n  let y = (x + 1\n  let z = x\n");
  REQUIRE(parsed.diagnostics.size() == 1);
  const Diagnostic& said = parsed.diagnostics[0];
  CHECK(said.message == "`(` is not closed");
  CHECK(said.notes.at(0).message == "expected `)`, found the end of the line");
  CHECK(said.notes.at(0).span->line() == 2);
}

TEST_CASE("the message says the place, the fact and the id") {
  Parsed parsed = parse_text("layer a[N]\n  const S in 1..x\n");
  REQUIRE(parsed.diagnostics.size() == 1);
  std::string shown = render(parsed.diagnostics[0]);
  CHECK(shown.starts_with("a.germ:2:17: error: expected an integer, as in `const S in 1..3`, found `x` [G110]\n"));
}

TEST_CASE("parsing goes on after an error, and reports the next one") {
  CHECK(complaints(std::string("layer a[N]\n  let y = )\n  input x[n < N\n  backward dy\n    dx = ]\n    dz = 2H\n"
                               "layer b[N\nfunction f(x) = 1 +\ntheorem t: vjp f\n")) ==
        "G112 2:11; G111 3:10; G112 5:10; G106 6:10; G111 7:8; G110 8:20");
}

TEST_CASE("an error in a header does not hide the items that follow, nor make them errors") {
  CHECK(complaints(std::string("layer a[3]\n  input x[n < N]\n  output y = x\nlayer b[N]\n")) == "G110 1:9");
  CHECK(complaints(std::string("theorem t[N]\n  input x[n <= N]\n  equal x, x\n")) == "G120 2:13");
}

TEST_CASE("at most twenty errors of a file are reported") {
  std::string text = "layer a[N]\n" + repeat("  let y = )\n", 50);
  Parsed parsed = parse_text(text);
  REQUIRE(parsed.diagnostics.size() == 20);
  CHECK(parsed.diagnostics.back().notes.back().message == "only the first 20 errors of a file are shown");
}

TEST_CASE("a text of another kind gives one diagnostic") { CHECK(complaints(repeat("junk\n", 100)) == "G116 1:1"); }

TEST_CASE("binary junk gives one short diagnostic") {
  std::string junk;
  unsigned state = 12345;
  for (int i = 0; i < 100000; ++i) {
    state = state * 1103515245u + 12345u;
    junk += static_cast<char>(state >> 16);
  }
  Parsed parsed = parse_text(junk);
  REQUIRE(parsed.diagnostics.size() == 1);
  CHECK(render(parsed.diagnostics[0]).size() < 600);
}

TEST_CASE("200 levels of nesting parse and more are an error") {
  auto nested = [](std::size_t n) { return "function f(x) = " + repeat("(", n) + "x" + repeat(")", n) + "\n"; };
  CHECK(complaints(nested(199)) == "");
  CHECK(complaints(nested(200)) == "G113 1:217");
  std::size_t many = 1000000;
  CHECK(parse_text(nested(many)).diagnostics.at(0).id == "G113");
  for (std::string part :
       {"(", "[", "-", "not ", "x[", "f(", "x^", "sum(k < K) ", "max(", "max(k < K) ", "x if x > 0 else "}) {
    CAPTURE(part);
    CHECK(parse_text("function f(x) = " + repeat(part, 100000) + "x\n").diagnostics.at(0).id == "G113");
  }
}

TEST_CASE("a tree of 1000 levels parses and a higher one is an error") {
  CHECK(complaints("function f(x) = x" + repeat(" + x", 999) + "\n") == "");
  CHECK(complaints("function f(x) = x" + repeat(" + x", 1000) + "\n") == "G114 1:17");
  CHECK(complaints("function f(x) = x" + repeat(" and x", 1000000) + "\n") == "G114 1:17");
  CHECK(complaints("function f(x) = x" + repeat("[1]", 1000) + "\n") == "G114 1:17");
}

// A parser that is quadratic anywhere does not end within the time that the test run gives it.
TEST_CASE("large hostile texts are answered") {
  std::size_t many = 500000;
  for (const std::string& text :
       {repeat("(", many) + repeat("]", many), repeat("([", many), repeat("max(", many), repeat(")", many),
        "function f(x) = " + repeat("max(a, ", 190) + "x" + repeat(")", 190), repeat("# c\n", many),
        repeat("a\n", many), "layer a[N]\n" + repeat("  let y = max(a, b)\n", many / 20), std::string(many, 'a'),
        "function f(x) = g(" + repeat("a, ", many) + "a)\n", "layer a[N]\n  real x" + repeat(" > 0 and", many)}) {
    parse_text(text);
    SourceFile file("a.germ", text);
    format(file);
  }
}

TEST_CASE("no prefix and no one-character change of a text makes the parser fail without a word") {
  std::string text = design_text;
  std::string characters = "()[],:.|=+-*/%^<>#\n 0a~\"";
  std::size_t step = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string cut = text.substr(0, i);
    std::string changed = text;
    changed[i] = characters[step++ % characters.size()];
    std::string dropped = text.substr(0, i) + text.substr(i + 1);
    for (const std::string& variant : {cut, changed, dropped}) {
      Parsed parsed = parse_text(variant);
      CHECK((parsed.module != nullptr) != !parsed.diagnostics.empty());
      CHECK(parsed.diagnostics.size() <= 20);
      for (const Diagnostic& said : parsed.diagnostics) {
        CHECK(said.id.size() == 4);
        CHECK_FALSE(said.message.empty());
        CHECK(said.span.end <= variant.size());
      }
    }
  }
}

TEST_CASE("whatever still parses after a one-character change is formatted to the same tree") {
  std::string text = design_text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = "\n a#"[i % 4];
    Parsed before = parse_text(changed);
    if (!before.module) continue;
    auto once = format(*before.file);
    REQUIRE(once);
    Parsed after = parse_text(*once);
    CAPTURE(changed);
    REQUIRE(after.module);
    CHECK(dump(*after.module) == dump(*before.module));
    auto twice = format(*after.file);
    REQUIRE(twice);
    CHECK(*twice == *once);
  }
}
