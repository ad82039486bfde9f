#include "derive/domain.hpp"

#include <algorithm>
#include <optional>

#include "calculus/traits.hpp"
#include "derive/fold.hpp"
#include "derive/learned.hpp"
#include "derive/writer.hpp"

namespace germ::derive {

using namespace ir;
using calculus::Obligation;
using calculus::ObligationKind;

namespace {

// What an obligation asks of a point at which it is owed.
enum class Remedy : std::uint8_t { goal, elsewhere, one_winner, none };

Remedy remedy(ObligationKind kind) {
  switch (kind) {
    case ObligationKind::divisor:
    case ObligationKind::root_value:
    case ObligationKind::root_slope:
    case ObligationKind::function_domain:
      return Remedy::goal;
    case ObligationKind::pieces_agree:
    case ObligationKind::slopes_agree:
    case ObligationKind::germs_agree:
      return Remedy::elsewhere;
    case ObligationKind::one_derivative:
    case ObligationKind::one_germ:
      return Remedy::one_winner;
    case ObligationKind::read_in_range:
    case ObligationKind::argument_in_range:
    case ObligationKind::window_nonempty:
    case ObligationKind::stays_true:
    case ObligationKind::stable_filter:
      return Remedy::none;
  }
  return Remedy::none;
}

struct Winner {
  ReductionId reduction;
  std::vector<Index> arguments;
};

std::optional<Winner> winner_in(const Program& program, Formula formula) {
  if (formula->index)
    for (const auto& term : formula->index->terms)
      if (term.atom->kind == AtomKind::application && program[term.atom->function].reduction.valid())
        return Winner{program[term.atom->function].reduction, term.atom->arguments};
  for (Formula child : formula->children)
    if (auto found = winner_in(program, child)) return found;
  return std::nullopt;
}

class Conditions {
 public:
  Conditions(prover::Result& result, const std::set<std::string>& words,
             const std::vector<std::pair<std::string, std::string>>& indices, const Sources& sources)
      : statement_(*result.statement),
        sources_(sources),
        program_(*statement_.program),
        t_(program_.terms()),
        ranges_(program_),
        tidy_(program_, ranges_, true),
        fold_(program_, ranges_),
        vocabulary_(program_, words, {}),
        writer_(program_, ranges_, tidy_, vocabulary_, sources, {}) {
    vocabulary_.learn_made(indices);
    std::vector<TensorId> forward;
    for (std::uint32_t i = 0; i < program_.tensors().size(); ++i) {
      TensorId tensor{i};
      TensorRole role = program_[tensor].role;
      if (role == TensorRole::tangent || role == TensorRole::nearby) continue;
      learn_indices(program_, tensor, sources_, vocabulary_, ranges_);
      const std::vector<TensorId>& backward = statement_.backward;
      if (std::find(backward.begin(), backward.end(), tensor) == backward.end()) forward.push_back(tensor);
    }
    Learned{program_, ranges_, tidy_, fold_}.forward(forward, true);
  }

  std::string of(const Obligation& obligation) {
    switch (remedy(obligation.kind)) {
      case Remedy::none:
        throw Unsayable{std::string(name(obligation.kind)) + ": " + obligation.text};
      case Remedy::one_winner:
        return one_winner(obligation);
      case Remedy::goal:
        return quantified(obligation, true);
      case Remedy::elsewhere:
        return quantified(obligation, false);
    }
    throw Unsayable{obligation.text};
  }

 private:
  // The range that the path gives to a generic variable.
  Binder range_of(Var variable, const std::vector<Formula>& path) const {
    Index v = t_.variable(variable);
    for (Formula part : path) {
      if (part->kind != FormulaKind::at_most_zero) continue;
      Index extent = t_.add(t_.sub(v, part->index), 1);
      bool sizes = std::all_of(extent->free.begin(), extent->free.end(), [&](Var s) { return program_.is_size(s); });
      if (sizes && t_.less(v, extent) == part) return {variable, extent};
    }
    throw Unsayable{"an index without a range"};
  }

  std::vector<Binder> ranges_of(const std::vector<Var>& free, const std::vector<Formula>& path) const {
    std::vector<Binder> out;
    for (Var variable : free)
      if (!program_.is_size(variable)) out.push_back(range_of(variable, path));
    return out;
  }

