#pragma once
// Mutants: a backward that is proved, with one edit. Most are wrong and must be refuted; one that is proved must be the
// same map, and is executed on every small shape before that is believed.

#include "variants/candidate.hpp"

namespace germ::variants {

enum class Fate : std::uint8_t {
  refuted,  // by an executed counterexample
  proved,   // and equal at every point of the full gate
  unknown,  // neither
  vacuous,
  invalid,       // not well formed
  contradicted,  // proved, and executed to the contrary: a fault of Germ
};
const char* name(Fate fate);

struct Mutant {
  refute::Repair edit;
  Fate fate = Fate::unknown;
  std::string reason;  // of unknown and contradicted
};

// `options` as for any claim; proofs meet the full gate, and the search is a short one.
Mutant judge(const std::vector<syntax::Text>& texts, const ir::Claim& claim, const syntax::Edit& edit,
             const refute::Options& options);

// `count` of the edits, by a generator whose numbers the standard fixes, in their order; all where there are no more.
std::vector<syntax::Edit> sample(std::vector<syntax::Edit> edits, std::size_t count, std::uint64_t seed);

}  // namespace germ::variants
