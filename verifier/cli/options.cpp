#include "cli/options.hpp"

#include <ostream>

#include "report/report.hpp"

namespace germ::cli {

namespace po = boost::program_options;

ReadWords read_words(const Usage& usage, const po::options_description& options,
                     const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  constexpr int fault = static_cast<int>(report::ExitCode::usage);
  po::options_description all;
  all.add(options).add_options()("help,h", "this text")("file", po::value<std::vector<std::string>>());
  po::positional_options_description files;
  files.add("file", -1);
  const std::string synopsis = std::string("usage: germ ") + usage.command + " [OPTION]... " + usage.arguments + '\n';
  Words words;
  try {
    const auto style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(files).style(style).run(), words.values);
    po::notify(words.values);
  } catch (const po::error& error) {
    err << "germ " << usage.command << ": " << error.what() << '\n' << synopsis;
    return {std::nullopt, fault};
  }
  if (words.values.count("help")) {
    out << synopsis << '\n' << usage.text << '\n' << options;
    return {std::nullopt, 0};
  }
  if (words.values.count("file")) words.files = words.values["file"].as<std::vector<std::string>>();
  if (words.files.empty()) {
    err << "germ " << usage.command << ": " << usage.nothing << '\n' << synopsis;
    return {std::nullopt, fault};
  }
  return {std::move(words), 0};
}

}  // namespace germ::cli
