#pragma once
// Room `kernel`, TRUSTED and the smallest: the only maker of theorems. Its rules call the trusted rooms (calculus,
// normal form, encoder) themselves, so that nobody can hand it an answer to another question, and write every outside
// answer to the theorem's ledger. It searches nothing and knows no layer.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calculus/obligation.hpp"
#include "ir/statement.hpp"
#include "kernel/ledger.hpp"
#include "kernel/step.hpp"
#include "smt/solver.hpp"
#include "sums/equality.hpp"

namespace germ::kernel {

// What an attempt works with. `make_solver` is a parameter so that tests can hand in doubles that lie low, hang or die.
class Theorem;

struct Context {
  smt::SolverFactory make_solver;
  smt::Budget budget;
  bool replay = false;  // room `replay` must accept every equality of the normal form
  // The theorems in hand, by the names of their claims: what a script may cite.
  std::vector<std::pair<std::string, std::shared_ptr<const Theorem>>> premises = {};
};

// The form in which a forward is taken through the local form; both are the same map at every point.
enum class Form : std::uint8_t {
  as_written,
  distributed,  // products moved into the branches of `if` (G9)
};

// An obligation that is not shown.
struct Open {
  calculus::Obligation obligation;
  std::string reason;                       // "a counterexample of the encoding", "solver: ..."
  std::shared_ptr<const smt::Model> model;  // null if the solver gave none
};

// Why an obligation holds.
enum class Because : std::uint8_t {
  open,      // it is not shown
  at_once,   // what it asks is among its guards, or plain
  integers,  // its guards over integers and its contrary are contradictory: `unsat`
  solver,    // the domain, its guards and its contrary are contradictory: `unsat`
};

// One obligation and what became of it.
struct Record {
  std::string kind;
  std::string goal;
  std::string about;
  Span span;
  bool proved;
  Because because = Because::open;
  calculus::Obligation owed = {};
};

// An equality that the normal form found and the replay accepted.
struct Replayed {
  ir::TensorId left;
  ir::TensorId right;
  ir::Formula slice;
  std::shared_ptr<const certificate::Certificate> written;
};

struct Attempt {
  std::shared_ptr<const Theorem> theorem;  // null: not proved
  bool vacuous = false;                    // the hypotheses are contradictory: proved so
  bool claims_backward = false;            // of a vjp: for the words of `reason`
  std::string reason;                      // why there is no theorem, in one sentence
  std::vector<Open> open;
  std::vector<sums::FailingGroup> groups;  // of the first comparison that failed
  std::vector<Record> obligations;
  std::vector<ProofStep> steps;  // in order
  std::vector<Replayed> replayed;
  Ledger ledger;

  // What is owed from here on belongs to a step by this rule.
  void begin(Rule rule, std::vector<ir::TensorId> about = {}) {
    steps.push_back({rule, std::move(about), obligations.size(), true, {}});
  }
};

class Theorem {
 public:
  Theorem(const Theorem&) = delete;
  Theorem& operator=(const Theorem&) = delete;

  ir::StatementKind kind() const { return kind_; }
  const Ledger& ledger() const { return ledger_; }

  // vjp. From: (1) every value is defined (definedness obligations); (2) the outputs are jointly differentiable in all
  // `adjoints[..].of` at every point of the domain (obligations of the local form, G13-G19); (3) the derived
  // reverse-mode tensor of each (G1, G2) equals the declared one by the normal form. The statement's program is
  // rewritten to germs on the way: elaborate another for other uses.
  static Attempt vjp(ir::Statement& statement, const Context& context, Form form);
  // By the rule of the statement's kind.
  static Attempt of_kind(ir::Statement& statement, const Context& context, Form form);
  // The same for a domain in two parts: where the script's first condition holds, and where it does not (G11). `source`
  // makes the statement anew, always the same.
  static Attempt cases(const std::function<ir::Statement()>& source, const Context& context, Form form);
  // jvp. From (1) and (2) as for a vjp, and (3) the derived forward-mode tensor of each output (G1, G2) equals the
  // declared one by the normal form.
  static Attempt jvp(ir::Statement& statement, const Context& context, Form form);
  // A vjp from a jvp, or the reverse (G17), for a statement that has the parts of both. The premise is proved by its
  // own rule on the same program; then the pairing of both is an equality of two numbers.
  static Attempt pairing(ir::Statement& statement, const Context& context, Form form);
  // The joint theorem of a backward gives that of each of its variables alone, on the same domain.
  static std::shared_ptr<const Theorem> for_one_variable(const Theorem& joint);
  // unique. Two backwards that are both shown to be the vjp of one forward at a point are equal there (G12).
  static Attempt unique(ir::Statement& statement, const Context& context, Form form);
  // local_equality. From definedness, both sides equal to their germs near the point (obligations of the local form in
  // germ mode, G10, G13-G15), and the germs equal at a generic nearby point by the normal form.
  static Attempt local_equality(ir::Statement& statement, const Context& context);
  // continuous (G13) and open (G14). From definedness and obligations of the local form.
  static Attempt continuous(ir::Statement& statement, const Context& context);
  static Attempt open(ir::Statement& statement, const Context& context);
  // not_differentiable. From definedness and a contradiction between the domain and what a derivative says of one-sided
  // slopes along rays (no_derivative.hpp).
  static Attempt not_differentiable(ir::Statement& statement, const Context& context);
  // exact. Differentiable, as for a vjp, where the domain holds; not differentiable where it does not.
  static Attempt exact(ir::Statement& statement, const Context& context, Form form);
  // kink. From definedness and one-sided slopes along rays (B7).
  static Attempt kink(ir::Statement& statement, const Context& context);
  // faithful. Both sides are one term once defined tensors are written out.
  static Attempt faithful(ir::Statement& statement, const Context& context);
  // equal. From definedness of both sides and the normal form.
  static Attempt equal(ir::Statement& statement, const Context& context);
  // implies. From definedness and one refutation by grounding.
  static Attempt implies(ir::Statement& statement, const Context& context);

 private:
  explicit Theorem(ir::StatementKind kind, Ledger ledger) : kind_(kind), ledger_(std::move(ledger)) {}
  static void conclude(ir::StatementKind kind, Attempt& attempt);
  ir::StatementKind kind_;
  Ledger ledger_;
};

}  // namespace germ::kernel
