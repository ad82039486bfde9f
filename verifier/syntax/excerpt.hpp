#pragma once
// The part of a library that one claim needs, as texts: every declaration that its subject names, directly or not, at
// its own place; all else is blank. Places are those of the whole texts, and the excerpt is quick to parse again.

#include <string>
#include <vector>

#include "ir/statement.hpp"
#include "syntax/library.hpp"

namespace germ::syntax {

struct Text {
  const SourceFile* file;  // what it is an excerpt of
  std::string text;
};

// One text a file, in the library's order; files without anything needed are left out.
std::vector<Text> excerpt(const Library& library, const ir::Claim& claim);
// The whole texts.
std::vector<Text> whole_texts(const Library& library);

}  // namespace germ::syntax
