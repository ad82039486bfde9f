#pragma once
// Claims are decided by room `api`; the commands call it by this name.

#include "api/decide.hpp"

namespace germ::cli {

using api::decide_claim;
using api::decide_group;
using api::groups_of;
using api::unexpected_faults;

}  // namespace germ::cli
