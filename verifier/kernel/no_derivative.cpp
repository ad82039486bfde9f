#include "kernel/no_derivative.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace germ::kernel {

using namespace ir;
using calculus::RayJet;
using calculus::Rays;

constexpr auto once = Discharge::Effort::once;

namespace {

Formula same(Terms& terms, Real a, Real b) { return a == b ? terms.truth() : terms.equal(a, b); }

std::vector<Index> variables_of(Terms& terms, const std::vector<Binder>& binders) {
  std::vector<Index> out;
  for (const Binder& binder : binders) out.push_back(terms.variable(binder.variable));
  return out;
}

}  // namespace

NoDerivative::NoDerivative(Statement& statement, Discharge& discharge, Attempt& attempt)
    : program_(*statement.program),
      terms_(program_.terms()),
      statement_(statement),
      discharge_(discharge),
      attempt_(attempt) {}

// e_k: 1 at the entry k of `variable`, 0 at every other entry of every variable.
NoDerivative::Family NoDerivative::unit_vectors(TensorId variable) {
  auto [entry, renaming] = terms_.rename(program_[variable].axes);
  std::vector<Index> at = variables_of(terms_, entry);
  auto along = [this, variable, at](Real read, int sign) {
    if (read->tensor != variable) return terms_.constant(0);
    std::vector<Formula> hit;
    for (std::size_t i = 0; i < at.size(); ++i) hit.push_back(terms_.equal(read->indices[i], at[i]));
    Formula there = terms_.and_(std::move(hit));
    if (there == terms_.truth()) return terms_.constant(sign);
    return terms_.choose(there, terms_.constant(sign), terms_.constant(0));
  };
  return {entry, [along](Real read) { return along(read, 1); }, [along](Real read) { return along(read, -1); }};
}

// Directions of several variables, moved jointly; every other variable stays.
NoDerivative::Family NoDerivative::together(const std::vector<Direction>& directions) {
  const Direction& first = directions.front();
  const auto& axes = program_[first.value].axes;
  auto parameters = terms_.rename({axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(first.family)}).first;
  const std::vector<Index> family = variables_of(terms_, parameters);
  auto along = [this, directions, family](Real read) {
    auto direction = std::find_if(directions.begin(), directions.end(),
                                  [&](const Direction& each) { return each.of == read->tensor; });
    if (direction == directions.end()) return terms_.constant(0);
    std::vector<Index> at = family;
    at.insert(at.end(), read->indices.begin(), read->indices.end());
    // Written out: a sum over the direction is then the sum that the text has.
    return program_[direction->value].body ? program_.at(direction->value, at)
                                           : terms_.read(direction->value, std::move(at));
  };
  return {parameters, along, [this, along](Real read) {
            Real forward = along(read);
            return forward->kind == RealKind::constant ? forward : terms_.negate(forward);
          }};
}

// Directions whose families have one shape belong together, unless they are of one variable. One that has not its
// variable's axes, as they are stored, says nothing.
std::vector<NoDerivative::Family> NoDerivative::declared() {
  auto extents = [&](const Direction& direction, std::size_t from, std::size_t to) {
    std::vector<Index> out;
    for (std::size_t i = from; i < to; ++i) out.push_back(program_[direction.value].axes[i].extent);
    return out;
  };
  auto fits = [&](const Direction& direction) {
    std::vector<Index> own;
    for (const Binder& axis : program_[direction.of].axes) own.push_back(axis.extent);
    const std::size_t rank = program_[direction.value].axes.size();
    return rank == direction.family + own.size() && extents(direction, direction.family, rank) == own;
  };
  std::vector<std::vector<Direction>> groups;
  for (const Direction& direction : statement_.directions) {
    if (!fits(direction)) continue;
    auto joins = [&](const std::vector<Direction>& group) {
      return extents(group.front(), 0, group.front().family) == extents(direction, 0, direction.family) &&
             std::none_of(group.begin(), group.end(), [&](const Direction& each) { return each.of == direction.of; });
    };
    auto group = std::find_if(groups.begin(), groups.end(), joins);
    if (group == groups.end()) group = groups.insert(groups.end(), std::vector<Direction>{});
    group->push_back(direction);
  }
  std::vector<Family> families;
  for (const auto& group : groups) families.push_back(together(group));
  return families;
}

// What a derivative says of one output along one family.
void NoDerivative::suppose(TensorId output, const Family& family) {
  Rays ahead(program_, statement_.wrt, family.parameters, family.forward);
  Rays back(program_, statement_.wrt, family.parameters, family.backward);
  const auto entries = terms_.rename(program_[output].axes).first;
  const Real value = terms_.read(output, variables_of(terms_, entries));
  const RayJet forward = ahead.of(value);
  const RayJet backward = back.of(value);
  auto everywhere = [&](Formula f) {
    return terms_.all(entries, terms_.truth(), terms_.all(family.parameters, terms_.truth(), f));
  };
  const Formula bounds = everywhere(terms_.and_({forward.bounds, backward.bounds}));
  // A tautology, for the cells that the value is made of: they are where to look for directions.
  suppositions_.push_back(terms_.all(entries, terms_.truth(), terms_.equal(value, value)));
  suppositions_.push_back(bounds);
  attained_.push_back(everywhere(terms_.and_({forward.attained, backward.attained})));
  // Where the jets are valid, `says`. Their validity is dropped where it is proved.
  auto add = [&](Formula valid, Formula says) {
    if (says == terms_.truth()) return;
    const Formula somewhere_not = terms_.not_(everywhere(valid));
    const bool always = valid == terms_.truth() || discharge_.impossible({somewhere_not}) ||
                        (bounds != terms_.truth() && discharge_.impossible({somewhere_not, bounds}, once));
    suppositions_.push_back(everywhere(always ? says : terms_.or_({terms_.not_(valid), says})));
  };
  add(forward.valid, same(terms_, forward.limit, value));
  add(backward.valid, same(terms_, backward.limit, value));
  const Real difference = terms_.add({forward.slope, backward.slope});
  add(terms_.and_({forward.valid, backward.valid}), same(terms_, difference, terms_.constant(0)));
}

// Kinks of a maximum show by the bounds of its slope alone; what attains it makes many more instances.
bool NoDerivative::contradicted() {
  if (suppositions_.empty()) return false;
  if (discharge_.impossible(suppositions_)) return true;
  auto all = suppositions_;
  for (Formula fact : attained_)
    if (fact != terms_.truth()) all.push_back(fact);
  return all.size() > suppositions_.size() && discharge_.impossible(all, once);
}

bool NoDerivative::shown() {
  for (TensorId variable : statement_.wrt) check(!program_[variable].body, "what moves is free");
  for (const Family& family : declared())
    for (TensorId output : statement_.outputs) suppose(output, family);
  bool proved = contradicted();
  if (!proved) {
    for (TensorId variable : statement_.wrt)
      for (TensorId output : statement_.outputs) suppose(output, unit_vectors(variable));
    proved = contradicted();
  }
  attempt_.obligations.push_back(
      {"no derivative", "two opposite one-sided slopes do not add up to 0", "", statement_.span, proved});
  if (proved)
    attempt_.ledger.add("B3", "one-sided slopes that no derivative has");
  else
    attempt_.reason = "no direction was found along which the one-sided slopes must differ";
  return proved;
}

}  // namespace germ::kernel
