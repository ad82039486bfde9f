#include "calculus/derive.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.hpp"
#include "calculus/tangent.hpp"
#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

// One read of the sought tensor: the binders and guards that lead to it, what multiplies it, and where it reads.
struct Occurrence {
  std::vector<Binder> binders;
  std::vector<Formula> guard;
  Real multiplier;
  std::vector<Index> at;
};

class Occurrences {
 public:
  Occurrences(Terms& terms, TensorId sought) : t_(terms), sought_(sought) {}

  std::vector<Occurrence> of(Real r) {
    switch (r->kind) {
      case RealKind::constant:
      case RealKind::scalar:
      case RealKind::from_index:
      case RealKind::stop:
        return {};  // stop: derivative 0 by decree
      case RealKind::read:
        if (r->tensor == sought_) return {{{}, {}, t_.constant(1), r->indices}};
        return {};
      case RealKind::add: {
        std::vector<Occurrence> out;
        for (Real child : r->children) append(out, of(child));
        return out;
      }
      case RealKind::mul:
        return of_product(r);
      case RealKind::power:
        return scaled(of(r->children[0]), power_slope(t_, r->children[0], r->value));
      case RealKind::apply: {
        auto inner = of(r->children[0]);
        if (inner.empty()) return inner;
        return scaled(std::move(inner), r->function->derivative(t_, r->children[0]));
      }
      case RealKind::choose: {
        auto out = guarded(of(r->children[0]), r->condition);
        append(out, guarded(of(r->children[1]), t_.not_(r->condition)));
        return out;
      }
      case RealKind::sum:
        return of_sum(r);
      case RealKind::maximum:
        throw InternalError("derivation needs germs: a maximum is left");
    }
    throw InternalError("a real of no kind");
  }

 private:
  static void append(std::vector<Occurrence>& into, std::vector<Occurrence> more) {
    for (auto& occurrence : more) into.push_back(std::move(occurrence));
  }

  std::vector<Occurrence> scaled(std::vector<Occurrence> all, Real factor) {
    for (auto& occurrence : all) occurrence.multiplier = times(t_, occurrence.multiplier, factor);
    return all;
  }

  std::vector<Occurrence> guarded(std::vector<Occurrence> all, Formula guard) {
    for (auto& occurrence : all) occurrence.guard.insert(occurrence.guard.begin(), guard);
    return all;
  }

  std::vector<Occurrence> of_product(Real r) {
    std::vector<Occurrence> out;
    for (std::size_t i = 0; i < r->children.size(); ++i) {
      auto inner = of(r->children[i]);
      if (inner.empty()) continue;
      Real others = t_.constant(1);
      for (std::size_t j = 0; j < r->children.size(); ++j)
        if (j != i) others = times(t_, others, r->children[j]);
      append(out, scaled(std::move(inner), others));
    }
    return out;
  }

  // The binders are renamed here, so that each occurrence has its own.
  std::vector<Occurrence> of_sum(Real r) {
    auto [binders, renaming] = t_.rename(r->binders);
    Formula filter = t_.substitute(r->condition, renaming);
    auto out = guarded(of(t_.substitute(r->children[0], renaming)), filter);
    for (auto& occurrence : out) occurrence.binders.insert(occurrence.binders.begin(), binders.begin(), binders.end());
    return out;
  }

  Terms& t_;
  TensorId sought_;
};

void reads_in(Real r, std::set<TensorId>& into) {
  if (r->kind == RealKind::read) into.insert(r->tensor);
  for (Real child : r->children) reads_in(child, into);
}

// Tensors below the outputs, what a body reads before it; and what each body reads outside of conditions.
struct Definitions {
  std::vector<TensorId> order;
  std::map<TensorId, std::set<TensorId>> reads;

  void reach(const Program& program, TensorId tensor) {
    if (!reads.try_emplace(tensor).second) return;
    if (program[tensor].body) {
      reads_in(*program[tensor].body, reads[tensor]);
      for (TensorId read : reads[tensor]) reach(program, read);
    }
    order.push_back(tensor);
  }
};

