#include "cli/fmt.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "base/source.hpp"
#include "cli/inputs.hpp"
#include "cli/options.hpp"
#include "report/report.hpp"
#include "syntax/library.hpp"

namespace germ::cli {

namespace {

const Usage usage{
    "fmt", "FILE|DIR|-...",
    "Rewrites .germ files in canonical form and names those that changed; comments are kept. Standard input\n"
    "(-) is formatted to standard output.\n"
    "Exit code: 0; with --check 1 if a file is not in canonical form; 4 for a text that does not parse.\n"};

// The whole text or the old one: written beside the file, then renamed over it.
bool replace_file(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path target = fs::canonical(path, error);  // through a link, to the file
  if (error) return false;
  const fs::path beside = target.string() + ".new";
  {
    std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
    if (!(stream << text << std::flush)) {
      fs::remove(beside, error);
      return false;
    }
  }
  const auto permissions = fs::status(target, error).permissions();
  if (!error) fs::permissions(beside, permissions, error);
  fs::rename(beside, target, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(beside, ignored);
  return false;
}

int one(const Input& input, bool check_only, std::ostream& out, std::ostream& err) {
  const SourceFile source(input.path, input.text);
  const Result<std::string> canonical = syntax::format(source);
  if (!canonical) {
    for (const Diagnostic& fault : canonical.diagnostics()) err << render(fault);
    return static_cast<int>(report::ExitCode::invalid);
  }
  const bool standard_input = input.path == "<stdin>";
  if (standard_input && !check_only) {
    out << *canonical;
    return 0;
  }
  if (*canonical == input.text) return 0;
  if (!check_only && !replace_file(input.path, *canonical)) {
    err << "germ fmt: the file `" << input.path << "` cannot be written\n";
    return static_cast<int>(report::ExitCode::internal);
  }
  out << input.path << '\n';
  return check_only ? 1 : 0;
}

}  // namespace

int fmt(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  boost::program_options::options_description options("Options");
  options.add_options()("check", "change nothing; name the files that are not in canonical form");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const bool check_only = read.words->values.count("check") > 0;
  const Inputs inputs = read_inputs(read.words->files, std::cin);
  for (const Diagnostic& fault : inputs.faults) err << render(fault);
  int code = inputs.faults.empty() ? 0 : static_cast<int>(report::ExitCode::invalid);
  for (const Input& input : inputs.inputs) code = std::max(code, one(input, check_only, out, err));
  return code;
}

}  // namespace germ::cli
