#pragma once
// Entries of a derivative whose true values were computed when a wrong backward was refuted: any other backward of the
// same forward is held against them at the price of one evaluation.

#include <string>
#include <vector>

#include "refute/counterexample.hpp"

namespace germ::refute {

struct KnownEntry {
  struct Values {  // of what is free in the program, by name: another backward may number things differently
    std::vector<std::pair<std::string, numeric::Tensor>> tensors;
    std::vector<std::pair<std::string, numeric::Map>> maps;
    std::vector<std::pair<std::string, numeric::Condition>> conditions;
  };
  std::vector<std::int64_t> sizes;
  std::vector<Rational> scalars;
  Values values;
  std::string variable;  // the input or parameter, and the entry of its adjoint
  std::vector<std::int64_t> indices;
  numeric::Ball truth;
};

// What a counterexample to `statement` tells; nothing where it is no wrong entry.
std::optional<KnownEntry> known_entry(const ir::Statement& statement, const Counterexample& found);

// Does the statement's backward have this entry? False where it has no value; true where its value cannot be told from
// the true one. `steps`: interpreter steps that may be spent, less what was.
bool agrees(const ir::Statement& statement, const KnownEntry& known, std::uint64_t& steps);

}  // namespace germ::refute
