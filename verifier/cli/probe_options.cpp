#include "cli/probe_options.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <thread>

namespace germ::cli {

const char* const probe_usage =
    "usage: germ probe FILE[:LAYER] --tensor NAME=FILE[SLICE] ... [options]\n"
    "\n"
    "Counts, exactly, on every example of a batch: windows that are dead, have a single maximum or a tie, and the\n"
    "clauses of the layer's domain that hold. Then, for each backward and theorem about the layer in the file: "
    "whether\n"
    "it is proved, and whether its domain holds there.\n"
    "\n"
    "  --tensor NAME=FILE     a .npy file for an input, parameter or given; a slice of its first axis may follow:\n"
    "                         x=images.npy[0:10], x=images.npy[3]\n"
    "  --member S=2[,D=1]     the member of a family of constants\n"
    "  --size NAME=VALUE      a size that no tensor determines\n"
    "  --real NAME=VALUE      the value of a symbolic real, as a decimal\n"
    "  --json                 JSON instead of a table\n"
    "  --jobs N               threads (default: one for each processor)\n";

namespace {

using Pair = std::pair<std::string, std::string>;

std::optional<Pair> name_and_value(std::string_view text) {
  std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size()) return std::nullopt;
  return Pair{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::optional<std::int64_t> integer(const std::string& text) {
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Rational> decimal(const std::string& text) {
  bool negative = !text.empty() && text.front() == '-';
  auto value = Rational::parse(std::string_view(text).substr(negative ? 1 : 0));
  if (!value) return std::nullopt;
  return negative ? -*value : *value;
}

// Each takes one value of an option; false if it is malformed.
bool take_tensor(ProbeOptions& options, const std::string& value) {
  auto pair = name_and_value(value);
  if (!pair) return false;
  options.tensors.push_back(std::move(*pair));
  return true;
}

bool take_integer(std::map<std::string, std::int64_t>& into, const std::string& value) {
  auto pair = name_and_value(value);
  auto number = pair ? integer(pair->second) : std::nullopt;
  if (!number) return false;
  return into.emplace(pair->first, *number).second;
}

bool take_member(ProbeOptions& options, const std::string& value) {
  for (std::size_t start = 0; start <= value.size();) {
    std::size_t comma = std::min(value.find(',', start), value.size());
    if (!take_integer(options.member, value.substr(start, comma - start))) return false;
    start = comma + 1;
  }
  return true;
}

bool take_real(ProbeOptions& options, const std::string& value) {
  auto pair = name_and_value(value);
  auto number = pair ? decimal(pair->second) : std::nullopt;
  if (!number) return false;
  return options.reals.emplace(pair->first, *number).second;
}

bool take_jobs(ProbeOptions& options, const std::string& value) {
  auto number = integer(value);
  if (!number || *number < 1 || *number > 1024) return false;
  options.jobs = static_cast<unsigned>(*number);
  return true;
}

bool take(ProbeOptions& options, const std::string& option, const std::string& value) {
  if (option == "--tensor") return take_tensor(options, value);
  if (option == "--member") return take_member(options, value);
  if (option == "--size") return take_integer(options.sizes, value);
  if (option == "--real") return take_real(options, value);
  return take_jobs(options, value);
}

}  // namespace

std::variant<ProbeOptions, std::string> parse_probe_options(const std::vector<std::string>& arguments) {
  static const std::vector<std::string> with_value = {"--tensor", "--member", "--size", "--real", "--jobs"};
  ProbeOptions options;
  options.jobs = std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string option = arguments[i];
    std::optional<std::string> value;
    if (option == "--help" || option == "-h") {
      options.help = true;
      return options;
    }
    if (option.starts_with("--"))
      if (std::size_t equals = option.find('='); equals != std::string::npos) {
        value = option.substr(equals + 1);
        option.resize(equals);
      }
    if (option == "--json" && !value) {
      options.json = true;
    } else if (std::find(with_value.begin(), with_value.end(), option) != with_value.end()) {
      if (!value && i + 1 < arguments.size()) value = arguments[++i];
      if (!value) return "`" + option + "` needs a value";
      if (!take(options, option, *value)) return "`" + *value + "` is no value for `" + option + "`, or is given twice";
    } else if (option.starts_with("-") && option != "-") {
      return "there is no option `" + arguments[i] + "`";
    } else if (!options.file.empty()) {
      return "more than one file: `" + options.file + "` and `" + option + "`";
    } else {
      std::size_t colon = option.rfind(':');
      options.file = option.substr(0, colon);
      if (colon != std::string::npos) options.layer = option.substr(colon + 1);
      if (options.file.empty() || (colon != std::string::npos && options.layer.empty()))
        return "`" + option + "` is not FILE:LAYER";
    }
  }
  if (options.file.empty()) return "no file is given";
  return options;
}

}  // namespace germ::cli
