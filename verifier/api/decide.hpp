#pragma once
// A claim of a library, decided.

#include "base/diagnostic.hpp"
#include "ir/statement.hpp"
#include "refute/decide.hpp"
#include "syntax/library.hpp"

namespace germ::api {

// What scripts cite is decided once for all claims that share a `shelf`, which belongs to one library and one `replay`.
// May be called from several threads for one library. `replay`: a second checker must accept every equality. The
// decision has an account of its proof where `account` asks for it.
refute::Decision decide_claim(const syntax::Library& library, const ir::Claim& claim, bool replay = false,
                              bool account = false, const std::shared_ptr<refute::Shelf>& shelf = {});

// Where each joint claim begins; the claims in between are its parts, up to the next beginning or the end.
std::vector<std::size_t> groups_of(const std::vector<ir::Claim>& claims);
// The claims first .. last - 1, a joint claim and its parts. What the joint proof shows is not proved again.
void decide_group(const syntax::Library& library, const std::vector<ir::Claim>& claims, std::size_t first,
                  std::size_t last, std::vector<refute::Decision>& decisions, bool replay = false,
                  const std::shared_ptr<refute::Shelf>& shelf = {});

// What syntax::check finds, without that which makes a claim invalid that is expected to be so.
Diagnostics unexpected_faults(const syntax::Library& library, const std::vector<ir::Claim>& claims);

}  // namespace germ::api
