#pragma once
// Room `variants`: texts that are one edit away from a given one. Owns the search for repairs of a wrong backward and
// the judgement of mutants of a right one. It proves and executes nothing itself: every variant is parsed, elaborated
// and decided like a text that somebody wrote.

#include <optional>
#include <vector>

#include "refute/decide.hpp"
#include "syntax/edits.hpp"
#include "syntax/excerpt.hpp"

namespace germ::variants {

// The library that the texts make with one edit; nothing where the edited one does not parse. Another text that does
// not parse adds nothing, as before.
std::optional<syntax::Library> with_edit(const std::vector<syntax::Text>& texts, const syntax::Edit& edit);

// A claim of a library, decided at every member; nothing where a member is not well formed.
std::optional<refute::Decision> decide(const syntax::Library& library, const ir::Claim& claim,
                                       const refute::Options& options);

// An edit as a person makes it: an insertion is shown with the atom that it belongs to.
refute::Repair shown(const syntax::Edit& edit);

}  // namespace germ::variants
