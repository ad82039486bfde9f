#pragma once
// A fault of the user's layer or tensors, found deep inside the census; take_census returns it as a diagnostic.

#include <stdexcept>

#include "base/diagnostic.hpp"

namespace germ::numeric {

class CensusFault : public std::runtime_error {
 public:
  CensusFault(const char* id, const std::string& message, Span span)
      : std::runtime_error(message), diagnostic_{id, message, span, Severity::error, {}} {}
  const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace germ::numeric
