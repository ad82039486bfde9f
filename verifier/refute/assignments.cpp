#include "refute/assignments.hpp"

#include <algorithm>
#include <set>

#include "numeric/evaluator.hpp"

namespace germ::refute {

namespace {

// Constants of a program's terms, each node once.
class Constants {
 public:
  std::vector<Rational> found;
  std::set<std::int64_t> integers;

  void visit(ir::Real real) {
    if (!reals_.insert(real.id()).second) return;
    if (real->kind == ir::RealKind::constant && real->value != Rational(-1)) note(real->value);
    for (ir::Real child : real->children) visit(child);
    if (real->condition) visit(real->condition);
    for (ir::Index index : real->indices) visit(index);
  }
  void visit(ir::Formula formula) {
    if (!formulas_.insert(formula.id()).second) return;
    if (formula->real) visit(formula->real);
    if (formula->index) visit(formula->index);
    for (ir::Formula child : formula->children) visit(child);
  }
  void visit(ir::Index index) {
    std::int64_t size = index->constant < 0 ? -index->constant : index->constant;
    if (size >= 2 && size <= 64) integers.insert(size);
  }

  void visit(const ir::Statement& statement) {
    if (statement.domain) visit(statement.domain);
    for (ir::Formula formula : {statement.conclusion, statement.near, statement.within})
      if (formula) visit(formula);
    for (const ir::Tensor& tensor : statement.program->tensors())
      if (tensor.body) visit(*tensor.body);
    for (const ir::Reduction& reduction : statement.program->reductions()) {
      visit(reduction.body);
      visit(reduction.guard);
    }
  }

 private:
  void note(const Rational& value) {
    if (value.is_zero() || value.abs() > Rational(1000)) return;
    for (const Rational& candidate : {value.abs(), -value.abs()})
      if (std::find(found.begin(), found.end(), candidate) == found.end()) found.push_back(candidate);
  }
  std::set<std::uint32_t> reals_;
  std::set<std::uint32_t> formulas_;
};

template <class T>
const T& any_of(const std::vector<T>& values, Random& random) {
  return values[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(values.size())))];
}

// A small rational other than 0.
Rational small(Random& random) {
  static constexpr std::array<std::int64_t, 4> denominators = {1, 1, 2, 3};
  std::int64_t numerator = 1 + below(random, 12);
  Rational value(numerator, denominators[static_cast<std::size_t>(below(random, 4))]);
  return below(random, 2) == 0 ? value : -value;
}

// Distinct values of a few units, in random order; `signs`: both signs.
void fill_distinct(std::vector<Rational>& entries, bool signs, Random& random) {
  auto count = static_cast<std::int64_t>(entries.size());
  std::vector<std::int64_t> order;
  for (std::int64_t i = 0; i < count; ++i) order.push_back(i + 1);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(below(random, static_cast<std::int64_t>(i)))]);
  std::int64_t denominator = std::int64_t{1} << below(random, 3);  // powers of 2: their sums stay small
  while (count > 8 * denominator) denominator *= 2;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i] = Rational(order[i], denominator);
    if (signs && below(random, 2) == 0) entries[i] = -entries[i];
  }
}

}  // namespace

std::vector<std::int64_t> guard_constants_of(const ir::Statement& statement) {
  Constants constants;
  constants.visit(statement);
  return {constants.integers.begin(), constants.integers.end()};
}

std::vector<Rational> constants_of(const ir::Statement& statement) {
  Constants constants;
  constants.visit(statement);
  std::sort(constants.found.begin(), constants.found.end(),
            [](const Rational& a, const Rational& b) { return a.abs() != b.abs() ? a.abs() < b.abs() : b < a; });
  if (constants.found.size() > 24) constants.found.resize(24);
  return constants.found;
}

Assignments::Assignments(const ir::Statement& statement) : statement_(statement), constants_(constants_of(statement)) {}

