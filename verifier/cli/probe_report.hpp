#pragma once
// The census as text and as JSON.

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/probe_statements.hpp"
#include "ir/layer.hpp"
#include "numeric/census.hpp"

namespace germ::cli {

struct ProbeReport {
  std::string file;
  const ir::Layer& layer;
  const std::vector<numeric::ExampleCensus>& examples;
  const std::vector<ProbeStatement>& statements;  // as Layer::regions
};

void print_probe_text(const ProbeReport& report, std::ostream& out);
// {"version", "file", "layer", "total": {windows, dead, ..}, "images": [{index, windows, .., "clauses": [{text, line,
// holds, failing}]}], "statements": [{name, kind, wrt, line, verdict, "images": [..], "batch": {..}}]}; see
// statements_json. With several censuses the counts stand under "censuses": {NAME: {..}} instead.
void print_probe_json(const ProbeReport& report, std::ostream& out);

}  // namespace germ::cli
