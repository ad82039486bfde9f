#pragma once
// The account of a proof for its reader: what was claimed, the steps, what each owed and why that holds, as data and
// texts. It is made after the proof and decides nothing. Why an obligation holds is tried again with less: without the
// domain, with one clause of it, with the contrary left out; what is said there was answered `unsat` as well.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/theorem.hpp"
#include "prover/prover.hpp"
#include "refute/gate.hpp"

namespace germ::refute {

enum class Why : std::uint8_t {
  open,
  at_once,       // plain, or among its guards
  integers,      // its guards over integers and its contrary are contradictory
  everywhere,    // at every point, in the domain or not
  never_arises,  // its guards are contradictory where `clauses` hold
  by_clauses,    // it follows where `clauses` hold
  by_all,        // it follows from all that was known then
};

struct Owed {
  std::string kind;
  std::string about;                 // the subterm
  std::string goal;                  // what is asked
  std::vector<std::string> ranges;   // "n < N": for all of these
  std::vector<std::string> guards;   // where these hold
  std::vector<std::string> winners;  // "(top1, top2) the first maximal cell at [n, i]"
  Span span;
  Why why = Why::open;
  std::vector<std::string> clauses;  // of the domain: the one that is enough, or all
  std::string open_reason;
};

struct ComparisonLine {
  std::string left;      // the name of what was derived, or of the left side
  std::string right;     // the name of what is declared, or of the right side
  std::string declared;  // the right one, as it is written
  Span span;             // where
  std::vector<std::string> winners;
  std::vector<std::string> formulas;  // the left one, and what was derived on the way to it, as definitions
  std::vector<std::string> symbols;
  std::uint64_t queries = 0;
  bool equal = false;
};

struct StepLine {
  kernel::Rule rule;
  std::vector<std::string> about;
  bool shown = true;
  std::vector<Owed> owed;
  std::vector<ComparisonLine> compared;
};

// What was executed at points.
struct ExecutedLine {
  std::size_t inside = 0;
  std::size_t decided = 0;
  std::vector<std::pair<std::string, std::int64_t>> sizes;  // of the largest point
};

struct Account {
  std::string member;               // "S=1, D=2"; empty without a family
  std::vector<std::string> sizes;   // "N", "OH"
  bool from_one = true;             // each size is at least 1; else `facts` say so
  std::vector<std::string> facts;   // "eps > 0"; without those that say that a size is at least 1
  std::vector<std::string> domain;  // its clauses
  std::vector<std::string> outputs;
  std::vector<std::string> given;      // cotangents of a vjp, tangents of a jvp
  std::vector<std::string> variables;  // with their slices
  std::vector<std::string> declared;
  std::string left, right;  // equal
  std::string conclusion;   // implies
  ir::StatementKind kind = ir::StatementKind::vjp;
  ir::Script script = ir::Script::automatic;
  std::vector<std::string> moving;  // what moves, of claims about a neighbourhood
  std::string near;                 // local equality: what nearby points satisfy; empty: nothing
  std::string kink;                 // kink: the class
  std::vector<StepLine> steps;
  std::string reason;                  // why there is no theorem
  std::vector<std::string> left_over;  // groups of products whose coefficients differ
  std::optional<ExecutedLine> executed;
};

Account account(const prover::Result& proof, const std::string& member, const kernel::Context& context);
ExecutedLine executed(const ir::Program& program, const GateReport& report);

}  // namespace germ::refute
