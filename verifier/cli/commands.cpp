#include <algorithm>
#include <array>
#include <ostream>

#include "base/diagnostic.hpp"
#include "cli/check.hpp"
#include "cli/command.hpp"
#include "cli/derive.hpp"
#include "cli/dump.hpp"
#include "cli/explain.hpp"
#include "cli/fmt.hpp"
#include "cli/mutate.hpp"
#include "cli/new_text.hpp"
#include "cli/probe.hpp"
#include "report/report.hpp"

namespace germ::cli {

namespace {

constexpr std::array table{
    Command{"check", "prove every claim of .germ files, or show where one is wrong", check},
    Command{"derive", "print the right backward of a forward, proved, as text to paste", derive},
    Command{"explain", "print the proof of a claim as a person reads it", explain},
    Command{"new", "write a first .germ file to edit", new_text},
    Command{"mutate", "count the systematic mistakes that a proved backward's claim catches", mutate},
    Command{"fmt", "rewrite .germ files in canonical form", fmt},
    Command{"dump", "print the solver's queries of a claim as SMT-LIB2", dump},
    Command{"probe", "count, exactly, where real tensors meet a layer's domain", probe},
};

constexpr int usage = static_cast<int>(report::ExitCode::usage);

std::string help() {
  std::string out =
      "usage: germ COMMAND ...\n"
      "\n"
      "Germ proves that a layer's hand-written backward pass is the derivative of its forward pass, for all tensor "
      "sizes\n"
      "and on a stated domain, or shows a small counterexample.\n"
      "\n";
  for (const Command& command : table) {
    std::string name = command.name;
    name.resize(8, ' ');
    out += "  " + name + command.summary + '\n';
  }
  return out +
         "\n"
         "`germ COMMAND --help` says more. A first file, dense.germ:\n"
         "\n"
         "  layer dense[N, K, M]\n"
         "    input  x[n < N, k < K]\n"
         "    param  W[m < M, k < K]\n"
         "    output y[n < N, m < M] = sum(k < K) W[m, k] * x[n, k]\n"
         "    backward dy\n"
         "      dx[n, k] = sum(m < M) dy[n, m] * W[m, k]\n"
         "      dW[m, k] = sum(n < N) dy[n, m] * x[n, k]\n"
         "\n"
         "  germ check dense.germ\n";
}

const Command* find(const std::string& name) {
  auto found = std::find_if(table.begin(), table.end(), [&](const Command& command) { return command.name == name; });
  return found == table.end() ? nullptr : &*found;
}

int no_such_command(const std::string& name, std::ostream& err) {
  std::vector<std::string> names;
  for (const Command& command : table) names.emplace_back(command.name);
  err << "germ: there is no command `" << name << '`';
  if (auto guess = nearest(name, names)) err << "; did you mean `" << *guess << "`?";
  err << "\n`germ --help` lists the commands\n";
  return usage;
}

}  // namespace

std::span<const Command> commands() { return table; }

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  if (arguments.empty()) {
    err << help();
    return usage;
  }
  const std::string& first = arguments.front();
  if (first == "--version") {
    out << "germ " << report::version << '\n';
    return 0;
  }
  if (first == "--help" || first == "-h" || first == "help") {
    if (arguments.size() == 1) {
      out << help();
      return 0;
    }
    const Command* command = find(arguments[1]);
    return command ? command->run({"--help"}, out, err) : no_such_command(arguments[1], err);
  }
  const Command* command = find(first);
  if (!command) return no_such_command(first, err);
  return command->run({arguments.begin() + 1, arguments.end()}, out, err);
}

}  // namespace germ::cli
