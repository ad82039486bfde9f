#pragma once
// Room `report`: decided claims as text and as JSON, and what they come to: counts and the exit code. Owns every word
// and key that leaves the program. It decides nothing, and knows neither texts of layers nor how anything was proved.
// Output depends on the decisions alone: no times unless asked for, no colours, no addresses.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "refute/decision.hpp"

namespace germ::report {

inline constexpr const char* version = "0.1.0";

// Exit codes of the program; of several the first that applies in the order internal, usage, invalid, refuted, vacuous,
// unknown.
enum class ExitCode : int {
  as_expected = 0,
  refuted = 1,
  unknown = 2,
  vacuous = 3,
  invalid = 4,
  usage = 64,
  internal = 70,
  interrupted = 130,
};

struct Summary {
  std::array<std::size_t, 5> count{};   // by ir::Verdict
  std::size_t errors = 0;               // in the texts
  std::vector<std::string> unexpected;  // names of the claims that did not come out as expected, in order
  ExitCode exit = ExitCode::as_expected;

  std::size_t operator[](ir::Verdict verdict) const { return count[static_cast<std::size_t>(verdict)]; }
};

// A claim that came out as expected counts as 0. Else it counts as its verdict's code; a proof that was not expected
// counts as the code of what was.
ExitCode code_of(const refute::Decision& decision);
// Diagnostics are invalid input.
Summary summarise(std::span<const refute::Decision> decisions, const Diagnostics& diagnostics);

struct Options {
  bool timings = false;
};

// One claim: a line, and below it what there is to say. Ends with a line end.
std::string to_text(const refute::Decision& decision, const Options& options);
std::string to_text(const Summary& summary);

// The whole run as one JSON object, with a line end.
std::string to_json(std::span<const refute::Decision> decisions, const Diagnostics& diagnostics,
                    const Options& options);

}  // namespace germ::report
