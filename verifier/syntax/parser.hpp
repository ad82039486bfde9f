#pragma once
// Lexer and parser: text to tree. Stops at nothing: after an error it resumes at the next declaration, so that one run
// reports several errors. Nesting deeper than 200 is an error, not a crash.

#include "base/diagnostic.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax {

Result<std::unique_ptr<Module>> parse(const SourceFile& file);

}  // namespace germ::syntax
