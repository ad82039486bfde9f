#include "calculus/visible.hpp"

#include <algorithm>

#include "ir/function_table.hpp"

namespace germ::calculus {

using namespace ir;

namespace {

enum class Sign : std::uint8_t { positive, nonnegative, nonzero };

class Reader {
 public:
  explicit Reader(Program& program) : program_(program), t_(program.terms()) {}

  // Sufficient for `real` to have the sign, from structure alone.
  Formula holds(Real real, Sign sign) {
    if (++depth_ > 200) return leave(t_.falsity());
    switch (real->kind) {
      case RealKind::constant: return leave(of_constant(real->value, sign));
      case RealKind::scalar: return leave(compare(real, sign));
      case RealKind::from_index: return leave(of_index(real->index, sign));
      case RealKind::read:
        if (!program_[real->tensor].body) return leave(compare(real, sign));
        return leave(holds(program_.at(real->tensor, real->indices), sign));
      case RealKind::add: return leave(of_sum(real, sign));
      case RealKind::mul: return leave(of_product(real, sign));
      case RealKind::power: return leave(of_power(real, sign));
      case RealKind::apply: return leave(of_function(real, sign));
      case RealKind::choose:
        return leave(t_.and_({t_.or_({t_.not_(real->condition), holds(real->children[0], sign)}),
                              t_.or_({real->condition, holds(real->children[1], sign)})}));
      case RealKind::sum: return leave(of_big_sum(real, sign));
      case RealKind::maximum: return leave(compare(real, sign));
      case RealKind::stop: return leave(holds(real->children[0], sign));
    }
    return leave(t_.falsity());
  }

  Formula compare(Real real, Sign sign) {
    switch (sign) {
      case Sign::positive: return known_positive(real) ? t_.truth() : t_.positive(real);
      case Sign::nonnegative: return known_positive(real) ? t_.truth() : t_.not_(t_.negative(real));
      case Sign::nonzero: return known_positive(real) ? t_.truth() : t_.nonzero(real);
    }
    return t_.falsity();
  }

 private:
  Formula leave(Formula result) {
    --depth_;
    return result;
  }

  bool known_positive(Real real) {
    const auto& facts = program_.facts();
    return std::find(facts.begin(), facts.end(), t_.positive(real)) != facts.end();
  }

  Formula of_constant(const Rational& value, Sign sign) {
    bool ok = sign == Sign::positive ? value.sign() > 0 : sign == Sign::nonnegative ? value.sign() >= 0 : value.sign() != 0;
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

  Formula of_function(Real real, Sign sign) {
    Formula facts = real->function->facts(t_, real->children[0], real);
    auto conjuncts = t_.conjuncts(facts);
    Formula positive = t_.positive(real);
    if (std::find(conjuncts.begin(), conjuncts.end(), positive) != conjuncts.end()) return t_.truth();
    return compare(real, sign);
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
};

Formula visibly(Program& program, Real real, Sign sign) {
  Reader reader(program);
  Formula structural = reader.holds(real, sign);
  if (structural == program.terms().truth()) return structural;
  return program.terms().or_({structural, reader.compare(real, sign)});
}

}  // namespace

Formula visibly_positive(Program& program, Real real) { return visibly(program, real, Sign::positive); }
Formula visibly_nonnegative(Program& program, Real real) { return visibly(program, real, Sign::nonnegative); }
Formula visibly_nonzero(Program& program, Real real) {
  Formula positive = visibly(program, real, Sign::positive);
  if (positive == program.terms().truth()) return positive;
  return visibly(program, real, Sign::nonzero);
}

}  // namespace germ::calculus
