#include <cstring>

#include "unit/syntax/texts.hpp"

using namespace germ;
using namespace germ::syntax;

namespace {

template <class T>
const T& item(const Item& each) {
  REQUIRE(std::holds_alternative<T>(each.content));
  return std::get<T>(each.content);
}

// A layer made of one line.
const Item& only_item(const Parsed& parsed) {
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  const auto& layer = std::get<LayerDecl>(parsed.module->declarations.at(0));
  REQUIRE(layer.items.size() == 1);
  return layer.items[0];
}

Parsed line(const std::string& text) { return parse_text("layer a[N]\n" + text + "\n"); }

const TheoremDecl& theorem(const Parsed& parsed) {
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  return std::get<TheoremDecl>(parsed.module->declarations.at(0));
}

}  // namespace

TEST_CASE("the examples of the design parse") {
  Parsed parsed = parse_text(design_text);
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  CHECK(parsed.module->declarations.size() == 8);
}

TEST_CASE("an empty file is a module without declarations") {
  CHECK(parse_text("").module->declarations.empty());
  CHECK(parse_text("# nothing\n").module->declarations.empty());
}

// ---------------------------------------------------------------- expressions

TEST_CASE("stronger operators bind first") {
  CHECK(same("a + b * c", "a + (b * c)"));
  CHECK(same("-x^2", "-(x^2)"));
  CHECK(same("-a * b", "(-a) * b"));
  CHECK(same("a * -b", "a * (-b)"));
  CHECK(same("x^-1", "x^(-1)"));
  CHECK(same("a - b - c", "(a - b) - c"));
  CHECK(same("a / b * c", "(a / b) * c"));
  CHECK(same("a + 1 < b % 2", "(a + 1) < (b % 2)"));
  CHECK(same("not a < b", "not (a < b)"));
  CHECK(same("not a and b", "(not a) and b"));
  CHECK(same("a or b and c", "a or (b and c)"));
  CHECK(same("a if b or c else d", "a if (b or c) else d"));
  CHECK(same("a if b else c if d else e", "a if b else (c if d else e)"));
  CHECK_FALSE(same("a - (b - c)", "a - b - c"));
}

TEST_CASE("a reduction takes the product that follows and ends at a sum") {
  CHECK(same("sum(k < K) a * b + c", "(sum(k < K) (a * b)) + c"));
  CHECK(same("sum(k < K) x[k] / N", "sum(k < K) (x[k] / N)"));
  CHECK(same("sum(k < K) a if p else b", "(sum(k < K) a) if p else b"));
  CHECK(same("sum(k < K) sum(j < J) a * b", "sum(k < K) (sum(j < J) (a * b))"));
  CHECK(same("2 * sum(k < K) a * b", "2 * (sum(k < K) (a * b))"));
  CHECK(same("max(k < K) a > b", "(max(k < K) a) > b"));
  CHECK(same("sum(k < K) -x[k] * 2", "sum(k < K) (-x[k] * 2)"));
  CHECK(same("sum(k < K) [k > 0] * x[k]", "sum(k < K) ([k > 0] * x[k])"));
}

TEST_CASE("all and any take one comparison or a parenthesis") {
  CHECK(same("all(k) a > b + 1 and c", "(all(k) (a > b + 1)) and c"));
  CHECK(same("any(k) (a and b) or c", "(any(k) (a and b)) or c"));
  CHECK(same("not all(k) a > b", "not (all(k) (a > b))"));
  CHECK(same("all(k) not a is b", "all(k) (not (a is b))"));
}

TEST_CASE("max of values and max over a window are told apart") {
  auto kind = [](const std::string& value) {
    Parsed parsed = parse_text("function f(x) = " + value + "\n");
    REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
    return std::get<FunctionDecl>(parsed.module->declarations.at(0)).body->kind;
  };
  CHECK(kind("max(a, b)") == ExprKind::call);
  CHECK(kind("max(a, 0)") == ExprKind::call);
  CHECK(kind("min(f(i), max(a, b))") == ExprKind::call);
  CHECK(kind("max(a, b) - 1") == ExprKind::subtract);
  CHECK(kind("max(p, q) y[p, q]") == ExprKind::reduction);
  CHECK(kind("max(p, q in cell(i, j)) y[p, q]") == ExprKind::reduction);
  CHECK(kind("max(i < H) -y[i]") == ExprKind::reduction);
  CHECK(kind("max(n, i < H) -y[n, i]") == ExprKind::reduction);
  CHECK(kind("max(i | i > 0) -y[i]") == ExprKind::reduction);
  CHECK(kind("max(p) (y[p] if p > 0 else 0)") == ExprKind::reduction);
  CHECK(kind("max(x[i < H], b)") == ExprKind::call);
}

