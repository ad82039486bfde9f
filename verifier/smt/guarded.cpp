#include "smt/guarded.hpp"

#include <utility>

#include "base/check.hpp"

namespace germ::smt {

namespace {

class Guarded final : public Solver {
 public:
  explicit Guarded(std::unique_ptr<Solver> solver) : solver_(std::move(solver)) {}

  Answer check(std::span<const ir::Formula> assertions) override {
    try {
      return solver_->check(assertions);
    } catch (const InternalError&) {
      throw;  // ours, not the solver's
    } catch (const LimitReached&) {
      throw;
    } catch (const std::exception& died) {
      return Unknown{std::string("died: ") + died.what()};
    }
  }
  std::string identity() const override { return solver_->identity(); }
  std::uint64_t queries() const override { return solver_->queries(); }

 private:
  std::unique_ptr<Solver> solver_;
};

}  // namespace

std::unique_ptr<Solver> guarded(std::unique_ptr<Solver> solver) { return std::make_unique<Guarded>(std::move(solver)); }

}  // namespace germ::smt
