#pragma once
// The course of a proof, for its reader: which rule was used, about what, and which obligations it owed. Nothing here
// proves anything: an attempt writes it down and never reads it.

#include <array>
#include <cstdint>
#include <vector>

#include "ir/handles.hpp"

namespace germ::kernel {

enum class Rule : std::uint8_t {
  hypotheses,      // the domain is defined, and not contradictory
  definedness,     // every value exists
  cited,           // an implication that is a theorem
  pulled_back,     // a rule, at values that depend on the point                (G5)
  transport,       // the outputs become the right side of a rule               (G4)
  pushed_forward,  // reads of a rule's left side become its right side         (G6, G8)
  cases,           // the domain in two parts                                   (G11)
  distribution,    // products moved into the branches of `if`                  (G9)
  local_form,      // jointly differentiable                                    (G13-G16, G19)
  adjoint_on_way,  // the declared adjoint of a tensor on the way               (G1, G2)
  reverse_chain,   // the declared adjoint of a variable                        (G1, G2)
  forward_chain,   // the declared tangents of the outputs                      (G1, G2)
  pairing,         // a vjp from a jvp, or the reverse                          (G17)
  entries_equal,   // two tensors have equal entries, by the normal form
  implication,     // a conclusion follows from the domain
  germs,           // both sides equal to their germs near the point            (G10, G13-G15)
  germs_equal,     // .. and these equal at a generic nearby point, by the normal form
  continuity,      // outputs continuous                                        (G13)
  openness,        // a condition stays true near the point                     (G14)
  uniqueness,      // two backwards of one forward                              (G12)
  one_term,        // two graphs are one term
};
inline constexpr std::array rules{Rule::hypotheses,  Rule::definedness,    Rule::cited,         Rule::pulled_back,
                                  Rule::transport,   Rule::pushed_forward, Rule::cases,         Rule::distribution,
                                  Rule::local_form,  Rule::adjoint_on_way, Rule::reverse_chain, Rule::forward_chain,
                                  Rule::pairing,     Rule::entries_equal,  Rule::implication,   Rule::germs,
                                  Rule::germs_equal, Rule::continuity,     Rule::openness,      Rule::uniqueness,
                                  Rule::one_term};

// Two tensors laid side by side by the normal form.
struct Compared {
  ir::TensorId left;                 // what was derived, or the left side
  ir::TensorId right;                // what is declared, or the right side
  std::vector<ir::TensorId> opaque;  // taken as symbols, not written out
  std::uint64_t queries;             // to the solver, each answered `unsat`
  bool equal;
};

struct ProofStep {
  Rule rule;
  std::vector<ir::TensorId> about;
  std::size_t first;  // its obligations begin here, and end where the next step's begin
  bool shown = true;  // false: tried, not shown, and not used
  std::vector<Compared> compared;
};

}  // namespace germ::kernel
