#include <doctest/doctest.h>

#include <sstream>

#include "cli/command.hpp"
#include "report/report.hpp"

namespace germ::cli {

namespace {

struct Result {
  int code;
  std::string out;
  std::string err;
};

Result germ(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const int code = run(arguments, out, err);
  return {code, out.str(), err.str()};
}

bool mentions(const std::string& text, const std::string& word) { return text.find(word) != std::string::npos; }

}  // namespace

TEST_CASE("without a command the usage goes to the messages, with exit code 64") {
  const Result result = germ({});
  CHECK(result.code == 64);
  CHECK(result.out.empty());
  CHECK(mentions(result.err, "usage: germ"));
}

TEST_CASE("help goes to the results and names every command") {
  const Result result = germ({"--help"});
  CHECK(result.code == 0);
  CHECK(result.err.empty());
  for (const Command& command : commands()) CHECK(mentions(result.out, command.name));
}

TEST_CASE("every command explains itself") {
  for (const Command& command : commands()) {
    const Result result = germ({command.name, "--help"});
    CHECK(result.code == 0);
    CHECK(mentions(result.out, std::string("germ ") + command.name));
    CHECK(germ({"help", command.name}).out == result.out);
  }
}

TEST_CASE("the version is printed") { CHECK(germ({"--version"}).out == std::string("germ ") + report::version + '\n'); }

TEST_CASE("a mistyped command is met with the one that was meant") {
  const Result result = germ({"chek"});
  CHECK(result.code == 64);
  CHECK(mentions(result.err, "did you mean `check`"));
}

TEST_CASE("every command has its usage faults answered with exit code 64") {
  for (const Command& command : commands()) {
    CHECK(germ({command.name}).code == 64);
    CHECK(germ({command.name, "--no-such-option", "file"}).code == 64);
  }
}

TEST_CASE("a number of jobs that makes no sense is a usage fault") {
  for (const char* jobs : {"0", "-1", "many", "1000000"})
    CHECK(germ({"check", "--jobs", jobs, "missing.germ"}).code == 64);
}

TEST_CASE("options are not guessed from their beginnings") {
  CHECK(germ({"check", "--tim", "missing.germ"}).code == 64);
}

TEST_CASE("a missing file is invalid input, and named") {
  const Result result = germ({"check", "missing.germ"});
  CHECK(result.code == 4);
  CHECK(mentions(result.out, "`missing.germ` cannot be read [G501]"));
}

}  // namespace germ::cli
