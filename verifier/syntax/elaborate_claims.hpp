#pragma once
// Claims of a library and the members of const families.

#include <vector>

#include "base/diagnostic.hpp"
#include "ir/layer.hpp"
#include "ir/statement.hpp"
#include "syntax/declarations.hpp"
#include "syntax/elaborate_items.hpp"

namespace germ::syntax {

constexpr std::size_t most_members = 64;

// The members of the subject's family for which its requirements between constants hold, in order. Empty where the
// family is empty or has more than `most_members` members; `family_fault` then says so.
std::vector<ir::Member> members_of(const Declarations& declarations, const Declaration& declaration);
std::optional<Diagnostic> family_fault(const Declarations& declarations, const Declaration& declaration);

std::vector<ir::Claim> claims_of(const Declarations& declarations, const Declaration& declaration);
// In order of files and lines.
std::vector<const Declaration*> all_declarations(const Library& library);

Result<ir::Statement> elaborate(const Declarations& declarations, const ir::Claim& claim, const ir::Member& member);
Result<ir::Layer> elaborate_layer(const Declarations& declarations, const std::string& name, const ir::Member& member,
                                  const std::vector<ir::Claim>& about = {});

}  // namespace germ::syntax
