#include "cli/probe.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>

#include "cli/probe_options.hpp"
#include "cli/probe_report.hpp"
#include "cli/probe_statements.hpp"
#include "numeric/census.hpp"
#include "syntax/library.hpp"
#include "syntax/tree.hpp"
#include "tensors/npy.hpp"

namespace germ::cli {

namespace {

constexpr int bad_input = 4;
constexpr int bad_usage = 64;

Diagnostic problem(const char* id, std::string message) {
  return Diagnostic{id, std::move(message), {}, Severity::error, {}};
}

Result<syntax::Library> load(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return problem("G501", "`" + path + "` is a directory");
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.good() && !stream.eof()) return problem("G501", "the file `" + path + "` cannot be read");
  syntax::Library library;
  Diagnostics faults = library.add(path, std::move(text));
  if (!faults.empty()) {
    // The library owns the text that the messages quote, so they are rendered while it lives.
    std::string rendered;
    for (const Diagnostic& fault : faults) rendered += render(fault);
    return Diagnostic{"", rendered, {}, Severity::error, {}};
  }
  return library;
}

std::vector<const syntax::LayerDecl*> layers_of(const syntax::Library& library) {
  std::vector<const syntax::LayerDecl*> out;
  for (const auto& module : library.modules())
    for (const syntax::Declaration& declaration : module->declarations)
      if (const auto* layer = std::get_if<syntax::LayerDecl>(&declaration)) out.push_back(layer);
  return out;
}

Result<const syntax::LayerDecl*> find_layer(const syntax::Library& library, const ProbeOptions& options) {
  auto layers = layers_of(library);
  if (options.layer.empty()) {
    if (layers.size() == 1) return layers.front();
    return problem("G522", "`" + options.file + "` has " + std::to_string(layers.size()) +
                               " layers; name one: " + options.file + ":LAYER");
  }
  std::vector<std::string> names;
  for (const syntax::LayerDecl* layer : layers) {
    if (layer->name.text == options.layer) return layer;
    names.push_back(layer->name.text);
  }
  Diagnostic unknown = problem("G522", "`" + options.file + "` has no layer `" + options.layer + "`");
  if (auto guess = nearest(options.layer, names))
    unknown.notes.push_back({"did you mean `" + *guess + "`?", std::nullopt});
  return unknown;
}

Result<ir::Member> member_of(const syntax::LayerDecl& layer, std::map<std::string, std::int64_t> chosen) {
  ir::Member member;
  for (const syntax::Item& item : layer.items) {
    const auto* constants = std::get_if<syntax::ConstItem>(&item.content);
    if (!constants) continue;
    for (const auto& constant : constants->constants) {
      auto value = chosen.find(constant.name.text);
      std::string range = std::to_string(constant.low) + ".." + std::to_string(constant.high);
      if (value == chosen.end() && constant.low != constant.high)
        return problem("G523", "`" + layer.name.text + "` is a family; give --member " + constant.name.text +
                                   "=VALUE, in " + range);
      std::int64_t number = value == chosen.end() ? constant.low : value->second;
      if (number < constant.low || number > constant.high)
        return problem("G523", "`" + constant.name.text + "` is " + std::to_string(number) + "; its range is " + range);
      member.constants.emplace_back(constant.name.text, number);
      if (value != chosen.end()) chosen.erase(value);
    }
  }
  if (!chosen.empty())
    return problem("G523", "the layer `" + layer.name.text + "` has no constant `" + chosen.begin()->first + "`");
  return member;
}

// `[3]` names one example: it keeps the first axis, unless the layer's tensor has none for it.
Result<numeric::NamedArrays> read_tensors(const ProbeOptions& options, ir::Layer& layer) {
  numeric::NamedArrays arrays;
  auto declared = numeric::declared_arrays(layer);
  for (const auto& [name, text] : options.tensors) {
    auto source = tensors::parse_sliced_path(text);
    if (!source) return source.diagnostics();
    auto array = tensors::read_npy(*source);
    if (!array) return array.diagnostics();
    auto tensor =
        std::find_if(declared.begin(), declared.end(), [&name = name](const auto& each) { return each.name == name; });
    bool one_less = tensor != declared.end() && tensor->stored_extents.size() + 1 == array->shape().size();
    if (source->slice && source->slice->single && one_less) array = array->without_first_axis();
    if (!arrays.emplace(name, std::move(*array)).second) return problem("G514", "`" + name + "` is given twice");
  }
  return arrays;
}

int fail(const Diagnostics& diagnostics, std::ostream& err) {
  for (const Diagnostic& diagnostic : diagnostics)
    err << (diagnostic.id.empty() ? diagnostic.message : render(diagnostic));
  return bad_input;
}

int run(const ProbeOptions& options, std::ostream& out, std::ostream& err) {
  auto library = load(options.file);
  if (!library) return fail(library.diagnostics(), err);
  auto declaration = find_layer(*library, options);
  if (!declaration) return fail(declaration.diagnostics(), err);
  auto member = member_of(**declaration, options.member);
  if (!member) return fail(member.diagnostics(), err);
  std::vector<ProbeStatement> statements = statements_about(*library, (*declaration)->name.text, *member);
  auto layer = syntax::elaborate_layer(*library, (*declaration)->name.text, *member, claims_of(statements));
  if (!layer) return fail(layer.diagnostics(), err);
  auto arrays = read_tensors(options, *layer);
  if (!arrays) return fail(arrays.diagnostics(), err);
  numeric::CensusOptions census;
  census.jobs = options.jobs;
  census.sizes = options.sizes;
  census.reals = options.reals;
  bool show = isatty(STDERR_FILENO) != 0;
  if (show)
    census.progress = [&](std::size_t done, std::size_t of) {
      err << '\r' << done << " of " << of << " images" << (done == of ? "\r\033[K" : "") << std::flush;
    };
  auto examples = numeric::take_census(*layer, *arrays, census);
  if (!examples) return fail(examples.diagnostics(), err);
  prove(*library, statements, options.jobs);
  ProbeReport report{options.file, *layer, *examples, statements};
  options.json ? print_probe_json(report, out) : print_probe_text(report, out);
  return 0;
}

}  // namespace

int probe(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  auto parsed = parse_probe_options(arguments);
  if (const auto* fault = std::get_if<std::string>(&parsed)) {
    err << "germ probe: " << *fault << '\n' << probe_usage;
    return bad_usage;
  }
  const auto& options = std::get<ProbeOptions>(parsed);
  if (options.help) {
    out << probe_usage;
    return 0;
  }
  return run(options, out, err);
}

}  // namespace germ::cli
