#pragma once
// The wall clock of a solver. Z3's own timer is not used: in 4.8.12 one that expires around another one locks up for
// ever (Z3 pull request 5371), and tactics set timers of their own.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace germ::smt {

class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  // `interrupt` is called from another thread, only between `arm` and `disarm`, and again until it has worked.
  explicit Watchdog(std::function<void()> interrupt);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void arm(Clock::time_point deadline);
  // Has it interrupted since it was armed?
  bool disarm();

 private:
  void watch();

  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  std::optional<Clock::time_point> deadline_;
  bool fired_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace germ::smt
