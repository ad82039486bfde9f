#pragma once
// The proof of a claim as a person reads it. The decision has an account (refute::Options).

#include <span>
#include <string>

#include "refute/account.hpp"
#include "refute/decision.hpp"

namespace germ::report {

std::string explanation(const refute::Decision& decision);
std::string explanation_as_json(std::span<const refute::Decision> decisions);

// The same words for both.
std::string claim_in_words(const refute::Account& account);
std::string reason_in_words(const refute::Owed& owed, const refute::Account& account);
std::string executed_in_words(const refute::ExecutedLine& line, const refute::Account& account);
inline constexpr const char* not_modelled =
    "Not modelled: rounding, NaN and infinities, -0.0, overflow, the order of additions, aliasing; nor that a program "
    "computes what the text says. SOUNDNESS.md says more.";

}  // namespace germ::report