TEST_CASE("the words of reductions are names where no parenthesis follows") {
  CHECK(printed("mean[c] * sum") == "mean[c] * sum");
}

TEST_CASE("a call holds arguments by position, by name, and sizes") {
  Parsed parsed = parse_text("function f(x) = g[S=2, D=1](x, w[n, ..], eps=a + 1)\n");
  REQUIRE(parsed.module);
  const Expr& call = *std::get<FunctionDecl>(parsed.module->declarations[0]).body;
  REQUIRE(call.kind == ExprKind::call);
  CHECK(call.args.size() == 3);
  REQUIRE(call.sizes.size() == 2);
  CHECK(call.sizes[0].first.text == "S");
  REQUIRE(call.named.size() == 1);
  CHECK(call.named[0].first.text == "eps");
  CHECK(call.args[2]->args[2]->kind == ExprKind::ellipsis);
}

TEST_CASE("the sizes of a window call may come without names") {
  CHECK(printed("(p, q) in cell[H, 2*W](i, j)") == "(p, q) in cell[H, 2 * W](i, j)");
}

TEST_CASE("a backward of a layer is called at a tensor and subscripted") {
  CHECK(printed("max_pool.back(du at y)[n, c]") == "max_pool.back(du at y)[n, c]");
}

TEST_CASE("printing puts only the parentheses that are needed") {
  CHECK(printed("((a) + (b * c))") == "a + b * c");
  CHECK(printed("(sum(k < K) a) * b") == "(sum(k < K) a) * b");
  CHECK(printed("(sum(k < K) a) + b") == "sum(k < K) a + b");
  CHECK(printed("(a if b else c) + 1") == "(a if b else c) + 1");
  CHECK(printed("(-x)^2") == "(-x)^2");
  CHECK(printed("x^(1/2)") == "x^(1 / 2)");
  CHECK(printed("a - (b + c)") == "a - (b + c)");
  CHECK(printed("(x[n - 1] or 0)") == "x[n - 1] or 0");
  CHECK(printed("(a < b) is c") == "(a < b) is c");
}

TEST_CASE("the span of a parenthesised part keeps its parentheses") {
  Parsed parsed = parse_text("function f(x) = (a or b) and c\n");
  REQUIRE(parsed.module);
  const Expr& whole = *std::get<FunctionDecl>(parsed.module->declarations[0]).body;
  CHECK(whole.span.text() == "(a or b) and c");
  CHECK(whole.args[0]->span.text() == "(a or b)");
}

TEST_CASE("every node knows the height of its tree") {
  Parsed parsed = parse_text("function f(x) = a + b * (sum(k < K + 1) c[k])\n");
  REQUIRE(parsed.module);
  // name K, sum, reduction (its extent `K + 1` is the tallest part), product, sum
  CHECK(std::get<FunctionDecl>(parsed.module->declarations[0]).body->height == 5);
}

// ---------------------------------------------------------------- binders

TEST_CASE("the names before `in` are collected for the window") {
  Parsed parsed = parse_text("condition a(y[..]) = all(i < H, n, p, q in cell(i, j), k) y[n] > 0\n");
  REQUIRE(parsed.module);
  const auto& items = std::get<ConditionDecl>(parsed.module->declarations[0]).body->binders.items;
  REQUIRE(items.size() == 3);
  CHECK(items[0].extent);
  CHECK(items[1].names.size() == 3);
  CHECK(items[1].window);
  CHECK(items[2].names.size() == 1);
}

TEST_CASE("axes may be grouped into one stored axis") {
  const Parsed parsed = line("input x[n < N, (g < G, c < Cg), p < H]");
  const auto& axes = item<TensorItem>(only_item(parsed)).tensors.at(0).declarator.axes;
  REQUIRE(axes.size() == 3);
  CHECK(axes[1].group.size() == 2);
}

// ---------------------------------------------------------------- items

