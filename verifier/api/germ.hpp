#pragma once
// Room `api`: Germ for a C++ program. Owns the few calls from texts, or from a layer built in C++, to decided claims.
// It decides nothing itself and prints nothing: texts go through `syntax`, decisions through `refute` with Z3 as
// solver, and `report` makes text or JSON of them. Options of the command line, progress and exit codes are not its
// business.
//
// Lifetimes: spans in diagnostics and decisions point into the files of the library: keep it as long as these.
// Threads: a loaded library may be shared; every call of `decide` works on programs of its own. See docs/API.md.
// Errors: faults of a text are Diagnostics, a verdict is a value. Thrown are Misuse (of a LayerBuilder), InternalError
// (a fault of Germ: no verdict of this run should be trusted) and std::bad_alloc.

#include <functional>
#include <string>
#include <vector>

#include "api/decide.hpp"
#include "api/layer_builder.hpp"
#include "report/report.hpp"

namespace germ::api {

struct Text {
  std::string path;  // as it shall stand in messages
  std::string text;
};

// Texts, read and checked together as one library. Where `faults` is not empty, claims that are concerned come out as
// `invalid`.
struct Loaded {
  syntax::Library library;
  Diagnostics faults;
  explicit operator bool() const { return faults.empty(); }
};
Loaded load(std::vector<Text> texts);
// The same for .germ files; one that cannot be read is a fault, G501.
Loaded load_files(const std::vector<std::string>& paths);

// Every claim of the library, decided one after the other: each backward jointly and for each variable alone, and every
// theorem. For one claim, or in several threads: syntax::claims and decide_claim.
std::vector<refute::Decision> decide(const syntax::Library& library);

// The backward of a layer built in C++. `build` is called several times, each time with a new builder, and must build
// the same layer each time. A Misuse passes through.
refute::Decision decide(const std::string& name, const std::function<void(LayerBuilder&)>& build);

}  // namespace germ::api
