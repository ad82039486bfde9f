#pragma once
// Room `derive`: the right backward of a forward as text. The chain rule of `calculus` gives terms, this room makes
// them readable and writes them down in the forward's own names. It is not trusted, and needs not be: what it writes is
// parsed and proved like any other text before it is shown. It knows no layer and executes nothing.

#include <string>

#include "base/diagnostic.hpp"
#include "prover/prover.hpp"
#include "syntax/library.hpp"

namespace germ::derive {

struct Derived {
  std::string name;
  std::string declaration;  // canonical: the forward as it is written, and the derived lines; empty if there are none
  std::string lines;        // the derived lines alone
  Span place;               // of the declaration in its file
  bool expected = false;    // the kernel proves it; else `reason`
  std::string reason;
};

// For a layer or function of the library. Diagnostics: its forward is not well formed.
Result<Derived> derive(const syntax::Library& library, const std::string& name, const kernel::Context& context);

// The library in which the declaration is as derived.
syntax::Library library_with(const syntax::Library& library, const Derived& derived);

}  // namespace germ::derive
