#include "cli/probe.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
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

TEST_CASE("the statements of the stem are proved, and hold on the photos that their domains allow") {
  Outcome outcome = stem("photos.npy", {"--json"});
  REQUIRE(outcome.code == 0);
  auto json = nlohmann::json::parse(outcome.out);
  std::map<std::string, nlohmann::json> by_name;
  for (const auto& statement : json["statements"]) by_name[statement["name"]] = statement;
  // Both photos have ties of different patches, and no zero.
  for (const char* name : {"dlib_stem.backward", "s05_image", "b1z_image", "s12_weight", "s12_parameters", "b4_bias",
                           "b4_shift", "b4_scale", "b4_affine"}) {
    REQUIRE_MESSAGE(by_name.contains(name), name);
    const auto& statement = by_name[name];
    bool slot = std::string(name).starts_with("b4_");
    CHECK_MESSAGE(statement["verdict"] == "proved", name);
    REQUIRE(statement["images"].size() == 2);
    for (const auto& image : statement["images"]) CHECK_MESSAGE(image["holds"] == slot, name);
    CHECK(statement["batch"]["holds"] == slot);
    CHECK(statement["batch"]["domain"] == (slot ? "holds" : "fails"));
  }
  CHECK(by_name.size() == 9);
  CHECK(by_name["b4_affine"]["wrt"] == nlohmann::json::parse(R"(["bias", "scale", "shift"])"));
  const auto& twins = by_name["s12_weight"]["images"];
  CHECK(twins[0]["clauses"][1]["failing"] == 10);
  CHECK(twins[1]["clauses"][1]["failing"] == 2);
  CHECK(twins[1]["clauses"][1]["first"]["n"] == 1);
}

TEST_CASE("a statement that is not proved promises nothing where its domain holds") {
  TextFile file(
      "layer copy[H, W, K]\n  input x[p < H, q < W, k < K]\n  output y[p, q, k] = x[p, q, k]\n"
      "  backward dy\n    dx[p, q, k] = dy[p, q, k]\n"
      "theorem open: vjp copy on all(p, q, k) x[p, q, k] >= 0 expect unknown\n"
      "theorem fails: vjp copy on all(p, q, k) x[p, q, k] > 255\n"
      "theorem wrong: vjp copy on false expect vacuous\n");
  std::vector<std::string> arguments{file.path(), "--tensor", "x=" + weights + "photos.npy[1]"};
  Outcome text = run(arguments);
  REQUIRE(text.code == 0);
  CHECK(has(text.out, "(yes): its domain holds there, and it is not proved: nothing is promised"));
  CHECK_FALSE(has(text.out, "wrong"));
  arguments.emplace_back("--json");
  auto json = nlohmann::json::parse(run(arguments).out);
  REQUIRE(json["statements"].size() == 3);
  CHECK(json["statements"][0]["verdict"] == "proved");
  CHECK(json["statements"][0]["batch"]["holds"] == true);
  CHECK(json["statements"][1]["verdict"] == "unknown");
  CHECK(json["statements"][1]["batch"]["domain"] == "holds");
  CHECK(json["statements"][1]["batch"]["holds"] == false);
  CHECK(json["statements"][2]["verdict"] == "proved");
  CHECK(json["statements"][2]["batch"]["holds"] == false);
}

TEST_CASE("where images depend on each other a statement is about the batch") {
  TextFile file(
      "layer centred[N, H, W, K]\n  input x[n < N, p < H, q < W, k < K]\n"
      "  let mean[p, q, k] = (sum(n) x[n, p, q, k]) / N\n  output y[n, p, q, k] = x[n, p, q, k] - mean[p, q, k]\n"
      "  domain all(n, p, q, k) x[n, p, q, k] >= mean[p, q, k] - 256\n"
      "  backward dy\n    dx[n, p, q, k] = dy[n, p, q, k] - (sum(m < N) dy[m, p, q, k]) / N\n");
  std::vector<std::string> arguments{file.path(), "--tensor", "x=" + weights + "photos.npy"};
  CHECK(has(run(arguments).out, "the images depend on each other"));
  arguments.emplace_back("--json");
  auto json = nlohmann::json::parse(run(arguments).out);
  REQUIRE(json["statements"].size() == 1);
  CHECK_FALSE(json["statements"][0].contains("images"));
  CHECK(json["statements"][0]["batch"]["holds"] == true);
}
