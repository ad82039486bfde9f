#include "cli/inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>

namespace germ::cli {

namespace {

namespace fs = std::filesystem;

// No page of index notation is longer; a device or an archive given by mistake is.
constexpr std::size_t greatest_text = std::size_t{16} << 20;

Diagnostic fault(const char* id, std::string message) {
  return {.id = id, .message = std::move(message), .span = {}, .severity = Severity::error, .notes = {}};
}

std::optional<std::string> read_all(std::istream& stream) {
  std::string text;
  char block[1 << 16];
  while (stream.read(block, sizeof block), stream.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > greatest_text) return text;
  }
  if (stream.bad()) return std::nullopt;
  return text;
}

class Reader {
 public:
  explicit Reader(std::istream& in) : in_(in) {}

  void word(const std::string& word) {
    std::error_code error;
    if (word == "-") {
      if (seen_.insert("-").second) add("<stdin>", read_all(in_));
    } else if (fs::is_directory(word, error)) {
      directory(word);
    } else {
      file(word);
    }
  }

  Inputs take() { return std::move(inputs_); }

 private:
  void directory(const std::string& path) {
    std::vector<std::string> found;
    std::error_code error;
    fs::recursive_directory_iterator at(path, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (at->path().extension() == ".germ" && !at->is_directory(ignored)) found.push_back(at->path().string());
    }
    if (error)
      inputs_.faults.push_back(fault("G501", "the directory `" + path + "` cannot be read: " + error.message()));
    if (!error && found.empty()) inputs_.faults.push_back(fault("G508", "there is no .germ file below `" + path + '`'));
    std::sort(found.begin(), found.end());
    for (const std::string& name : found) file(name);
  }

  void file(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(path, error);
    if (!seen_.insert(error ? path : real.string()).second) return;
    std::ifstream stream(path, std::ios::binary);
    add(path, stream ? read_all(stream) : std::nullopt);
  }

  void add(const std::string& path, std::optional<std::string> text) {
    if (!text) {
      inputs_.faults.push_back(fault("G501", "the file `" + path + "` cannot be read"));
    } else if (text->size() > greatest_text) {
      inputs_.faults.push_back(fault("G101", "the file `" + path + "` is longer than 16 MiB"));
    } else {
      inputs_.inputs.push_back({path, std::move(*text)});
    }
  }

  std::istream& in_;
  std::set<std::string> seen_;
  Inputs inputs_;
};

}  // namespace

Inputs read_inputs(const std::vector<std::string>& words, std::istream& in) {
  Reader reader(in);
  for (const std::string& word : words) reader.word(word);
  return reader.take();
}

}  // namespace germ::cli