TEST_CASE("constants have literal bounds") {
  const Parsed parsed = line("const S in 1..3, D in -2..2");
  const auto& constants = item<ConstItem>(only_item(parsed)).constants;
  REQUIRE(constants.size() == 2);
  CHECK(constants[0].high == 3);
  CHECK(constants[1].low == -2);
}

TEST_CASE("a size in brackets may have a lower bound") {
  Parsed parsed = parse_text("layer a[N, P >= 0]\n");
  REQUIRE(parsed.module);
  const auto& sizes = std::get<LayerDecl>(parsed.module->declarations[0]).sizes;
  CHECK_FALSE(sizes[0].lower_bound);
  CHECK(sizes[1].lower_bound == 0);
}

TEST_CASE("a real scalar may be bounded on both sides") {
  for (const char* text : {"real a > 0 and a < 1", "real 0 < a < 1", "real a > 0 and < 1"}) {
    const Parsed parsed = line(text);
    const auto& scalar = item<RealItem>(only_item(parsed)).scalars.at(0);
    CHECK(scalar.name.text == "a");
    REQUIRE(scalar.bounds.size() == 2);
    CHECK(scalar.bounds[0].first == ExprKind::greater);
    CHECK(scalar.bounds[1].first == ExprKind::less);
  }
}

TEST_CASE("given tensors are integers, booleans or reals") {
  const Parsed parsed = line("given t[n < N] in K or none, s[n] in K + 1, keep[n] : bool, w[n], v[n] >= 0");
  const auto& tensors = item<TensorItem>(only_item(parsed)).tensors;
  REQUIRE(tensors.size() == 5);
  CHECK((tensors[0].below && tensors[0].or_none));
  CHECK((tensors[1].below && !tensors[1].or_none));
  CHECK(tensors[2].boolean);
  CHECK((tensors[3].bounds.empty() && !tensors[3].below));
  CHECK(tensors[4].bounds.at(0).first == ExprKind::greater_equal);
}

TEST_CASE("a domain may belong to some variables only") {
  const Parsed parsed = line("domain wrt W, b b[0] != 0");
  const auto& domain = item<DomainItem>(only_item(parsed));
  CHECK(domain.wrt.size() == 2);
  CHECK(to_string(*domain.condition) == "b[0] != 0");
}

TEST_CASE("a backward has a name where two names stand") {
  const Parsed unnamed = line("backward dy, dz");
  CHECK_FALSE(item<BackwardItem>(only_item(unnamed)).name);
  CHECK(item<BackwardItem>(only_item(unnamed)).cotangents.size() == 2);
  const Parsed named = line("backward in_place dy, dz expect refuted");
  CHECK(item<BackwardItem>(only_item(named)).name->text == "in_place");
  CHECK(item<BackwardItem>(only_item(named)).expect == Expectation::refuted);
}

TEST_CASE("the lines of a backward end at the next item that is no let") {
  Parsed parsed =
      parse_text("layer a[N]\n  backward dy\n    let g[n] = dy[n]\n    dx[n] = g[n]\n  save g\n  let z = x\n");
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  const auto& items = std::get<LayerDecl>(parsed.module->declarations[0]).items;
  REQUIRE(items.size() == 3);
  const auto& lines = item<BackwardItem>(items[0]).lines;
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].keyword == DefinitionKeyword::let);
  CHECK(lines[1].keyword == DefinitionKeyword::adjoint);
}

TEST_CASE("a jvp names tangents, and its lines are lets and tangents") {
  Parsed parsed = parse_text(
      "layer a[N]\n  jvp tx, tW expect refuted\n    let g[n] = tx[n]\n    ty[n] = g[n]\n  jvp in_x tx\n    ty = tx\n");
  REQUIRE_MESSAGE(parsed.module, complaints(parsed.diagnostics));
  const auto& items = std::get<LayerDecl>(parsed.module->declarations[0]).items;
  REQUIRE(items.size() == 2);
  const auto& first = item<JvpItem>(items[0]);
  CHECK_FALSE(first.name);
  CHECK(first.tangents.size() == 2);
  CHECK(first.expect == Expectation::refuted);
  REQUIRE(first.lines.size() == 2);
  CHECK(first.lines[0].keyword == DefinitionKeyword::let);
  CHECK(first.lines[1].keyword == DefinitionKeyword::tangent);
  CHECK(item<JvpItem>(items[1]).name->text == "in_x");
}

