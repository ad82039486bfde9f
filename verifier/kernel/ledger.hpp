#pragma once
// What a theorem stands on: rules used, outside answers, premises. Entries of one rule and detail are counted together.

#include <cstdint>
#include <string>
#include <vector>

namespace germ::kernel {

class Ledger {
 public:
  struct Entry {
    std::string rule;    // "G16", "normal form", "z3 4.8.12"
    std::string detail;  // "unsat", "equal: dx"
    std::uint64_t count;
  };
  void add(const std::string& rule, const std::string& detail, std::uint64_t count = 1) {
    if (count == 0) return;
    for (Entry& entry : entries_)
      if (entry.rule == rule && entry.detail == detail) {
        entry.count += count;
        return;
      }
    entries_.push_back({rule, detail, count});
  }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace germ::kernel
