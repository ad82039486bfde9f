// A solver that lies low, hangs or dies must never help to prove anything.

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "kernel/theorem.hpp"
#include "support/texts.hpp"

using namespace germ;

namespace {

class SilentSolver final : public smt::Solver {
 public:
  smt::Answer check(std::span<const ir::Formula>) override { return smt::Unknown{"no comment"}; }
  std::string identity() const override { return "silent"; }
  std::uint64_t queries() const override { return 0; }
};

class DyingSolver final : public smt::Solver {
 public:
  smt::Answer check(std::span<const ir::Formula>) override { throw std::runtime_error("segmentation fault"); }
  std::string identity() const override { return "dying"; }
  std::uint64_t queries() const override { return 0; }
};

class SlowSolver final : public smt::Solver {
 public:
  smt::Answer check(std::span<const ir::Formula>) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return smt::Unknown{"timeout"};
  }
  std::string identity() const override { return "slow"; }
  std::uint64_t queries() const override { return 0; }
};

template <class Double>
kernel::Context with() {
  return {[](ir::Program&, const smt::Budget&) { return std::make_unique<Double>(); }, {}};
}

// Its proof needs an answer: the padded read must be shown to be in range, the groups to be equal.
const char* text = R"(
layer shifted[N]
  input x[i < N]
  output y[i] = (x[i + 1] or 0)
  backward dy
    dx[i] = (dy[i - 1] or 0)
)";

}  // namespace

TEST_CASE("the statement of this file is proved with the real solver") {
  auto statement = test::statement(text, "shifted.backward");
  CHECK(kernel::Theorem::vjp(statement, test::z3(), kernel::Form::as_written).theorem != nullptr);
}

TEST_CASE("a solver that always answers unknown proves nothing") {
  auto statement = test::statement(text, "shifted.backward");
  CHECK(kernel::Theorem::vjp(statement, with<SilentSolver>(), kernel::Form::as_written).theorem == nullptr);
}

TEST_CASE("a solver that dies proves nothing and takes nobody with it") {
  auto statement = test::statement(text, "shifted.backward");
  CHECK(kernel::Theorem::vjp(statement, with<DyingSolver>(), kernel::Form::as_written).theorem == nullptr);
}

TEST_CASE("a solver that runs into its time limit proves nothing") {
  auto statement = test::statement(text, "shifted.backward");
  auto attempt = kernel::Theorem::vjp(statement, with<SlowSolver>(), kernel::Form::as_written);
  CHECK(attempt.theorem == nullptr);
  CHECK(attempt.reason != "");
}
