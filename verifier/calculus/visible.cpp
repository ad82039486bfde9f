#include "calculus/visible.hpp"

#include <algorithm>
#include <map>

#include "calculus/traits.hpp"
#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

enum class Sign : std::uint8_t { positive, nonnegative, nonzero };

class Reader {
 public:
  explicit Reader(Program& program) : program_(program), t_(program.terms()) {}

  // Sufficient for `real` to have the sign: by its structure, or by the plain comparison where structure leaves a
  // question about reals. A question about integers alone (is this sum empty?) is better asked alone.
  Formula holds(Real real, Sign sign) {
    constexpr int deepest = 200;
    if (depth_ >= deepest) return t_.falsity();
    auto key = std::make_pair(real.id(), sign);
    if (auto known = known_.find(key); known != known_.end()) return known->second;
    ++depth_;
    Formula structural = structure(real, sign);
    --depth_;
    bool integers = structural != t_.falsity() && integer_only(structural);
    Formula result = integers ? structural : t_.or_({structural, compare(real, sign)});
    known_.emplace(key, result);
    return result;
  }

 private:
  Formula structure(Real real, Sign sign) {
    switch (real->kind) {
      case RealKind::constant:
        return of_constant(real->value, sign);
      case RealKind::from_index:
        return of_index(real->index, sign);
      case RealKind::read:
        return program_[real->tensor].body ? holds(program_.at(real->tensor, real->indices), sign) : t_.falsity();
      case RealKind::add:
        return of_sum(real, sign);
      case RealKind::mul:
        return of_product(real, sign);
      case RealKind::power:
        return of_power(real, sign);
      case RealKind::apply:
        return of_function(real);
      case RealKind::choose:
        return t_.and_({t_.or_({t_.not_(real->condition), holds(real->children[0], sign)}),
                        t_.or_({real->condition, holds(real->children[1], sign)})});
      case RealKind::sum:
        return of_big_sum(real, sign);
      case RealKind::stop:
        return holds(real->children[0], sign);
      case RealKind::scalar:
      case RealKind::maximum:
        return t_.falsity();
    }
    return t_.falsity();
  }

  Formula compare(Real real, Sign sign) {
    switch (sign) {
      case Sign::positive:
        return known_positive(real) ? t_.truth() : t_.positive(real);
      case Sign::nonnegative:
        return known_positive(real) ? t_.truth() : t_.not_(t_.negative(real));
      case Sign::nonzero:
        return known_positive(real) ? t_.truth() : t_.nonzero(real);
    }
    return t_.falsity();
  }

  bool known_positive(Real real) {
    const auto& facts = program_.facts();
    return std::find(facts.begin(), facts.end(), t_.positive(real)) != facts.end();
  }

  Formula of_constant(const Rational& value, Sign sign) {
    bool ok = sign == Sign::positive      ? value.sign() > 0
              : sign == Sign::nonnegative ? value.sign() >= 0
                                          : value.sign() != 0;
    return ok ? t_.truth() : t_.falsity();
  }

  // A size is at least 1 by its fact, so that no query is needed.
  Formula of_index(Index index, Sign sign) {
    if (sign == Sign::nonzero) {
      Formula positive = of_index(index, Sign::positive);
      return positive == t_.truth() ? positive : t_.not_(t_.equal(index, t_.integer(0)));
    }
    Formula goal = t_.at_most(t_.integer(sign == Sign::positive ? 1 : 0), index);
    const auto& facts = program_.facts();
    return std::find(facts.begin(), facts.end(), goal) != facts.end() ? t_.truth() : goal;
  }

  Formula of_sum(Real real, Sign sign) {
    std::vector<Formula> nonnegative;
    std::vector<Formula> positive;
    for (Real child : real->children) {
      nonnegative.push_back(holds(child, Sign::nonnegative));
      if (sign != Sign::nonnegative) positive.push_back(holds(child, Sign::positive));
    }
    if (sign != Sign::nonnegative) nonnegative.push_back(t_.or_(std::move(positive)));
    return t_.and_(std::move(nonnegative));
  }

  // Equal factors pair up to squares; a leading -1 leaves nothing to read off.
  Formula of_product(Real real, Sign sign) {
    std::vector<Real> single;
    std::vector<Formula> parts;
    for (Real child : real->children) {
      auto twin = std::find(single.begin(), single.end(), child);
      if (twin == single.end()) {
        single.push_back(child);
      } else {
        if (sign != Sign::nonnegative) parts.push_back(holds(child, Sign::nonzero));
        single.erase(twin);
      }
    }
    for (Real child : single) parts.push_back(holds(child, sign));
    return t_.and_(std::move(parts));
  }

  Formula of_power(Real real, Sign sign) {
    Real base = real->children[0];
    auto integer = real->value.to_int64();
    if (integer && *integer % 2 == 0) {
      if (sign == Sign::nonnegative || *integer == 0) return t_.truth();
      return holds(base, Sign::nonzero);
    }
    if (!integer && sign == Sign::nonnegative) return t_.truth();  // defined only where it is >= 0
    if (!integer) return holds(base, Sign::positive);
    return holds(base, sign);
  }

  Formula of_function(Real real) {
    Formula facts = real->function->facts(t_, real->children[0], real);
    auto conjuncts = t_.conjuncts(facts);
    Formula positive = t_.positive(real);
    if (std::find(conjuncts.begin(), conjuncts.end(), positive) != conjuncts.end()) return t_.truth();
    return t_.falsity();
  }

  // A sum over a possibly empty range: >= 0 if all summands are; > 0 if also some summand is > 0.
  Formula of_big_sum(Real real, Sign sign) {
    Formula every = t_.all(real->binders, real->condition, holds(real->children[0], Sign::nonnegative));
    if (sign == Sign::nonnegative) return every;
    Formula some = holds(real->children[0], Sign::positive);
    return t_.and_({every, t_.any(real->binders, real->condition, some)});
  }

  Program& program_;
  Terms& t_;
  int depth_ = 0;
  std::map<std::pair<std::uint32_t, Sign>, Formula> known_;
};

Formula by_structure(Program& program, Real real, Sign sign) { return Reader(program).holds(real, sign); }

}  // namespace

Formula visibly_positive(Program& program, Real real) { return by_structure(program, real, Sign::positive); }
Formula visibly(Program& program, Formula formula) {
  Terms& terms = program.terms();
  if (formula->kind == FormulaKind::positive) return visibly_positive(program, formula->real);
  if (formula->kind != FormulaKind::conjunction && formula->kind != FormulaKind::disjunction) return formula;
  std::vector<Formula> parts;
  for (Formula part : formula->children) parts.push_back(visibly(program, part));
  return formula->kind == FormulaKind::conjunction ? terms.and_(std::move(parts)) : terms.or_(std::move(parts));
}
Formula visibly_nonnegative(Program& program, Real real) { return by_structure(program, real, Sign::nonnegative); }
Formula visibly_nonzero(Program& program, Real real) {
  Formula positive = by_structure(program, real, Sign::positive);
  if (positive == program.terms().truth()) return positive;
  return by_structure(program, real, Sign::nonzero);
}

}  // namespace germ::calculus