TEST_CASE("a census names its windows, cells, patch and zero tensor") {
  const Parsed parsed = line(
      "census pool = window (n < N, i < H), cells (p in cell(i)) y[n, p],\n"
      "  patch (a < 7, k < 3) (x[n, 2*p + a, k] or 0), zero z");
  const auto& census = item<CensusItem>(only_item(parsed));
  CHECK(census.windows.items.size() == 2);
  CHECK(census.cells.items.at(0).window);
  CHECK(census.patch->kind == ExprKind::or_);
  CHECK(census.zero->text == "z");
}

TEST_CASE("patch and zero of a census may be absent") {
  const Parsed short_one = line("census pool = window (n < N), cells (p in cell(n)) y[n, p]");
  CHECK_FALSE(item<CensusItem>(only_item(short_one)).patch);
  const Parsed zero_only = line("census pool = window (n < N), cells (p in cell(n)) y[n, p], zero y");
  CHECK(item<CensusItem>(only_item(zero_only)).zero);
}

// ---------------------------------------------------------------- theorems

TEST_CASE("a vjp theorem names layer, backward, variables and condition") {
  const Parsed parsed =
      parse_text("theorem t: vjp embed.padded wrt x, W[v, d | not v is 0] on no_zero(x) by auto expect unknown\n");
  const TheoremDecl& t = theorem(parsed);
  CHECK(t.kind == TheoremKind::vjp);
  CHECK(t.layer.text == "embed");
  CHECK(t.backward->text == "padded");
  REQUIRE(t.wrt.size() == 2);
  CHECK(to_string(*t.wrt[1].slice) == "not v is 0");
  CHECK(to_string(*t.on) == "no_zero(x)");
  CHECK(t.expect == Expectation::unknown);
}

TEST_CASE("a pairing may name its partner") {
  const Parsed plain = parse_text("theorem t: jvp f wrt x by pairing expect proved\n");
  CHECK(theorem(plain).kind == TheoremKind::jvp);
  CHECK(theorem(plain).pairing);
  CHECK_FALSE(theorem(plain).partner);
  const Parsed named = parse_text("theorem t:\n  vjp f.fast\n  by pairing with in_x\n");
  CHECK(theorem(named).backward->text == "fast");
  CHECK(theorem(named).partner->text == "in_x");
}

TEST_CASE("the clauses of a theorem may stand on lines of their own") {
  const Parsed parsed = parse_text("theorem t:\n  vjp f\n  wrt x\n  by auto\n  expect proved\nlayer a[N]\n");
  CHECK(theorem(parsed).wrt.size() == 1);
  CHECK(theorem(parsed).expect == Expectation::proved);
  CHECK(parsed.module->declarations.size() == 2);
}

TEST_CASE("the comma between the two sides may be left out") {
  for (const char* text :
       {"theorem t[N]\n  input x[n < N]\n  equal x, relu(x)\n", "theorem t[N]: input x[n < N]\n  equal x relu(x)\n",
        "theorem t[N]: input x[n < N] equal x\n relu(x)\n"}) {
    const Parsed parsed = parse_text(text);
    const TheoremDecl& t = theorem(parsed);
    CHECK(t.items.size() == 1);
    CHECK(to_string(*t.left) == "x");
    CHECK(to_string(*t.right) == "relu(x)");
  }
}

// ---------------------------------------------------------------- the library

TEST_CASE("a name is declared once in a library, over all files and kinds") {
  Library library;
  CHECK(library.add("a.germ", "layer one[N]\nfunction two(x) = x\n").empty());
  CHECK(complaints(library.add("b.germ", "layer three[N]\ntheorem two: vjp one\n")) == "G130 2:9");
  CHECK(library.modules().size() == 1);  // nothing of the second file is added
  CHECK(library.add("c.germ", "layer three[N]\n").empty());
  CHECK(complaints(library.add("d.germ", "condition c(x[..]) = all(..) x[..] > 0\nwindow c(i < 2) = (p < 2)\n")) ==
        "G130 2:8");
}

TEST_CASE("what is built in cannot be declared") {
  Library library;
  CHECK(complaints(library.add("a.germ", "function exp(x) = x\n")) == "G131 1:10");
  CHECK(complaints(library.add("b.germ", "layer max[N]\n")) == "G131 1:7");
  CHECK(complaints(library.add("c.germ", "condition true(x[..]) = x[..] > 0\n")) == "G131 1:11");
}
