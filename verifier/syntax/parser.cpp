#include "syntax/parser.hpp"

#include <utility>

#include "syntax/parser_declarations.hpp"

namespace germ::syntax {

Result<std::unique_ptr<Module>> parse(const SourceFile& file) {
  auto tokens = lex(file);
  if (!tokens) return tokens.diagnostics();
  Cursor cursor(*tokens);
  auto module = std::make_unique<Module>();
  module->file = &file;
  module->declarations = DeclarationParser(cursor).declarations();
  if (!cursor.diagnostics().empty()) return std::move(cursor.diagnostics());
  return module;
}

}  // namespace germ::syntax
