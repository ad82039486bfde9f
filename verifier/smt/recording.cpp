#include "smt/recording.hpp"

#include <utility>

#include "base/check.hpp"
#include "ir/printer.hpp"

namespace germ::smt {

namespace {

const char* status_of(const Answer& answer) {
  if (std::holds_alternative<Unsat>(answer)) return "unsat";
  return std::holds_alternative<Sat>(answer) ? "sat" : "unknown";
}

std::string with_status(std::string script, const std::string& status) {
  const std::size_t end = script.find('\n');
  check(end != std::string::npos, "a script has a line for its logic");
  return script.insert(end + 1, "(set-info :status " + status + ")\n");
}

class Recording final : public Solver {
 public:
  Recording(std::unique_ptr<Solver> solver, ir::Program& program, std::vector<Recorded>& log)
      : solver_(std::move(solver)), program_(program), log_(log) {}

  // The text is made after the answer: what is asked does not depend on being watched.
  Answer check(std::span<const ir::Formula> assertions) override {
    Answer answer = solver_->check(assertions);
    Recorded query;
    query.status = status_of(answer);
    for (ir::Formula assertion : assertions) query.assertions.push_back(ir::to_string(program_, assertion));
    query.script = with_status(to_smtlib2(program_, assertions), query.status);
    log_.push_back(std::move(query));
    return answer;
  }
  std::string identity() const override { return solver_->identity(); }
  std::uint64_t queries() const override { return solver_->queries(); }

 private:
  std::unique_ptr<Solver> solver_;
  ir::Program& program_;
  std::vector<Recorded>& log_;
};

}  // namespace

SolverFactory recording(SolverFactory make, std::vector<Recorded>& log) {
  return [make = std::move(make), &log](ir::Program& program, const Budget& budget) -> std::unique_ptr<Solver> {
    return std::make_unique<Recording>(make(program, budget), program, log);
  };
}

}  // namespace germ::smt
