#pragma once
// Words of a command line by Boost.Program_options: named options, then files.

#include <boost/program_options.hpp>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace germ::cli {

// What a command that takes files says of itself.
struct Usage {
  const char* command;                       // "check"
  const char* arguments;                     // "FILE|DIR|-..."
  const char* text;                          // what it does and what its exit codes mean
  const char* nothing = "no file is given";  // said where no word follows
};

// The options read, the files under "file". Without value: the exit code of a command line that is a question for help
// (0) or a fault (64); it has been answered.
struct Words {
  boost::program_options::variables_map values;
  std::vector<std::string> files;
};
struct ReadWords {
  std::optional<Words> words;
  int exit = 0;
};
ReadWords read_words(const Usage& usage, const boost::program_options::options_description& options,
                     const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
