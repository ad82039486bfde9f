#pragma once
// Room `cli`: the program's commands, one file each, and what they share: inputs, interrupts, work in order. Owns words
// on the command line and the streams. It decides nothing: it reads files, asks the rooms below, and prints what
// `report` makes of the answers. Results go to `out`, messages and progress to `err`. The value of a command is its
// exit code; an InternalError passes through to `main`.

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

namespace germ::cli {

struct Command {
  const char* name;
  const char* summary;  // one line, for the list of commands
  int (*run)(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);
};

std::span<const Command> commands();

// The whole command line after the program's name.
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

}  // namespace germ::cli
