#include "cli/probe.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using germ::cli::probe;

namespace {

const std::string source = GERM_SOURCE_DIR;
const std::string weights = source + "/examples/data/dlib_stem/";

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome run(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  int code = probe(arguments, out, err);
  return {code, out.str(), err.str()};
}

Outcome stem(const std::string& photos, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{source + "/examples/stem.germ:dlib_stem",
                                     "--tensor",
                                     "x=" + weights + photos,
                                     "--tensor",
                                     "w=" + weights + "conv1_weight.npy",
                                     "--tensor",
                                     "bias=" + weights + "conv1_bias.npy",
                                     "--tensor",
                                     "scale=" + weights + "scale1_weight.npy",
                                     "--tensor",
                                     "shift=" + weights + "scale1_bias.npy"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

// A text of its own for each test, gone afterwards.
class TextFile {
 public:
  explicit TextFile(const std::string& text) {
    static int number = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("germ_probe_test_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "_" +
              std::to_string(number++) + ".germ"))
                .string();
    std::ofstream(path_) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the JSON of a probe has totals, images and clauses") {
  Outcome outcome = stem("photos.npy", {"--json"});
  REQUIRE(outcome.code == 0);
  CHECK(outcome.err.empty());
  auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["layer"] == "dlib_stem");
  CHECK(json["total"]["windows"] == 78400);
  CHECK(json["total"]["tie_identical"] == 1240);
  CHECK(json["total"]["tie_different"] == 12);
  CHECK(json["total"]["undecided"] == 0);
  REQUIRE(json["images"].size() == 2);
  CHECK(json["images"][0]["index"] == 0);
  CHECK(json["images"][0]["dead"] == 7708);
  REQUIRE(json["images"][1]["clauses"].size() == 2);
  CHECK(json["images"][1]["clauses"][0]["holds"] == true);
  CHECK(json["images"][1]["clauses"][1]["holds"] == false);
  CHECK(json["images"][1]["clauses"][1]["failing"] == 5);
}

TEST_CASE("the answer does not depend on the number of threads") {
  CHECK(stem("photos.npy", {"--json", "--jobs", "1"}).out == stem("photos.npy", {"--json", "--jobs=3"}).out);
}

TEST_CASE("a slice names one image, and the table counts it") {
  Outcome outcome = stem("photos.npy[1]");
  REQUIRE(outcome.code == 0);
  CHECK(has(outcome.out, "exact counts on 1 image\n"));
  CHECK(has(outcome.out, "6878"));
  CHECK_FALSE(has(outcome.out, "7708"));
  CHECK(has(outcome.out, "holds on 0 of 1; fails on image (instances): 0 (5)"));
}

TEST_CASE("bad usage is exit code 64 and says what is wrong") {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{},
                                                                     {"a.germ:x", "b.germ:y"},
                                                                     {"a.germ:x", "--nonsense"},
                                                                     {"a.germ:x", "--tensor"},
                                                                     {"a.germ:x", "--tensor", "x"},
                                                                     {"a.germ:x", "--jobs", "0"},
                                                                     {"a.germ:x", "--jobs", "many"},
                                                                     {"a.germ:x", "--member", "S"},
                                                                     {"a.germ:x", "--real", "eps=a"},
                                                                     {":x"},
                                                                     {"a.germ:"}}) {
    Outcome outcome = run(arguments);
    CHECK(outcome.code == 64);
    CHECK(has(outcome.err, "usage:"));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("help goes to the output") {
  Outcome outcome = run({"--help"});
  CHECK(outcome.code == 0);
  CHECK(has(outcome.out, "usage: germ probe"));
}

TEST_CASE("bad input is exit code 4 with an id") {
  auto expect = [](const Outcome& outcome, const std::string& id) {
    CHECK_MESSAGE(outcome.code == 4, id);
    CHECK_MESSAGE(has(outcome.err, "[" + id + "]"), outcome.err);
    CHECK(outcome.out.empty());
  };
  expect(run({"/nonexistent.germ:x"}), "G501");
  expect(run({source + "/examples/stem.germ:dlib_stm"}), "G522");
  expect(run({source + "/examples/stem.germ:dlib_stem"}), "G510");
  expect(stem("nothing.npy"), "G501");
  expect(stem("README.md"), "G502");
  expect(stem("photos.npy[2]"), "G506");
  expect(stem("conv1_bias.npy"), "G511");
  expect(stem("photos.npy", {"--tensor", "x=" + weights + "photos.npy"}), "G514");
  expect(stem("photos.npy", {"--member", "S=1"}), "G523");
}

TEST_CASE("an error in the text is rendered with its place") {
  TextFile file("layer broken[N]\n  input x[n < \n");
  Outcome outcome = run({file.path() + ":broken"});
  CHECK(outcome.code == 4);
  CHECK(has(outcome.err, file.path() + ":"));
}

TEST_CASE("a member of a family is chosen by its constants") {
  TextFile file(
      "layer strided[N, H]\n  const S in 1..3\n  input x[n < N, p < S*H]\n  output y[n, i < H] = max(a < S) x[n, S*i + "
      "a]\n"
      "  domain all(n, i < H) (max(a < S) x[n, S*i + a]) > 40\n");
  std::string tensor = "x=" + weights + "photos.npy[0]";
  CHECK(has(run({file.path(), "--tensor", tensor}).err, "--member S=VALUE, in 1..3"));
  CHECK(has(run({file.path(), "--member", "S=4", "--tensor", tensor}).err, "[G523]"));
  CHECK(has(run({file.path(), "--member", "S=2", "--tensor", tensor}).err, "[G511]"));
}

TEST_CASE("one entry of a first axis that the layer does not have is taken without the axis") {
  TextFile file(
      "layer photo[H, W, K]\n  input x[p < H, q < W, k < K]\n  output y[p, q] = max(k) x[p, q, k]\n"
      "  domain all(p, q, k) x[p, q, k] <= 255\n");
  Outcome outcome = run({file.path(), "--tensor", "x=" + weights + "photos.npy[1]"});
  CHECK(outcome.code == 0);
  CHECK(has(outcome.out, "holds on 150 of 150"));
}
