#pragma once
// From a claim to a verdict: proof first, then the gate; else the search for a counterexample.
// Nothing is shared between calls: they may run in several threads. What `make` throws passes through, LimitReached
// excepted, which is `unknown`.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernel/theorem.hpp"
#include "refute/decision.hpp"
#include "refute/gate.hpp"
#include "refute/search.hpp"

namespace germ::refute {

// Decisions on claims that scripts cite, each made once. For one library and one set of options; may be shared between
// threads.
class Shelf {
 public:
  const Decision& decide(const std::string& claim, const std::function<Decision()>& make);

 private:
  struct Entry {
    std::once_flag once;
    std::unique_ptr<const Decision> decision;
  };
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Entry>> entries_;
};

struct Options {
  kernel::Context kernel;
  GateOptions gate;
  SearchOptions search;
  std::shared_ptr<Shelf> shelf = {};
  bool account = false;  // the proof for a reader, at some cost
};

// One claim: its statement at each member of its family, made anew at each call.
struct Task {
  ir::Claim claim;
  std::function<ir::Statement(const ir::Member&)> make;
  std::vector<Task> cites = {};  // claims that its script cites
};

// `proved` only if the kernel made a theorem for every member and the gate found both sides equal at points of the
// domain. A gate that contradicts a theorem throws InternalError: that is a fault of Germ.
Decision decide(const Task& task, const Options& options);

// The decision on one variable of a joint claim that is proved, without more work: its theorem follows, and the gate
// has executed its entries. Nothing where they were all 0, as that may be worth a note of its own.
std::optional<Decision> decide_part(const Decision& joint, const ir::Claim& part);

}  // namespace germ::refute
