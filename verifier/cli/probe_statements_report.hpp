#pragma once
// Where the proved statements hold, as text and as JSON.

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "cli/probe_report.hpp"

namespace germ::cli {

void print_statements_text(const ProbeReport& report, std::ostream& out);

// [{name, kind, wrt, line, verdict, "images": [{index, domain, holds, "clauses": [{text, line, holds, failing,
// first}]}], "batch": {domain, holds}}]. `wrt` is empty where it is all variables of the backward. `domain` is "holds",
// "fails" or "undecided" (with a `reason` instead of clauses); `holds` is true where the domain holds and the statement
// is proved; `first` is the first failing instance, by index name. Where the examples depend on each other there are no
// "images".
nlohmann::ordered_json statements_json(const ProbeReport& report);

}  // namespace germ::cli
