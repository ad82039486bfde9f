// The program. What escapes a command is a fault of Germ: exit code 70, never a verdict.

#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "report/report.hpp"

int main(int argc, char** argv) {
  constexpr int internal = static_cast<int>(germ::report::ExitCode::internal);
  std::ios::sync_with_stdio(false);
  int code = internal;
  try {
    code = germ::cli::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), std::cout, std::cerr);
  } catch (const std::exception& error) {
    std::cout.flush();
    std::cerr << "germ: internal error: " << error.what() << "\ngerm: this is a fault of Germ; please report it\n";
    return internal;
  } catch (...) {
    std::cerr << "germ: internal error\n";
    return internal;
  }
  // A result that did not arrive is no result.
  if (!std::cout.flush()) {
    std::cerr << "germ: the results could not be written to standard output\n";
    return internal;
  }
  return code;
}
