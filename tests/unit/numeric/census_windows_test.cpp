// What the census counts, on layers small enough to count by hand or by plain loops.

#include <algorithm>
#include <map>

#include "unit/numeric/census_text.hpp"

using namespace census_test;
using numeric::CensusCounts;
using tensors::floats;
using tensors::integers;

namespace {

// Windows of two neighbours; the patch of a cell is its mark.
const char* const pairs = R"(
layer pairs[N, H]
  input  z[n < N, p < 2*H]
  given  mark[p < 2*H]
  output u[n < N, i < H] = max(a < 2) z[n, 2*i + a]
  domain all(n, p) z[n, p] != 0
  census pool = window (n, i), cells (p < 2*H | p / 2 == i) z[n, p], patch (t < 1) mark[p + t], zero z
)";

CensusCounts counts_of_pair(std::vector<std::int64_t> pair, std::vector<std::int64_t> marks = {1, 2}) {
  auto result = census(pairs, "pairs", {{"z", integers({1, 2}, pair)}, {"mark", integers({2}, marks)}});
  return result.at(0).counts.at(0);
}

// relu, then a pool of 3x3 cells with stride 2 and padding 1.
const char* const relu_pool = R"(
window cell[H, W](i < H, j < W) = (p < 2*H, q < 2*W | abs(p - 2*i) <= 1 and abs(q - 2*j) <= 1)
function relu(x) = x if x > 0 else 0
condition smooth_or_dead(y[n < N, c < C, p < 2*H, q < 2*W]) = all(n, c, i < H, j < W) (
    any(p, q in cell(i, j)) (all(r, s in cell(i, j) | not (r, s) is (p, q)) y[n, c, p, q] > y[n, c, r, s])
    or all(p, q in cell(i, j)) y[n, c, p, q] <= 0)
layer relu_pool[N, C, H, W]
  input  z[n < N, c < C, p < 2*H, q < 2*W]
  let    y = relu(z)
  output u[n, c, i < H, j < W] = max(p, q in cell(i, j)) y[n, c, p, q]
  domain all(n, c, p, q) z[n, c, p, q] != 0
  domain smooth_or_dead(y)
  census pool = window (n, c, i, j), cells (p, q in cell(i, j)) y[n, c, p, q],
      patch (a < 3) (z[n, c, p + a - 1, q] or 0), zero z
)";

struct Shape {
  std::int64_t n, c, h, w;  // the grid is 2h x 2w
};

