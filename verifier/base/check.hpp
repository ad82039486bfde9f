#pragma once
// Always-on checks. A failed check is a fault of Germ itself, never of the user: `main` turns it into exit code 70.
// A reached limit (a coefficient that leaves 64 bits, a term count above the budget) is not a fault: whoever decides a
// statement catches it and answers `unknown`.

#include <stdexcept>
#include <string>

namespace germ {

// A broken invariant inside Germ.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// A computation left the range in which Germ can answer; the statement in hand is `unknown`.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws InternalError with `what_and_why` unless `condition` holds. On in every build.
inline void check(bool condition, const char* what_and_why) {
  if (!condition) throw InternalError(what_and_why);
}

}  // namespace germ
