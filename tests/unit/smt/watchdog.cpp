#include "smt/watchdog.hpp"

#include <doctest/doctest.h>

#include <atomic>

namespace germ::smt {

namespace {

using Clock = Watchdog::Clock;

}  // namespace

TEST_CASE("a watchdog interrupts after its deadline, and again until it is disarmed") {
  std::atomic<int> interrupts{0};
  Watchdog watchdog([&] { ++interrupts; });
  watchdog.arm(Clock::now());
  while (interrupts < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(watchdog.disarm());
  const int then = interrupts;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(interrupts == then);
}

TEST_CASE("a watchdog that is disarmed in time has not interrupted, nor has one armed anew") {
  std::atomic<int> interrupts{0};
  Watchdog watchdog([&] { ++interrupts; });
  watchdog.arm(Clock::now() + std::chrono::hours(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  CHECK_FALSE(watchdog.disarm());
  watchdog.arm(Clock::now());
  while (interrupts < 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(watchdog.disarm());
  watchdog.arm(Clock::now() + std::chrono::hours(1));
  CHECK_FALSE(watchdog.disarm());
}

}  // namespace germ::smt
