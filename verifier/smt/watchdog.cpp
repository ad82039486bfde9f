#include "smt/watchdog.hpp"

#include <utility>

namespace germ::smt {

Watchdog::Watchdog(std::function<void()> interrupt) : interrupt_(std::move(interrupt)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

void Watchdog::arm(Clock::time_point deadline) {
  std::lock_guard lock(mutex_);
  deadline_ = deadline;
  fired_ = false;
}

bool Watchdog::disarm() {
  std::lock_guard lock(mutex_);
  deadline_.reset();
  return fired_;
}

// Looks now and then: most checks end within a millisecond, and to wake a thread for each would cost more than they do.
void Watchdog::watch() {
  constexpr std::chrono::milliseconds period{20};
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, period, [this] { return stop_; })) {
    if (!deadline_ || Clock::now() < *deadline_) continue;
    fired_ = true;
    interrupt_();
  }
}

}  // namespace germ::smt
