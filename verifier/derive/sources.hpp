#pragma once
// The expressions of a library by their place, to say again what a text says.

#include "syntax/library.hpp"
#include "syntax/tree.hpp"

namespace germ::derive {

class Sources {
 public:
  explicit Sources(const syntax::Library& library) : library_(library) {}
  // The reduction that is written at this place; null if there is none.
  const syntax::Expr* reduction(Span span) const;

 private:
  const syntax::Library& library_;
};

}  // namespace germ::derive
