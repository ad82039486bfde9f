#include "cli/in_order.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace germ::cli {

namespace {

void nothing(std::size_t) {}

}  // namespace

TEST_CASE("results are delivered in order for any number of threads") {
  for (unsigned threads : {1u, 2u, 7u}) {
    std::vector<std::size_t> squares(100), delivered;
    in_order(
        100, threads, [&](std::size_t k) { squares[k] = k * k; },
        [&](std::size_t k) { delivered.push_back(squares[k]); }, nothing);
    REQUIRE(delivered.size() == 100);
    for (std::size_t k = 0; k < 100; ++k) CHECK(delivered[k] == k * k);
  }
}

TEST_CASE("no work is no delivery") {
  bool any = false;
  in_order(
      0, 4, [&](std::size_t) { any = true; }, [&](std::size_t) { any = true; }, nothing);
  CHECK_FALSE(any);
}

TEST_CASE("what a piece throws arrives after the results before it, and no later result does") {
  std::vector<std::size_t> delivered;
  auto work = [](std::size_t k) {
    if (k == 3) throw std::runtime_error("broken");
  };
  CHECK_THROWS_WITH_AS(in_order(
                           10, 4, work, [&](std::size_t k) { delivered.push_back(k); }, nothing),
                       "broken", std::runtime_error);
  CHECK(delivered == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("the calling thread is not idle for long while a piece is at work") {
  std::atomic<bool> go{false};
  std::size_t calls = 0;
  auto work = [&](std::size_t) {
    while (!go) std::atomic_thread_fence(std::memory_order_seq_cst);
  };
  in_order(1, 1, work, nothing, [&](std::size_t done) {
    CHECK(done == 0);
    if (++calls == 2) go = true;
  });
  CHECK(calls >= 2);
}

}  // namespace germ::cli
