#pragma once
// A layer's or function's declaration as source text: with its backwards cut out, with others put in.

#include <set>
#include <string>
#include <vector>

#include "derive/backward.hpp"
#include "syntax/library.hpp"
#include "syntax/tree.hpp"

namespace germ::derive {

class DeclarationText {
 public:
  explicit DeclarationText(const syntax::Declaration& declaration);

  const std::string& name() const { return name_; }
  bool is_function() const { return function_; }
  bool has_domain() const { return has_domain_; }
  const Span& span() const { return span_; }
  // Every word of it, without backwards.
  std::set<std::string> words() const;
  // The literal constants of its family, each with a number that stands for it while the text is made: large primes,
  // so that an integer shows how it is made of them. An unlucky reading is not proved.
  std::vector<Constant> constants() const;

  // Canonical text. `domain`: conditions, a line each.
  std::string with(const BackwardText& backward, const std::vector<std::string>& domain) const;
  // The lines of `with` that are not the forward's.
  std::string lines(const BackwardText& backward, const std::vector<std::string>& domain) const;
  // Without backward and `save`, and with constants of any value.
  std::string forward() const;

 private:
  std::string cut(bool loose) const;  // without `save` and backwards
  std::string name_;
  bool function_;
  bool has_domain_ = false;
  Span span_;
  const std::vector<syntax::Item>* items_;
};

// The layers and functions of a library, in order.
std::vector<const syntax::Declaration*> subjects(const syntax::Library& library);

// The library with the text of one declaration replaced, and with `loose` every constant of every family of any value.
syntax::Library library_with(const syntax::Library& library, Span declaration, const std::string& text, bool loose);

}  // namespace germ::derive
