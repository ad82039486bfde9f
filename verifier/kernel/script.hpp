#pragma once
// Proof scripts: the steps that change what is to be shown. For the files of this room only.

#include "calculus/definedness.hpp"
#include "calculus/local_form.hpp"
#include "kernel/discharge.hpp"

namespace germ::kernel {

class ScriptRun {
 public:
  // `moving`: the variables along which the statement looks.
  ScriptRun(ir::Statement& statement, std::vector<ir::TensorId> moving, Discharge& discharge,
            calculus::Definedness& defined, const Context& context, Attempt& attempt)
      : statement_(statement),
        program_(*statement.program),
        moving_(std::move(moving)),
        discharge_(discharge),
        defined_(defined),
        context_(context),
        attempt_(attempt) {}

  // Runs the steps that come before the stages; false, with a reason, where one is not shown.
  bool prepare();
  // Are `stages` the rest of the script, in this order? Else what is left to prove stands in the attempt's reason.
  // `smt` and `unfold` may be left out.
  bool ends_with(std::initializer_list<ir::Step::Kind> stages);

 private:
  bool cite(const ir::Step& step);
  bool transport(const ir::Step& step);
  bool rewrite(const ir::Step& step);
  bool applies(const ir::Step& step);
  std::optional<ir::TensorId> replaced(const ir::Step& step, ir::TensorId tensor);
  bool holds_near(const ir::Step& step, calculus::LocalForm& local);
  bool in_hand(const ir::Step& step, ir::StatementKind kind);
  bool same_extents(ir::TensorId a, ir::TensorId b);
  bool fail(const ir::Step& step, const std::string& why);

  ir::Statement& statement_;
  ir::Program& program_;
  std::vector<ir::TensorId> moving_;
  Discharge& discharge_;
  calculus::Definedness& defined_;
  const Context& context_;
  Attempt& attempt_;
  std::size_t next_ = 0;  // the step after those that were run
};

// The script of a statement, if it has one: its steps are run, and the stages are there.
bool scripted(ir::Statement& statement, const std::vector<ir::TensorId>& moving,
              std::initializer_list<ir::Step::Kind> stages, Discharge& discharge, calculus::Definedness& defined,
              const Context& context, Attempt& attempt);

}  // namespace germ::kernel
