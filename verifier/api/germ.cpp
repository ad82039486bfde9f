#include "api/germ.hpp"

#include <fstream>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "refute/decide.hpp"
#include "smt/solver.hpp"

namespace germ::api {

namespace {

// The library refuses what is longer than 16 MiB: a device need not be read to its end.
std::optional<std::string> read(const std::string& path) {
  constexpr std::size_t enough = (std::size_t{16} << 20) + 1;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text;
  char block[1 << 16];
  while (text.size() < enough && (stream.read(block, sizeof block), stream.gcount() > 0))
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) return std::nullopt;
  return text;
}

void add(Loaded& loaded, Text text) {
  Diagnostics found = loaded.library.add(std::move(text.path), std::move(text.text));
  loaded.faults.insert(loaded.faults.end(), found.begin(), found.end());
}

// Where a text is missing, complaints about names may be about that: one fault is reported once.
Loaded checked(Loaded loaded) {
  if (loaded.faults.empty()) loaded.faults = unexpected_faults(loaded.library, syntax::claims(loaded.library));
  return loaded;
}

}  // namespace

Loaded load(std::vector<Text> texts) {
  Loaded loaded;
  for (Text& text : texts) add(loaded, std::move(text));
  return checked(std::move(loaded));
}

Loaded load_files(const std::vector<std::string>& paths) {
  Loaded loaded;
  for (const std::string& path : paths) {
    if (auto text = read(path)) {
      add(loaded, {path, std::move(*text)});
    } else {
      loaded.faults.push_back({"G501", "the file `" + path + "` cannot be read", {}, Severity::error, {}});
    }
  }
  return checked(std::move(loaded));
}

std::vector<refute::Decision> decide(const syntax::Library& library) {
  std::vector<refute::Decision> out;
  for (const ir::Claim& claim : syntax::claims(library)) out.push_back(decide_claim(library, claim));
  return out;
}

refute::Decision decide(const std::string& name, const std::function<void(LayerBuilder&)>& build) {
  auto make = [&build](const ir::Member&) {
    LayerBuilder layer;
    build(layer);
    return layer.statement();
  };
  ir::Claim claim;
  claim.name = name;
  claim.members = {ir::Member{}};
  refute::Options options;
  options.kernel.make_solver = smt::make_z3;
  try {
    return refute::decide({.claim = claim, .make = make}, options);
  } catch (const LimitReached& limit) {
    refute::Decision decision;
    decision.name = name;
    decision.kind = claim.word.empty() ? ir::name(claim.kind) : claim.word;
    decision.region = "the whole domain";
    decision.reason = std::string("a limit was reached: ") + limit.what();
    return decision;
  }
}

}  // namespace germ::api
