#pragma once
// What each rule of the kernel says, in a sentence of mathematics, and each line of a ledger in plain words. The one
// place for these words.

#include <string>

#include "kernel/step.hpp"
#include "refute/decision.hpp"

namespace germ::report {

struct RuleWords {
  kernel::Rule rule;
  const char* id;           // as in a ledger
  const char* title;        // what the step shows
  const char* mathematics;  // why that may be concluded
};

const RuleWords& words(kernel::Rule rule);

// A sentence without a full stop; empty for a line that has no words yet.
std::string plain_words(const refute::LedgerLine& line);

}  // namespace germ::report