bool Assignments::draw_scalars(numeric::Instance& instance, Random& random) const {
  const ir::Program& program = *statement_.program;
  if (instance.scalars.size() == 1) return true;  // pi alone
  static const std::vector<Rational> candidates = {
      1, Rational(1, 2), 2, Rational(1, 10), 3, Rational(1, 3), -1, Rational(-1, 2), -2, 0, 5, Rational(1, 100)};
  for (int attempt = 0; attempt < 60; ++attempt) {
    for (Rational& scalar : instance.scalars) scalar = any_of(candidates, random);
    numeric::Evaluator evaluator(program, instance, 1'000'000);
    bool good = std::all_of(program.facts().begin(), program.facts().end(), [&](ir::Formula fact) {
      auto truth = evaluator.holds(fact);
      return truth.index() == 0 && std::get<0>(truth);
    });
    if (good) return true;
  }
  return false;
}

void Assignments::fill(numeric::Tensor& tensor, Pattern pattern, const std::vector<Rational>& knees,
                       Random& random) const {
  auto& entries = tensor.entries;
  if (entries.empty()) return;
  auto chosen = static_cast<std::size_t>(below(random, static_cast<std::int64_t>(entries.size())));
  Rational first = small(random);
  Rational second = below(random, 2) == 0 ? Rational(0) : small(random);
  switch (pattern) {
    case Pattern::generic:
    case Pattern::near_knees:
      fill_distinct(entries, true, random);
      if (pattern == Pattern::near_knees) entries[chosen] = any_of(knees, random);
      return;
    case Pattern::positive:
    case Pattern::negative:
      fill_distinct(entries, false, random);
      if (pattern == Pattern::negative)
        for (Rational& entry : entries) entry = -entry;
      return;
    case Pattern::ties:
      for (Rational& entry : entries) entry = below(random, 2) == 0 ? first : second;
      return;
    case Pattern::equal:
      for (Rational& entry : entries) entry = first;
      return;
    case Pattern::integers:
      for (Rational& entry : entries) entry = Rational(below(random, 5) - 2);
      return;
    case Pattern::knees:
      for (Rational& entry : entries) entry = below(random, 4) == 0 ? small(random) : any_of(knees, random);
      return;
    case Pattern::zeros:
      return;
    case Pattern::one_hot:
      entries[chosen] = 1;
      return;
  }
}

void Assignments::draw_givens(numeric::Instance& instance, Random& random) const {
  const ir::Program& program = *statement_.program;
  for (std::size_t f = 0; f < instance.maps.size(); ++f) {
    const ir::Function& function = program.functions()[f];
    auto& entries = instance.maps[f].entries;
    if (function.role != ir::FunctionRole::given || entries.empty()) continue;
    std::int64_t low = numeric::evaluate(program, instance.sizes, function.low);
    std::int64_t high = numeric::evaluate(program, instance.sizes, function.high);
    if (high <= low) continue;
    std::int64_t same = low + below(random, high - low);
    bool constant = below(random, 4) == 0;
    for (std::int64_t& entry : entries) entry = constant ? same : low + below(random, high - low);
  }
  for (numeric::Condition& condition : instance.conditions) {
    std::int64_t mode = below(random, 4);  // 0: all true, 1: all false, else mixed
    for (std::uint8_t& entry : condition.entries)
      entry = mode == 0 || (mode != 1 && below(random, 2) == 0) ? std::uint8_t{1} : std::uint8_t{0};
  }
}

std::optional<numeric::Instance> Assignments::draw(const std::vector<std::int64_t>& sizes, Pattern pattern,
                                                   Random& random) const {
  const ir::Program& program = *statement_.program;
  constexpr std::size_t most_entries = 200'000;
  numeric::Instance instance;
  try {
    instance = numeric::blank_instance(program, sizes, most_entries);
  } catch (const numeric::Undecided&) {
    return std::nullopt;  // too large to execute
  }
  if (!draw_scalars(instance, random)) return std::nullopt;
  std::vector<Rational> knees = constants_;
  knees.push_back(0);
  for (std::size_t i = 0; i < instance.scalars.size(); ++i) {
    if (statement_.program->scalars()[i].constant) continue;
    knees.push_back(instance.scalars[i]);
    knees.push_back(-instance.scalars[i]);
  }
  for (numeric::Tensor& tensor : instance.tensors) fill(tensor, pattern, knees, random);
  draw_givens(instance, random);
  return instance;
}

}  // namespace germ::refute