// The census of relu_pool by plain loops.
std::vector<CensusCounts> by_loops(const Shape& shape, const std::vector<std::int64_t>& z) {
  std::int64_t rows = 2 * shape.h;
  std::int64_t columns = 2 * shape.w;
  std::vector<CensusCounts> out(static_cast<std::size_t>(shape.n));
  auto at = [&](std::int64_t n, std::int64_t c, std::int64_t p, std::int64_t q) {
    if (p < 0 || p >= rows) return std::int64_t{0};
    return z[static_cast<std::size_t>(((n * shape.c + c) * rows + p) * columns + q)];
  };
  for (std::int64_t n = 0; n < shape.n; ++n) {
    CensusCounts& counts = out[static_cast<std::size_t>(n)];
    for (std::int64_t c = 0; c < shape.c; ++c) {
      for (std::int64_t p = 0; p < rows; ++p)
        for (std::int64_t q = 0; q < columns; ++q) counts.zero += at(n, c, p, q) == 0;
      for (std::int64_t i = 0; i < shape.h; ++i)
        for (std::int64_t j = 0; j < shape.w; ++j) {
          std::map<std::int64_t, std::vector<std::vector<std::int64_t>>> patches;  // by the cell's activation
          for (std::int64_t p = std::max<std::int64_t>(0, 2 * i - 1); p <= 2 * i + 1; ++p)
            for (std::int64_t q = std::max<std::int64_t>(0, 2 * j - 1); q <= 2 * j + 1; ++q)
              patches[std::max<std::int64_t>(0, at(n, c, p, q))].push_back(
                  {at(n, c, p - 1, q), at(n, c, p, q), at(n, c, p + 1, q)});
          const auto& [best, tied] = *patches.rbegin();
          ++counts.windows;
          if (best == 0) {
            ++counts.dead;
          } else if (tied.size() == 1) {
            ++counts.single;
          } else if (std::all_of(tied.begin(), tied.end(),
                                 [&first = tied.front()](const auto& patch) { return patch == first; })) {
            ++counts.tie_identical;
          } else {
            ++counts.tie_different;
          }
        }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("a window is dead if no value is positive, ties or not") {
  CHECK(counts_of_pair({0, 0}).dead == 1);
  CHECK(counts_of_pair({-3, -3}).dead == 1);
  CHECK(counts_of_pair({-3, 0}).dead == 1);
}

TEST_CASE("a window has a single maximum if one cell is positive and above the others") {
  CHECK(counts_of_pair({1, 0}).single == 1);
  CHECK(counts_of_pair({-1, 5}).single == 1);
  CHECK(counts_of_pair({4, 5}).single == 1);
}

TEST_CASE("a positive tie is identical if the patches are equal, else different") {
  CHECK(counts_of_pair({5, 5}, {7, 7}).tie_identical == 1);
  CHECK(counts_of_pair({5, 5}, {7, 8}).tie_different == 1);
}

TEST_CASE("zeros of the named tensor are counted wherever they are") {
  CHECK(counts_of_pair({0, 0}).zero == 2);
  CHECK(counts_of_pair({0, 9}).zero == 1);
  CHECK(counts_of_pair({-1, 9}).zero == 0);
}

TEST_CASE("without a patch every tie is different") {
  const char* text = R"(
layer pairs[N, H]
  input  z[n < N, p < 2*H]
  output u[n < N, i < H] = max(a < 2) z[n, 2*i + a]
  census pool = window (n, i), cells (a < 2) z[n, 2*i + a]
)";
  auto result = census(text, "pairs", {{"z", integers({1, 4}, {5, 5, 0, 1})}});
  CHECK(result[0].counts[0].tie_different == 1);
  CHECK(result[0].counts[0].single == 1);
}

TEST_CASE("padded windows and patches are counted as plain loops count them") {
  Dice dice(7);
  for (Shape shape :
       {Shape{1, 1, 1, 1}, Shape{2, 1, 1, 3}, Shape{1, 3, 4, 2}, Shape{3, 2, 3, 5}, Shape{1, 1, 20, 300}}) {
    auto count = static_cast<std::size_t>(shape.n * shape.c * shape.h * shape.w * 4);
    auto z = dice.rolls(count, -2, 2);
    auto result = census(relu_pool, "relu_pool", {{"z", integers({shape.n, shape.c, 2 * shape.h, 2 * shape.w}, z)}});
    auto expected = by_loops(shape, z);
    REQUIRE(result.size() == expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const CensusCounts& counts = result[n].counts[0];
      CHECK(counts == expected[n]);
      CHECK(counts.dead + counts.single + counts.tie_identical + counts.tie_different + counts.undecided ==
            counts.windows);
      CHECK(result[n].clauses[0].failing == expected[n].zero);
      CHECK(result[n].clauses[0].holds == (expected[n].zero == 0));
      CHECK(result[n].clauses[1].failing == expected[n].tie_identical + expected[n].tie_different);
    }
  }
}

TEST_CASE("the counts do not depend on the number of threads") {
  Dice dice(11);
  numeric::NamedArrays arrays{{"z", integers({9, 2, 6, 4}, dice.rolls(9 * 2 * 6 * 4, -2, 2))}};
  numeric::CensusOptions many;
  many.jobs = 4;
  auto one = census(relu_pool, "relu_pool", arrays);
  auto four = census(relu_pool, "relu_pool", arrays, many);
  REQUIRE(one.size() == four.size());
  for (std::size_t n = 0; n < one.size(); ++n) CHECK(one[n].counts == four[n].counts);
}

TEST_CASE("ties are decided on exact values, at every width of numbers") {
  // z = x^k on x = 1 + d/2^40: the k-th powers differ only far behind the 53 bits of a double; k = 1 fits 62 bits,
  // k = 3 needs 126, k = 4 needs more.
  double tiny = 1.0 / 1099511627776.0;
  for (const char* power : {"x[n, p]", "x[n, p]^3", "x[n, p]^4", "x[n, p]^-1"}) {
    std::string layer = std::string("layer powers[N, H]\n  input x[n < N, p < 2*H]\n  let z[n, p] = ") + power +
                        "\n  output u[n, i < H] = max(a < 2) z[n, 2*i + a]\n" +
                        "  census pool = window (n, i), cells (a < 2) z[n, 2*i + a], patch (t < 1) x[n, 2*i + a + t]\n";
    auto result = census(layer, "powers", {{"x", floats({1, 6}, {1, 1 + tiny, 1 + tiny, 1 + tiny, 1, -2})}});
    CHECK_MESSAGE(result[0].counts[0].single == 2, power);
    CHECK_MESSAGE(result[0].counts[0].tie_identical == 1, power);
  }
}

TEST_CASE("several censuses of one layer are counted side by side") {
  const char* text = R"(
layer two[N, H]
  input  z[n < N, p < 2*H]
  output u[n < N, i < H] = max(a < 2) z[n, 2*i + a]
  census plain = window (n, i), cells (a < 2) z[n, 2*i + a]
  census flipped = window (n, i), cells (a < 2) -z[n, 2*i + a]
)";
  auto result = census(text, "two", {{"z", integers({1, 4}, {1, 2, -3, -3})}});
  CHECK(result[0].counts[0].single == 1);
  CHECK(result[0].counts[0].dead == 1);
  CHECK(result[0].counts[1].dead == 1);
  CHECK(result[0].counts[1].tie_different == 1);
}
