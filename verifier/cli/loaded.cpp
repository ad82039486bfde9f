#include "cli/loaded.hpp"

#include <algorithm>
#include <iostream>

#include "cli/decide.hpp"
#include "cli/inputs.hpp"

namespace germ::cli {

namespace {

// NAME is a claim, or what a claim is about: `dense` has `dense.backward` and `dense.backward wrt W`.
bool is_about(const std::string& claim, const std::string& name) {
  if (!claim.starts_with(name)) return false;
  return claim.size() == name.size() || claim[name.size()] == '.' || claim[name.size()] == ' ';
}

}  // namespace

Loaded load(const std::vector<std::string>& files) {
  Loaded run;
  Inputs read = read_inputs(files, std::cin);
  run.faults = std::move(read.faults);
  for (Input& input : read.inputs) {
    Diagnostics found = run.library.add(input.path, std::move(input.text));
    run.faults.insert(run.faults.end(), found.begin(), found.end());
  }
  run.claims = syntax::claims(run.library);
  // Where a text is missing, complaints about names may be about that: one fault is reported once.
  const bool complete = run.faults.empty();
  if (complete) run.faults = unexpected_faults(run.library, run.claims);
  return run;
}

bool choose(std::vector<ir::Claim>& claims, const std::vector<std::string>& names, const char* command,
            std::ostream& err) {
  for (const std::string& name : names) {
    if (std::any_of(claims.begin(), claims.end(), [&](const auto& claim) { return is_about(claim.name, name); }))
      continue;
    std::vector<std::string> known;
    for (const ir::Claim& claim : claims) {
      known.push_back(claim.name);
      known.push_back(claim.subject);
    }
    err << "germ " << command << ": no claim is called `" << name << '`';
    if (auto guess = nearest(name, known)) err << "; did you mean `" << *guess << "`?";
    err << '\n';
    return false;
  }
  if (names.empty()) return true;
  std::erase_if(claims, [&](const ir::Claim& claim) {
    return std::none_of(names.begin(), names.end(), [&](const auto& name) { return is_about(claim.name, name); });
  });
  return true;
}

}  // namespace germ::cli
