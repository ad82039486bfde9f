#include "syntax/library.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/function_table.hpp"
#include "syntax/parser.hpp"
#include "syntax/tree.hpp"
#include "syntax/words.hpp"

namespace germ::syntax {

namespace {

const Name& declared_name(const Declaration& declaration) {
  return std::visit([](const auto& content) -> const Name& { return content.name; }, declaration);
}

// Words that expressions know without a declaration.
bool is_built_in(std::string_view name) {
  constexpr std::string_view words[] = {"abs", "sqrt", "rsqrt", "ceil", "stop", "f32", "pi", "none", "true", "false"};
  return is_reduction(name) || ir::find_function(name) != nullptr ||
         std::find(std::begin(words), std::end(words), name) != std::end(words);
}

}  // namespace

Library::Library() = default;
Library::Library(Library&&) noexcept = default;
Library& Library::operator=(Library&&) noexcept = default;
Library::~Library() = default;

// All declarations share one namespace, over all files: a claim is named after one of them.
Diagnostics Library::add(std::string path, std::string text) {
  auto file = std::make_unique<SourceFile>(std::move(path), std::move(text));
  auto module = parse(*file);
  Diagnostics out;
  if (!module) {
    out = module.diagnostics();
  } else {
    std::map<std::string, Span> first;
    for (const auto& known : modules_)
      for (const Declaration& declaration : known->declarations)
        first.emplace(declared_name(declaration).text, declared_name(declaration).span);
    for (const Declaration& declaration : (*module)->declarations) {
      const Name& name = declared_name(declaration);
      if (is_built_in(name.text)) {
        out.push_back(
            {"G131", "`" + name.text + "` is built in and cannot be declared", name.span, Severity::error, {}});
      } else if (auto [place, added] = first.emplace(name.text, name.span); !added) {
        out.push_back({"G130",
                       "`" + name.text + "` is declared twice",
                       name.span,
                       Severity::error,
                       {{"first here", place->second}}});
      }
    }
  }
  files_.push_back(std::move(file));  // diagnostics point into it
  if (out.empty()) modules_.push_back(std::move(*module));
  return out;
}

}  // namespace germ::syntax
