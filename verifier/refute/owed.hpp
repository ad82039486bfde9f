#pragma once
// Obligations for a reader: what is asked, for which indices, where, and what it takes to show it.

#include "kernel/discharge.hpp"
#include "refute/account.hpp"

namespace germ::refute {

class Reasons {
 public:
  // After the proof: at the point, the program's terms mean what they meant before.
  Reasons(const ir::Statement& statement, const kernel::Context& context);

  Owed of(const kernel::Record& record);
  // The clauses of the domain, as written.
  std::vector<std::string> clauses() const;

 private:
  struct Clause {
    std::string text;
    ir::Formula formula;
  };
  calculus::Obligation distinct(calculus::Obligation obligation);
  calculus::Obligation used(const kernel::Record& record);
  bool shown(const calculus::Obligation& obligation, ir::Formula domain);
  void explain(const calculus::Obligation& obligation, Owed& owed);
  void guards(const calculus::Obligation& obligation, Owed& owed);

  ir::Program& program_;
  ir::Terms& terms_;
  kernel::Context context_;
  ir::Formula domain_;
  std::vector<Clause> clauses_;
};

}  // namespace germ::refute