  // Everywhere: not where it is owed; or, with `goal`, what is owed there.
  std::string quantified(const Obligation& obligation, bool goal) {
    std::vector<Formula> owed;
    std::vector<Formula> integers;
    for (Formula part : obligation.path) (calculus::integer_only(part) ? integers : owed).push_back(part);
    Formula body = t_.not_(t_.and_(owed));
    if (goal) body = t_.or_({body, obligation.goal});
    if (body == t_.falsity()) throw Unsayable{std::string(name(obligation.kind)) + ": " + obligation.text};
    for (Var variable : body->free)
      if (!program_.is_size(variable)) ranges_.add({range_of(variable, obligation.path)});
    ranges_.collect(body);
    body = tidy_.of(fold_.of(tidy_.of(body)));
    std::vector<Formula> filter;
    for (Formula part : integers) {
      bool about_body = std::all_of(part->free.begin(), part->free.end(), [&](Var variable) {
        return program_.is_size(variable) || occurs(variable, body->free);
      });
      if (about_body && !ranges_.implied(part)) filter.push_back(part);
    }
    std::vector<Binder> binders = ranges_of(body->free, obligation.path);
    Formula condition = binders.empty() ? t_.implies(t_.and_(filter), body) : t_.all(binders, t_.and_(filter), body);
    return writer_.formula(condition);
  }

  // Some cell is strictly above every other one.
  std::string one_winner(const Obligation& obligation) {
    std::optional<Winner> winner;
    for (Formula part : obligation.path)
      if (!winner) winner = winner_in(program_, part);
    if (!winner) throw Unsayable{std::string(name(obligation.kind)) + ": " + obligation.text};
    std::vector<Var> free;
    for (Index argument : winner->arguments)
      for (Var variable : argument->free)
        if (std::find(free.begin(), free.end(), variable) == free.end()) free.push_back(variable);
    std::vector<Binder> outer = ranges_of(free, obligation.path);
    std::string head = outer.empty() ? "" : "all(" + writer_.binder_list(outer) + ") (";
    std::vector<Binder> best = writer_.fresh_cell(winner->reduction);
    std::vector<Binder> other = writer_.fresh_cell(winner->reduction);
    std::string at_best = writer_.cells(winner->reduction, winner->arguments, best, "");
    std::string best_cell, other_cell, difference;
    writer_.cells(winner->reduction, winner->arguments, other, "");  // for the names
    for (std::size_t j = 0; j < best.size(); ++j) {
      best_cell += (j ? ", " : "") + vocabulary_.name(best[j].variable);
      other_cell += (j ? ", " : "") + vocabulary_.name(other[j].variable);
    }
    if (best.size() > 1) difference = "not (" + other_cell + ") is (" + best_cell + ")";
    if (best.size() == 1) difference = other_cell + " != " + best_cell;
    Real above = t_.sub(value_at(*winner, best), value_at(*winner, other));
    std::string comparison = writer_.formula(t_.positive(tidy_.of(fold_.of(tidy_.of(above)))));
    writer_.leave(other.size());
    std::string at_other = writer_.cells(winner->reduction, winner->arguments, other, difference);
    writer_.leave(outer.size() + best.size() + other.size());
    return head + "any" + at_best + " (all" + at_other + " " + comparison + ")" + (outer.empty() ? "" : ")");
  }

  Real value_at(const Winner& winner, const std::vector<Binder>& cell) {
    std::vector<Index> position;
    for (const Binder& binder : cell) position.push_back(t_.variable(binder.variable));
    return program_.at(winner.reduction, winner.arguments, position).body;
  }

  Statement& statement_;
  const Sources& sources_;
  Program& program_;
  Terms& t_;
  Ranges ranges_;
  Tidy tidy_;
  Fold fold_;
  Vocabulary vocabulary_;
  Writer writer_;
};

}  // namespace

std::vector<std::string> domain_conditions(prover::Result& result, const std::set<std::string>& words,
                                           const std::vector<std::pair<std::string, std::string>>& indices,
                                           const Sources& sources) {
  std::vector<std::string> out;
  Conditions conditions(result, words, indices, sources);
  for (const kernel::Open& open : result.attempt.open) {
    std::string text = conditions.of(open.obligation);
    if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

}  // namespace germ::derive
