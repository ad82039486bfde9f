#include "cli/derive.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "api/decide.hpp"
#include "cli/in_order.hpp"
#include "cli/inputs.hpp"
#include "cli/options.hpp"
#include "derive/declaration.hpp"
#include "derive/derive.hpp"
#include "report/report.hpp"
#include "smt/solver.hpp"
#include "syntax/declarations.hpp"

namespace germ::cli {

namespace {

const Usage usage{
    "derive", "FILE|DIR|-[:NAME]...",
    "Prints layers and functions with their forward as it is written, and a derived backward, the tensors that it\n"
    "reads (`save`), and, where the declaration has no domain of its own, the domain that the derivative needs. NAME\n"
    "chooses a layer or function and may be repeated with further files, which belong to the same library; without\n"
    "one all are printed, with the windows and conditions that they use. What is printed was parsed and proved; what\n"
    "was not proved is a comment that says why.\n"
    "Exit code: 0; 2 if something was not proved; 4 for a text that is not well formed; 64 usage.\n"};

// One declaration as it is printed.
struct Printed {
  std::string name;
  std::string text;
  bool proved = true;
  bool derived = false;  // not a window or a condition
  std::string reason;
};

struct Chosen {
  std::vector<std::string> files;
  std::vector<std::string> names;
};

// `FILE:NAME`, unless the whole word is a file.
Chosen choose(const std::vector<std::string>& words) {
  Chosen out;
  for (const std::string& word : words) {
    std::error_code error;
    std::size_t colon = word.rfind(':');
    if (colon == std::string::npos || colon + 1 == word.size() || std::filesystem::exists(word, error)) {
      out.files.push_back(word);
    } else {
      out.files.push_back(word.substr(0, colon));
      out.names.push_back(word.substr(colon + 1));
    }
  }
  return out;
}

bool known(const syntax::Library& library, const std::vector<std::string>& names, std::ostream& err) {
  std::vector<std::string> all;
  for (const syntax::Declaration* declaration : derive::subjects(library))
    all.push_back(syntax::name_of(*declaration).text);
  for (const std::string& name : names) {
    if (std::find(all.begin(), all.end(), name) != all.end()) continue;
    err << "germ derive: there is no layer or function `" << name << '`';
    if (auto guess = nearest(name, all)) err << "; did you mean `" << *guess << "`?";
    err << '\n';
    return false;
  }
  return true;
}

// The claims of the derived text, decided as `check` does.
std::string why_not_proved(const syntax::Library& library, const derive::Derived& derived) {
  syntax::Library changed = derive::library_with(library, derived);
  for (const ir::Claim& claim : syntax::claims(changed)) {
    if (claim.subject != derived.name || claim.kind != ir::StatementKind::vjp || !claim.backward.empty()) continue;
    if (claim.name.rfind(derived.name + ".backward", 0) != 0) continue;
    refute::Decision decision = api::decide_claim(changed, claim);
    if (decision.verdict == ir::Verdict::proved) continue;
    return std::string(ir::name(decision.verdict)) + (decision.reason.empty() ? "" : ": " + decision.reason);
  }
  return "";
}

Printed derived(const syntax::Library& library, const std::string& name, bool lines_only) {
  kernel::Context context;
  context.make_solver = smt::make_z3;
  Printed out{name, "", false, true, ""};
  Result<derive::Derived> result = derive::derive(library, name, context);
  if (!result) {
    out.reason = result.diagnostics().front().message;
    return out;
  }
  out.text = lines_only ? result->lines : result->declaration;
  out.reason = result->expected ? why_not_proved(library, *result) : result->reason;
  out.proved = out.reason.empty();
  return out;
}

// Unproved text is a comment, so that nobody pastes it.
std::string shown(const Printed& printed) {
  if (printed.proved) return printed.text;
  std::string out = "# `" + printed.name + "`: the derived text is not proved: " + printed.reason + "\n";
  for (std::size_t start = 0; start < printed.text.size();) {
    std::size_t stop = printed.text.find('\n', start);
    out += "# " + printed.text.substr(start, stop - start) + "\n";
    start = stop == std::string::npos ? printed.text.size() : stop + 1;
  }
  return out;
}

// The declarations to print, in order; windows and conditions are there with the whole library only.
std::vector<Printed> declarations(const syntax::Library& library, const std::vector<std::string>& names) {
  std::vector<Printed> out;
  for (const auto& module : library.modules())
    for (const syntax::Declaration& declaration : module->declarations) {
      const std::string& name = syntax::name_of(declaration).text;
      bool subject = std::holds_alternative<syntax::LayerDecl>(declaration) ||
                     std::holds_alternative<syntax::FunctionDecl>(declaration);
      if (subject) {
        if (names.empty() || std::find(names.begin(), names.end(), name) != names.end())
          out.push_back({name, "", false, true, ""});
      } else if (names.empty() && !std::holds_alternative<syntax::TheoremDecl>(declaration)) {
        const SourceFile source("declaration", std::string(syntax::span_of(declaration).text()) + "\n");
        Result<std::string> text = syntax::format(source);
        out.push_back({name, text ? *text : std::string(source.text()), true, false, ""});
      }
    }
  return out;
}

int print_all(const syntax::Library& library, std::vector<Printed> all, bool lines_only, bool json, std::ostream& out) {
  bool proved = true;
  bool first = true;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  auto work = [&](std::size_t k) {
    if (all[k].derived) all[k] = derived(library, all[k].name, lines_only);
  };
  auto deliver = [&](std::size_t k) {
    const Printed& printed = all[k];
    proved = proved && printed.proved;
    if (json) {
      if (printed.derived)
        list.push_back(
            {{"name", printed.name}, {"proved", printed.proved}, {"text", printed.text}, {"reason", printed.reason}});
      return;
    }
    out << (first ? "" : "\n") << shown(printed) << std::flush;
    first = false;
  };
  in_order(all.size(), std::max(1u, std::thread::hardware_concurrency()), work, deliver, [](std::size_t) {});
  if (json) out << nlohmann::ordered_json{{"derived", list}}.dump(2) << '\n';
  return static_cast<int>(proved ? report::ExitCode::as_expected : report::ExitCode::unknown);
}

}  // namespace

int derive(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  boost::program_options::options_description options("Options");
  options.add_options()("backward-only", "print the derived lines alone")(
      "json", "one JSON object: name, proved, text and reason of each");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const Chosen chosen = choose(read.words->files);
  Inputs inputs = read_inputs(chosen.files, std::cin);
  Diagnostics faults = std::move(inputs.faults);
  syntax::Library library;
  for (Input& input : inputs.inputs) {
    Diagnostics found = library.add(input.path, std::move(input.text));
    faults.insert(faults.end(), found.begin(), found.end());
  }
  for (const Diagnostic& fault : faults) err << render(fault);
  if (!faults.empty()) return static_cast<int>(report::ExitCode::invalid);
  if (!known(library, chosen.names, err)) return static_cast<int>(report::ExitCode::usage);
  const bool lines_only = read.words->values.count("backward-only") > 0;
  const bool json = read.words->values.count("json") > 0;
  std::vector<Printed> all = declarations(library, chosen.names);
  if (lines_only) std::erase_if(all, [](const Printed& printed) { return !printed.derived; });
  return print_all(library, std::move(all), lines_only, json, out);
}

}  // namespace germ::cli