class Reverse {
 public:
  Reverse(Program& program, const std::vector<Seed>& seeds, TensorId wrt, const KnownAdjoints& known)
      : program_(program), t_(program.terms()), seeds_(seeds), wrt_(wrt), known_(known) {
    for (const Seed& seed : seeds_) definitions_.reach(program_, seed.output);
  }

  TensorId run() {
    const std::set<TensorId> needed = needed_adjoints();
    for (auto tensor = definitions_.order.rbegin(); tensor != definitions_.order.rend(); ++tensor) {
      if (!needed.contains(*tensor)) continue;
      auto known = *tensor == wrt_ ? known_.end() : known_.find(*tensor);
      adjoints_[*tensor] = known == known_.end() ? add(*tensor) : known->second;
    }
    if (!adjoints_.contains(wrt_)) adjoints_[wrt_] = add(wrt_);  // no output reads it: 0
    return adjoints_[wrt_];
  }

 private:
  // Those whose body leads to `wrt`, not through a tensor whose adjoint is known.
  std::set<TensorId> needed_adjoints() const {
    std::set<TensorId> needed = {wrt_};
    for (TensorId tensor : definitions_.order)
      for (TensorId read : definitions_.reads.at(tensor))
        if (read == wrt_ || (needed.contains(read) && !known_.contains(read))) needed.insert(tensor);
    return needed;
  }

  TensorId add(TensorId tensor) {
    const Tensor source = program_[tensor];
    auto [axes, renaming] = t_.rename(source.axes);
    std::vector<Index> at;
    for (const Binder& axis : axes) at.push_back(t_.variable(axis.variable));
    Real total = t_.constant(0);
    for (const Seed& seed : seeds_)
      if (seed.output == tensor) total = plus(t_, total, t_.read(seed.cotangent, at));
    for (const auto& [user, adjoint] : adjoints_)
      if (definitions_.reads.at(user).contains(tensor)) total = plus(t_, total, through(user, adjoint, tensor, at));
    Tensor made;
    made.name = "true cotangent of " + source.name;
    made.role = TensorRole::let;
    made.axes = axes;
    made.stored_axis = source.stored_axis;
    made.body = total;
    made.span = source.span;
    return program_.add_tensor(std::move(made));
  }

  Real through(TensorId user, TensorId adjoint, TensorId tensor, const std::vector<Index>& at) {
    Real total = t_.constant(0);
    const Tensor definition = program_[user];
    auto [axes, renaming] = t_.rename(definition.axes);
    std::vector<Index> user_at;
    for (const Binder& axis : axes) user_at.push_back(t_.variable(axis.variable));
    Real body = t_.substitute(*definition.body, renaming);
    for (Occurrence& occurrence : Occurrences(t_, tensor).of(body)) {
      std::vector<Formula> guard = occurrence.guard;
      for (std::size_t i = 0; i < at.size(); ++i) guard.push_back(t_.equal(occurrence.at[i], at[i]));
      std::vector<Binder> binders = axes;
      binders.insert(binders.end(), occurrence.binders.begin(), occurrence.binders.end());
      Real summand = times(t_, t_.read(adjoint, user_at), occurrence.multiplier);
      total = plus(t_, total, t_.sum(std::move(binders), t_.and_(std::move(guard)), summand));
    }
    return total;
  }

  Program& program_;
  Terms& t_;
  const std::vector<Seed>& seeds_;
  TensorId wrt_;
  const KnownAdjoints& known_;
  Definitions definitions_;
  std::map<TensorId, TensorId> adjoints_;
};

}  // namespace

TensorId derive_vjp(Program& program, const std::vector<Seed>& seeds, TensorId wrt, const KnownAdjoints& known) {
  return Reverse(program, seeds, wrt, known).run();
}

std::vector<TensorId> definition_order(const Program& program, const std::vector<TensorId>& outputs) {
  Definitions definitions;
  for (TensorId output : outputs) definitions.reach(program, output);
  std::erase_if(definitions.order, [&](TensorId tensor) { return !program[tensor].body; });
  return definitions.order;
}

}  // namespace germ::calculus
