#include "cli/interrupt.hpp"

#include <csignal>
#include <cstdlib>

#include "report/report.hpp"

namespace germ::cli {

namespace {

// A signal handler can write to nothing else.
volatile std::sig_atomic_t asked = 0;

void note(int) { asked = 1; }

}  // namespace

Interrupt::Interrupt() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt() { std::signal(SIGINT, SIG_DFL); }

void Interrupt::leave_if_asked(std::ostream& out, std::ostream& err) const {
  if (!asked) return;
  out.flush();
  err << "germ: interrupted\n" << std::flush;
  std::_Exit(static_cast<int>(report::ExitCode::interrupted));
}

}  // namespace germ::cli
