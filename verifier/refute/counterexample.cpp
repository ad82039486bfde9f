#include "refute/counterexample.hpp"

#include <algorithm>

#include "base/diagnostic.hpp"

namespace germ::refute {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::wrong_entry:
      return "wrong entry";
    case Kind::kink:
      return "kink";
    case Kind::jump:
      return "jump";
    case Kind::infinite_slope:
      return "infinite slope";
    case Kind::undefined:
      return "undefined";
    case Kind::out_of_range:
      return "out of range";
    case Kind::empty_window:
      return "empty window";
    case Kind::unequal_entry:
      return "unequal entry";
    case Kind::not_implied:
      return "not implied";
    case Kind::unequal_near:
      return "unequal near the point";
    case Kind::not_open:
      return "not open";
    case Kind::differentiable:
      return "differentiable";
    case Kind::other_class:
      return "other class";
  }
  return "";
}

namespace {

std::string at(const std::vector<std::int64_t>& indices) {
  if (indices.empty()) return "";
  std::string text = "[";
  for (std::size_t i = 0; i < indices.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(indices[i]);
  return text + "]";
}

std::string at(const ir::Program& program, const numeric::Entry& entry) {
  if (!entry.tensor.valid()) return "";
  return program[entry.tensor].name + at(entry.indices);
}

// "x[0, 1]" along one coordinate, else a sum.
std::string along(const ir::Program& program, const numeric::Instance& instance, const numeric::Direction& direction) {
  std::string text;
  std::size_t terms = 0;
  for (const auto& part : direction.parts)
    for (std::size_t i = 0; i < part.entries.size(); ++i) {
      const Rational& factor = part.entries[i];
      if (factor.is_zero()) continue;
      if (++terms > 6) return text + " + ..";
      if (factor.sign() < 0) {
        text += text.empty() ? "-" : " - ";
      } else if (!text.empty()) {
        text += " + ";
      }
      if (factor.abs() != Rational(1)) text += factor.abs().to_string() + "*";
      text += program[part.tensor].name + at(instance.tensors[part.tensor.value].shape.indices(i));
    }
  return text;
}

std::string fault_sentence(const ir::Program& program, const numeric::Instance& instance, const Failure& failure) {
  const numeric::Undefined& fault = *failure.fault;
  std::string subject = fault.tensor.valid() ? program[fault.tensor].name + at(fault.indices) : at(program, failure.at);
  if (subject.empty()) subject = "the conclusion";
  std::string text = subject + " has no value: " + fault.to_string();
  if (failure.direction) text += ", at points near along " + along(program, instance, *failure.direction);
  return text;
}

std::string nearby(const std::string& ray, const Failure& failure) {
  return "at points near, h = " + failure.step->to_string() + " and smaller, along " + ray;
}

std::string class_sentence(const Failure& failure, const std::string& ray) {
  std::string text;
  if (!ray.empty()) {
    text = "slope " + failure.slope.to_string() + " on one side, " + failure.opposite.to_string() +
           " on the other, along " + ray + ", declared " + failure.declared.to_string() + ": ";
  }
  for (std::size_t i = 0; i < failure.classes.size(); ++i)
    text += (i == 0                            ? "`"
             : i + 1 == failure.classes.size() ? " or `"
                                               : ", `") +
            std::string(ir::name(failure.classes[i])) + "`";
  return text;
}

std::string sentence_of(const ir::Program& program, const numeric::Instance& instance, const Failure& failure) {
  std::string where = at(program, failure.at);
  std::string ray = failure.direction ? along(program, instance, *failure.direction) : "";
  switch (failure.kind) {
    case Kind::wrong_entry:
      return where + ": declared " + failure.declared.to_string() + ", true " + failure.truth.to_string();
    case Kind::kink:
      if (failure.second)
        return where + ": slope " + failure.slope.to_string() + " along the sum of " + ray + " and " +
               along(program, instance, *failure.second) + ", whose slopes add up to " + failure.opposite.to_string();
      return where + ": slope " + failure.slope.to_string() + " on one side, " + failure.opposite.to_string() +
             " on the other, along " + ray;
    case Kind::jump:
      return where + ": value " + failure.declared.to_string() + ", limit " + failure.truth.to_string() + " along " +
             ray;
    case Kind::infinite_slope:
      return where + ": infinite slope along " + ray;
    case Kind::undefined:
    case Kind::out_of_range:
    case Kind::empty_window:
      return fault_sentence(program, instance, failure);
    case Kind::unequal_entry:
      return where + ": left " + failure.declared.to_string() + ", right " + failure.truth.to_string();
    case Kind::not_implied:
      return "the hypothesis holds, the conclusion does not";
    case Kind::unequal_near:
      return where + ": left " + failure.declared.to_string() + ", right " + failure.truth.to_string() + ", " +
             nearby(ray, failure);
    case Kind::not_open:
      return "it holds at the point and fails " + nearby(ray, failure);
    case Kind::differentiable:
      return where + (where.empty() ? "" : ": ") +
             "differentiable here: every comparison is strict, and no divisor is 0";
    case Kind::other_class:
      return where + ": " + class_sentence(failure, ray);
  }
  return "";
}

void add_line(Counterexample& result, const Span& span, std::string note) {
  if (!span.file) return;
  for (const auto& line : result.lines)
    if (line.span.file == span.file && line.span.begin == span.begin) return;
  result.lines.push_back({span, std::move(note)});
}

void add_lines(Counterexample& result, const ir::Statement& statement) {
  const ir::Program& program = *statement.program;
  const Failure& failure = result.failure;
  const bool unequal = failure.kind == Kind::unequal_entry || failure.kind == Kind::unequal_near;
  const bool backwards = statement.kind == ir::StatementKind::unique;
  const char* first_side = backwards ? "the first backward" : "the left side";
  if (failure.fault && failure.fault->tensor.valid())
    add_line(result, program[failure.fault->tensor].span, "has no value here");
  if (failure.at.tensor.valid()) {
    const bool jvp = statement.kind == ir::StatementKind::jvp;
    const char* note = failure.kind == Kind::wrong_entry ? (jvp ? "the declared tangent" : "the declared adjoint")
                       : unequal                         ? first_side
                       : failure.fault                   ? "is computed from it"
                                                         : "the output";
    add_line(result, program[failure.at.tensor].span, note);
  }
  if (unequal && backwards)
    add_line(result, program[statement.others[failure.adjoint].declared].span, "the second backward");
  if (unequal && !backwards) add_line(result, program[statement.right].span, "the right side");
  if (result.lines.empty()) add_line(result, statement.span, "the claim");
}

void add_givens(Counterexample& result, const ir::Program& program) {
  const numeric::Instance& instance = result.instance;
  for (std::size_t f = 0; f < instance.maps.size(); ++f) {
    if (program.functions()[f].role != ir::FunctionRole::given) continue;
    const numeric::Map& map = instance.maps[f];
    Counterexample::Listing listing{program.functions()[f].name, {}, map.entries.size()};
    for (std::size_t i = 0; i < map.entries.size(); ++i)
      listing.entries.push_back({map.shape.indices(i), std::to_string(map.entries[i])});
    result.givens.push_back(std::move(listing));
  }
  for (std::size_t p = 0; p < instance.conditions.size(); ++p) {
    const numeric::Condition& condition = instance.conditions[p];
    Counterexample::Listing listing{program.predicates()[p].name, {}, condition.entries.size()};
    for (std::size_t i = 0; i < condition.entries.size(); ++i)
      listing.entries.push_back({condition.shape.indices(i), condition.entries[i] ? "true" : "false"});
    result.givens.push_back(std::move(listing));
  }
}

void print(std::string& out, const std::vector<Counterexample::Number>& numbers) {
  if (numbers.empty()) return;
  out += "  ";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    out += (i == 0 ? "" : ", ") + numbers[i].name + " = " + numbers[i].value;
  out += "\n";
}

// A tensor without nonzero entries is not listed; a listing shows a dozen entries at most.
void print(std::string& out, const Counterexample::Listing& listing, bool sparse) {
  constexpr std::size_t most = 12;
  out += "  ";
  for (std::size_t i = 0; i < listing.entries.size() && i < most; ++i)
    out += (i == 0 ? "" : ", ") + listing.name + at(listing.entries[i].indices) + " = " + listing.entries[i].value;
  if (listing.entries.size() > most) {
    out += ", .. (" + std::to_string(listing.entries.size() - most) + " more)";
  } else if (sparse && listing.entries.size() < listing.size) {
    out += ", else 0";
  }
  out += "\n";
}

}  // namespace

Counterexample counterexample(const ir::Statement& statement, const numeric::Instance& instance,
                              const Failure& failure) {
  const ir::Program& program = *statement.program;
  Counterexample result;
  result.kind = failure.kind;
  result.failure = failure;
  result.instance = instance;
  for (std::size_t i = 0; i < instance.sizes.size(); ++i)
    result.sizes.push_back({program.sizes()[i].name, std::to_string(instance.sizes[i])});
  for (std::size_t i = 0; i < instance.scalars.size(); ++i)
    if (!program.scalars()[i].constant)
      result.scalars.push_back({program.scalars()[i].name, instance.scalars[i].to_string()});
  for (std::size_t i = 0; i < instance.tensors.size(); ++i) {
    const numeric::Tensor& tensor = instance.tensors[i];
    Counterexample::Listing listing{program.tensors()[i].name, {}, tensor.entries.size()};
    for (std::size_t k = 0; k < tensor.entries.size(); ++k)
      if (!tensor.entries[k].is_zero())
        listing.entries.push_back({tensor.shape.indices(k), tensor.entries[k].to_string()});
    if (!listing.entries.empty()) result.tensors.push_back(std::move(listing));
  }
  add_givens(result, program);
  result.where = at(program, failure.at);
  const bool two_values = failure.kind == Kind::wrong_entry || failure.kind == Kind::unequal_entry ||
                          failure.kind == Kind::unequal_near || failure.kind == Kind::jump;
  if (two_values) {
    result.declared = failure.declared.to_string();
    result.truth = failure.truth.to_string();
  }
  result.sentence = sentence_of(program, instance, failure);
  add_lines(result, statement);
  return result;
}

std::string describe(const Counterexample& counterexample) {
  std::string out;
  print(out, counterexample.sizes);
  print(out, counterexample.scalars);
  for (const auto& listing : counterexample.givens)
    if (!listing.entries.empty()) print(out, listing, false);
  for (const auto& listing : counterexample.tensors) print(out, listing, true);
  if (counterexample.tensors.empty()) out += "  every tensor 0\n";
  out += "  " + counterexample.sentence + "\n";
  Diagnostic places;
  for (const auto& line : counterexample.lines) places.notes.push_back({line.note, line.span});
  std::string rendered = render(places);
  out += rendered.substr(rendered.find('\n') + 1);  // the notes; the sentence stands above already
  return out;
}

}  // namespace germ::refute
