#include "numeric/census_plan.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "numeric/census_fault.hpp"

namespace germ::numeric::fixed {

using ir::Formula;
using ir::FormulaKind;
using ir::Index;

Plan::Plan(ir::Layer& layer, const NamedArrays& arrays, const std::map<ir::Var, std::int64_t>& sizes,
           const std::map<std::uint32_t, Rational>& scalars, const std::vector<std::size_t>& regions)
    : layer_(layer), arrays_(arrays), setting_{*layer.program, {}, scalars, {}} {
  ir::Program& program = *layer.program;
  for (const auto& [size, value] : sizes) setting_.sizes.set(size, program.terms().integer(value));
  setting_.shape = [this](ir::TensorId tensor) -> const TensorShape& { return require(tensor); };
  std::size_t tensors = program.tensors().size();
  by_id_.resize(tensors);
  shapes_.resize(tensors);
  tables_.tensors.resize(tensors);
  for (const ir::Tensor& tensor : program.tensors()) tables_.tensor_names.push_back(tensor.name);
  if (!layer.censuses.empty()) {
    batch_ = layer.censuses.front().windows.front().extent;
    for (const ir::Census& census : layer.censuses)
      if (census.windows.front().extent != *batch_)
        throw CensusFault("G521", "the censuses of `" + layer.name + "` run over different batches", census.span);
  } else if (!layer.inputs.empty() && !program[layer.inputs.front()].axes.empty()) {
    batch_ = program[layer.inputs.front()].axes.front().extent;
  }
  if (batch_) examples_ = static_cast<std::size_t>(extent_of(*batch_));
  load_given(arrays);
  check_facts();
  if (!violated_.empty()) return;
  for (const ir::Census& census : layer.censuses) censuses_.push_back(compile(census));
  of_domain_ = compile(layer.clauses);
  for (std::size_t region : regions) of_regions_.push_back(compile(layer.regions[region].clauses));
  mark_whole();
  alone_ = stands_alone();
}

std::int64_t Plan::extent_of(Index extent) {
  Index sized = layer_.program->terms().substitute(extent, setting_.sizes);
  if (!sized->terms.empty()) throw LimitReached("an axis whose extent depends on an index");
  return sized->constant;
}

void Plan::load_given(const NamedArrays& arrays) {
  ir::Program& program = *layer_.program;
  auto load = [&](const std::string& name, Range range, const Span& span) {
    const tensors::Array& array = arrays.at(name);
    auto given = std::make_unique<GivenValues>();
    given->extents = array.shape();
    for (std::size_t i = 0; i < array.count(); ++i) {
      Rational entry = Rational::scaled(array.at(i).mantissa, array.at(i).exponent);
      auto value = entry.to_int64();
      if (!value || *value < range.low || *value > range.high)
        throw CensusFault("G519",
                          "`" + name + "` has the value " + entry.to_string() + " at entry " + std::to_string(i) +
                              "; its range is " + std::to_string(range.low) + ".." + std::to_string(range.high),
                          span);
      given->entries.push_back(*value);
    }
    given_.push_back(std::move(given));
    return given_.back().get();
  };
  for (const ir::Function& function : program.functions()) {
    bool given = function.role == ir::FunctionRole::given;
    tables_.functions.push_back(
        given ? load(function.name, {extent_of(function.low), extent_of(function.high) - 1}, function.span) : nullptr);
  }
  for (const ir::Predicate& predicate : program.predicates())
    tables_.predicates.push_back(load(predicate.name, {0, 1}, predicate.span));
}

void Plan::check_facts() {
  for (Formula fact : std::vector<Formula>(layer_.program->facts())) {
    Compiler compiler(setting_);
    FormulaPtr code = compiler.formula(compiler.sized(fact));
    RowEvaluator rows(tables_, compiler.slots());
    std::uint8_t holds = 0;
    if (rows.formula(*code, rows.all_lanes(), &holds) == 0) violated_.push_back(fact);
  }
}

// ---------------------------------------------------------------- tensors

const TensorShape& Plan::require(ir::TensorId id) {
  if (by_id_[id.value]) {
    check(shapes_[id.value] != nullptr, "the tensors of a layer have no cycle");
    return *shapes_[id.value];
  }
  const ir::Tensor tensor = (*layer_.program)[id];
  auto code = std::make_unique<TensorCode>();
  code->id = id;
  by_id_[id.value] = code.get();
  code->batched = !tensor.axes.empty() && is_batch(tensor.axes.front().extent);
  auto shape = std::make_unique<TensorShape>();
  for (const ir::Binder& axis : tensor.axes) shape->extents.push_back(extent_of(axis.extent));
  std::vector<ReadOf> reads;
  if (tensor.body) {
    compile(*code);
    collect_reads(*code->body, reads);
    shape->width = code->body->width;
    shape->grid = code->body->grid;
  } else {
    code->array = &arrays_.at(tensor.name);
    shape->grid = grid_of(*code->array);
    shape->width = width_of(shape->grid);
  }
  // What depends on no example is computed at once, so that its readers know its exact grid.
  bool ready = !code->batched && std::all_of(reads.begin(), reads.end(), [&](const ReadOf& read) {
    return tables_.tensors[read.tensor.value] != nullptr;
  });
  if (ready) {
    shared_.push_back(
        std::make_unique<TensorValues>(regridded(numeric::fixed::compute(*code, *shape, tables_, std::nullopt))));
    tables_.tensors[id.value] = shared_.back().get();
    *shape = shared_.back()->shape;
  }
  shapes_[id.value] = std::move(shape);
  order_.push_back(std::move(code));
  return *shapes_[id.value];
}

RunCode Plan::run_over(Compiler& compiler, const std::vector<ir::Binder>& axes, bool batched,
                       std::vector<Slot>& slots) {
  std::vector<std::int64_t> extents;
  for (const ir::Binder& axis : axes) extents.push_back(extent_of(axis.extent));
  std::size_t first = batched ? 1 : 0;
  std::size_t lane = axes.size();
  for (std::size_t axis = first; axis < axes.size(); ++axis)
    if (lane == axes.size() || extents[axis] >= extents[lane]) lane = axis;
  RunCode run;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    Range range{0, std::max<std::int64_t>(0, extents[axis] - 1)};
    Slot slot = axis == lane ? compiler.frame().declare_lane(axes[axis].variable, range)
                             : compiler.frame().declare(axes[axis].variable, range);
    slots.push_back(slot);
    Loop loop{slot, extents[axis]};
    if (axis == lane) {
      run.lane = loop;
    } else if (batched && axis == 0) {
      run.example = loop;
    } else {
      run.loops.push_back(loop);
    }
  }
  return run;
}

