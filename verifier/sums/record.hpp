#pragma once
// What the normal form found, as values of a certificate.

#include "sums/context.hpp"

namespace germ::sums {

certificate::Term recorded(const Term& term);
certificate::Sum recorded(const Expression& expression);
certificate::Exponent recorded_exponent(const Term& term);

}  // namespace germ::sums
