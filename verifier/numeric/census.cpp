#include "numeric/census.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>

#include "base/check.hpp"
#include "ir/printer.hpp"
#include "numeric/census_fault.hpp"
#include "numeric/census_plan.hpp"
#include "numeric/census_windows.hpp"
#include "numeric/outcome.hpp"

namespace germ::numeric {

CensusCounts& CensusCounts::operator+=(const CensusCounts& other) {
  windows += other.windows;
  dead += other.dead;
  single += other.single;
  tie_identical += other.tie_identical;
  tie_different += other.tie_different;
  undecided += other.undecided;
  zero += other.zero;
  return *this;
}

namespace {

using fixed::Plan;

std::map<std::uint32_t, Rational> scalar_values(const ir::Layer& layer, const std::map<std::string, Rational>& reals) {
  std::map<std::uint32_t, Rational> out;
  const ir::Program& program = *layer.program;
  for (const auto& [name, value] : reals) {
    auto id = program.find_scalar(name);
    if (!id || program[*id].constant)
      throw CensusFault("G514", "the layer `" + layer.name + "` has no real `" + name + "`", layer.span);
    out[id->value] = value;
  }
  for (std::uint32_t i = 0; i < program.scalars().size(); ++i) {
    const ir::Scalar& scalar = program.scalars()[i];
    if (!scalar.constant && !out.contains(i))
      throw CensusFault("G515",
                        "the real `" + scalar.name + "` has no value; give it with --real " + scalar.name + "=VALUE",
                        scalar.span);
  }
  return out;
}

ClauseOutcome decide(const fixed::ClauseCode& clause, const fixed::Tables& tables, std::int64_t example) {
  fixed::RowEvaluator rows(tables, clause.run.slots);
  std::vector<std::uint8_t> fails(static_cast<std::size_t>(fixed::longest_row));
  ClauseOutcome outcome;
  auto first_of_row = [&] {
    auto lane = std::find(fails.begin(), fails.begin() + rows.lanes(), std::uint8_t{1}) - fails.begin();
    std::vector<std::int64_t> place;
    for (const fixed::IndexCode& index : clause.place) place.push_back(rows.index_at(index, lane));
    return place;
  };
  fixed::run(clause.run, rows, clause.per_example ? std::optional(example) : std::nullopt, [&](std::int64_t) {
    std::int64_t failing = rows.formula(*clause.fails, rows.all_lanes(), fails.data());
    if (failing == 0) return;
    std::vector<std::int64_t> first = first_of_row();
    if (outcome.failing == 0 || first < outcome.first) outcome.first = std::move(first);
    outcome.failing += failing;
  });
  outcome.holds = outcome.failing == 0;
  return outcome;
}

std::int64_t zeros(const fixed::TensorValues& tensor) {
  auto count = [](const auto& entries) {
    return std::count_if(entries.begin(), entries.end(), [](const auto& entry) { return fixed::sign_of(entry) == 0; });
  };
  switch (tensor.shape.width) {
    case fixed::Width::narrow:
      return count(tensor.narrow);
    case fixed::Width::wide:
      return count(tensor.wide);
    case fixed::Width::exact:
      return count(tensor.exact);
  }
  throw InternalError("a tensor of no width");
}

// All that is asked about one example. Its tensors live as long as this call.
ExampleCensus examine(const Plan& plan, std::int64_t example, const std::vector<std::optional<ClauseOutcome>>& shared) {
  fixed::Tables tables = plan.tables();
  std::vector<std::unique_ptr<fixed::TensorValues>> own;
  for (const auto& code : plan.order()) {
    if (!code->batched || code->whole) continue;
    own.push_back(std::make_unique<fixed::TensorValues>(fixed::compute(*code, plan.shape(code->id), tables, example)));
    tables.tensors[code->id.value] = own.back().get();
  }
  ExampleCensus out;
  for (const fixed::CensusCode& census : plan.censuses()) {
    CensusCounts counts = fixed::count_windows(census, tables, example);
    if (census.zero) {
      const fixed::TensorCode* tensor = plan.find(*census.zero);
      if (tensor->batched && tensor->whole) {
        fixed::TensorValues part = fixed::compute(*tensor, plan.shape(*census.zero), tables, example);
        counts.zero = zeros(part);
      } else {
        counts.zero = zeros(*tables.tensors[census.zero->value]);
      }
    }
    out.counts.push_back(counts);
  }
  std::vector<ClauseOutcome> decided;
  for (std::size_t i = 0; i < plan.clauses().size(); ++i)
    decided.push_back(shared[i] ? *shared[i] : decide(plan.clauses()[i], tables, example));
  for (std::size_t clause : plan.of_domain()) out.clauses.push_back(decided[clause]);
  for (const auto& region : plan.of_regions()) {
    out.regions.emplace_back();
    for (std::size_t clause : region) out.regions.back().clauses.push_back(decided[clause]);
  }
  out.alone = plan.alone();
  return out;
}

// Examples are handed out in order, so the first fault in that order is found whatever the number of threads.
std::vector<ExampleCensus> examine_all(const Plan& plan, const CensusOptions& options) {
  std::vector<std::optional<ClauseOutcome>> shared;
  for (const fixed::ClauseCode& clause : plan.clauses())
    shared.push_back(clause.per_example ? std::nullopt : std::optional(decide(clause, plan.tables(), 0)));
  std::size_t count = plan.examples();
  std::vector<ExampleCensus> out(count);
  std::vector<std::exception_ptr> faults(count);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex reporting;
  std::size_t done = 0;
  auto work = [&] {
    while (!failed) {
      std::size_t example = next++;
      if (example >= count) return;
      try {
        out[example] = examine(plan, static_cast<std::int64_t>(example), shared);
      } catch (...) {
        faults[example] = std::current_exception();
        failed = true;
      }
      std::lock_guard<std::mutex> lock(reporting);
      ++done;
      if (options.progress) options.progress(done, count);
    }
  };
  std::size_t jobs = std::clamp<std::size_t>(options.jobs, 1, std::max<std::size_t>(1, count));
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
  return out;
}

Diagnostics violated_facts(ir::Layer& layer, const Plan& plan) {
  Diagnostics out;
  for (ir::Formula fact : plan.violated())
    out.push_back(
        {"G518",
         "the tensors violate `" + ir::to_string(*layer.program, fact) + "`, a fact of the layer `" + layer.name + "`",
         layer.span,
         Severity::error,
         {}});
  return out;
}

const char* reason(Undecided::Why why) {
  switch (why) {
    case Undecided::Why::irrational:
      return "a value is irrational";
    case Undecided::Why::truncated:
      return "a value is known to a limited number of digits";
    case Undecided::Why::too_close:
      return "two values are too close";
    case Undecided::Why::too_costly:
      return "a power has too large an exponent";
  }
  return "a value cannot be decided";
}

using Examples = std::vector<ExampleCensus>;

// The census, with these of the layer's regions.
Result<Examples> take(ir::Layer& layer, const NamedArrays& arrays, const CensusOptions& options,
                      const std::vector<std::size_t>& regions) {
  auto problem = [&](const char* id, const std::string& message) {
    return Diagnostic{id, message, layer.span, Severity::error, {}};
  };
  try {
    auto sizes = bind_sizes(layer, arrays, options.sizes);
    if (!sizes) return sizes.diagnostics();
    Plan plan(layer, arrays, *sizes, scalar_values(layer, options.reals), regions);
    if (!plan.violated().empty()) return violated_facts(layer, plan);
    plan.compute_shared();
    return examine_all(plan, options);
  } catch (const CensusFault& fault) {
    return fault.diagnostic();
  } catch (const fixed::NotRational& why) {
    return problem("G516", why.what());
  } catch (const Undefined& fault) {
    return problem("G517", "the layer `" + layer.name + "` has no value here: " + fault.to_string());
  } catch (const Undecided& doubt) {
    return problem("G516", "the exact census cannot decide `" + layer.name + "`: " + reason(doubt.why));
  } catch (const std::bad_alloc&) {
    return problem("G520", "the census of `" + layer.name + "` needs more memory than there is");
  } catch (const LimitReached& limit) {
    return problem("G520", "the census of `" + layer.name + "` reached a limit: " + limit.what());
  }
}

// Each region by itself: one that cannot be decided leaves the others their answers.
Result<Examples> one_by_one(ir::Layer& layer, const NamedArrays& arrays, const CensusOptions& options) {
  auto examples = take(layer, arrays, options, {});
  if (!examples) return examples;
  for (std::size_t region = 0; region < layer.regions.size(); ++region) {
    auto decided = take(layer, arrays, options, {region});
    for (std::size_t i = 0; i < examples->size(); ++i) {
      ExampleCensus& example = (*examples)[i];
      RegionOutcome undecided{{}, decided ? "" : decided.diagnostics().front().message};
      example.regions.push_back(decided ? (*decided)[i].regions.front() : undecided);
      // What is not decided says nothing of any example.
      example.alone = example.alone && (!decided || (*decided)[i].alone);
    }
  }
  return examples;
}

}  // namespace

bool RegionOutcome::holds() const {
  return decided() && std::all_of(clauses.begin(), clauses.end(), [](const auto& clause) { return clause.holds; });
}

Result<std::vector<ExampleCensus>> take_census(ir::Layer& layer, const NamedArrays& arrays,
                                               const CensusOptions& options) {
  std::vector<std::size_t> regions(layer.regions.size());
  std::iota(regions.begin(), regions.end(), std::size_t{0});
  auto examples = take(layer, arrays, options, regions);
  if (examples || regions.empty()) return examples;
  return one_by_one(layer, arrays, options);
}

}  // namespace germ::numeric
