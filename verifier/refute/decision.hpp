#pragma once
// A decided claim as data: what `report` prints. Texts are final; spans point into files that outlive it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "ir/statement.hpp"
#include "kernel/theorem.hpp"

namespace germ::refute {

struct LedgerLine {
  std::string rule;
  std::string detail;
  std::uint64_t count = 0;
};

struct ObligationLine {
  std::string kind;
  std::string goal;
  std::string about;
  bool proved = false;
  Span span;
};

struct Counterexample;
struct Account;

struct CounterexampleText {
  std::string kind;   // "wrong entry", "kink", ...
  std::string where;  // "dx[0, 1]"
  std::string declared;
  std::string truth;
  std::string sentence;
  std::string text;                                        // the whole of it, as printed
  std::vector<std::pair<std::string, std::string>> sizes;  // name, value
  std::vector<std::pair<std::string, std::string>> scalars;
  std::vector<std::pair<std::string, std::string>> tensors;  // "x[0, 1]", "3": the nonzero entries
  std::vector<Span> lines;
};

// One edit of the text with which the claim is proved.
struct Repair {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string before;  // what stands there
  std::string after;
  std::string text;  // "replace `x[0, k]` by `x[n, k]` in line 7: proved"
};

struct Decision {
  std::string name;
  std::string file;
  std::uint32_t line = 0;
  std::string kind;  // "vjp", "jvp", "equal", "implies"
  ir::Verdict verdict = ir::Verdict::unknown;
  std::optional<ir::Verdict> expect;
  bool as_expected() const { return verdict == expect.value_or(ir::Verdict::proved); }
  std::string sizes;   // "all"; for a const family "9 of 9 (S, D)", "proved for 3 of 9 (S, D)"
  std::string region;  // "the whole domain", or the member that fails
  std::vector<std::string>
      notes;  // convention, float_risk, limit_mismatch, family_only, surrogate, zero_backward, zero_jvp
  std::vector<LedgerLine> ledger;
  std::vector<ObligationLine> obligations;
  std::string reason;  // empty where proved
  std::optional<CounterexampleText> counterexample;
  std::shared_ptr<const Counterexample> executed;  // the same, to execute it again
  std::vector<Repair> repairs;                     // of a refuted claim, smallest first
  std::shared_ptr<const Account> account;  // where it was asked for: of the first member, or of the one that fails
  Span span;
  double ms = 0;
  std::vector<std::shared_ptr<const kernel::Theorem>> theorems;  // of a proved claim, one a member
  std::vector<std::string> nonzero;  // vjp, proved: the variables whose declared adjoint was seen to be other than 0
};

}  // namespace germ::refute
