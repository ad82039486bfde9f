#pragma once
// Equations of the domain, solved for an entry. For the files of this room only.

#include "kernel/comparison.hpp"

namespace germ::kernel {

// match: a conjunct `all(b) sum(m) t[b, m] == e` of the domain, t a tensor without a body, e without t; a question
// result: the question with t' for t, where t'[b, 0] = e - (sum of t[b, m] over the other m), t'[b, m] = t[b, m] else.
//         At a point of the domain t' = t, entry by entry, so the sides there are what they were.
// Nothing where no equation has this form.
std::optional<Question> solved(ir::Program& program, const std::vector<ir::Formula>& domain, const Question& question);

}  // namespace germ::kernel
