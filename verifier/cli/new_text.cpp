#include "cli/new_text.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string_view>
#include <system_error>

#include "base/diagnostic.hpp"
#include "cli/options.hpp"
#include "report/report.hpp"
#include "syntax/library.hpp"

namespace germ::cli {

namespace {

namespace po = boost::program_options;

const Usage usage{
    "new", "NAME",
    "Writes NAME.germ, a first text to edit: small, proved as it stands, with comments that say what each\n"
    "line is for. A file that is there already is left alone.\n"
    "Exit code: 0 written, 4 the file is there or cannot be written, 64 usage.\n",
    "no name is given"};

// `@` stands for the name.
struct Template {
  std::string_view kind;
  std::string_view text;
};

constexpr std::array templates{
    Template{"layer",
             R"(# A layer and its hand-written backward. `germ check @.germ` proves it, for all sizes N, K and M.

layer @[N, K, M]                  # sizes: integers >= 1 that stay symbols
  input  x[n < N, k < K]             # `n < N` declares the index n, with the values 0 .. N-1
  param  W[m < M, k < K], b[m < M]
  # The forward. A sum takes the product that follows it; parentheses end it.
  output y[n < N, m < M] = b[m] + (sum(k < K) W[m, k] * x[n, k])
  # The backward that you wrote by hand. `dy` is the cotangent of the output, `d` and a name the adjoint of an input.
  # Each adjoint sums over the indices that its variable does not have.
  backward dy
    dx[n, k] = sum(m < M) dy[n, m] * W[m, k]
    dW[m, k] = sum(n < N) dy[n, m] * x[n, k]
    db[m] = sum(n < N) dy[n, m]
  # A mistake that must be found: the mean over the batch. `expect` says what comes out, and the run succeeds if it does.
  backward mean_over_batch dy expect refuted
    db[m] = (sum(n < N) dy[n, m]) / N
)"},
    Template{"function", R"(# A function of numbers and its hand-written backward. On a tensor it works entry by entry.

function @(x) = x if x > 0 else a*x
  real a > 0                         # a symbolic constant: the proof covers every a > 0
  # At 0 the slopes are a and 1. Where there is no derivative there is nothing to prove: the domain leaves the point out.
  domain x != 0
  backward dy
    dx = dy if x > 0 else a*dy
  # A mistake that must be found: the branches are exchanged.
  backward exchanged dy expect refuted
    dx = dy if x < 0 else a*dy
)"},
    Template{
        "theorem",
        R"(# Two texts that are one number, for all sizes and all tensors: the variance, and the mean square less the squared mean.
# Other kinds: `vjp LAYER wrt x on CONDITION` and `implies CONDITION, CONDITION`.

theorem @[N]
  input x[n < N]
  let   mean = (sum(n < N) x[n]) / N
  equal (sum(n < N) (x[n] - mean)^2) / N, (sum(n < N) x[n]^2) / N - mean^2
)"}};

std::string named(std::string_view text, const std::string& name) {
  std::string out;
  for (char c : text) {
    if (c == '@')
      out += name;
    else
      out += c;
  }
  return out;
}

const Template* find(const std::string& kind) {
  for (const Template& each : templates)
    if (each.kind == kind) return &each;
  return nullptr;
}

// Is the text one declaration of this name? Not where the name is a keyword, or no name at all.
bool well_formed(const std::string& text) {
  syntax::Library library;
  return library.add("", text).empty() && syntax::check(library).empty();
}

}  // namespace

int new_text(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  constexpr int fault = static_cast<int>(report::ExitCode::usage);
  constexpr int refused = static_cast<int>(report::ExitCode::invalid);
  std::string kind = "layer";
  po::options_description options("Options");
  options.add_options()("kind", po::value(&kind)->value_name("KIND"), "layer (default), function or theorem");
  const ReadWords read = read_words(usage, options, arguments, out, err);
  if (!read.words) return read.exit;
  const Template* chosen = find(kind);
  if (!chosen || read.words->files.size() != 1) {
    err << "germ new: " << (chosen ? "one name, please" : "the kinds are layer, function and theorem") << '\n';
    return fault;
  }
  const std::string& name = read.words->files.front();
  std::string text = named(chosen->text, name);
  const bool one_word = name.find_first_of(" \t\n#@./\\[](),") == std::string::npos;
  if (one_word)
    if (auto canonical = syntax::format(SourceFile("", text))) text = *canonical;
  if (!one_word || !well_formed(text)) {
    err << "germ new: `" << name << "` cannot be the name of a " << kind
        << "; letters, digits and `_`, and no word of the language\n";
    return fault;
  }
  const std::string path = name + ".germ";
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, error))) {
    err << "germ new: `" << path << "` is there already; it is left as it is\n";
    return refused;
  }
  std::ofstream stream(path, std::ios::binary);
  if (!(stream << text << std::flush)) {
    err << "germ new: the file `" << path << "` cannot be written\n";
    return refused;
  }
  out << path << " is written. Next:\n  germ check " << path << "\n  germ fmt " << path << '\n';
  return 0;
}

}  // namespace germ::cli
