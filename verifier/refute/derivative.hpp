#pragma once
// A vjp or a jvp statement at one point.

#include "refute/point.hpp"

namespace germ::refute {

Examination examine_vjp(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                        bool thorough);
std::optional<Failure> recheck_vjp(const ir::Statement& statement, const numeric::Instance& instance,
                                   const Failure& failure, Budget& budget);

Examination examine_jvp(const ir::Statement& statement, numeric::Instance& instance, Random& random, Budget& budget,
                        bool thorough);
std::optional<Failure> recheck_jvp(const ir::Statement& statement, const numeric::Instance& instance,
                                   const Failure& failure, Budget& budget);

Kind kind_of(numeric::Fault fault);
Failure undefined_at(const numeric::Undefined& fault, const numeric::Entry& entry);

}  // namespace germ::refute
