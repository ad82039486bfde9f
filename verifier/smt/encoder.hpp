#pragma once
// TRUSTED. From IR to first-order terms. What has no faithful encoding is refused (Refused), never dropped.
//
// Soundness: every true interpretation of the symbols (the statement's own tensors and maps, 1/b and the roots where
// they exist and anything elsewhere) satisfies what `query` returns whenever it satisfies the assertions. So `unsat` of
// the query is a proof that the assertions contradict each other; `sat` is a hint.

#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/program.hpp"
#include "smt/term.hpp"

namespace germ::smt {

// The formula is outside of what the solver may be asked; `what()` is the reason of the answer `unknown`.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Encoder {
 public:
  explicit Encoder(ir::Program& program) : program_(program), terms_(program.terms()) {}

  // The assertions, the program's facts, and the facts of every application that occurs in any of them.
  std::vector<TermId> query(std::span<const ir::Formula> assertions);

  TermId encode(ir::Index index);
  TermId encode(ir::Real real);
  TermId encode(ir::Formula formula);
  const TermTable& table() const { return table_; }

 private:
  // Integers.
  TermId encode(ir::Atom atom);
  std::vector<TermId> encode_all(const std::vector<ir::Index>& indices);
  SymbolId variable(ir::Var var);
  TermId range_fact(ir::Atom application, TermId value);
  // Reals.
  TermId build(ir::Real real);
  TermId scalar(ir::ScalarId id);
  TermId power(TermId base, const Rational& exponent);
  TermId natural_power(TermId base, std::int64_t exponent);
  TermId inverse(TermId base);
  TermId root(TermId base, std::int64_t degree);
  TermId opaque_power(TermId base, const Rational& exponent);
  TermId table_function(ir::Real application);
  // Formulas.
  TermId build(ir::Formula formula);
  TermId quantified(ir::Formula formula);
  bool mentions_reals(ir::Formula formula);

  // The facts of the applications that `roots` reach. Applications under a quantifier that depend on its variables have
  // theirs inside it already. `inside`: only those that depend on one of these variables; the rest are `outside`.
  struct Facts {
    std::vector<TermId> inside;
    std::vector<TermId> outside;  // the applications
  };
  Facts facts_of(std::vector<TermId> roots, const std::vector<ir::Var>* bound) const;
  void attach(TermId application, std::vector<TermId> facts);

  // name(argument), and whether it is new: then its facts are still to be attached.
  struct Application {
    TermId term;
    bool fresh;
  };
  Application apply_unary(const std::string& name, TermId argument);

  ir::Program& program_;
  ir::Terms& terms_;
  TermTable table_;
  std::unordered_map<ir::Index, TermId> indices_;
  std::unordered_map<ir::Atom, TermId> atoms_;
  std::unordered_map<ir::Real, TermId> reals_;
  std::unordered_map<ir::Formula, TermId> formulas_;
  std::unordered_map<ir::Formula, bool> real_formulas_;
  std::unordered_map<ir::Var, SymbolId> variables_;
  std::unordered_map<ir::ScalarId, TermId> scalars_;
  std::unordered_map<ir::FunctionId, SymbolId> functions_;
  std::unordered_map<ir::PredicateId, SymbolId> predicates_;
  std::unordered_map<ir::TensorId, SymbolId> tensors_;
  std::unordered_map<std::string, SymbolId> unary_;
  std::map<std::pair<SymbolId, TermId>, TermId> applied_;
  std::unordered_map<TermId, std::vector<TermId>> attached_;  // the facts of an application
  std::unordered_map<TermId, std::vector<ir::Var>> free_;     // the variables of an integer application
  std::unordered_map<TermId, std::vector<TermId>> escaping_;  // of a quantifier: applications that leave its scope
};

}  // namespace germ::smt
