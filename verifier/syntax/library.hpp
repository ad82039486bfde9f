#pragma once
// Room `syntax`: from .germ text to claims and statements. Owns lexer, parser, formatter, and elaboration (names,
// ranges, shapes, calls inlined). Knows nothing of proofs, solvers or numbers. Texts and trees are immutable once
// loaded and may be shared between threads; every elaboration builds a program of its own. Faults of a text are
// values; their spans point into the library's files and live as long as it does, moves included.

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/layer.hpp"
#include "ir/statement.hpp"

namespace germ::syntax {

struct Module;  // one parsed file (tree.hpp)

class Library {
 public:
  Library();
  Library(Library&&) noexcept;
  Library& operator=(Library&&) noexcept;
  ~Library();

  // Parses `text` and adds its declarations. Diagnostics: lexing, parsing, duplicate names. After an error nothing of
  // this file is added.
  Diagnostics add(std::string path, std::string text);

  const std::vector<std::unique_ptr<SourceFile>>& files() const { return files_; }
  const std::vector<std::unique_ptr<Module>>& modules() const { return modules_; }

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
  std::vector<std::unique_ptr<Module>> modules_;
};

// Every claim of the library, in order of files and lines: for each backward one joint claim and one per variable
// (where it gives more than one), and every theorem.
std::vector<ir::Claim> claims(const Library& library);

// Checks names, ranges and shapes of every declaration, elaborating each claim at each member. Empty: all is well
// formed.
Diagnostics check(const Library& library);

// The statement of a claim at a member of its family, in a program of its own.
Result<ir::Statement> elaborate(const Library& library, const ir::Claim& claim, const ir::Member& member);

// Those of `claims` that are about the derivative of this layer: of its backwards and jvps, and theorems about them.
std::vector<ir::Claim> claims_about(const Library& library, const std::string& layer);

// The forward of a layer with its domain and censuses, and the regions of `about`: of claims_about this layer.
Result<ir::Layer> elaborate_layer(const Library& library, const std::string& name, const ir::Member& member,
                                  const std::vector<ir::Claim>& about = {});

// Canonical text of a file; formatting it again gives the same text, parsing it the same tree. Comments are kept.
Result<std::string> format(const SourceFile& file);

}  // namespace germ::syntax
