// The rule for kink statements, of layers with real outputs and one real variable.

#include <algorithm>

#include "calculus/ray.hpp"
#include "calculus/unit_cotangent.hpp"
#include "kernel/steps.hpp"
#include "kernel/theorem.hpp"

namespace germ::kernel {

using namespace ir;

namespace {

// The classes of a declared backward at a point, all outputs at once. P: the slopes to the right, M: to the left, B:
// declared. Along a ray every term with a valid jet is, for small t > 0, one analytic function: so near the point the
// derivatives tend to P from the right and to M from the left, and these are all the limits of derivatives.
class Classes {
 public:
  explicit Classes(Terms& terms) : terms_(terms) {}

  void add(Real value, const calculus::RayJet& right, const calculus::RayJet& left, Real declared) {
    const Real back = terms_.negate(left.slope);
    valid_ = conjoined(valid_, terms_.and_({right.valid, left.valid}));
    facts_ = conjoined(facts_, terms_.and_({right.bounds, left.bounds, right.attained, left.attained}));
    continuous_ =
        conjoined(continuous_, terms_.and_({terms_.equal(right.limit, value), terms_.equal(left.limit, value)}));
    smooth_ = conjoined(smooth_, terms_.equal(right.slope, back));
    at_right_ = conjoined(at_right_, terms_.equal(declared, right.slope));
    at_left_ = conjoined(at_left_, terms_.equal(declared, back));
    from_left_.push_back(terms_.sub(declared, back));
    to_right_.push_back(terms_.sub(right.slope, declared));
    whole_.push_back(terms_.sub(right.slope, back));
  }

  Formula valid() const { return valid_; }
  Formula facts() const { return facts_; }

  Formula is(KinkClass kink) {
    const Formula differentiable = terms_.and_({continuous_, smooth_});
    const Formula kinked = terms_.and_({continuous_, terms_.not_(smooth_)});
    const Formula end = terms_.or_({at_right_, at_left_});
    switch (kink) {
      case KinkClass::right:
        return terms_.and_({differentiable, at_right_});
      case KinkClass::wrong:
        return terms_.and_({differentiable, terms_.not_(at_right_)});
      case KinkClass::limit:
        return terms_.and_({kinked, end});
      case KinkClass::clarke:
        return terms_.and_({kinked, terms_.not_(end), on_segment()});
      case KinkClass::neither:
        return terms_.and_({kinked, terms_.not_(on_segment())});
      case KinkClass::undefined:
        return terms_.not_(continuous_);
    }
    throw InternalError("a kink of no class");
  }

 private:
  Formula conjoined(Formula all, Formula more) { return all ? terms_.and_({all, more}) : more; }

  // B on the segment from M to P: every B_i between M_i and P_i, and (B_i - M_i)(P_j - M_j) = (B_j - M_j)(P_i - M_i).
  Formula on_segment() {
    std::vector<Formula> parts;
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      parts.push_back(terms_.not_(terms_.negative(terms_.mul({from_left_[i], to_right_[i]}))));
      for (std::size_t j = 0; j < i; ++j)
        parts.push_back(terms_.equal(terms_.mul({from_left_[i], whole_[j]}), terms_.mul({from_left_[j], whole_[i]})));
    }
    return terms_.and_(std::move(parts));
  }

  Terms& terms_;
  Formula valid_, facts_, continuous_, smooth_, at_right_, at_left_;
  std::vector<Real> from_left_, to_right_, whole_;
};

// What the rule can speak of.
bool in_scope(const Statement& statement, Attempt& attempt) {
  const Program& program = *statement.program;
  check(!statement.outputs.empty() && statement.outputs.size() == statement.cotangents.size(),
        "each output has a cotangent");
  auto real = [&](TensorId tensor) { return program[tensor].axes.empty(); };
  const bool scalar = statement.adjoints.size() == 1 && real(statement.adjoints[0].of) &&
                      std::all_of(statement.outputs.begin(), statement.outputs.end(), real);
  auto opaque = [](const Tensor& tensor) { return tensor.base_of.has_value(); };
  if (statement.tainted)
    attempt.reason = "an output depends on `stop`, whose derivative is a decree and not the derivative";
  else if (!scalar)
    attempt.reason = "kinks are classified for real outputs of one real variable";
  else if (std::any_of(program.tensors().begin(), program.tensors().end(), opaque))
    attempt.reason = "of an opaque function no derivative near the point is known";
  return attempt.reason.empty();
}

// Jets and declared slopes of all outputs; false where a backward is not visibly linear.
bool classify(Statement& statement, Classes& classes) {
  Program& program = *statement.program;
  Terms& terms = program.terms();
  const TensorId variable = statement.adjoints[0].of;
  auto direction = [&](int sign) {
    return [&terms, variable, sign](Real read) { return terms.constant(read->tensor == variable ? sign : 0); };
  };
  calculus::Rays right(program, {variable}, {}, direction(1));
  calculus::Rays left(program, {variable}, {}, direction(-1));
  for (std::size_t o = 0; o < statement.outputs.size(); ++o) {
    const Real value = terms.read(statement.outputs[o], {});
    auto declared =
        calculus::at_unit_cotangent(program, terms.read(statement.adjoints[0].declared, {}), statement.cotangents, o);
    if (!declared) return false;
    classes.add(value, right.of(value), left.of(value), *declared);
  }
  return true;
}

}  // namespace

// match: real outputs of a real variable x, a backward linear in the cotangents, a class
// result: at every point of the domain the backward is of that class
// when: there every value exists, every jet along +1 and -1 is valid, and slopes and declared slopes are as the class
//       says.
Attempt Theorem::kink(Statement& statement, const Context& context) {
  return guarded([&](Attempt& attempt) {
    check(statement.kind == StatementKind::kink, "the rule proves kink statements");
    if (!in_scope(statement, attempt)) return;
    Program& program = *statement.program;
    Discharge discharge(program, statement.domain, context, attempt);
    calculus::Definedness defined(program);
    if (!starts(statement, discharge, defined, attempt)) return;
    for (std::uint32_t i = 0; i < program.tensors().size(); ++i) defined.require(TensorId{i});
    discharge.all(defined.obligations(), true);
    if (!attempt.open.empty()) {
      attempt.reason = "a value is not shown to exist";
      return;
    }
    Classes classes(program.terms());
    if (!classify(statement, classes)) {
      attempt.reason = "the backward is not linear in its cotangents by its form";
      return;
    }
    for (Formula part : program.terms().conjuncts(classes.valid()))
      discharge.consequence(classes.facts(), part, "slopes along both rays", statement.span);
    for (Formula part : program.terms().conjuncts(classes.is(statement.kink)))
      discharge.consequence(classes.facts(), part, "class", statement.span);
    if (!attempt.open.empty()) {
      attempt.reason = std::string("the backward is not shown to be of class `") + name(statement.kink) + "`";
      return;
    }
    attempt.ledger.add("definedness", "every value exists");
    attempt.ledger.add("B7", std::string("class of a backward: ") + name(statement.kink));
    conclude(StatementKind::kink, attempt);
  });
}

}  // namespace germ::kernel
