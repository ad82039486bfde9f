#pragma once
// The declarations of a library by name.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/library.hpp"
#include "syntax/tree.hpp"

namespace germ::syntax {

class Declarations {
 public:
  explicit Declarations(const Library& library);

  const Declaration* find(std::string_view name) const;
  template <class Kind>
  const Kind* find_as(std::string_view name) const {
    const Declaration* found = find(name);
    return found ? std::get_if<Kind>(found) : nullptr;
  }
  std::vector<std::string> names() const;

 private:
  std::map<std::string, const Declaration*, std::less<>> by_name_;
};

// "layer", "function", "condition", "window", "theorem", "rule".
const char* kind_name(const Declaration& declaration);
const Name& name_of(const Declaration& declaration);
Span span_of(const Declaration& declaration);

}  // namespace germ::syntax