void Plan::compile(TensorCode& code) {
  const ir::Tensor tensor = (*layer_.program)[code.id];
  Compiler compiler(setting_);
  code.run = run_over(compiler, tensor.axes, code.batched, code.axes);
  try {
    code.body = compiler.real(compiler.sized(*tensor.body));
  } catch (const NotRational& why) {
    throw CensusFault("G516", std::string(why.what()) + "; the exact census needs one for `" + tensor.name + "`",
                      tensor.span);
  }
  code.run.slots = compiler.slots();
}

TensorValues compute(const TensorCode& code, const TensorShape& shape, const Tables& tables,
                     std::optional<std::int64_t> example) {
  if (code.array) return to_values(*code.array, shape, example);
  TensorValues out(shape, example);
  RowEvaluator rows(tables, code.run.slots);
  std::int64_t stride = 0;
  for (std::size_t axis = 0; axis < code.axes.size(); ++axis)
    if (code.run.lane && code.axes[axis] == code.run.lane->slot) stride = out.strides[axis];
  auto fill = [&](auto* entries) {
    using Number = std::remove_reference_t<decltype(*entries)>;
    typename RowStack<Number>::Lease row(rows.rows<Number>());
    run(code.run, rows, example, [&](std::int64_t) {
      rows.real<Number>(*code.body, rows.all_lanes(), row.get());
      std::int64_t start = 0;
      for (std::size_t axis = 0; axis < code.axes.size(); ++axis)
        start += rows.slot(code.axes[axis]) * out.strides[axis];
      for (std::int64_t lane = 0; lane < rows.lanes(); ++lane) entries[start + lane * stride] = row[lane];
    });
  };
  switch (shape.width) {
    case Width::narrow:
      fill(out.entries<std::int64_t>());
      break;
    case Width::wide:
      fill(out.entries<Wide>());
      break;
    case Width::exact:
      fill(out.entries<Rational>());
      break;
  }
  return out;
}

void Plan::compute_shared() {
  for (const auto& code : order_) {
    if (tables_.tensors[code->id.value] || (code->batched && !code->whole)) continue;
    shared_.push_back(std::make_unique<TensorValues>(
        numeric::fixed::compute(*code, *shapes_[code->id.value], tables_, std::nullopt)));
    tables_.tensors[code->id.value] = shared_.back().get();
  }
}

// A batched tensor is needed whole as soon as one of its readers asks for another example than its own, or has none of
// its own; then so are the batched tensors that it reads itself.
void Plan::mark_whole() {
  struct Reader {
    const TensorCode* tensor;  // null: a census or a clause
    std::optional<Slot> example;
    std::vector<ReadOf> reads;
  };
  std::vector<Reader> readers;
  auto example_slot = [](const RunCode& run) { return run.example ? std::optional(run.example->slot) : std::nullopt; };
  for (const auto& code : order_) {
    if (!code->body) continue;
    readers.push_back({code.get(), example_slot(code->run), {}});
    collect_reads(*code->body, readers.back().reads);
  }
  for (const CensusCode& census : censuses_) {
    readers.push_back({nullptr, example_slot(census.run), {}});
    collect_reads(census.cells, readers.back().reads);
    if (!census.patch) continue;
    readers.push_back({nullptr, census.patch_windows.front(), {}});
    collect_reads(*census.patch, readers.back().reads);
  }
  for (const ClauseCode& clause : clauses_) {
    readers.push_back({nullptr, clause.per_example ? example_slot(clause.run) : std::nullopt, {}});
    collect_reads(*clause.fails, readers.back().reads);
  }
  auto asks_own = [](const ReadOf& read, Slot example) {
    const IndexCode& first = *read.first;
    return first.constant == 0 && first.lane == 0 && first.atoms.empty() && first.slots.size() == 1 &&
           first.slots.front().slot == example && first.slots.front().coefficient == 1;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Reader& reader : readers) {
      bool one_example = reader.example && !(reader.tensor && reader.tensor->whole);
      for (const ReadOf& read : reader.reads) {
        TensorCode* code = by_id_[read.tensor.value];
        if (!code->batched || code->whole || (one_example && asks_own(read, *reader.example))) continue;
        code->whole = true;
        changed = true;
      }
    }
  }
}

}  // namespace germ::numeric::fixed
