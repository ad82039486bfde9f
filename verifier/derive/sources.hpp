#pragma once
// The expressions of a library by their place, to say again what a text says.

#include <optional>
#include <string>
#include <vector>

#include "syntax/library.hpp"
#include "syntax/tree.hpp"

namespace germ::derive {

// A reduction as its text names things.
struct WrittenReduction {
  std::vector<std::string> binders;            // the names that it binds
  std::vector<std::string> others;             // all other names in body, then window or filter, first uses in order
  const syntax::BinderItem* window = nullptr;  // where one window is all that it runs over
};

class Sources {
 public:
  explicit Sources(const syntax::Library& library) : library_(library) {}
  // The reduction that is written at this place.
  std::optional<WrittenReduction> reduction(Span span) const;

 private:
  const syntax::Expr* find(Span span) const;
  const syntax::Library& library_;
};

}  // namespace germ::derive
